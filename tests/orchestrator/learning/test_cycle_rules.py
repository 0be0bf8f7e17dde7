"""What the learning cycle and the conversation do when steps fail, topics change, and answers come twice."""

import re
from uuid import UUID

import pytest

from contracts.learning import Explained, LearningRequested
from contracts.message import Phrase
from contracts.problems import Code, problem
from contracts.proof import Origin
from contracts.session import QuizRequested, StepFailed, StepTimedOut
from services.orchestrator.decide.routing import decide
from services.orchestrator.grading.events import AnswersIn, NotesWritten
from services.orchestrator.learning.cycle import awaited, explained_before, without
from services.orchestrator.learning.events import Classified, ExplanationIn, MessageIn, event_of_learning
from services.orchestrator.learning.topics import chosen, weakest
from services.orchestrator.quizzes import bank as banks
from services.orchestrator.tutor.commands import told_apart
from services.orchestrator.tutor.words import sentence
from services.orchestrator.workflow.learning import Cycle, Place
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import LOSSES
from tests.orchestrator.decide.positions import TIME, only, plain
from tests.orchestrator.decide.positions import positions as standing
from tests.orchestrator.learning.positions import PENDING, PLACES, bank, fold, graded, messages, positions

POSITIONS, READY = positions(), standing()["ready"]


def failed(state: State, code: Code = Code.NOTHING_TO_ASK) -> Decision:
    message = StepFailed(problem=problem(code, "It failed."), final=True)
    return fold(state, "failed", message, only(state), state.open[only(state)].attempt)


@pytest.mark.parametrize("at", ["classifying", "answering", "judging", "planning", "mastered"])
@pytest.mark.parametrize("code", [Code.NOTHING_TO_ASK, Code.MODEL_FAILED])
def test_what_fails_in_the_conversation_is_told_and_fails_nothing_else(at: str, code: Code) -> None:
    decision = failed(POSITIONS[at], code)
    assert [line.code for line in decision.lines] == ["failed"]
    assert decision.state.problem is None
    assert not decision.state.open
    assert decision.state.quizzes == POSITIONS[at].quizzes


@pytest.mark.parametrize("at", ["explaining", "second round", "diagnosing"])
def test_where_a_cycle_waits_what_may_be_helped_stays_open_for_a_retry(at: str) -> None:
    decision = failed(POSITIONS[at], Code.MODEL_TIMED_OUT)
    assert [line.code for line in decision.lines] == ["failed"]
    assert decision.state.problem
    assert decision.state.unfinished
    assert decision.state.cycle == POSITIONS[at].cycle
    hopeless = failed(POSITIONS[at])
    assert (hopeless.state.problem, hopeless.state.cycle) == (None, None)
    assert [line.code for line in hopeless.lines] == ["failed"]


def test_a_message_that_nobody_answers_is_told_after_six_losses() -> None:
    state = POSITIONS["classifying"]
    for turn in range(LOSSES + 1):
        command = only(state)
        decision = fold(state, f"late {turn}", StepTimedOut(), command, state.open[command].attempt)
        state = decision.state
    assert [line.code for line in decision.lines] == ["failed"]
    assert state.problem is None


def test_without_an_author_the_bank_and_repeats_make_the_quiz() -> None:
    decision = failed(POSITIONS["quiz being written"], Code.UNAVAILABLE)
    cycle = decision.state.cycle
    assert cycle
    assert cycle.quiz_id
    assert decision.state.problem is None
    quiz = decision.state.quizzes[cycle.quiz_id]
    assert quiz.complete
    assert quiz.questions == 2  # one of each concept, and none about another


def test_a_quiz_that_failed_has_what_there_is_once_nobody_can_order_it_again() -> None:
    """Writing it may be helped, grading another quiz not; then the learner goes on, and both are let go."""
    state = POSITIONS["quiz being written"]
    one, written = only(state), next(quiz for quiz, facts in state.quizzes.items() if facts.complete)
    state = fold(state, "in", AnswersIn(quiz_id=written, attempt_id=UUID(int=98), answers=4)).state
    for command, code in ((one, Code.MODEL_FAILED), (only(state), Code.NOTHING_TO_ASK)):
        letter = StepFailed(problem=problem(code, "It failed."), final=True)
        unstocked = state.quizzes[next(reversed(state.quizzes))].changed(placed=0, reserve=[])
        state = state.changed(quizzes={**state.quizzes, next(reversed(state.quizzes)): unstocked})
        state = fold(state, f"failed {code}", letter, command).state
    assert len(state.unfinished) == 2
    decision = fold(state, "other", QuizRequested())
    assert decision.state.cycle is None
    assert [line.code for line in decision.lines] == ["nothing_to_ask"]
    assert [ask.kind for ask in decision.asks] == ["write", "plan"]
    assert decision.state.unasked == [], "nobody knows what it would have asked"


