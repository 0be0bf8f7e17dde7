"""What the Coach notes about an attempt: tables of evaluations and the notes that follow, in words."""

from typing import Any
from uuid import UUID

import pytest

from contracts.coaching import AnsweredPlace, CoachNotes, WriteNotes
from contracts.grading import ConceptScore, Evaluation, GradedAnswer
from contracts.mastery import ErrorPattern, KnowledgeGap, Standing
from services.coach.notes.handler import NoteWriter
from services.coach.notes.rules import MOST, notes_from
from tests.coach.orders import Noted

RIGHT, WRONG, PARTLY, SKIPPED, UNSURE = "right", "wrong", "partly", "skipped", "unsure"
Given = tuple[str, str]


def evaluation(*given: Given, latency: float = 12, **fields: Any) -> Evaluation:
    """Answers about concepts, each as one of the five."""
    answers = [
        GradedAnswer(
            result_id=UUID(int=100 + n),
            item_id=UUID(int=200 + n),
            concept=concept,
            difficulty="EASY",
            answer=None if how == SKIPPED else "a",
            is_correct=how == RIGHT,
            credit={RIGHT: 1.0, PARTLY: 0.5}.get(how, 0.0),
            latency_sec=latency,
            undecided=how == UNSURE,
        )
        for n, (concept, how) in enumerate(given)
    ]
    return Evaluation(
        quiz_id=UUID(int=1),
        attempt_id=UUID(int=2),
        score=sum(each.is_correct for each in answers) / len(answers),
        answers=answers,
        concepts=[ConceptScore(concept=concept, asked=1, correct=0) for concept, _ in given],
        **fields,
    )


def place(number: int, **fields: Any) -> AnsweredPlace:
    """Where the text has what question `number` asked."""
    told = {"type": "cloze", "heading": "Tides", "source_page": 3, "given": "fetch", "quote": "Tides rise."}
    return AnsweredPlace.model_validate({"item_id": UUID(int=200 + number), **told, **fields})


def told(evaluated: Evaluation, language: str = "en", **fields: Any) -> list[tuple[str, str, list[int]]]:
    """The notes: rule, words, and the numbers of the answers they rest on."""
    return [
        (
            note.evidence.made_by.removeprefix("rule:").removesuffix(":v1"),
            note.sentence,
            [id.int - 100 for id in note.evidence.result_ids],
        )
        for note in notes_from(evaluated, language, **fields)
    ]


def sentences(evaluated: Evaluation, language: str = "en", **fields: Any) -> list[str]:
    return [said for _, said, _ in told(evaluated, language, **fields)]


def test_first_what_went_well_then_what_to_reread_why_and_what_to_do() -> None:
    evaluated = evaluation(("ebb", RIGHT), ("ebb", RIGHT), ("neap tide", WRONG), ("flood", RIGHT))
    assert told(evaluated, places=[place(2)]) == [
        ("went_well", "This went well: “ebb” (2 of 2) and “flood” (1 of 1). In all, 3 of 4 right.", [0, 1, 3]),
        (
            "reread",
            "Reread “Tides” (page 3): to a question about “neap tide” you answered “fetch”, and the text says"
            " “Tides rise”. Then close the text and say in your own words what it says of “neap tide”.",
            [2],
        ),
    ]


