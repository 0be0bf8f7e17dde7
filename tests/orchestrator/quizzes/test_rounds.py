"""Parts in any order, rounds for what did not hold up, and what is told at the end: pure."""

from itertools import permutations
from typing import Any

import pytest

from contracts.problems import Code, problem
from contracts.session import RetryRequested, StepFailed, StepTimedOut
from services.orchestrator.quizzes import shortfall
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.quizzes.rounds import TRIES
from services.orchestrator.quizzes.shortfall import own_words, told
from services.orchestrator.workflow.quizzes import Of, QuizFacts
from services.orchestrator.workflow.state import Decision, State
from services.orchestrator.workflow.steps import LOSSES
from tests.orchestrator.decide.positions import FIRST_QUIZ, fold, only, plain, positions

WRITING = positions()["writing"]
REFUSES = {"answer_not_in_quote": 2, "duplicate": 1}


def wrote(state: State, items: int, cards: int = 0, **more: Any) -> Decision:
    """The Coach's answer to the write step that is open."""
    [command] = [key for key, step in state.open.items() if step.kind == "write"]
    name = f"wrote {len(state.open)} {items} {more} {state.quizzes[FIRST_QUIZ].batches}"
    return fold(state, name, MaterialWritten(quiz_id=FIRST_QUIZ, items=items, cards=cards, **more), command)


def judge(state: State, items: int, cards: int = 0, **refused: dict[str, int]) -> Decision:
    """The Evaluator's answer to the first validate step that is open."""
    command = next(key for key, step in state.open.items() if step.kind == "validate")
    event = MaterialJudged(quiz_id=FIRST_QUIZ, items=items, cards=cards, **{"refused": {}, **refused})
    return fold(state, f"judged {command}", event, command)


def facts(state: State) -> QuizFacts:
    return state.quizzes[FIRST_QUIZ]


@pytest.mark.parametrize("order", list(permutations([1, 2, 3])))
def test_parts_are_judged_one_by_one_and_the_coach_is_done_when_all_are_in(order: tuple[int, ...]) -> None:
    state, batches = WRITING, list[int]()
    for count, part in enumerate(order, 1):
        decision = wrote(state, 3, part=part, of=3)
        [ask] = decision.asks
        assert (ask.kind, plain(ask)["batch"]) == ("validate", count)
        batches.append(plain(ask)["batch"])
        state = decision.state
        assert state.status == ("writing" if count < 3 else "validating")
    for _ in range(2):
        state = judge(state, 3).state
        assert not facts(state).complete
    state = judge(state, 3, 1).state
    assert (state.status, facts(state).questions) == ("ready", 9)


def test_a_part_counts_once_whatever_its_attempt() -> None:
    half = wrote(WRITING, 3, part=1, of=2).state
    again = wrote(half, 3, part=1, of=2)
    assert again.state is half
    assert not again.kept


def test_parts_that_another_attempt_cuts_otherwise_still_come_to_an_end() -> None:
    """Three parts were announced, two came; the next attempt has it all in two."""
    state = wrote(wrote(WRITING, 3, part=1, of=3).state, 3, part=2, of=3).state
    done = wrote(state, 3, part=2, of=2)
    assert done.asks == []
    assert facts(done.state).batches == 2
    assert all(step.kind == "validate" for step in done.state.open.values())


def test_what_was_refused_is_ordered_again_with_what_is_missing() -> None:
    state = wrote(WRITING, 10, 15).state
    decision = judge(state, 7, 15, refused=REFUSES)
    [ask] = decision.asks
    shape = plain(ask)["instructions"]["constraints"]
    assert (ask.kind, plain(ask)["tries"], plain(ask)["before"]) == ("write", 1, 1)
    assert (shape["numQuizQuestions"], shape["numFlashcards"]) == (3, 0)
    assert plain(ask)["instructions"]["generationGoals"] == ["quiz"]
    assert plain(ask)["quiz_id"] == str(FIRST_QUIZ)
    assert decision.state.status == "writing"


def test_there_are_two_more_tries_at_most() -> None:
    state = wrote(WRITING, 10, 15).state
    tries: list[int] = []
    while state.open:
        decision = judge(state, 0, 15 if not tries else 0, refused={"answer_leaked": 1})
        tries += [plain(ask)["tries"] for ask in decision.asks]
        state = decision.state
        if decision.asks:
            state = wrote(state, 1).state
    assert tries == list(range(1, TRIES + 1))
    assert facts(state).why == {"answer_leaked": 3}
    assert facts(state).order is None


def test_a_round_waits_for_all_its_parts() -> None:
    state = wrote(wrote(WRITING, 3, part=1, of=2).state, 3, part=2, of=2).state
    first = judge(state, 2, refused={"duplicate": 1})
    assert first.asks == []
    [ask] = judge(first.state, 3).asks
    assert plain(ask)["tries"] == 1


