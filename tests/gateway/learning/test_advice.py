"""Advice is told as it holds now: with the figures that stand beside it, and not of what is mastered since."""

from typing import Any

from contracts.learning import PlanPath
from contracts.mastery import ConceptPlace, Standing
from contracts.message import Phrase
from services.coach.path.rules import Planned, planned_of
from services.gateway.learning.advice import advised
from services.text.catalogue.phrases import rendered

PLACES = [
    ConceptPlace(concept=name, block_id=f"b{n}", source_page=n + 1, ordinal=n)
    for n, name in enumerate(("leaf", "root", "stem"))
]


def standing(concept: str, score: float, answers: int, needed: int) -> Standing:
    return Standing(concept=concept, score=score, answers=answers, correct=answers, needed=needed)


def planned(reason: Any, *standings: Standing) -> dict[str, Any]:
    """What the agents' state has of a path."""
    return kept(planned_of(PlanPath(reason=reason, language="en", places=PLACES, standings=list(standings))))


def kept(path: Planned) -> dict[str, Any]:
    """A path as it is kept."""
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


def test_what_is_due_is_told_of_a_document_whose_language_nobody_knows() -> None:
    told = advised(planned("asked"), [row("root", 0, 0, 5)], None, None, (2, 0))
    assert told["path_reasoning"].startswith("2 reviews are due now.")


def test_a_path_counts_the_concepts_that_stand_beside_it() -> None:
    """One was asked about since that the path did not know of."""
    rows = [row("leaf", 0.9, 5, 0, mastered=True), *(row(each, 0, 0, 5) for each in ("root", "stem", "bark"))]
    state = planned("asked")
    assert state["path_reasoning"].startswith("You have mastered 0 of 3 concepts. Next is “leaf”")
    state = planned("asked", standing("leaf", 0.9, 5, 0).model_copy(update={"mastered": True}))
    assert advised(state, rows, None, "en")["path_reasoning"].startswith("You have mastered 1 of 4 concepts.")


def test_what_follows_is_counted_without_what_is_known_or_has_no_question() -> None:
    """So all numbers of a path add up, also once something of what follows is mastered."""
    names = ["leaf", "root", "stem", "bark", "sap", "bud", "thorn", "moss"]
    places = [ConceptPlace(concept=name, block_id="b", ordinal=n) for n, name in enumerate(names)]
    command = PlanPath(reason="asked", language="en", places=places, standings=[], left_out=["moss"])
    known = Standing(concept="thorn", score=0, mark="known")
    for standings, done, more in (
        ([], 0, "3 more"),
        ([known], 0, "2 more"),
        ([], 1, "2 more"),
        ([known], 1, "One more"),
    ):
        state = kept(planned_of(command.model_copy(update={"standings": standings})))
        rows = [row(name, 0, 0, 5, mastered=name == "bud" and bool(done)) for name in names]
        marked = [{**one, "mark": "known"} if standings and one["concept"] == "thorn" else one for one in rows]
        said = advised(state, marked, None, "en")["path_reasoning"]
        assert f"mastered {done} of 8 concepts" in said
        assert "no question about one of them" in said
        assert f"{more} concept" in said, said


def test_what_is_marked_as_known_since_is_neither_next_nor_counted_twice() -> None:
    names = ["leaf", "root", "stem", "bark", "sap", "bud", "thorn", "moss"]
    places = [ConceptPlace(concept=name, block_id="b", ordinal=n) for n, name in enumerate(names)]
    command = PlanPath(reason="asked", language="en", places=places, standings=[], left_out=["moss"])
    state = kept(planned_of(command))

    def told(*known: str) -> dict[str, Any]:
        rows = [{**row(name, 0, 0, 5), "mark": "known" if name in known else "none"} for name in names]
        return advised(state, rows, None, "en")

    assert "3 more concepts follow" in told()["path_reasoning"]
    assert "3 more concepts follow" in told("moss")["path_reasoning"], "it has no question, and followed nothing"
    assert "2 more concepts follow" in told("bud")["path_reasoning"]
    assert "3 more concepts follow" in told("root")["path_reasoning"], "it stood among the next"
    assert "“root”" not in told("root")["path_reasoning"]
    known = told("leaf")
    assert (known["next_topic"], known["learning_path"][0], known["path_reasoning"]) == ("root", "root", "")


