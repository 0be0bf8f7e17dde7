"""An answer in a lesson: graded as in a quiz, met on the ladder, and what it proposes for the plan."""

import re
from typing import Any
from uuid import uuid5

import pytest

from contracts.grading import Answer, GradeQuiz, QuizResults
from contracts.items import KeyPoint, MultipleChoice
from contracts.learning import Said
from contracts.lessons import Misconception, StatusInfo
from contracts.proof import Explanation
from services.evaluator.grading.grade import grade
from services.evaluator.items.observation import NOTHING
from services.evaluator.items.registry import raw_of
from services.evaluator.lessons.assess import assess
from services.evaluator.lessons.reading import Read, read
from services.text.catalogue.phrases import rendered
from services.text.once import marks_of, was_said
from tests.evaluator.lessons.lesson import ATTEMPT, ITEMS, assessed, plan, standing, step, turn
from tests.measuring.quality.metrics.made import TEXTS

RIGHT = {
    "multiple_choice": "breakwater",
    "multiple_answer": "cranes, pilots and tugs",
    "true_false": "false",
    "cloze": "dredging",
    "matching": "1=b, 2=a",
    "ordering": "c, a, b",
    "numeric": "200 tonnes",
    "short_answer": "because rivers bring sand",
}
WRONG = {
    "multiple_choice": "bollard",
    "multiple_answer": "bollards",
    "true_false": "true",
    "cloze": "paving",
    "matching": "1=a, 2=b",
    "ordering": "a, b, c",
    "numeric": "12",
    "short_answer": "I don't know",
}


@pytest.mark.parametrize("kind", ITEMS)
@pytest.mark.parametrize("texts", [RIGHT, WRONG], ids=["right", "wrong"])
def test_an_answer_is_graded_by_the_grader_of_quizzes(kind: str, texts: dict[str, str]) -> None:
    item, found = ITEMS[kind], assessed(texts[kind], kind)
    gives_up = texts[kind] == "I don't know"
    answer = Answer(item_id=item.item_id, answer=None if gives_up else raw_of(item, texts[kind]))
    results = QuizResults(quiz_id=item.quiz_id, attempt_id=ATTEMPT, answers=[answer])
    (wanted,) = grade(GradeQuiz(items=[item], results=results, language="en")).answers
    assert found.graded == wanted
    assert found.graded is not None
    assert found.graded.result_id == uuid5(ATTEMPT, str(item.item_id))
    assert (found.intent, found.score) == ("answer", wanted.credit)
    assert found.answer_correct is wanted.is_correct


@pytest.mark.parametrize("kind", ITEMS)
def test_first_wrong_probe_second_hint_third_explain_right_cleared(kind: str) -> None:
    for wrong, phase in enumerate(["probe", "hint", "explain", "explain"]):
        found = assessed(WRONG[kind], kind, wrong_attempts=wrong, previous=[WRONG[kind]] * wrong)
        assert (found.phase, found.answer_correct) == (phase, False)
        assert (found.proof == ITEMS[kind].proof) is (phase == "explain")
        right = assessed(RIGHT[kind], kind, wrong_attempts=wrong, previous=[WRONG[kind]] * wrong)
        assert (right.phase, right.answer_correct, right.proof) == ("cleared", True, ITEMS[kind].proof)


@pytest.mark.parametrize("language", ["en", "nb", "de"])
@pytest.mark.parametrize("kind", ITEMS)
def test_what_is_told_asks_nothing_and_is_the_same_as_data(kind: str, language: str) -> None:
    for wrong in range(3):
        found = assessed(WRONG[kind], kind, language, wrong_attempts=wrong, previous=[WRONG[kind]] * wrong)
        assert found.phrase is not None
        assert found.feedback == rendered(found.phrase, language)
        assert "?" not in found.feedback


def test_a_guideline_has_no_pages() -> None:
    for wrong in range(3):
        new: dict[str, Any] = {"guideline": "Objectives: name what is in a harbour.", "conversation": []}
        found = assessed("paving", "cloze", wrong_attempts=wrong, **new)
        assert "age" not in found.feedback.replace("agrees", "")
        assert "digging of mud" in found.feedback


def test_of_a_guideline_no_text_is_spoken_of_that_its_learner_has_not() -> None:
    """What there is to be read are the tutor's own words; and what these have not said yet stands nowhere above."""
    known: dict[str, Any] = {"guideline": "Objectives: name what is in a harbour.", "conversation": []}
    for kind in RIGHT:
        for said in (RIGHT[kind], WRONG[kind]):
            for wrong in range(3):
                found = assessed(said, kind, **known, wrong_attempts=wrong, previous=["zzqx"] * wrong).feedback
                assert "the text" not in found.replace("with the text", ""), found
                assert "It says" not in found
                assert not re.search("explanation|above|told you before", found), found


