"""Notes from patterns, gaps and standings beside the other rules: each says one thing, and there are not too many."""

from typing import Any
from uuid import UUID

from contracts.coaching import CoachNotes, WriteNotes
from contracts.grading import Evaluation
from contracts.mastery import ErrorPattern, KnowledgeGap, Standing
from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.coach.notes.handler import NoteWriter
from services.coach.notes.rules import Note, notes_from
from tests.coach.lessons import Noted
from tests.coach.notes.test_rules import evaluation
from tests.standins.model.model_behaviours import ok
from tests.standins.model.openai_server import StandIn


def item(number: int) -> UUID:
    return UUID(int=200 + number)


def pattern(kind: Any, concept: str, *items: int, said: str = "“x” was taken for “a”.") -> ErrorPattern:
    return ErrorPattern(
        pattern_type=kind,
        description=said,
        affected_questions=[item(number) for number in items],
        suggested_remediation="Read page 3 again.",
        concept=concept,
    )


def also(evaluated: Evaluation, *patterns: ErrorPattern, gaps: Any = ()) -> Evaluation:
    return evaluated.model_copy(update={"error_patterns": list(patterns), "knowledge_gaps": list(gaps)})


def seen(notes: list[Note]) -> list[tuple[str, list[int]]]:
    return [(each.evidence.made_by, [id.int - 100 for id in each.evidence.result_ids]) for each in notes]


MIXED = evaluation(
    ("a", "EASY", False), ("a", "EASY", True), ("b", "EASY", False), ("c", "EASY", True), weak=("a", "b")
)


def test_a_pattern_of_a_weak_concept_is_told_in_the_same_note() -> None:
    notes = notes_from(also(MIXED, pattern("conceptual", "A", 0)), "en")
    # What helps stands beside it, in the pattern.
    assert notes[0].sentence == "You struggle with “a”: 1 of 2 right. “x” was taken for “a”."
    assert seen(notes) == [("rule:pattern_conceptual:v1", [0]), ("rule:weak_concept:v1", [2])]


def test_notes_in_german_tell_patterns_and_gaps_as_the_evaluator_does() -> None:
    told = also(
        MIXED.model_copy(update={"weak_concepts": ["a"]}),
        pattern("conceptual", "a", 0, said="„x“ wurde für „a“ gehalten."),
        gaps=[KnowledgeGap(concept="b", description="„b“ fehlt.", severity="High", item_ids=[item(2)])],
    )
    assert [each.sentence for each in notes_from(told, "de")] == [
        "Du hast Mühe mit „a“: 1 von 2 richtig. „x“ wurde für „a“ gehalten.",
        "„b“ fehlt.",
    ]


def test_that_a_concept_was_missed_again_is_not_told_beside_the_note_on_it() -> None:
    again = pattern("conceptual", "a", 0, said="“a” was missed in 1 of 2.").model_copy(
        update={"made_by": "rule:missed_again:v1"}
    )
    for patterns in ([again, pattern("conceptual", "a", 0)], [pattern("conceptual", "a", 0), again]):
        assert not any("missed in" in each.sentence for each in notes_from(also(MIXED, *patterns), "en"))


def test_other_patterns_have_notes_of_their_own_with_their_results() -> None:
    slips = pattern("careless", "", 0, 2, said="Two wrong answers came within 2 seconds.")
    notes = notes_from(also(MIXED, slips), "en")
    assert seen(notes) == [
        ("rule:weak_concept:v1", [0]),
        ("rule:weak_concept:v1", [2]),
        ("rule:pattern_careless:v1", [0, 2]),
    ]
    assert notes[2].sentence == "Two wrong answers came within 2 seconds."


def test_quick_answers_that_a_pattern_tells_are_not_told_twice() -> None:
    quick = evaluation(("a", "EASY", False), ("b", "EASY", False), ("c", "EASY", True), latency=1, weak=("a", "b"))
    assert "rule:too_quick:v1" in [made_by for made_by, _ in seen(notes_from(quick, "en"))]
    told = also(quick, pattern("careless", "", 0, 1))
    assert "rule:too_quick:v1" not in [made_by for made_by, _ in seen(notes_from(told, "en"))]


def test_a_pattern_about_questions_that_do_not_count_is_not_told() -> None:
    assert seen(notes_from(also(MIXED, pattern("procedural", "z", 77)), "en")) == seen(notes_from(MIXED, "en"))


def test_a_gap_is_told_only_where_no_other_note_speaks_of_the_concept() -> None:
    gaps = [
        KnowledgeGap(concept=concept, description=f"“{concept}” is missing.", severity="High", item_ids=[item(number)])
        for concept, number in (("a", 0), ("b", 2))
    ]
    only_a = also(MIXED.model_copy(update={"weak_concepts": ["a"]}), gaps=gaps)
    assert seen(notes_from(only_a, "en")) == [("rule:weak_concept:v1", [0]), ("rule:gap:v1", [2])]