def test_a_topic_of_which_nothing_can_be_asked_ends_with_a_path() -> None:
    explaining = POSITIONS["explaining"]
    empty = fold(explaining, "empty", ExplanationIn(concepts=["a"]), only(explaining), each=0).state
    decision = failed(empty)
    assert [line.code for line in decision.lines] == ["nothing_to_ask"]
    assert [ask.kind for ask in decision.asks] == ["plan"]
    assert decision.state.cycle is None
    assert decision.state.problem is None
    assert decision.state.unasked == ["a", "b"], "no path names them any more"
    assert chosen(decision.state, PLACES, "") == ["c"]
    assert chosen(decision.state, PLACES, "a") == ["a"], "who names it may try again"
    assert chosen(decision.state, PLACES[:2], "") == ["a", "b"]


def test_a_topic_of_which_there_is_no_question_is_said_to_have_none_before_it_begins() -> None:
    ready, wish = READY, LearningRequested(topic="a")
    asked = Classified(intent="quiz", topic="a")
    meta = Meta(id=UUID(int=5), seq=1, time=TIME, places=PLACES[:1], unasked=["a"], offered=["b", "c"])

    def said(state: State, meta: Meta, event: LearningRequested | Classified = wish) -> list[str]:
        return [sentence(one.code, "en", one.values) for one in decide(state, event, meta).lines]

    warned = "There is no question about “a” yet; I will look for one."
    assert said(ready, meta) == [f"{warned} There are questions about “b” and “c”, for example."]
    assert said(ready, meta.changed(offered=[])) == [warned]
    waits = fold(ready, "talks", MessageIn(characters=9)).state
    assert said(waits, meta.changed(command=only(waits)), asked)[0].startswith(warned)
    assert said(ready, meta.changed(unasked=[])) == []
    assert said(ready, meta.changed(places=[PLACES[0].model_copy(update={"defined": True})])) == []


def test_what_is_known_alike_is_explained_in_the_documents_order() -> None:
    assert weakest(READY, ["preinst", "Optional", "postinst"]) == ["preinst", "Optional", "postinst"]


def test_a_section_that_has_a_concepts_name_is_meant_by_its_very_spelling() -> None:
    places = [Place(concept="burns", section="Skin"), Place(concept="a", section="Burns"), *PLACES]
    state = POSITIONS["explaining"]
    assert chosen(state, places, "burns") == chosen(state, places, "BURNS") == ["burns"]
    assert chosen(state, places, "Burns") == ["a"]
    assert chosen(state, [places[0].model_copy(update={"concept": "Burns"}), *places[1:]], "Burns") == ["Burns"]


def test_each_concept_is_told_as_often_as_it_was_told_itself() -> None:
    state = POSITIONS["explaining"].changed(explained={"a": 2, "b": 0})
    assert (explained_before(state, ["a", "b"]), told_apart(state, ["a", "b"])) == (2, {"a": 2, "b": 0})
    assert (explained_before(state, ["a"]), told_apart(state, ["a"])) == (2, {})
    assert (explained_before(state, []), told_apart(state, [])) == (0, {})


# The cycle


def test_a_second_attempt_at_the_rounds_quiz_moves_no_cycle() -> None:
    state = POSITIONS["second round"]
    quiz = POSITIONS["feedback"].cycle
    assert quiz
    assert quiz.quiz_id
    again = fold(state, "again", AnswersIn(quiz_id=quiz.quiz_id, attempt_id=UUID(int=99), answers=6)).state
    assert again.cycle == state.cycle
    grade = only(again)
    noted = fold(again, "grade", graded(UUID(int=99), "ab", right=True), grade).state
    after = fold(noted, "notes", NotesWritten(attempt_id=UUID(int=99), notes=1), only(noted)).state
    assert after.cycle == state.cycle


def test_a_new_topic_takes_the_place_of_the_cycle_under_way() -> None:
    state = fold(POSITIONS["second round"], "other", LearningRequested(topic="c")).state
    assert state.cycle
    assert (state.cycle.concepts, state.cycle.number) == (["c"], 1)
    assert [plain(step)["concepts"] for step in state.open.values() if step.kind == "explain"] == [["c"]]


