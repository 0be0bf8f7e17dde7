"""Patterns in mistakes: by what was chosen, and what else was missed."""

import re
from itertools import islice, permutations
from uuid import UUID

import pytest

from contracts.grading import Answer, GradeQuiz, QuizResults
from contracts.message import shortened
from services.evaluator.grading.grade import grade
from tests.evaluator.items.test_credit import MATCH, QUOTE, SOME, TWO, item
from tests.evaluator.mistaken import (
    FETCH,
    GAP,
    JUDGED,
    NEAP,
    OTHERS,
    RANGE,
    SAID,
    SLOW,
    STEPS,
    again,
    evaluated,
    on,
    only,
    seen,
    why,
)


def test_all_right_has_no_pattern_no_gap_and_nothing_to_improve() -> None:
    found = evaluated([NEAP, FETCH], ["b", "a"])
    assert (found.error_patterns, found.knowledge_gaps, found.improvement_areas) == ([], [], [])


AGAIN = again(NEAP, 41)


def test_one_slip_is_no_pattern_and_says_what_was_taken_in_its_gap() -> None:
    found = evaluated([NEAP, FETCH], ["a", "a"])
    assert found.error_patterns == []
    (gap,) = found.knowledge_gaps
    assert (gap.concept, gap.severity, gap.mistaken_for, gap.item_ids) == (
        "neap tide",
        "Medium",
        "fetch",
        [NEAP.item_id],
    )
    assert gap.description == (
        "“neap tide”: in one quiz 0 of 1 right, and “fetch” was taken for it. The text tells of it here: page 2."
    )
    assert found.improvement_areas == ["neap tide"]


def test_what_is_too_long_to_be_told_whole_is_cut_between_two_words() -> None:
    quote = (
        "The moon pulls at every sea; where a coast is steep and narrow the flood climbs by metres in an"
        " extraordinary way"
    )
    heading = "Where the flood comes in between the islands and the mainland"
    told = {"page_kind": "section", "heading": heading, "quote": quote}
    items = [each.model_copy(update={"proof": each.proof.model_copy(update=told)}) for each in (NEAP, AGAIN)]
    pattern = only(evaluated(items, ["a", "a"]))
    cut = re.findall("“([^”]+)…”", f"{pattern.description} {pattern.suggested_remediation}")
    assert cut
    assert all(f"{quote} ".startswith(f"{one} ") or f"{heading} ".startswith(f"{one} ") for one in cut)
    thai = "น้ำขึ้นน้ำลงเกิดจากแรงดึงดูดของดวงจันทร์"
    assert (shortened(thai, 20), shortened("short", 20)) == (f"{thai[:19]}…", "short")
    assert shortened(" " * 30, 20) == "…"


def test_where_there_are_no_pages_headings_say_where() -> None:
    told = {"page_kind": "section", "heading": "Tides"}
    items = [each.model_copy(update={"proof": each.proof.model_copy(update=told)}) for each in (NEAP, AGAIN, FETCH)]
    found = evaluated(items, ["a", "a", "a"])
    (gap,) = found.knowledge_gaps
    assert gap.description.endswith("The text tells of it here: “Tides”.")
    pattern = only(found)
    assert pattern.suggested_remediation.startswith("Read “Tides” (“")
    assert "page" not in pattern.suggested_remediation


def test_nobody_is_sent_to_where_the_document_itself_asks() -> None:
    """Its own question is proved by its key alone, "(a) the neap tide", behind which nothing is taught."""
    asked = [
        each.model_copy(update={"proof": each.proof.model_copy(update={"quote": each.answer_text, "source_page": 9})})
        for each in (NEAP, AGAIN)
    ]
    found = evaluated([*asked, FETCH], ["a", "a", "a"])
    (gap,) = found.knowledge_gaps
    assert gap.description == "“neap tide”: in one quiz 0 of 2 right, and “fetch” was taken for it."
    assert only(found).suggested_remediation.startswith("Explain “neap tide” in your own words")
    mixed = evaluated([asked[0], AGAIN, FETCH], ["a", "a", "a"])
    assert "page 9" not in only(mixed).suggested_remediation
    assert mixed.knowledge_gaps[0].description.endswith("The text tells of it here: page 2.")


