"""Advice is told as it holds now: with the figures that stand beside it, and not of what is mastered since."""

from typing import Any

from contracts.learning import PlanPath
from contracts.mastery import ConceptPlace, Standing
from services.coach.path.rules import planned_of
from services.gateway.learning.advice import advised

PLACES = [
    ConceptPlace(concept=name, block_id=f"b{n}", source_page=n + 1, ordinal=n)
    for n, name in enumerate(("leaf", "root", "stem"))
]


def standing(concept: str, score: float, answers: int, needed: int) -> Standing:
    return Standing(concept=concept, score=score, answers=answers, correct=answers, needed=needed)


def planned(reason: Any, *standings: Standing) -> dict[str, Any]:
    """What the agents' state has of a path."""
    path = planned_of(PlanPath(reason=reason, language="en", places=PLACES, standings=list(standings)))
    return {
        "learning_path": list(path.path),
        "next_topic": path.next_topic,
        "path_reasoning": path.reasoning,
        "path_reasoning_phrase": path.phrase.model_dump() if path.phrase else None,
        "remediation": list(path.remediation),
        "remediation_phrases": [phrase.model_dump() for phrase in path.phrases],
    }


def row(concept: str, score: float, answers: int, needed: int, *, mastered: bool = False) -> dict[str, Any]:
    told = {"concept": concept, "score": score, "answers": answers, "needed": needed}
    return {**told, "mastered": mastered, "mark": "none"}


def test_a_figure_of_then_is_told_as_it_is_now_in_either_language() -> None:
    state = planned("remediation", standing("leaf", 0.43, 3, 4))
    said = " ".join([state["path_reasoning"], *state["remediation"]])
    assert said.count("43 % after 3 answers") == 2
    rows = [row("leaf", 0.61, 5, 3), row("root", 0, 0, 5), row("stem", 0, 0, 5)]
    for language, figure in ((None, "61 % after 5 answers"), ("no", "61 % etter 5 svar")):
        told = advised(state, rows, language, "en")
        now = " ".join([told["path_reasoning"], *told["remediation"]])
        assert now.count(figure) == 2
        assert "43" not in now
    assert told["next_topic"] == "leaf"


def test_where_nothing_changed_the_sentences_stand_as_they_were_written() -> None:
    state = planned("remediation", standing("leaf", 0.43, 3, 4))
    rows = [row("leaf", 0.43, 3, 4), row("root", 0, 0, 5), row("stem", 0, 0, 5)]
    told = advised(state, rows, None, "en")
    assert {name: told[name] for name in ("path_reasoning", "remediation", "next_topic", "learning_path")} == {
        name: state[name] for name in ("path_reasoning", "remediation", "next_topic", "learning_path")
    }


def test_what_is_mastered_since_is_neither_practised_nor_next() -> None:
    state = planned("remediation", standing("leaf", 0.43, 3, 4))
    rows = [row("leaf", 0.9, 7, 0, mastered=True), row("root", 0, 0, 5), row("stem", 0, 0, 5)]
    told = advised({**state, "improvement_areas": ["Leaf", "root"]}, rows, None, "en")
    assert (told["remediation"], told["path_reasoning"]) == ([], "")
    assert (told["next_topic"], told["learning_path"]) == ("root", ["root", "stem"])
    assert told["improvement_areas"] == ["root"]


def test_what_is_nearly_mastered_says_how_much_is_missing_now() -> None:
    state = planned("remediation", standing("leaf", 0.7, 4, 2), standing("root", 0.1, 2, 6))
    assert "two more right answers" in " ".join(state["remediation"])
    rows = [row("leaf", 0.8, 5, 1), row("root", 0.1, 2, 6), row("stem", 0, 0, 5)]
    assert "one more right answer" in " ".join(advised(state, rows, None, "en")["remediation"])


def test_what_a_model_wrote_stands_as_it_is() -> None:
    state = {"path_reasoning": "Leaves come first.", "remediation": ["Look at a leaf."], "next_topic": "leaf"}
    rows = [row("leaf", 0.5, 3, 4)]
    told = advised(state, rows, "no", "en")
    assert (told["path_reasoning"], told["remediation"]) == ("Leaves come first.", ["Look at a leaf."])