def test_a_place_that_is_read_for_several_is_named_for_those_that_are_not_mastered() -> None:
    same = [place.model_copy(update={"source_page": 3}) for place in PLACES]
    weak = [standing(name, 0.1, 2, 6) for name in ("leaf", "root")]
    state = kept(planned_of(PlanPath(reason="remediation", language="en", places=same, standings=weak)))
    assert state["remediation"][0] == "Read page 3 again: there the document tells of “leaf” and “root”."
    rows = [row("leaf", 0.9, 5, 0, mastered=True), row("root", 0.1, 2, 6), row("stem", 0, 0, 5)]
    told = advised(state, rows, None, "en")["remediation"]
    assert told[0] == "Read page 3 again: there the document tells of “root”."


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
    assert "up to two more right answers" in " ".join(state["remediation"])
    rows = [row("leaf", 0.8, 5, 1), row("root", 0.1, 2, 6), row("stem", 0, 0, 5)]
    assert "one more right answer" in " ".join(advised(state, rows, None, "en")["remediation"])


def test_what_a_model_wrote_stands_as_it_is() -> None:
    state = {"path_reasoning": "Leaves come first.", "remediation": ["Look at a leaf."], "next_topic": "leaf"}
    rows = [row("leaf", 0.5, 3, 4)]
    told = advised(state, rows, "no", "en")
    assert (told["path_reasoning"], told["remediation"]) == ("Leaves come first.", ["Look at a leaf."])


HEADED = [
    place.model_copy(update={"page_kind": "section", "section": f"About {place.concept}", "prerequisites": under})
    for place, under in zip(PLACES, ([], ["leaf"], ["leaf", "root"]), strict=True)
]


def headed(reason: Any, *standings: Standing, topic: str = "", gaps: Any = ()) -> dict[str, Any]:
    """What the agents' state has of a path through a document without pages."""
    command = PlanPath(
        reason=reason,
        language="en",
        places=HEADED,
        standings=list(standings),
        topic=topic,
        prerequisite_gaps=list(gaps),
    )
    return kept(planned_of(command))


def test_also_a_document_without_pages_is_told_with_the_figures_of_now() -> None:
    state = headed("remediation", standing("leaf", 0.02, 6, 9))
    assert "2 % after 6 answers" in state["path_reasoning"]
    rows = [row("leaf", 0.73, 10, 3), row("root", 0, 0, 5), row("stem", 0, 0, 5)]
    told = advised(state, rows, None, "en")
    assert "73 % after 10 answers" in told["path_reasoning"]
    assert "2 % after 6" not in " ".join([told["path_reasoning"], *told["remediation"]])
    rows[0] = row("leaf", 0.9, 11, 0, mastered=True)
    assert advised(state, rows, None, "en")["remediation"] == []


def test_what_comes_after_that_is_not_mastered_yet() -> None:
    state = headed("asked", standing("leaf", 0.4, 2, 4))
    assert "“root” (“About root”), which builds on “leaf”; “stem”" in state["path_reasoning"]
    rows = [row("leaf", 0.5, 3, 3), row("root", 0.9, 5, 0, mastered=True), row("stem", 0, 0, 5)]
    told = advised(state, rows, None, "en")["path_reasoning"]
    assert told.startswith("You have mastered 1 of 3 concepts.")
    assert "After that: “stem” (“About stem”), which builds on “leaf”." in told
    rows[2] = row("stem", 0.9, 5, 0, mastered=True)
    assert "After that" not in advised(state, rows, None, "en")["path_reasoning"]


def test_what_it_builds_on_is_told_as_mastered_only_as_long_as_it_is() -> None:
    places = [PLACES[0], PLACES[1].model_copy(update={"prerequisites": ["leaf"]}), PLACES[2]]
    known = standing("leaf", 0.9, 5, 0).model_copy(update={"mastered": True})
    state = kept(planned_of(PlanPath(reason="asked", language="en", places=places, standings=[known])))
    mastered = "builds on “leaf”, which you have mastered"
    for still in (True, False):
        rows = [row("leaf", 0.9 if still else 0.8, 5, 0, mastered=still), row("root", 0, 0, 5), row("stem", 0, 0, 5)]
        told = advised(state, rows, None, "en")["path_reasoning"]
        assert (mastered in told) == still
        assert "Next is “root”" in told


def test_a_path_that_was_planned_before_its_concepts_without_a_question_had_names_still_adds_up() -> None:
    steps = Phrase.of("path.more_steps", count=4)
    said = Phrase.listed("space", [Phrase.of("path.unasked_1", count=1), steps])
    state = {"next_topic": "leaf", "path_reasoning": "The old sentence.", "path_reasoning_phrase": said.model_dump()}
    rows = [row(f"leaf {n}", 0, 0, 5) for n in range(4)]
    told = advised(state, rows, "no", "en")["path_reasoning"]
    assert told == "Dokumentet har ingen spørsmål om ett av dem. 3 begreper til følger."