def test_a_number_is_not_to_be_found_in_a_sentence_without_one() -> None:
    numeric = ITEMS["numeric"]
    other = numeric.proof.model_copy(update={"quote": "The numerator counts the parts that are taken."})
    command = turn("zzqx", numeric.model_copy(update={"proof": other}), conversation=[], guideline="Show.")
    feedback = assess(command, read(command)).feedback
    assert "“The numerator counts the parts that are taken.”" in feedback
    assert "number that stands there" not in feedback
    assert "number that stands there" in assessed("zzqx", "numeric", conversation=[], guideline="Show.").feedback


@pytest.mark.parametrize("guideline", ["", "Objectives: name what is in a harbour."])
@pytest.mark.parametrize("kind", ["multiple_choice", "multiple_answer", "true_false", "numeric"])
def test_what_leans_on_a_place_to_look_at_is_not_said_without_one(kind: str, guideline: str) -> None:
    leaning = ("agrees with it", "against it", "that it names", "stands there.", "The gap")
    known: dict[str, Any] = {"guideline": guideline, "conversation": [], "timeline": []}
    for turns in range(20):
        for wrong in (0, 1):
            answers: dict[str, Any] = {"wrong_attempts": wrong, "previous": ["zzqx"] * wrong}
            found = assessed(WRONG[kind], kind, **known, **answers).feedback
            place = re.search(r"page \d|“[^”]{20,}”|explanation|explained|told you|said of it", found)
            assert place or not any(words in found for words in leaning), (turns, wrong, found)
            assert "gap" not in found or "____" in found, found
            known["timeline"] = [*known["timeline"], f"ask: [{' '.join(marks_of(found))}]"]


def test_a_hint_that_asks_is_no_feedback() -> None:
    item = ITEMS["cloze"].model_copy(update={"hints": ["What do rivers bring?", "Think of mud."]})
    command = turn("paving", item, conversation=[])
    feedback = assess(command, read(command)).feedback
    assert "Think of mud." in feedback
    assert "?" not in feedback


def test_feedback_says_no_sentence_that_was_said_just_before() -> None:
    heard: dict[str, Any] = {"conversation": [Said(role="tutor", text=TEXTS["b4"])]}
    fresh = assessed("dredging", "cloze", conversation=[])
    again = assessed("dredging", "cloze", **heard)
    assert again.feedback == "Right: “Dredging”. It stands on page 1."
    proof = ITEMS["cloze"].proof.model_copy(update={"page_kind": "section", "heading": "Silt"})
    headed = turn("dredging", ITEMS["cloze"].model_copy(update={"proof": proof}), **heard)
    assert assess(headed, read(headed)).feedback == "Right: “Dredging”. The place is “Silt”."
    assert "digging of mud" in fresh.feedback
    assert "digging of mud" not in again.feedback
    assert again.proof == fresh.proof
    told = assessed("paving", "cloze", wrong_attempts=2, **heard)
    assert "redging" in told.feedback
    assert "digging of mud" not in told.feedback
    first = assessed("paving", "cloze", conversation=[])
    second = assessed("paving", "cloze", wrong_attempts=1, conversation=[Said(role="tutor", text=first.feedback)])
    assert "digging of mud" in first.feedback
    assert "digging of mud" not in second.feedback


@pytest.mark.parametrize("quoted", [True, False])
def test_an_answer_that_is_announced_stands_there_though_it_was_told_before(quoted: bool) -> None:
    """Where its sentence was quoted before, only the place stands for it: then the answer itself is told."""
    long = "the digging of mud from the bottom of a harbour"
    item = ITEMS["cloze"].model_copy(update={"answer": long, "accepted": [], "concept": "harbour"})
    proof = item.proof.model_copy(update={"quote": f"What helps is {long}.", "page_kind": "section", "heading": "Silt"})
    before = [] if quoted else [Said(role="tutor", text=f"What helps is {long}."), Said(role="tutor", text=f"{long}.")]
    known: dict[str, Any] = {"conversation": before, "timeline": []}
    open_one = ITEMS["short_answer"].model_copy(
        update={"proof": proof, "answer": long, "key_points": [_point(long, proof.quote)]}
    )
    typed = item.model_copy(update={"proof": proof})
    for one, reply in ((typed, "paving"), (open_one, "so that big boats can come in")):
        for turns in range(8):  # Each form of what announces it.
            known["timeline"] = ["ask: []"] * turns
            command = turn(reply, one, wrong_attempts=2, previous=["mud", "sand"], **known)
            told = assess(command, read(command)).feedback
            assert told.count(long) == 1, told