@pytest.mark.parametrize(("code", "again"), [("text_exhausted", 0), ("duplicate", 0), ("quote_not_found", 1)])
def test_the_coach_is_asked_again_only_where_quality_was_lacking(code: str, again: int) -> None:
    short: dict[Of, dict[str, int]] = {"quiz": {code: 3}}
    state = wrote(WRITING, 7, 15, short=short).state
    decision = judge(state, 7, 15)
    assert len(decision.asks) == again
    assert facts(decision.state).complete == (not again)


def test_what_came_as_ordered_is_not_ordered_again() -> None:
    state = wrote(WRITING, 12, 15).state
    assert judge(state, 10, 15, refused={"duplicate": 2}).state.status == "ready"


def test_cards_that_were_refused_are_ordered_alone() -> None:
    state = wrote(WRITING, 10, 15).state
    [ask] = judge(state, 10, 14, refused={"answer_leaked": 1}, refused_cards={"answer_leaked": 1}).asks
    assert plain(ask)["instructions"]["generationGoals"] == ["flashcards"]
    assert plain(ask)["instructions"]["constraints"]["numFlashcards"] == 1


def again(items: int = 7) -> State:
    """A second round under way."""
    return judge(wrote(WRITING, 10, 15).state, items, 15 if items else 0, refused=REFUSES).state


@pytest.mark.parametrize("code", [Code.NOTHING_TO_ASK, Code.MODEL_FAILED])
def test_a_later_round_that_fails_ends_the_quiz_with_what_it_has(code: Code) -> None:
    state = again()
    done = fold(state, "failed", StepFailed(problem=problem(code, "No."), final=True), only(state)).state
    assert (done.status, facts(done).questions, done.unfinished) == ("ready", 7, {})
    [short] = told(facts(done), "en")
    refused = "2 had answers outside their quotes, 1 would ask the same again"
    assert short.sentence.startswith(f"7 of 10 questions: {refused}, ")


def test_a_first_round_that_can_go_on_no_further_ends_with_the_parts_it_has() -> None:
    state = judge(wrote(WRITING, 3, part=1, of=2).state, 3).state
    assert not facts(state).complete
    done = fold(state, "failed", StepFailed(problem=problem(Code.NOTHING_TO_ASK, "No."), final=True), only(state))
    assert (done.state.status, facts(done.state).questions) == ("ready", 3)
    away = fold(state, "away", StepFailed(problem=problem(Code.MODEL_FAILED, "No."), final=True), only(state))
    assert away.state.status == "failed"
    assert facts(away.state).order


def test_so_does_one_that_gets_no_answer() -> None:
    state = again()
    for turn in range(LOSSES + 1):
        step = state.open[only(state)]
        state = fold(state, f"late {turn}", StepTimedOut(), only(state), step.attempt).state
    assert (state.status, facts(state).questions) == ("ready", 7)


def test_without_anything_a_models_failure_is_the_sessions_and_can_be_retried() -> None:
    state = again(0)
    why = StepFailed(problem=problem(Code.MODEL_FAILED, "No."), final=True)
    failed = fold(state, "failed", why, only(state), seq=3).state
    assert failed.problem
    assert failed.problem.status == 502
    retried = fold(failed, "retry", RetryRequested(version=3), seq=4)
    [ask] = retried.asks
    assert (ask.kind, plain(ask)["tries"], ask.attempt) == ("write", 1, 2)
    nothing = fold(state, "none", StepFailed(problem=problem(Code.NOTHING_TO_ASK, "No."), final=True), only(state))
    assert nothing.state.problem
    assert nothing.state.problem.status == 422


def test_the_end_tells_what_is_missing_in_the_documents_language() -> None:
    counted = QuizFacts(
        number=1,
        asked={"quiz": 10, "flashcards": 15},
        made={"quiz": 7, "flashcards": 15},
        refused={"quiz": REFUSES},
        short={"quiz": {"text_exhausted": 3}},
        again=["quiz"],
    )
    assert own_words(counted.model_copy(update={"short": {"quiz": {"x": 1}, "flashcards": {"x": 1}}})) == ["quiz"]
    [english], [norwegian], [german] = (told(counted, language) for language in ("en", "nb", "de-AT"))
    assert (english.of, english.asked, english.made) == ("quiz", 10, 7)
    assert english.sentence == (
        "7 of 10 questions: 2 had answers outside their quotes, 1 would ask the same again, "
        "no more was found this time that can be asked by itself."
    )
    assert norwegian.sentence.startswith(
        "7 av 10 spørsmål: 2 hadde svar utenfor sitatet, 1 ville spurt om det samme igjen"
    )
    assert german.sentence.startswith("7 von 10 Fragen: 2 hatten Antworten außerhalb ihrer Zitate")
    assert told(counted, "fr") == told(counted, "en")
    assert told(counted.model_copy(update={"made": counted.asked}), "en") == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No item or card held up against the text: 5 would ask the same again."),
        ("nb", "Ingen spørsmål og ingen kort holdt mål mot teksten: 5 ville"),
        ("de", "Keine Frage und keine Karte hielt dem Text stand: 5 würden"),
    ],
)
def test_why_nothing_held_up_is_told_in_words_of_the_documents_language(language: str, said: str) -> None:
    refused = QuizFacts(number=1, refused={"quiz": {"duplicate": 3}, "flashcards": {"duplicate": 2}})
    assert shortfall.nothing(refused, language).detail.startswith(said)
    assert (
        "language model"
        in shortfall.nothing(QuizFacts(number=1, dropped={"quiz": {"quote_not_found": 1}}), "en").detail
    )