def test_no_more_concepts_follow_than_are_left() -> None:
    places = [HEADED[0].model_copy(update={"concept": f"leaf {n}", "ordinal": n}) for n in range(6)]
    path = planned_of(PlanPath(reason="asked", language="en", places=places, standings=[]))
    assert "2 more concepts follow." in path.reasoning
    state = {"next_topic": "leaf 0", "path_reasoning": path.reasoning, "path_reasoning_phrase": path.phrase}
    rows = [row(f"leaf {n}", 0, 0, 5, mastered=n == 5) for n in range(6)]
    assert "One more concept follows." in advised(state, rows, None, "en")["path_reasoning"]
    rows[4] = row("leaf 4", 0.9, 5, 0, mastered=True)
    assert "follow" not in advised(state, rows, None, "en")["path_reasoning"]


def test_what_was_missing_or_mastered_is_said_only_as_long_as_it_is() -> None:
    rows = [row("leaf", 0.9, 5, 0, mastered=True), row("root", 0.1, 2, 6), row("stem", 0, 0, 5)]
    told = advised(headed("diagnosed", standing("root", 0.1, 2, 6), gaps=["leaf", "root"]), rows, None, "en")
    assert "leaf” and" not in told["path_reasoning"]
    state = headed("mastered", Standing(concept="leaf", score=0.9, answers=5, correct=5, mastered=True), topic="leaf")
    assert "you have mastered “leaf”" in advised(state, rows, None, "en")["path_reasoning"]
    rows[0] = row("leaf", 0.5, 7, 3)
    assert "mastered “leaf”" not in advised(state, rows, None, "en")["path_reasoning"]


def recommended(*phrases: Phrase) -> dict[str, Any]:
    return {
        "recommendations": [rendered(each, "en") for each in phrases],
        "recommendation_phrases": [each.model_dump() for each in phrases],
    }


def test_a_diagnosis_recommends_what_is_still_so() -> None:
    def about(form: str, concept: str) -> Phrase:
        had = Phrase.of("diagnosis.right", correct=1, answers=2)
        return Phrase.of(f"diagnosis.{form}", count=2, concept=Phrase.quoted(concept), page=1, evidence=had)

    unasked = Phrase.of("diagnosis.unasked_1", count=1, all=3, concepts=Phrase.listed("and", [Phrase.quoted("stem")]))
    state = recommended(about("gap", "leaf"), about("then", "root"), unasked)
    rows = [row("leaf", 0.2, 2, 6), row("root", 0.1, 2, 6), row("stem", 0, 0, 5)]
    assert advised(state, rows, None, "en")["recommendations"] == state["recommendations"]
    rows = [row("leaf", 0.9, 6, 0, mastered=True), row("root", 0.1, 2, 6), row("stem", 0.4, 1, 4)]
    [only] = advised(state, rows, None, "en")["recommendations"]
    assert only.startswith("Begin with “root”")


def test_of_a_diagnosis_beside_concepts_that_were_never_asked_the_count_of_answers_is_of_the_others() -> None:
    phrase = Phrase.of("diagnosis.few", answers=3, least=5)
    state = {"recommendations": [rendered(phrase, "en")], "recommendation_phrases": [phrase.model_dump()]}
    never = row("root", 0, 0, 5) | {"answers": None}
    assert advised(state, [row("leaf", 0.4, 3, 3), never], None, "en")["recommendations"] == state["recommendations"]
    assert advised(state, [row("leaf", 0.4, 4, 3), never], None, "en")["recommendations"] == []


def test_a_path_begins_with_what_is_due_now_in_the_readers_language_and_with_nothing_that_is_new_alone() -> None:
    rows = [row(each, 0, 0, 5) for each in ("leaf", "root", "stem")]
    command = PlanPath(reason="asked", language="en", places=PLACES, standings=[], due=True)
    state = kept(planned_of(command))
    assert state["path_reasoning"].startswith("Something that you learnt before is due for review")
    plain = "You have mastered 0 of 3 concepts. Next is “leaf”"
    for due, begins in (
        ((0, 0), plain),
        ((9, 9), plain),
        ((1, 0), "One review is due now. You have mastered"),
        ((3, 0), "3 reviews are due now. You have mastered"),
        ((11, 9), "11 reviews are due now, 9 of them new. You have mastered"),
    ):
        assert advised(state, rows, None, "en", due)["path_reasoning"].startswith(begins)
    told = advised(state, rows, "no", "en", (11, 9))["path_reasoning"]
    assert told.startswith("11 repetisjoner står for tur nå, 9 av dem nye. Du mestrer 0 av 3")
    assert advised({}, rows, None, "en", (3, 0))["path_reasoning"] == "", "no path was planned"
    by_model = {"path_reasoning": "Learn leaf first.", "next_topic": "leaf"}
    assert advised(by_model, rows, None, "en", (3, 0))["path_reasoning"].endswith("now. Learn leaf first.")