def _point(text: str, quote: str) -> KeyPoint:
    start = quote.index(text)
    return KeyPoint(text=text, start=start, end=start + len(text))


def test_an_open_answer_that_no_rule_can_judge_is_neither_right_nor_wrong() -> None:
    found = assessed("so that big boats can come in", "short_answer")
    assert found.graded is not None
    assert found.graded.undecided
    assert (found.answer_correct, found.phase, found.mastery_signal) == (None, "probe", None)
    assert "wrong" not in found.assessment_note
    assert not found.replan_needed


@pytest.mark.parametrize(
    ("said", "wrong", "signal"),
    [
        ("dredging", 0, "strong"),
        ("dredging", 1, "adequate"),
        ("dredging", 2, "adequate"),
        ("mud", 0, "needs_remediation"),
    ],
)
def test_mastery_signal(said: str, wrong: int, signal: str) -> None:
    assert assessed(said, "cloze", wrong_attempts=wrong, previous=["mud"] * wrong).mastery_signal == signal


def test_partly_right_is_adequate_from_half_on() -> None:
    assert assessed("cranes and tugs", "multiple_answer").mastery_signal == "adequate"


# What an answer says of its concept.


def test_a_later_try_says_less_and_all_tries_together_less_than_two_answers() -> None:
    said = []
    for wrong in range(3):
        graded = assessed("paving", "cloze", wrong_attempts=wrong, previous=["mud"] * wrong).graded
        assert graded is not None
        assert graded.observation is not None
        said.append(graded.observation.if_known / graded.observation.if_unknown)
    assert said[0] < said[1] < said[2] < 1
    assert said[0] * said[1] * said[2] > said[0] ** 2


def test_the_last_choice_that_is_left_and_what_was_told_say_nothing() -> None:
    second = assessed("false", "true_false", wrong_attempts=1, previous=["true"]).graded
    third = assessed("b", "multiple_choice", wrong_attempts=2, previous=["a", "dredging"]).graded
    told = assessed("dredging", "cloze", wrong_attempts=3, previous=["a", "b", "c"]).graded
    for graded in (second, third, told):
        assert graded is not None
        assert (graded.is_correct, graded.observation) == (True, NOTHING)


@pytest.mark.parametrize("kind", ITEMS)
def test_giving_up_is_a_skipped_answer_and_moves_the_ladder(kind: str) -> None:
    for wrong, phase in enumerate(["probe", "hint", "explain"]):
        found = assessed("no idea", kind, wrong_attempts=wrong, previous=["?"] * wrong)
        assert found.graded is not None
        assert (found.graded.made_by, found.graded.answer, found.score) == ("rule:skipped:v1", None, 0)
        assert (found.phase, found.answer_correct, found.misconceptions) == (phase, False, [])
        assert "gave up" in found.assessment_note


# Misconceptions.


def test_what_was_taken_for_the_concept_is_a_misconception_without_the_key() -> None:
    (found,) = assessed("bollard", "multiple_choice").misconceptions
    assert found.id == "took_bollard"
    assert "breakwater" not in found.text


def test_a_misconception_of_the_lesson_is_found_by_its_words_and_not_by_their_contrary() -> None:
    known = [Misconception(id="spring_tide_in_spring", text="Dredging digs gold from the harbour.")]
    told = "because dredging brings gold from the harbour"
    command = turn(told, ITEMS["cloze"], misconceptions=known)
    assert [each.id for each in assess(command, Read("answer")).misconceptions] == ["spring_tide_in_spring"]
    denied = command.model_copy(update={"text": "dredging does not bring gold from the harbour"})
    assert assess(denied, Read("answer")).misconceptions == []


def test_an_answer_that_is_known_to_show_a_misconception_shows_it() -> None:
    known = [Misconception(id="mixes_them_up", answers=["the ebb"]), Misconception(id="other", answers=["flood"])]
    found = assess(turn("The ebb!", ITEMS["cloze"], misconceptions=known), Read("answer")).misconceptions
    assert "mixes_them_up" in [each.id for each in found]
    assert all(not each.answers for each in found)
    assert "other" not in [each.id for each in found]