def test_a_quiz_of_older_rules_in_the_making_is_ended_as_it_was_begun() -> None:
    stored = WRITING.model_dump(mode="json", exclude_defaults=True)
    stored["quizzes"] = {str(FIRST_QUIZ): {"number": 1}}
    state = wrote(State.model_validate(stored), 4, 1).state
    done = judge(state, 3, 1, refused={"duplicate": 1})
    assert done.asks == []
    assert (done.state.status, facts(done.state).questions) == ("ready", 3)


LIES = {"quote_not_found": 4}


def by_a_model(fallback_round: bool = True) -> QuizFacts:
    """A model's quiz: 4 dropped by its author, 2 refused by the Evaluator; then the offline author writes 4."""
    short: dict[Of, dict[str, int]] = {"quiz": LIES}
    more: dict[str, Any] = {"dropped": {"quiz": LIES}, "by_model": ["quiz", "flashcards"], "short": short}
    state = judge(wrote(WRITING, 6, 15, **more).state, 4, 15, refused={"answer_leaked": 2}).state
    short = {"quiz": {"quote_not_found": 2}}
    if not fallback_round:
        state = wrote(state, 0, short=short, dropped={"quiz": {"quote_not_found": 2}}).state
        return facts(wrote(state, 0, short={"quiz": {"author_wrote_fewer": 6}}).state)
    state = wrote(state, 6, dropped={"quiz": {"quote_not_found": 6}}).state
    command = next(key for key, step in state.open.items() if step.kind == "validate")
    event = MaterialJudged(
        quiz_id=FIRST_QUIZ,
        items=5,
        cards=0,
        refused={"duplicate": 1},
        offline={"quiz": 5},
        refused_offline={"quiz": {"duplicate": 1}},
    )
    state = fold(state, "judged offline", event, command).state
    return facts(wrote(state, 0, short={"quiz": {"text_exhausted": 1}}).state)


def test_what_was_written_offline_in_a_models_place_is_told_with_what_the_model_did() -> None:
    found = by_a_model()
    assert found.dropped == {"quiz": {"quote_not_found": 10, "answer_leaked": 2}}, "not what the offline author did"
    short, filled = told(found, "en")
    assert (filled.of, filled.code, filled.asked, filled.made) == ("quiz", "written_offline", 10, 5)
    assert filled.sentence == (
        "5 questions were written offline because the language model's did not hold up: "
        "10 had quotes that are not in the text; 2 told their own answers."
    )
    assert (short.asked, short.made) == (10, 9)
    assert short.sentence == (
        "9 of 10 questions: of what the language model wrote, 10 had quotes that are not in the text, "
        "2 told their own answers; 1 would ask the same again, "
        "no more was found this time that can be asked by itself."
    )
    norwegian, german = (told(found, language)[1].sentence for language in ("no", "de"))
    assert norwegian.startswith("5 spørsmål ble skrevet uten språkmodell, fordi modellens ikke holdt mål: 10 hadde")
    assert german.startswith(
        "5 Fragen entstanden ohne Sprachmodell, weil die des Modells nicht standhielten: 10 hatten"
    )


def test_where_nobody_fills_up_the_models_items_are_blamed_by_count_and_not_the_text() -> None:
    found = by_a_model(fallback_round=False)
    (short,) = told(found, "en")
    assert (short.code, short.made) == ("quote_not_found", 4)
    assert short.sentence == (
        "4 of 10 questions: of what the language model wrote, 6 had quotes that are not in the text, "
        "2 told their own answers; the author wrote no more."
    )
    assert "språkmodellen skrev" in told(found, "no")[0].sentence
    assert "das Sprachmodell schrieb" in told(found, "de")[0].sentence


def test_offline_alone_nothing_is_said_of_a_model() -> None:
    state = wrote(WRITING, 10, 15).state
    command = only(state)
    event = MaterialJudged(quiz_id=FIRST_QUIZ, items=10, cards=15, refused={}, offline={"quiz": 10, "flashcards": 15})
    done = facts(fold(state, "judged", event, command).state)
    assert (done.model, done.offline, done.dropped, told(done, "en")) == ([], {}, {}, [])