def test_weak_and_undecided_concepts_are_in_focus_again() -> None:
    feedback = POSITIONS["grading a round"]
    mixed = graded(UUID(int=70), "a", right=True, answers=6)
    more = graded(UUID(int=70), "b", right=False).answers
    answers = [*mixed.answers, *(one.model_copy(update={"ordinal": 10 + one.ordinal}) for one in more)]
    state = fold(feedback, "mixed", mixed.model_copy(update={"answers": answers}), only(feedback)).state
    state = fold(state, "noted", NotesWritten(attempt_id=UUID(int=70), notes=1), only(state)).state
    [step] = state.open.values()
    assert step.kind == "explain"
    assert plain(step)["concepts"] == ["b"]
    assert plain(step)["times"] == 1


def test_the_path_after_mastery_names_the_topic_and_not_all_that_was_practised() -> None:
    state = POSITIONS["feedback of who knows"]
    decision = fold(state, "noted", NotesWritten(attempt_id=UUID(int=70), notes=1), only(state))
    assert state.cycle
    asked = [plain(ask) for ask in decision.asks]
    assert [(one["why"], one["topic"]) for one in asked] == [("mastered", state.cycle.topic)]
    assert state.cycle.topic


def test_the_last_round_without_mastery_ends_in_remediation() -> None:
    state = POSITIONS["feedback"].model_copy(update={"max_cycles": 1})
    decision = fold(state, "noted", NotesWritten(attempt_id=UUID(int=70), notes=1), only(state))
    assert [(ask.kind, plain(ask)["why"]) for ask in decision.asks] == [("plan", "remediation")]
    assert decision.state.cycle
    assert (decision.state.cycle.phase, decision.state.cycle.number) == (None, 1)


@pytest.mark.parametrize("topic", ["One", ""])
def test_who_had_all_of_the_last_round_right_reads_so_and_how_to_go_on(topic: str) -> None:
    at = POSITIONS["feedback"]
    assert at.cycle
    for score, code in ((1.0, "not_mastered_yet"), (0.5, "not_mastered")):
        state = at.changed(max_cycles=1, cycle=at.cycle.changed(topic=topic, score=score))
        decision = fold(state, "noted", NotesWritten(attempt_id=UUID(int=70), notes=1), only(state))
        [line] = decision.lines
        assert line.code == code if topic else f"{code}_these"
        said = sentence(line.code, "en", line.values)
        assert ("Nothing was wrong in the last round" in said) is (score == 1)
        assert ("each right answer counts" in said) is (score == 1)


@pytest.mark.parametrize("ends", ["stopped", "failed"])
def test_where_no_cycle_is_left_no_topic_is_named_beside_the_figure_of_all(ends: str) -> None:
    """The lowest of all that was asked was read as the figure of a topic that stood higher."""
    at = POSITIONS["explaining"]
    assert at.cycle
    assert at.current_topic
    left = without(at) if ends == "stopped" else failed(at).state
    assert (left.cycle, left.current_topic) == (None, "")
    assert without(left.changed(current_topic="chosen")).current_topic == "chosen"


def test_a_diagnosis_of_what_has_evidence_asks_nothing() -> None:
    state = POSITIONS["mastered and planned"]
    decision = fold(state, "diagnose", LearningRequested(topic="One", diagnostic=True))
    assert [ask.kind for ask in decision.asks] == ["diagnose"]


def test_a_tutors_question_is_one_that_can_be_asked_and_its_answer_is_known_afterwards() -> None:
    judging = POSITIONS["judging"]
    assert judging.pending
    assert judging.pending.item_id == PENDING
    event, command, attempt = messages(judging)["replied"]
    after = fold(judging, "right", event, command, attempt).state
    assert after.pending is None
    assert after.shown == [PENDING]


def test_an_unsafe_message_is_answered_with_the_reason_and_taught_nothing() -> None:
    state = POSITIONS["classifying"]
    decision = fold(state, "unsafe", Classified(intent="learn", topic="a", safe=False), only(state))
    assert [line.code for line in decision.lines] == ["as_told"]
    assert decision.asks == []
    assert decision.state.cycle is None


def test_answers_to_another_quiz_move_no_cycle_that_waits_for_its_own() -> None:
    state = POSITIONS["feedback"]
    other = next(quiz for quiz, facts in state.quizzes.items() if facts.purpose == "quiz")
    state = fold(state, "in", AnswersIn(quiz_id=other, attempt_id=UUID(int=90), answers=4)).state
    state = fold(state, "graded", graded(UUID(int=90), "a", right=True), only(state)).state
    after = fold(state, "noted", NotesWritten(attempt_id=UUID(int=90), notes=1), only(state))
    assert after.state.cycle == POSITIONS["feedback"].cycle
    assert after.asks == []