def test_a_chosen_term_is_what_the_concept_was_taken_for() -> None:
    pattern = only(evaluated([NEAP, AGAIN, FETCH], ["a", "a", "a"]))
    assert (pattern.pattern_type, pattern.made_by, pattern.concept) == (
        "conceptual",
        "rule:mistaken_for:v1",
        "neap tide",
    )
    assert pattern.affected_questions == [NEAP.item_id, AGAIN.item_id]
    assert pattern.description == "“fetch” was taken for “neap tide” in 2 of 2 questions about it in one quiz."
    assert (
        pattern.suggested_remediation
        == f"Read page 2 (“{QUOTE.removesuffix('.')}”) and compare it with “fetch” on page 5."
    )


def test_what_is_chosen_instead_of_another_key_is_not_taken_for_the_concept() -> None:
    """Where the key is another word than the concept, "fetch was taken for the sea" would be false."""
    told = [why("a", "“fetch” is not it. The text says of it: “The fetch is far.”", 5)]
    asked = again(NEAP, 42, "sea").model_copy(update={"explanations": told})
    for answers, items in ((["a", "a"], [asked, FETCH]), (["a"], [asked])):
        (gap,) = evaluated(items, answers).knowledge_gaps
        assert (gap.concept, gap.mistaken_for) == ("sea", "")
    inflected = again(NEAP, 43, "neap tides")
    assert evaluated([inflected, FETCH], ["a", "a"]).knowledge_gaps[0].mistaken_for == "fetch"


def test_two_concepts_that_are_taken_for_each_other_are_one_pattern() -> None:
    pattern = only(evaluated([NEAP, FETCH], ["a", "b"]))
    assert (pattern.made_by, len(pattern.affected_questions)) == ("rule:mistaken_for:v1", 2)
    assert pattern.description == "“neap tide” and “fetch” were taken for each other in 2 questions."


def test_the_page_of_another_term_is_that_of_its_explanation_where_no_question_is_about_it() -> None:
    def advice(page: int | None) -> str:
        told = [why("c", "“ebb” is not it. The text says of it: “x”", page)] if page else []
        asked = [each.model_copy(update={"explanations": told}) for each in (NEAP, AGAIN)]
        return only(evaluated(asked, ["c", "c"])).suggested_remediation

    assert "compare it with “ebb” on page 9" in advice(9)
    assert "differs from “ebb”" in advice(None)
    assert "compare it with “ebb” on the same page" in advice(2)


def test_an_option_that_is_said_of_another_term_tells_that_term() -> None:
    asked = on(2, item("multiple_choice", 1, options=SAID, answer="a"))
    told = asked.model_copy(update={"explanations": [why("b", "The text says this of “fetch”: “It blows far.”", 5)]})
    assert evaluated([told], ["b"]).knowledge_gaps[0].mistaken_for == "fetch"
    free = asked.model_copy(update={"explanations": [why("b", "That is how fetch is described.", 5)]})
    assert evaluated([free, FETCH], ["b", "a"]).knowledge_gaps[0].mistaken_for == "fetch"
    quoted = asked.model_copy(
        update={"explanations": [why("b", "The text says this of “hair”: “The fetch is far.”", 5)]}
    )
    assert evaluated([quoted, FETCH], ["b", "a"]).knowledge_gaps[0].mistaken_for == "hair"
    beside = asked.model_copy(update={"explanations": [why("b", "It is not so: “The fetch is far, and it blows.”", 5)]})
    assert evaluated([beside, FETCH], ["b", "a"]).knowledge_gaps[0].mistaken_for == "", "the quote only names it"
    option = next(one["text"] for one in SAID if one["option_id"] == "b")
    own = asked.model_copy(
        update={"explanations": [why("b", f"“{option}” is not it. The text says of it: “{option} needs a fetch.”", 5)]}
    )
    assert evaluated([own, FETCH], ["b", "a"]).knowledge_gaps[0].mistaken_for == "", "the quote begins with the option"
    found = evaluated([asked], ["b"])
    assert found.error_patterns == []
    assert found.knowledge_gaps[0].mistaken_for == ""