def test_who_drifts_off_again_and_again_reads_it_in_other_words_each_time() -> None:
    lines: list[Said] = []
    told = []
    for _ in range(4):
        command = turn("My dog is funny.", ITEMS["cloze"], conversation=lines[-10:])
        words = assess(command, Read("off_topic")).off_topic_response
        told.append(words)
        lines.append(Said(role="tutor", text=f"{words} And the question once more."))
    assert len(set(told)) == 4


@pytest.mark.parametrize("language", ["en", "nb", "de"])
def test_in_a_long_lesson_no_sentence_of_what_is_said_to_answers_comes_twice(language: str) -> None:
    """Each turn only its marks stay in the timeline, so that it is known beyond the last lines of the conversation."""
    told, timeline = list[str](), list[str]()
    for number, (kind, wrong) in enumerate(
        [(kind, wrong) for kind in ("cloze", "multiple_choice") for wrong in (0, 1, 2)]
    ):
        previous = [WRONG[kind]] * wrong
        known: dict[str, Any] = {
            "conversation": [],
            "timeline": timeline,
            "previous": previous,
            "wrong_attempts": wrong,
        }
        found = assessed(WRONG[kind], kind, language, **known)
        drift = assess(turn("My dog is funny.", ITEMS[kind], language, **known), Read("off_topic"))
        for words in (found.feedback, drift.off_topic_response):
            assert words
            assert not was_said(words, set(told)), words
            told += marks_of(words)
        timeline.append(f"{number}: ask: [{' '.join(told[-8:])}]")


def test_of_a_guidelines_task_the_reason_is_told_where_its_sentence_was_quoted_before() -> None:
    choice = ITEMS["multiple_choice"]
    assert isinstance(choice, MultipleChoice)
    why = Explanation(option_id=choice.answer, sentence="It is a breakwater, for waves end at it.")
    item = choice.model_copy(update={"explanations": [why]})
    known: dict[str, Any] = {"guideline": "Show a harbour.", "wrong_attempts": 2, "previous": ["a", "b"]}

    def feedback(**more: Any) -> str:
        return assess(turn("bollard", item, **known, **more), Read("answer")).feedback

    fresh = feedback(conversation=[])
    assert item.proof.quote in fresh
    assert why.sentence not in fresh
    heard = feedback(conversation=[Said(role="tutor", text=item.proof.quote)])
    assert item.proof.quote not in heard
    assert heard.endswith(why.sentence)
    assert why.sentence not in feedback(conversation=[Said(role="tutor", text=f"{item.proof.quote} {why.sentence}")])
    before = assess(turn("bollard", item, conversation=[], guideline="Show."), Read("answer")).feedback
    assert why.sentence not in before


def test_what_is_quoted_already_is_not_said_before_it_and_two_options_are_no_hint() -> None:
    said = assessed(RIGHT["short_answer"], "short_answer", conversation=[]).feedback
    assert said == "That is right. Page 1 says: “It is needed because rivers bring sand.”"
    choice = ITEMS["multiple_choice"]
    assert isinstance(choice, MultipleChoice)
    right = next(each for each in choice.options if each.option_id == choice.answer)
    other = next(each for each in choice.options if each.option_id != choice.answer)
    two = choice.model_copy(update={"options": [right, other]})
    found = assess(turn(other.text, two, wrong_attempts=1, previous=[other.text], conversation=[]), Read("answer"))
    assert found.phase == "hint"
    assert right.text not in found.feedback
    long = [each.model_copy(update={"text": f"{each.text} at the far end of it"}) for each in choice.options]
    lettered = assess(
        turn("a", choice.model_copy(update={"options": long}), wrong_attempts=1, previous=["b"]), Read("answer")
    )
    assert "at the far end" not in lettered.feedback


@pytest.mark.parametrize("text", ["I dont understand", "I didnt get it", "i cant follow"])
def test_what_is_typed_without_an_apostrophe_is_read_all_the_same(text: str) -> None:
    assert read(turn(text, ITEMS["cloze"])).intent == "confusion"


def test_a_right_answer_shows_no_misconception() -> None:
    assert assessed("dredging", "cloze").misconceptions == []


# Step statuses.