def test_of_what_the_document_asks_itself_its_key_is_told_and_not_as_a_sentence_of_the_text() -> None:
    printed = place(0, type="multiple_choice", heading="The Tides", given="ebb", quote="flood", printed=True)
    evaluated = evaluation(("neap tide", WRONG), ("ebb", RIGHT))
    assert sentences(evaluated, places=[printed])[1] == (
        "Reread “The Tides” (page 3): to the document’s own question about “neap tide” you answered “ebb”, and"
        " its key is “flood”. Then close the text and say in your own words what it says of “neap tide”."
    )
    kept = printed.model_copy(update={"quote": ""})
    assert "is not what the text says there" in sentences(evaluated, places=[kept])[1]


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({}, "“Tides” (page 3)"),
        ({"heading": ""}, "page 3"),
        ({"page_kind": "slide"}, "“Tides” (slide 3)"),
        ({"page_kind": "section"}, "“Tides”"),
        ({"page_kind": "section", "heading": ""}, "section 3"),
        ({"page_kind": "cue", "start_sec": 205.9}, "“Tides” (at 3:25)"),
        ({"page_kind": "cue", "start_sec": 3725.0, "heading": ""}, "at 1:02:05"),
        ({"page_kind": "cue"}, "“Tides” (passage 3)"),
    ],
)
def test_a_place_is_its_heading_and_its_page_or_time(fields: dict[str, Any], at: str) -> None:
    (note,) = sentences(evaluation(("ebb", WRONG)), places=[place(0, **fields)])
    assert note.startswith(f"Reread {at}: ")


@pytest.mark.parametrize(
    ("how", "fields", "why"),
    [
        (
            WRONG,
            {},
            "to a question about “ebb” you answered “fetch”, and the text says “Tides rise”. Then close the text",
        ),
        (
            WRONG,
            {"quote": ""},
            "to a question about “ebb” you answered “fetch”, and that is not what the text says there. Then close",
        ),
        (
            WRONG,
            {"type": "true_false", "given": ""},
            "you misjudged a statement about “ebb”, and the text says “Tides rise”. Then close",
        ),
        (WRONG, {"given": ""}, "your answer about “ebb” is wrong, and the text says “Tides rise”. Then close"),
        (WRONG, {"type": "ordering"}, "and the text says “Tides rise”. Then write the order down from memory."),
        (WRONG, {"type": "numeric"}, "“Tides rise”. Then write the number down from memory, with what it stands for."),
        (
            SKIPPED,
            {"given": ""},
            "you left a question about “ebb” without an answer. Then answer it: a guess shows you more",
        ),
        (
            WRONG,
            {"quote": "Who lives there sails twice a day"},
            "and the text says “Who lives there sails twice a day”. Then close the text and answer the question once",
        ),
        (PARTLY, {}, "your answer about “ebb” is right in part, and the text says “Tides rise”. Then say what your"),
        (PARTLY, {"quote": ""}, "your answer about “ebb” is right in part. Then say what your answer left out."),
    ],
)
def test_why_and_what_next_follow_from_the_answer(how: str, fields: dict[str, Any], why: str) -> None:
    (note,) = sentences(evaluation(("ebb", how)), places=[place(0, **fields)])
    assert why in note


def test_what_was_taken_for_a_concept_is_what_to_compare_it_with() -> None:
    gap = KnowledgeGap(concept="Ebb", description="x", severity="Medium", mistaken_for="fetch")
    (note,) = sentences(evaluation(("ebb", WRONG), knowledge_gaps=[gap]), places=[place(0)])
    assert note.endswith("Then say in your own words how “ebb” differs from “fetch”.")


def test_what_may_not_be_told_stands_in_no_note() -> None:
    """The places of an attempt come without a quote where another question asks for it."""
    for language in ("en", "no", "de"):
        (note,) = sentences(evaluation(("ebb", WRONG)), language, places=[place(0, quote="")])
        assert "rise" not in note
        assert "Tides" in note


@pytest.mark.parametrize(
    ("given", "struggles"),
    [
        ([WRONG], False),
        ([WRONG, RIGHT], False),
        ([WRONG, RIGHT, RIGHT], False),
        ([WRONG, WRONG], True),
        ([WRONG, WRONG, RIGHT, RIGHT], True),
        ([WRONG, WRONG, RIGHT, RIGHT, RIGHT], False),
        ([SKIPPED, SKIPPED], False),
        ([PARTLY, PARTLY], False),
        ([WRONG, SKIPPED, PARTLY], False),
    ],
)
def test_a_struggle_is_two_wrong_at_least_and_no_more_right(given: list[str], *, struggles: bool) -> None:
    notes = told(evaluation(*(("ebb", how) for how in given)))
    assert [rule == "struggle" for rule, *_ in notes if rule in ("struggle", "reread")] == [struggles]
    assert any("You struggle with “ebb”" in said for _, said, _ in notes) == struggles


