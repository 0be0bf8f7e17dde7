"""An owner's wishes about items, pure: what is checked, what is done at once, and that nothing else is harmed."""

from uuid import UUID

import pytest

from contracts.editing import ItemDecided, ItemRetracted, RegenerationRequested
from contracts.problems import Code, problem
from contracts.session import QuizRequested, StepFailed
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.items.events import EditIn
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.workflow.quizzes import KnownItem
from services.orchestrator.workflow.state import Decision, Meta, State
from tests.orchestrator.decide.positions import (
    AWAY,
    FIRST_QUIZ,
    ITEM,
    OTHER,
    SESSION,
    TIME,
    fold,
    only,
    plain,
    positions,
)

POSITIONS = positions()
READY = POSITIONS["ready"]
WISHES: list[Event] = [
    EditIn(item_id=ITEM),
    ItemDecided(item_id=ITEM, decision="approved"),
    ItemDecided(item_id=ITEM, decision="deleted"),
    ItemRetracted(item_id=ITEM),
    RegenerationRequested(item_id=ITEM),
]
JUDGED = MaterialJudged(quiz_id=FIRST_QUIZ, items=1, cards=0, refused={})
REFUSED = MaterialJudged(quiz_id=FIRST_QUIZ, items=0, cards=0, refused={"answer_leaked": 1})


def outcomes(decision: Decision) -> list[str]:
    return [each.outcome for each in decision.settled]


def unharmed(before: State, after: State) -> None:
    """Problem, quizzes and attempts are as they were."""
    for name in ("problem", "failed_version", "unfinished", "attempts", "focus"):
        assert getattr(after, name) == getattr(before, name)
    for quiz, facts in before.quizzes.items():
        same = after.quizzes[quiz].model_copy(update={"batches": facts.batches})
        assert same == facts


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: type(wish).__name__)
def test_a_wish_about_an_unknown_item_changes_nothing(wish: Event) -> None:
    decision = decide(READY, wish, Meta(id=SESSION, seq=9, time=TIME))
    assert decision.state is READY
    assert not decision.kept


def test_an_edit_of_a_card_as_an_item_changes_nothing() -> None:
    meta = Meta(id=SESSION, seq=9, time=TIME, item=KnownItem(quiz_id=FIRST_QUIZ, card=True, accepted=True))
    assert not decide(READY, EditIn(item_id=ITEM), meta).kept
    other = EditIn(item_id=ITEM, quiz_id=OTHER)
    meta = meta.model_copy(update={"item": KnownItem(quiz_id=FIRST_QUIZ, accepted=True)})
    assert not decide(READY, other, meta).kept


@pytest.mark.parametrize(("verdict", "outcome"), [(JUDGED, "done"), (REFUSED, "refused")])
@pytest.mark.parametrize("at", ["checking", "an item rejudged"])
def test_a_verdict_ends_a_wish_and_never_fails_the_session(at: str, verdict: Event, outcome: str) -> None:
    state = POSITIONS[at]
    decision = fold(state, "verdict", verdict, only(state))
    assert (decision.state.status, outcomes(decision), decision.asks) == ("ready", [outcome], [])
    unharmed(READY, decision.state)
    replaced = at == "an item rejudged" and outcome == "done"
    assert decision.state.removed == ({ITEM: "replaced"} if replaced else {})


@pytest.mark.parametrize("at", ["checking", "an item rewritten", "an item rejudged"])
def test_a_failure_for_good_refuses_the_wish_with_its_words(at: str) -> None:
    state = POSITIONS[at]
    why = problem(Code.MODEL_FAILED, "The model is away.")
    decision = fold(state, "failed", StepFailed(problem=why, final=True), only(state))
    assert (decision.state.status, outcomes(decision)) == ("ready", ["refused"])
    assert decision.settled[0].reasons[0].sentence == "The model is away."
    unharmed(READY, decision.state)
    passing = fold(state, "failed once", StepFailed(problem=AWAY, final=False), only(state))
    assert [ask.attempt for ask in passing.asks] == [2]


def test_a_new_item_that_is_not_found_leaves_the_old_one() -> None:
    state = POSITIONS["an item rewritten"]
    empty = fold(state, "part", MaterialWritten(quiz_id=FIRST_QUIZ, items=0, cards=0, part=1, of=2), only(state))
    assert (empty.state.status, empty.settled) == ("writing", [])
    none = fold(empty.state, "empty", MaterialWritten(quiz_id=FIRST_QUIZ, items=0, cards=3, part=2, of=2), only(state))
    assert (none.state.status, outcomes(none)) == ("ready", ["refused"])
    unharmed(READY, none.state)