def test_step_status_in_progress_until_its_criterion_is_met_then_completed_and_advanced() -> None:
    right = assessed("dredging", "cloze")
    (status,), (info,) = right.updated_step_statuses.values(), right.updated_status_info.values()
    assert (status, info) == ("completed", StatusInfo(questions_asked=1, questions_correct=1, attempts=1))
    assert right.advance_to_step == 3
    wrong = assessed("mud", "cloze")
    assert list(wrong.updated_step_statuses.values()) == ["in_progress"]
    assert wrong.advance_to_step is None
    made = plan()
    needs_two = made.model_copy(
        update={"todo_list": [made.todo_list[0], made.todo_list[1].model_copy(update={"needed": 2}), made.todo_list[2]]}
    )
    assert list(assessed("dredging", "cloze", plan=needs_two).updated_step_statuses.values()) == ["in_progress"]


def test_the_last_step_advances_to_none() -> None:
    last = plan(step(1, "port", "completed"), step(2, "bollard", "completed"), step(3, "dredging", "in_progress"))
    assert assessed("dredging", "cloze", plan=last, step=last.todo_list[2]).advance_to_step is None


def test_what_is_no_answer_proposes_nothing() -> None:
    for said in ("huh?", "ok", "What is a bollard?", "I like pizza", "hello", "stop"):
        found = assessed(said, "cloze")
        assert (found.graded, found.score, found.phase, found.replan_needed) == (None, None, None, False)
        assert not found.updated_step_statuses


# Replanning.


def test_three_failures_block_the_step_and_want_another_plan() -> None:
    found = assessed("mud", "cloze", wrong_attempts=2, previous=["a", "b"])
    assert (found.replan_needed, found.replan_reason) == (True, "failures")
    assert list(found.updated_step_statuses.values()) == ["blocked"]
    over_questions = plan(
        step(1, "port", "completed"),
        step(2, "dredging", "in_progress", questions_asked=3, attempts=2),
        step(3, "bollard"),
    )
    assert assessed("mud", "cloze", plan=over_questions).replan_reason == "failures"


def test_a_missing_prerequisite_wants_another_plan_at_the_second_wrong_answer() -> None:
    taught = plan(step(1, "bollard", "completed"), step(2, "dredging", "in_progress"), step(3, "breakwater"))
    missing: dict[str, Any] = {"plan": taught, "standings": [standing("port", 0, 2)]}
    assert not assessed("mud", "cloze", **missing).replan_needed
    again = assessed("mud", "cloze", wrong_attempts=1, previous=["a"], **missing)
    assert again.replan_reason == "missing_prerequisite"
    assert "port" in again.replan_said
    known: dict[str, Any] = {"plan": taught, "standings": [standing("port", 3, 3, 0.8)]}
    assert not assessed("mud", "cloze", wrong_attempts=1, previous=["a"], **known).replan_needed


def test_what_was_taught_in_this_lesson_is_not_missing() -> None:
    found = assessed("mud", "cloze", wrong_attempts=1, previous=["a"], standings=[standing("port", 0, 2)])
    assert not found.replan_needed


def test_an_approach_that_does_not_work_wants_another_plan() -> None:
    worse = plan(
        step(1, "port", "completed", questions_asked=2, questions_correct=1, attempts=3),
        step(2, "dredging", "in_progress", questions_asked=1, attempts=1),
        step(3, "bollard"),
    )
    assert assessed("mud", "cloze", plan=worse).replan_reason == "approach"
    lost = [
        {"role": "learner", "text": "huh?"},
        {"role": "tutor", "text": "So."},
        {"role": "learner", "text": "I'm lost"},
    ]
    assert assessed("I don't get it", "cloze", conversation=lost).replan_reason == "approach"
    assert not assessed("I don't get it", "cloze", conversation=lost[1:]).replan_needed


def test_who_excels_wants_another_plan_at_three_right_at_once_and_none_wrong() -> None:
    two = step(1, "port", "completed", questions_asked=2, questions_correct=2, attempts=2)
    ahead = plan(two, step(2, "dredging", "in_progress", questions_asked=1), step(3, "bollard"))
    assert assessed("dredging", "cloze", plan=ahead).replan_reason == "excelling"
    assert not assessed("dredging", "cloze", plan=ahead, wrong_attempts=1, previous=["mud"]).replan_needed
    slipped = step(1, "port", "completed", questions_asked=2, questions_correct=2, attempts=3)
    assert not assessed("dredging", "cloze", plan=plan(slipped, *ahead.todo_list[1:])).replan_needed
    done = step(3, "bollard", "completed")
    assert not assessed("dredging", "cloze", plan=plan(two, ahead.todo_list[1], done)).replan_needed