WAITING = ["grading a round", "feedback", "grading a diagnosis", "coaching a diagnosis"]


@pytest.mark.parametrize("at", WAITING)
def test_a_grade_that_nobody_will_make_is_not_waited_for(at: str) -> None:
    """Grade or notes fail for good, the learner goes on with something else: the same quiz can be handed in again."""
    before = POSITIONS[at].cycle
    assert before
    assert before.quiz_id
    stopped = failed(POSITIONS[at]).state
    assert stopped.problem
    after = fold(stopped, "other", QuizRequested()).state
    assert (after.problem, after.unfinished) == (None, {})
    assert after.cycle
    assert awaited(after) == before.quiz_id
    assert (after.cycle.phase, after.cycle.score) == ("QUIZ_ACTIVE" if before.number else None, None)
    handed_in(after, before)


@pytest.mark.parametrize("at", WAITING)
def test_whose_grade_failed_for_good_hands_in_again_at_once(at: str) -> None:
    before = POSITIONS[at].cycle
    assert before
    handed_in(failed(POSITIONS[at]).state, before)


@pytest.mark.parametrize("at", WAITING)
def test_what_is_said_to_the_tutor_meanwhile_is_no_remedy(at: str) -> None:
    stopped = failed(POSITIONS[at]).state
    after = fold(stopped, "said", MessageIn(characters=9)).state
    assert (after.problem, after.unfinished, after.cycle) == (stopped.problem, stopped.unfinished, stopped.cycle)


def handed_in(state: State, before: Cycle) -> None:
    """The quiz of that cycle is handed in another time, and the cycle goes on after grade and notes."""
    assert before.quiz_id
    attempt, right = UUID(int=99), "abc" if before.diagnosing else "ab"
    state = fold(state, "anew", AnswersIn(quiz_id=before.quiz_id, attempt_id=attempt, answers=6)).state
    assert state.cycle
    assert state.cycle.attempt_id == attempt
    state = fold(state, "graded anew", graded(attempt, right, right=False), only(state)).state
    state = fold(state, "noted anew", NotesWritten(attempt_id=attempt, notes=1), only(state)).state
    assert [step.kind for step in state.open.values()][-1] == ("diagnose" if before.diagnosing else "explain")


def test_a_second_attempt_at_the_diagnosis_does_not_count_for_it() -> None:
    state = POSITIONS["grading a diagnosis"]
    assert state.cycle
    assert state.cycle.quiz_id
    again = fold(state, "again", AnswersIn(quiz_id=state.cycle.quiz_id, attempt_id=UUID(int=91), answers=6)).state
    assert again.cycle == state.cycle


@pytest.mark.parametrize("name", ["message", "path"])
def test_a_conversation_is_no_remedy_for_a_failed_session(name: str) -> None:
    lost = problem(Code.NOTHING_TO_ASK, "Nothing.")
    state = POSITIONS["planned"].model_copy(update={"problem": lost, "failed_version": 1})
    event, command, attempt = messages(state)[name]
    assert fold(state, name, event, command, attempt).state.problem == lost


# Putting a quiz together


@pytest.mark.parametrize(("concepts", "each", "most"), [("a", 3, 10), ("ab", 3, 10), ("abcd", 3, 10), ("abc", 2, 4)])
def test_a_quiz_has_at_most_3_questions_a_concept_and_10_in_all(concepts: str, each: int, most: int) -> None:
    found = banks.shares(list(concepts), each, most)
    assert sum(found.values()) == min(most, each * len(concepts))
    assert max(found.values()) <= each
    assert max(found.values()) - min(found.values()) <= 1


def test_of_two_messages_at_once_the_second_waits_for_its_turn() -> None:
    state = fold(POSITIONS["classifying"], "another", MessageIn(characters=3)).state
    assert [step.kind for step in state.open.values()] == ["classify"]
    assert len(state.waiting) == 1


# A learner at a loss, and concepts without a question