def test_a_false_statement_and_a_typed_term_tell_what_was_taken_too() -> None:
    false = on(
        2,
        item(
            "true_false",
            7,
            statement="A fetch is small.",
            options=TWO,
            answer="false",
            wrong="fetch",
            right="neap tide",
        ),
    )
    assert evaluated([false], ["true"]).knowledge_gaps[0].mistaken_for == "fetch"
    found = evaluated([GAP, FETCH], ["the fetch", "a"])
    assert (seen(found), found.knowledge_gaps[0].mistaken_for) == ([], "fetch")
    twice = evaluated([GAP, false, FETCH], ["the fetch", "true", "a"])
    assert seen(twice) == [("conceptual", "rule:mistaken_for:v1", "neap tide", 2)]


def test_joined_pairs_tell_which_two_were_mixed_up() -> None:
    # 1=b, 2=a, 3=d are right
    found = evaluated([on(2, MATCH, "words of 1")], ["1=a,2=b,3=d"])
    assert found.knowledge_gaps[0].mistaken_for == "words of 2"
    other = evaluated([on(2, MATCH), again(on(2, MATCH), 42)], ["1=a,2=b,3=d"] * 2)
    assert only(other).made_by == "rule:mistaken_for:v1"
    assert only(other).description.startswith("What belongs to “neap tide” was joined with something else")
    assert evaluated([on(2, MATCH)], ["1=c,2=a,3=d"]).error_patterns == []


def test_nothing_was_taken_for_what_was_joined_rightly_nor_by_who_gives_all_the_same() -> None:
    """Who joined three with one description read that the second had been taken for the first, which was right."""
    # 1=b, 2=a, 3=d are right
    for raw in ("1=b,2=b,3=b", "1=b,2=d,3=a", "1=a,2=a,3=a"):
        assert evaluated([on(2, MATCH, "words of 1")], [raw]).knowledge_gaps[0].mistaken_for == "", raw


def test_a_concept_missed_twice_is_not_understood_however_fast() -> None:
    for seconds in (SLOW, 1.0):
        found = evaluated([GAP, JUDGED, RANGE], ["a wave", "true", "7"], seconds)
        assert seen(found) == [("conceptual", "rule:missed_again:v1", "neap tide", 2)]
        assert found.error_patterns[0].affected_questions == [GAP.item_id, RANGE.item_id]
        assert found.error_patterns[0].description == (
            "“neap tide” was missed in 2 of 2 questions about it in one quiz. Your answers: “a wave” and “7”."
        )
        assert found.knowledge_gaps[0].severity == "High"


def test_what_was_missed_again_counts_all_that_was_missed_as_the_notes_do() -> None:
    found = evaluated([GAP, RANGE, NEAP], ["a wave", "7", "a"])
    assert [each.made_by for each in found.error_patterns] == ["rule:missed_again:v1"]
    again = only(found).description
    assert again.endswith(" in 3 of 3 questions about it in one quiz. Your answers: “a wave”, “7” and “fetch”.")
    same = only(evaluated([GAP, RANGE], ["7", "7"])).description
    assert same.endswith("Your answer: “7”."), "one word, however often it was given"
    skipped = evaluated([GAP, RANGE, NEAP], ["a wave", "7", None]).error_patterns
    assert "missed in 3 of 3 questions about it in one quiz. Your answers: “a wave” and “7”." in skipped[0].description


def test_what_was_partly_right_is_not_counted_among_wrong_answers_that_came_fast() -> None:
    half = on(2, SOME.model_copy(update={"item_id": UUID(int=31)}))
    items = [half, again(JUDGED, 45, "land"), again(JUDGED, 46, "sea"), *OTHERS[:4]]
    found = evaluated(items, ["a", "false", "false", *(str(each.answer) for each in OTHERS[:4])], 1.0)
    assert [each.affected_questions for each in found.error_patterns] == [[UUID(int=45), UUID(int=46)]]