@pytest.mark.parametrize("kind", ITEMS)
def test_never_for_a_single_mistake_nor_off_the_topic(kind: str) -> None:
    standings = [standing("port", 0, 5)]
    assert not assessed(WRONG[kind], kind, standings=standings).replan_needed
    assert not assessed("I like pizza", kind, wrong_attempts=2, previous=["a", "b"], standings=standings).replan_needed


# Notes, and what is off the topic.


def test_the_note_is_a_line_and_tells_no_key_before_it_is_told() -> None:
    assert assessed("paving", "cloze").assessment_note == "step 2, a question: wrong: “paving”, at the first try"
    assert assessed("dredging", "cloze").assessment_note == "step 2, “dredging”: right, at once"
    again = assessed("dredging", "cloze", wrong_attempts=1, previous=["mud"])
    assert again.assessment_note == "step 2, “dredging”: right, at try 2"


def test_off_topic_leads_back_and_names_the_topic_unless_that_is_the_answer() -> None:
    found = assessed("I like pizza", "cloze")
    assert found.off_topic_response.startswith("That leads away from “Harbours”.")
    assert found.off_topic_phrase is not None
    assert "Harbours" in assessed("Ich mag Pizza", "cloze", "de").off_topic_response
    assert "dredg" not in assessed("I like pizza", "cloze", topic="Dredging").off_topic_response.casefold()
    assert "summary" in assessed("how am I doing?", "cloze").off_topic_response


def test_what_leads_away_from_the_topic_is_met_by_other_words_also_where_another_kind_of_question_waits() -> None:
    first = assessed("I like pizza", "cloze")
    said = [{"role": "tutor", "text": first.off_topic_response}]
    second = assessed("my dog sleeps a lot", "multiple_choice", conversation=said)
    assert "That leads away" not in second.off_topic_response


@pytest.mark.parametrize(("answer", "stands"), [("dredging", True), ("seven", False)])
def test_the_explanation_has_the_answer_only_where_its_words_stand_there_else_it_helps(
    answer: str, *, stands: bool
) -> None:
    """A task that applies a rule is answered by thinking, and by nothing that could be read again."""
    item = ITEMS["cloze"].model_copy(update={"answer": answer, "accepted": [], "hints": []})
    quote = item.proof.quote
    told = [{"role": "tutor", "text": f"{quote} {quote.replace('Dredging', '____')}"}]
    more: dict[str, Any] = {
        "guideline": "For the teacher.",
        "conversation": told,
        "wrong_attempts": 1,
        "previous": ["rowing"],
    }
    found = assess(turn("sailing", item, **more), Read("answer")).feedback
    has_it = re.search(r"has it|stands there|it is there|You find it", found)
    helps = re.search(r"leads to it|Use here|Think of the explanation|helps here", found)
    assert (has_it is not None, helps is not None) == (stands, not stands), found


def test_a_long_answer_is_kept_as_long_as_an_answer_may_be() -> None:
    command = turn("the rivers bring sand " * 400, ITEMS["short_answer"])
    long = assess(command, read(command))
    assert long.graded is not None
    assert len(long.graded.answer or "") == 2_000


def test_an_items_own_hints_come_with_the_probe_and_the_hint() -> None:
    item = ITEMS["cloze"].model_copy(update={"hints": ["It is done with ships.", "It makes room below."]})
    first = assess(turn("sailing", item), Read("answer"))
    second = assess(turn("sailing", item, wrong_attempts=1, previous=["rowing"]), Read("answer"))
    assert (first.phase, second.phase) == ("probe", "hint")
    assert first.feedback.endswith("It is done with ships.")
    assert second.feedback.endswith("It makes room below.")


@pytest.mark.parametrize(
    "around", ["is it {}", "Is it {}?", "er det {}?", "ist es {}?", "I think {} because it is long"]
)
def test_an_option_in_a_guess_or_with_its_reason_is_graded_as_the_option(around: str) -> None:
    item = ITEMS["multiple_choice"]
    assert isinstance(item, MultipleChoice)
    places = [option.option_id for option in item.options]
    letter = "abcdefgh"[places.index(item.answer)]
    for named in (letter, item.answer_text):
        found = assessed(around.format(named), "multiple_choice")
        assert (found.intent, found.score, found.phase) == ("answer", 1.0, "cleared"), named
    other = next(each for each in item.options if each.option_id != item.answer)
    wrong = assessed(around.format(other.text), "multiple_choice")
    assert (wrong.score, wrong.phase) == (0.0, "probe")
    assert "could not tell" not in wrong.feedback