def test_nobody_struggles_with_what_is_mastered() -> None:
    done = Standing(concept="Ebb", score=0.9, answers=9, correct=7, decided=True, mastered=True)
    (note,) = told(evaluation(("ebb", WRONG), ("ebb", WRONG)), standings=[done])
    assert note[0] == "reread"
    assert "struggle" not in note[1]


@pytest.mark.parametrize(("needed", "struggles"), [(1, False), (2, False), (3, True)])
def test_nobody_struggles_with_what_a_right_answer_or_two_will_master(needed: int, *, struggles: bool) -> None:
    nearly = Standing(concept="Ebb", score=0.8, answers=8, correct=5, needed=needed)
    notes = told(evaluation(("ebb", WRONG), ("ebb", WRONG), ("ebb", RIGHT)), standings=[nearly])
    assert any("You struggle" in said for _, said, _ in notes) == struggles
    assert any("1 of 3 right" in said for _, said, _ in notes)


def test_counts_are_of_this_attempt_and_there_is_no_other_figure() -> None:
    standings = [Standing(concept="ebb", score=0.62, answers=9, correct=4, needed=3)]
    notes = sentences(evaluation(("ebb", WRONG), ("ebb", RIGHT), ("ebb", PARTLY)), standings=standings)
    assert notes == [
        "In all, 1 of 3 right, 1 partly right.",
        "Reread what the text says of “ebb”: your answer about “ebb” is not what"
        " the text says there. Then close the text and say in your own words what it says of “ebb”.",
    ]


def test_all_right_says_what_masters_what_was_learnt_else_what_is_nearest_to_it() -> None:
    far = Standing(concept="ebb", score=0.4, answers=1, needed=5)
    near = Standing(concept="flood", score=0.7, answers=2, needed=2)
    evaluated = evaluation(("ebb", RIGHT), ("flood", RIGHT))
    (note,) = told(evaluated, standings=[far, near])
    assert "“ebb”: up to 5 more right answers" in note[1]
    (note,) = told(evaluated, standings=[near, far])
    assert (note[0], note[2]) == ("all_right", [0, 1])
    assert note[1] == (
        "Well done: both answers are right. “flood”: up to two more right answers (repeated questions may count less)"
        ", and it is mastered."
    )
    done = near.model_copy(update={"mastered": True, "needed": 0})
    (note,) = told(evaluation(("flood", RIGHT)), standings=[done])
    assert note[1] == ("Well done: your answer is right. You have mastered “flood”. Go on with new questions.")


def test_what_is_mastered_went_well_only_where_nothing_of_it_was_missed() -> None:
    done = [
        Standing(concept=name, score=0.9, answers=8, correct=7, decided=True, mastered=True)
        for name in ("ebb", "flood")
    ]
    evaluated = evaluation(("ebb", RIGHT), ("flood", RIGHT), ("flood", WRONG), ("spring", RIGHT))
    rule, said, on = told(evaluated, standings=done)[0]
    assert (rule, on) == ("mastered", [0, 3])
    assert said == "You have mastered “ebb”. This went well: “spring” (1 of 1). In all, 3 of 4 right."


@pytest.mark.parametrize("given", [(RIGHT, WRONG, WRONG), (WRONG,), (RIGHT, SKIPPED)])
def test_what_is_mastered_and_was_missed_here_is_said_to_be_mastered_all_the_same(given: tuple[str, ...]) -> None:
    done = [Standing(concept="ebb", score=0.86, answers=9, correct=5, decided=True, mastered=True)]
    notes = sentences(evaluation(*(("ebb", how) for how in given)), standings=done)
    assert "“ebb” is mastered, by all your answers taken together. Reread" in notes[-1]
    assert not any("taken together" in said for said in sentences(evaluation(*(("ebb", how) for how in given))))