def test_another_item_is_ordered_alone_and_on_its_way_it_is_a_batch_of_its_own() -> None:
    [ask] = fold(READY, "wish", RegenerationRequested(item_id=ITEM)).asks
    shape = plain(ask)["instructions"]["constraints"]
    assert (shape["numQuizQuestions"], shape["numFlashcards"]) == (1, 0)
    assert plain(ask)["instructions"]["generationGoals"] == ["quiz"]
    state = POSITIONS["an item rejudged"]
    assert plain(state.open[only(state)])["batch"] == READY.quizzes[FIRST_QUIZ].batches + 1


def test_a_card_is_ordered_anew_as_a_card() -> None:
    meta = Meta(id=SESSION, seq=9, time=TIME, item=KnownItem(quiz_id=FIRST_QUIZ, card=True, accepted=True))
    [ask] = decide(READY, RegenerationRequested(item_id=ITEM), meta).asks
    assert plain(ask)["instructions"]["generationGoals"] == ["flashcards"]
    assert plain(ask)["instructions"]["constraints"]["numFlashcards"] == 1
    assert plain(ask)["card"]


@pytest.mark.parametrize("wish", [WISHES[0], WISHES[2], WISHES[3], WISHES[4]], ids=lambda wish: type(wish).__name__)
@pytest.mark.parametrize("at", ["checking", "an item rewritten", "an item rejudged"])
def test_of_two_wishes_under_way_the_later_counts(at: str, wish: Event) -> None:
    state = POSITIONS[at]
    before = only(state)
    decision = fold(state, "later", wish)
    assert before not in decision.state.open
    assert outcomes(decision)[0] == "refused"
    late = MaterialWritten(quiz_id=FIRST_QUIZ, items=1, cards=0) if at == "an item rewritten" else JUDGED
    assert fold(decision.state, "late", late, before).state is decision.state


def test_a_wish_about_another_item_goes_on_beside_it() -> None:
    state = POSITIONS["checking"]
    meta = Meta(id=UUID(int=77), seq=9, time=TIME, item=KnownItem(quiz_id=FIRST_QUIZ, accepted=True))
    decision = decide(state, EditIn(item_id=OTHER), meta)
    assert len(decision.state.open) == 2
    assert decision.settled == []


@pytest.mark.parametrize("how", ["deleted", "retracted"])
def test_what_was_removed_can_be_neither_edited_nor_written_anew(how: str) -> None:
    wish: Event = ItemRetracted(item_id=ITEM) if how == "retracted" else ItemDecided(item_id=ITEM, decision="deleted")
    state = fold(READY, "gone", wish).state
    for later in (EditIn(item_id=ITEM), RegenerationRequested(item_id=ITEM)):
        decision = fold(state, "late", later)
        assert (decision.asks, outcomes(decision)) == ([], ["refused"])
        assert decision.settled[0].reasons[0].code == how
    restored = fold(state, "back", ItemDecided(item_id=ITEM, decision="restored"))
    assert restored.kept == (how == "deleted")
    assert (ITEM in restored.state.removed) == (how == "retracted")


@pytest.mark.parametrize(("seen", "stands", "fits"), [(1, 2, False), (3, 2, False), (2, 2, True), (None, 2, True)])
def test_an_edit_of_a_text_that_stands_no_more_is_refused(seen: int | None, stands: int, fits: bool) -> None:
    known = KnownItem(quiz_id=FIRST_QUIZ, accepted=True, revision=stands)
    decision = decide(READY, EditIn(item_id=ITEM, revision=seen), Meta(id=SESSION, seq=9, time=TIME, item=known))
    assert [ask.kind for ask in decision.asks] == (["check"] if fits else [])
    assert [each.reasons[0].code for each in decision.settled] == ([] if fits else ["outdated"])


def test_what_was_never_accepted_can_be_neither() -> None:
    decision = fold(READY, "late", EditIn(item_id=OTHER))
    assert decision.settled[0].reasons[0].code == "not_accepted"
    assert not fold(READY, "late", ItemDecided(item_id=OTHER, decision="deleted")).kept


def test_an_edit_is_no_remedy_for_a_failure() -> None:
    state = POSITIONS["noted"]
    more = fold(state, "quiz", QuizRequested()).state
    failed = fold(more, "failed", StepFailed(problem=AWAY, final=True), only(more)).state
    edited = fold(failed, "edit", EditIn(item_id=ITEM)).state
    assert (edited.status, edited.problem, edited.unfinished) == ("failed", failed.problem, failed.unfinished)
    done = fold(edited, "verdict", JUDGED, only(edited)).state
    assert (done.status, done.unfinished) == ("failed", failed.unfinished)