def test_the_gravest_come_first_and_the_order_of_the_answers_changes_nothing() -> None:
    steps, ebb, fast = again(STEPS, 43), [FETCH, again(FETCH, 44, "fetch")], again(JUDGED, 45, "land")
    items = [STEPS, steps, NEAP, *ebb, JUDGED, fast, *OTHERS[:2]]
    raw = ["b,d,a,c", "b,d,a,c", "b", "c", "c", "false", "false", None, None]
    times = [SLOW, SLOW, SLOW, SLOW, SLOW, 2.0, 2.0, SLOW, SLOW]
    found = evaluated(items, raw, times)
    assert [kind for kind, *_ in seen(found)] == ["conceptual", "procedural", "careless"]
    assert [(gap.concept, gap.severity) for gap in found.knowledge_gaps] == [
        ("fetch", "High"),
        ("neap tide", "High"),
        ("t20", "Medium"),
        ("t21", "Medium"),
    ]
    assert found.improvement_areas == ["fetch", "neap tide", "t20", "t21", "sea", "land"]
    assert set(found.improvement_areas) == set(found.weak_concepts)
    given = [
        Answer(item_id=each.item_id, answer=answer, latency_sec=SLOW) for each, answer in zip(items, raw, strict=True)
    ]
    given = [answer.model_copy(update={"latency_sec": time}) for answer, time in zip(given, times, strict=True)]
    for shuffled in islice(permutations(given), 0, None, 36_007):
        results = QuizResults(quiz_id=UUID(int=9), attempt_id=UUID(int=8), answers=list(shuffled))
        assert grade(GradeQuiz(items=items, results=results, language="en")).write() == found.write()


@pytest.mark.parametrize("language", ["no", "nb", "nb-NO", "nn"])
def test_sentences_are_in_bokmal_for_norwegian(language: str) -> None:
    found = evaluated([NEAP, AGAIN, FETCH], ["a", "a", "a"], language=language)
    assert only(found).description == "«fetch» ble tatt for «neap tide» i 2 av 2 spørsmål om det i én quiz."
    assert found.knowledge_gaps[0].description == (
        "«neap tide»: i én quiz 0 av 2 riktig, og «fetch» ble tatt for det. Teksten forteller om det her: side 2."
    )


def test_sentences_are_in_german_for_german() -> None:
    found = evaluated([NEAP, AGAIN, FETCH], ["a", "a", "a"], language="de")
    assert only(found).description == "„fetch“ wurde in 2 von 2 Fragen dazu in einem Quiz für „neap tide“ gehalten."
    assert found.knowledge_gaps[0].description == (
        "„neap tide“: in einem Quiz 0 von 2 richtig, und „fetch“ wurde dafür gehalten. Lies dazu Seite 2."
    )


def test_other_languages_get_english_sentences() -> None:
    assert evaluated([NEAP], ["a"], language="fr") == evaluated([NEAP], ["a"], language="en")


def test_what_is_missed_more_often_comes_first_and_what_is_half_right_is_not_missed() -> None:
    half = on(2, SOME.model_copy(update={"item_id": UUID(int=31)}))
    found = evaluated(
        [FETCH, again(FETCH, 46, "fetch"), GAP, RANGE, again(RANGE, 47), half], ["c", "c", "a wave", "7", "8", "a"]
    )
    assert seen(found) == [
        ("conceptual", "rule:missed_again:v1", "neap tide", 3),
        ("conceptual", "rule:mistaken_for:v1", "fetch", 2),
    ]


def test_the_page_of_a_question_about_the_other_term_goes_before_that_of_an_explanation() -> None:
    told = NEAP.model_copy(update={"explanations": [why("a", "“fetch” is not it.", 9)]})
    assert "“fetch” on page 5" in only(evaluated([told, again(told, 41), FETCH], ["a", "a", "a"])).suggested_remediation