def test_nothing_right_is_not_praised() -> None:
    notes = told(evaluation(("ebb", WRONG), ("flood", SKIPPED)))
    assert [rule for rule, *_ in notes] == ["reread", "reread"]


def test_there_are_three_at_most_the_weakest_first() -> None:
    given = [("a", PARTLY), ("b", SKIPPED), ("c", WRONG), ("d", WRONG), ("d", WRONG), ("e", RIGHT)]
    notes = told(evaluation(*given))
    assert [(rule, on) for rule, _, on in notes] == [("went_well", [5]), ("struggle", [3, 4]), ("reread", [2])]
    assert len(told(evaluation(*given), changed=True)) == MOST == 3


def pattern(kind: Any, *items: int) -> ErrorPattern:
    return ErrorPattern(
        pattern_type=kind,
        description="2 numbers had the other sign.",
        affected_questions=[UUID(int=200 + number) for number in items],
        suggested_remediation="Look at the signs on page 3.",
    )


def test_a_habit_takes_the_last_place_and_is_shown_by_two_answers() -> None:
    given = [("a", WRONG), ("b", WRONG), ("c", WRONG), ("d", RIGHT)]
    notes = told(evaluation(*given, error_patterns=[pattern("careless", 0, 1)]))
    assert notes[-1] == ("pattern_careless", "2 numbers had the other sign. Look at the signs on page 3.", [0, 1])
    assert [rule for rule, *_ in notes] == ["went_well", "reread", "pattern_careless"]
    for other in (pattern("careless", 0), pattern("careless", 0, 77), pattern("conceptual", 0, 1)):
        assert [rule for rule, *_ in told(evaluation(*given, error_patterns=[other]))] == [
            "went_well",
            "reread",
            "reread",
        ]


@pytest.mark.parametrize(
    ("given", "latency", "quick"),
    [
        ([WRONG, WRONG, RIGHT], 1, True),
        ([WRONG, RIGHT, RIGHT], 1, False),
        ([WRONG, WRONG, RIGHT, RIGHT], 1, False),
        ([WRONG, WRONG], 3, False),
        ([WRONG, WRONG], 0, False),
        ([SKIPPED, SKIPPED], 1, False),
    ],
)
def test_quick_answers_are_a_habit_where_most_of_them_are_wrong(
    given: list[str], latency: float, *, quick: bool
) -> None:
    notes = told(evaluation(*((f"c{n}", how) for n, how in enumerate(given)), latency=latency))
    assert ("too_quick" in [rule for rule, *_ in notes]) == quick


def test_what_could_not_be_judged_is_left_to_compare_and_counts_in_nothing() -> None:
    assert told(evaluation(("a", UNSURE)), places=[place(0)]) == [
        ("undecided", "One answer could not be judged surely. Compare with “Tides” (page 3).", [0])
    ]
    both = told(evaluation(("a", RIGHT), ("b", UNSURE), ("c", UNSURE)))
    assert [rule for rule, *_ in both] == ["all_right", "undecided"]
    assert both[1][1].startswith("2 answers could not be judged surely. Compare with the full answer")


def test_counts_add_up_to_what_was_asked_with_what_was_not_judged() -> None:
    well, reread, unsure = told(evaluation(("ebb", RIGHT), ("ebb", UNSURE), ("self", WRONG), ("self", UNSURE)))
    assert well[1] == "This went well: “ebb” (1 of 1, 1 not judged). In all, 1 of 2 right, 2 not judged."
    assert reread[1].startswith("“self”: 0 of 1 right, 1 not judged. Reread ")
    assert unsure[0] == "undecided"
    first = told(evaluation(("ebb", RIGHT), ("flood", UNSURE)))[0]
    assert first[1].startswith("In all, 1 of 1 right, 1 not judged."), "it is not said that all is right"
    norsk = told(evaluation(("ebb", RIGHT), ("flood", UNSURE)), language="no")[0][1]
    assert norsk.startswith("I alt 1 av 1 riktig, 1 ikke vurdert.")