def test_standings_say_what_is_mastered_and_what_the_rest_lacks() -> None:
    standings = [
        Standing(concept="C", score=0.987, answers=6, correct=6, decided=True, mastered=True),
        Standing(concept="a", score=0.62, answers=3, correct=2, needed=3),
        Standing(concept="b", score=0.01, answers=7, decided=True),
        Standing(concept="elsewhere", score=0.5, answers=4),
        Standing(concept="never asked", score=0.5),
    ]
    assert "rule:unsure:v1" not in [made_by for made_by, _ in seen(notes_from(MIXED, "en", standings))]  # told as weak
    only_b = MIXED.model_copy(update={"weak_concepts": ["b"]})
    by_rule = {each.evidence.made_by: each for each in notes_from(only_b, "en", standings)}
    assert by_rule["rule:mastered:v1"].sentence == "You have mastered “C” (98 % after 6 answers)."
    assert by_rule["rule:mastered:v1"].evidence.result_ids == [UUID(int=103)]
    assert by_rule["rule:unsure:v1"].sentence == "Not mastered yet: “a” (62 %: three more right answers)."
    assert by_rule["rule:not_known:v1"].sentence == (
        "By now it is sure that these need to be learnt anew: “b” (1 % after 7 answers)."
    )
    norwegian = [each.sentence for each in notes_from(MIXED, "nb", standings)]
    assert "Du mestrer «C» (98 % etter 6 svar)." in norwegian


def test_nobody_struggles_with_what_is_mastered() -> None:
    missed = evaluation(("a", "EASY", True), ("a", "EASY", False), ("b", "EASY", False), weak=("a", "b"))
    done = Standing(concept="A", score=0.9, answers=9, correct=8, decided=True, mastered=True)
    for language, said in (
        ("en", "You had 1 of 2 right about “a”, which you have mastered."),
        ("de", "beherrschst du"),
    ):
        told = [each.sentence for each in notes_from(missed, language, [done])]
        assert any(said in one for one in told)
        assert not any("“a”" in one and "struggle" in one for one in told)
    assert any("You struggle with “a”" in one.sentence for one in notes_from(missed, "en"))


def test_all_right_and_mastered_are_told_together() -> None:
    right = evaluation(("a", "EASY", True), ("a", "EASY", True))
    standing = Standing(concept="a", score=0.99, answers=6, decided=True, mastered=True)
    assert seen(notes_from(right, "en", [standing])) == [("rule:mastered:v1", [0, 1]), ("rule:all_right:v1", [0, 1])]


def test_there_are_at_most_six_and_the_telling_ones_stay() -> None:
    given = [(concept, "HARD", False) for concept in "abcdefgh"]
    many = evaluation(*given, ("z", "EASY", True), latency=1, weak=tuple("abcdefgh"))  # type: ignore[arg-type]
    standings = [Standing(concept=concept, score=0.3, answers=2) for concept in "abcdefgh"]
    patterns = [pattern("conceptual", concept, number) for number, concept in enumerate("abcdefgh")]
    notes = notes_from(also(many, *patterns), "en", standings, regraded=True)
    rules = [made_by.split(":")[1] for made_by, _ in seen(notes)]
    assert rules == [
        "regraded",
        "pattern_conceptual",
        "pattern_conceptual",
        "pattern_conceptual",
        "difficulty",
        "too_quick",
        "unsure",
    ], "that it was graded again takes no other note's place"


async def test_what_was_graded_again_is_told_by_the_rules_whatever_the_model() -> None:
    async with StandIn() as server:
        server.otherwise(ok({"notes": [{"note": "Well done.", "answers": [1]}]}))
        async with OpenAIModel(ModelSettings(base_url=server.base_url, model="one")) as model:
            command = WriteNotes(evaluation=MIXED, language="en", regraded=True)
            (again,) = await NoteWriter(model).write(command, Noted())
            assert server.calls == []
            (first,) = await NoteWriter(model).write(command.model_copy(update={"regraded": False}), Noted())
    assert isinstance(again, CoachNotes)
    assert isinstance(first, CoachNotes)
    assert again.notes[0] == "This attempt was graded again, and these notes are new: 2 of 4 right."
    assert {each.made_by.split(":")[0] for each in again.evidence} == {"rule"}
    assert first.notes == ["Well done."]


async def test_a_model_sees_patterns_gaps_and_standings() -> None:
    async with StandIn() as server:
        server.then(ok({"notes": [{"note": "Read page 3.", "answers": [1]}]}))
        async with OpenAIModel(ModelSettings(base_url=server.base_url, model="one")) as model:
            command = WriteNotes(
                evaluation=also(MIXED, pattern("conceptual", "a", 0)),
                language="en",
                standings=[Standing(concept="a", score=0.62, answers=3)],
            )
            await NoteWriter(model).write(command, Noted())
        asked = server.calls[0].body["messages"][1]["content"]
    assert '"whatToDo": "Read page 3 again.", "answers": [1]' in asked
    assert '"percent": 62' in asked