def test_who_is_at_a_loss_amid_a_round_reads_about_the_same_once_more_and_the_quiz_waits() -> None:
    state = POSITIONS["quiz active"]
    asked = fold(state, "lost", MessageIn(characters=20)).state
    decision = fold(asked, "classified", Classified(intent="learn"), only(asked))
    [ask] = decision.asks
    assert (ask.kind, ask.params.model_dump()["concepts"], decision.state.cycle) == ("explain", ["a", "b"], state.cycle)
    told = fold(decision.state, "told", ExplanationIn(concepts=["a", "b"]), only(decision.state))
    assert [(line.code, line.opens, line.quiz_id) for line in told.lines] == [("quiz_waits", "quiz", awaited(state))]
    assert (told.state.cycle, told.state.pending) == (state.cycle, None)
    named = fold(asked, "named", Classified(intent="learn", topic="c"), only(asked)).state.cycle
    assert named
    assert named.topic == "c"


def test_a_concept_that_nobody_can_ask_about_holds_no_topic_back() -> None:
    state = fold(
        POSITIONS["grading a round"],
        "grade",
        graded(UUID(int=70), "a", right=True, answers=6),
        only(POSITIONS["grading a round"]),
    ).state
    notes = NotesWritten(attempt_id=UUID(int=70), notes=1)
    stuck = fold(state, "notes", notes, only(state))
    assert [ask.kind for ask in stuck.asks] == ["explain"]
    for unasked in (["b"], ["b", "x"]):
        decision = fold(state, "notes", notes, only(state), unasked=unasked)
        assert [line.code for line in decision.lines] == ["left_out_these", "mastered"]
        assert sentence(decision.lines[0].code, "en", decision.lines[0].values).count("“b”") == 1
        assert decision.lines[1].values["topic"] == "One"
        assert decision.state.unasked == ["b"]
        assert decision.state.cycle
        assert (decision.state.cycle.concepts, decision.state.cycle.phase) == (["a"], "MASTERED")
    none = fold(state, "notes", notes, only(state), unasked=["a", "b"])
    assert none.state == stuck.state.changed(unasked=["a", "b"])


@pytest.mark.parametrize(("right", "code"), [(True, "mastered_these"), (False, "not_mastered_these")])
def test_a_cycle_without_a_topic_ends_with_the_names_of_what_was_learnt(code: str, *, right: bool) -> None:
    grading = POSITIONS["grading a round"]
    assert grading.cycle
    every = grading.changed(cycle=grading.cycle.changed(topic="", concepts=["a"], number=grading.max_cycles))
    answered = fold(every, "grade", graded(UUID(int=70), "a", right=right, answers=6), only(every)).state
    decision = fold(answered, "notes", NotesWritten(attempt_id=UUID(int=70), notes=1), only(answered))
    [line] = decision.lines
    assert line.code == code
    for language in ("en", "no", "de"):
        said = sentence(line.code, language, line.values)
        assert "a" in re.findall(r"[“«„](\w)[”»“]", said)


def test_the_tutor_asks_back_what_it_did_not_tell_just_now() -> None:
    answering = POSITIONS["answering"]
    told, kept, again = bank(each=3)[:3]
    there = [
        told.model_copy(update={"explained": True, "given_away": True}),
        kept.model_copy(update={"explained": True, "type": "short_answer"}),
        again,
    ]
    meta = Meta(id=UUID(int=71), seq=1, time=TIME, command=only(answering), bank=there)
    asked = decide(answering, ExplanationIn(concepts=["a"]), meta).state.pending
    assert asked is not None
    assert asked.item_id == again.item_id
    meta = meta.model_copy(update={"bank": there[:2]})
    asked = decide(answering, ExplanationIn(concepts=["a"]), meta).state.pending
    assert asked is not None
    assert asked.item_id == kept.item_id
    told_now = [kept.model_copy(update={"explained": True, "type": "multiple_choice"})]
    told_now.append(kept.model_copy(update={"explained": True, "type": "short_answer", "named": True}))
    meta = meta.model_copy(update={"bank": [there[0], *told_now]})
    assert decide(answering, ExplanationIn(concepts=["a"]), meta).state.pending is None


def test_the_tutor_asks_nothing_back_about_what_only_may_answer() -> None:
    answering = POSITIONS["answering"]
    assert fold(answering, "sure", ExplanationIn(concepts=["a"]), only(answering)).state.pending
    offered = Phrase(
        code="tutor.labelled", values={"label": Phrase(code="tutor.perhaps"), "quoted": '"code":"tutor.answer"'}
    )
    message = Explained(
        concepts=["a"], explanation="So.", phrase=offered, origin=Origin(author="offline", name="x", version="1")
    )
    event = event_of_learning(message)
    assert event == ExplanationIn(concepts=["a"], sure=False)
    state = fold(answering, "offered", event, only(answering)).state
    assert (state.pending, dict(state.explained)) == (None, dict(answering.explained))