@pytest.mark.parametrize("language", ["en", "no", "de"])
def test_what_is_to_be_reread_is_not_praised_and_its_count_is_told_once(language: str) -> None:
    for right in (1, 2):
        evaluated = evaluation(*[("ebb", RIGHT)] * right, ("ebb", WRONG), ("ebb", WRONG))
        well, struggle = sentences(evaluated, language)
        assert "ebb" not in well
        assert "ebb" in struggle
    well, reread = sentences(evaluation(("ebb", RIGHT), ("ebb", WRONG)), language)
    assert "1" in well
    assert "1" not in reread
    # Two concepts with a slip each: neither went well.
    two = evaluation(("ebb", RIGHT), ("ebb", WRONG), ("flood", RIGHT), ("flood", WRONG))
    assert not any(name in sentences(two, language)[0] for name in ("ebb", "flood"))


def test_what_is_left_to_compare_is_something_to_read() -> None:
    near = Standing(concept="ebb", score=0.7, answers=2, needed=2)
    for standings in ([], [near]):
        said = sentences(evaluation(("ebb", RIGHT), ("ebb", UNSURE)), places=[place(1)], standings=standings)
        assert "Go on with new questions" not in " ".join(said)
        assert "Compare with" in said[1]
    assert sentences(evaluation(("ebb", RIGHT), ("ebb", UNSURE)), standings=[near])[0] == (
        "In all, 1 of 1 right, 1 not judged. “ebb”: up to two more right answers (repeated questions may count less)"
        ", and it is mastered."
    )


def test_that_it_was_graded_again_is_said_only_where_something_changed() -> None:
    evaluated = evaluation(("a", RIGHT), ("b", WRONG))
    assert told(evaluated)[0][0] == "went_well"
    first = told(evaluated, changed=True)[0]
    assert first == (
        "regraded",
        "What counts in this attempt has changed since it was graded: 1 of 2 right.",
        [0, 1],
    )
    assert told(evaluated, changed=True)[1:] == told(evaluated)


@pytest.mark.parametrize(
    ("language", "well", "reread"),
    [
        (
            "no",
            "Dette gikk bra: «ebb» (1 av 1). I alt 1 av 2 riktig.",
            "Les på nytt «Tides» (side 3): på et spørsmål om «flo» svarte du «f",
        ),
        (
            "nn-NO",
            "Dette gikk bra: «ebb» (1 av 1). I alt 1 av 2 riktig.",
            "Les på nytt «Tides» (side 3): på et spørsmål om «flo» svarte",
        ),
        (
            "de-AT",
            "Das ging gut: „ebb“ (1 von 1). Insgesamt 1 von 2 richtig.",
            "Lies noch einmal „Tides“ (Seite 3): auf eine Frage zu",
        ),
        (
            "fi",
            "This went well: “ebb” (1 of 1). In all, 1 of 2 right.",
            "Reread “Tides” (page 3): to a question about “flo”",
        ),
    ],
)
def test_notes_are_in_the_documents_language_where_there_are_words_for_it(
    language: str, well: str, reread: str
) -> None:
    first, second = sentences(evaluation(("ebb", RIGHT), ("flo", WRONG)), language, places=[place(1)])
    assert first == well
    assert second.startswith(reread)


async def test_the_message_has_evidence_beside_each_note() -> None:
    run = Noted()
    command = WriteNotes(evaluation=evaluation(("a", WRONG)), language="en", places=[place(0)])
    (notes,) = await NoteWriter(None).write(command, run)
    assert isinstance(notes, CoachNotes)
    assert len(notes.notes) == len(notes.evidence) == 1
    assert notes.notes[0].startswith("Reread “Tides” (page 3)")
    assert notes.evidence[0].made_by == "rule:reread:v1"
    assert notes.attempt_id == UUID(int=2)
    assert run.notes["reasoning"] == "rule:reread:v1"
    assert "tokens_used" not in run.notes


@pytest.mark.parametrize(
    ("regraded", "changed", "said"), [(True, True, True), (True, False, False), (False, True, False)]
)
async def test_only_a_changed_attempt_is_told_to_be_graded_again(*, regraded: bool, changed: bool, said: bool) -> None:
    command = WriteNotes(evaluation=evaluation(("a", RIGHT)), language="en", regraded=regraded, changed=changed)
    (notes,) = await NoteWriter(None).write(command, Noted())
    assert isinstance(notes, CoachNotes)
    assert ("rule:regraded:v1" in [each.made_by for each in notes.evidence]) == said


def of_difficulty(*given: tuple[str, str, str]) -> Evaluation:
    """Answers about concepts, each of a difficulty and one of the five."""
    plain = evaluation(*((concept, how) for concept, _, how in given))
    answers = [
        answer.model_copy(update={"difficulty": difficulty})
        for answer, (_, difficulty, _) in zip(plain.answers, given, strict=True)
    ]
    return plain.model_copy(update={"answers": answers})


def difficulty_of(evaluated: Evaluation, language: str = "en") -> list[tuple[str, list[int]]]:
    return [(sentence, numbers) for rule, sentence, numbers in told(evaluated, language) if rule == "difficulty"]


def test_a_difficulty_answered_wrongly_throughout_is_named() -> None:
    hard = of_difficulty(("a", "HARD", WRONG), ("b", "HARD", WRONG), ("d", "HARD", WRONG), ("c", "EASY", RIGHT))
    [(sentence, numbers)] = difficulty_of(hard)
    assert sentence.startswith("You consistently answer hard questions incorrectly: 3 of 3 wrong.")
    assert numbers == [0, 1, 2]
    assert "vanskelige spørsmål: 3 av 3 feil" in difficulty_of(hard, "no")[0][0]
    assert "schwierige Fragen durchweg falsch: 3 von 3 falsch" in difficulty_of(hard, "de")[0][0]


def test_two_wrong_answers_are_not_said_to_be_a_habit() -> None:
    twice = of_difficulty(("a", "HARD", WRONG), ("b", "HARD", WRONG), ("c", "EASY", RIGHT))
    assert difficulty_of(twice) == []


def test_an_answer_of_which_a_little_is_right_does_not_save_a_difficulty() -> None:
    half = of_difficulty(("a", "HARD", WRONG), ("b", "HARD", PARTLY), ("d", "HARD", PARTLY), ("c", "EASY", RIGHT))
    little = of_difficulty(
        ("a", "HARD", WRONG), ("b", "HARD", WRONG), ("d", "HARD", WRONG), ("e", "HARD", PARTLY), ("c", "EASY", RIGHT)
    )
    assert difficulty_of(half) == [], "a third of what could be earned there was earned"
    assert "3 of 4 wrong, 1 partly right." in difficulty_of(little)[0][0]


def test_a_difficulty_says_nothing_where_all_is_wrong_or_all_is_about_one_concept() -> None:
    assert difficulty_of(of_difficulty(("a", "HARD", WRONG), ("b", "HARD", WRONG), ("c", "EASY", WRONG))) == []
    assert difficulty_of(of_difficulty(("a", "HARD", WRONG), ("a", "HARD", WRONG), ("c", "EASY", RIGHT))) == []


def test_a_weak_concept_is_named_with_its_missed_results() -> None:
    [note] = [each for each in told(evaluation(("tide", WRONG), ("moon", RIGHT))) if each[0] == "reread"]
    assert "tide" in note[1]
    assert note[2] == [0]
