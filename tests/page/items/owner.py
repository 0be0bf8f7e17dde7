"""The owner's routes as a house answers them, with a memory: what is edited or decided is so from then on.

Edits go through the gateway's own `edits`, so that what the page sends is what a house takes.
"""

from dataclasses import dataclass, field
from functools import partial
from json import dumps
from typing import Any
from uuid import UUID, uuid5

from playwright.sync_api import Route

from contracts.documents import Block
from contracts.items import Flashcard, Item
from contracts.problems import Code, Failure, problem
from contracts.quizzes import Refusal
from contracts.views.material import (
    Affected,
    AffectedAnswer,
    Coverage,
    CoveredBlock,
    CoveredConcept,
    ItemEntry,
    OwnerCard,
    OwnerItem,
)
from services.gateway.items.adding import written
from services.gateway.items.edits import edited, wish
from services.gateway.items.schemas import NewItem
from tests.page import asked, laid

Json = dict[str, Any]
DONE = {
    "approve": ("approved", "approved"),
    "delete": ("deleted", "deleted"),
    "restore": ("restored", "live"),
    "retract": ("retracted", "retracted"),
    "regenerate": ("regenerated", "replaced"),
    "undo": ("edited", "live"),
}


@dataclass
class Keeper:
    """Items and cards with their history. `refuses`: the reason for which the next edit does not hold.

    `late`: how often a history is asked before what was done stands in it, as with a house that answers 202.
    """

    items: dict[UUID, OwnerItem]
    cards: dict[UUID, OwnerCard] = field(default_factory=dict)
    refuses: Refusal | None = None
    late: int = 0
    sent: list[tuple[str, Json]] = field(default_factory=list)
    answered: list[AffectedAnswer] = field(default_factory=list)
    entries: dict[UUID, list[ItemEntry]] = field(default_factory=dict)
    _waits: int = 0

    def answers(self) -> dict[str, Any]:
        """The answers to lay in."""
        base = laid.BASE
        found: dict[str, Any] = {
            f"GET {base}": laid.state(quizzes=[asked.QUIZ], documents=[laid.doc(pages=3)]),
            f"GET {base}/items?offset=0": lambda route: route.fulfill(json=self._all()),
            f"GET {base}/blocks?page=3": {"blocks": [asked.block()]},
            f"GET {base}/blocks?block_id={asked.BLOCK}": {"blocks": [asked.block()]},
        }
        found[f"POST {base}/items"] = self._add
        for kind, all_ in (("items", self.items), ("flashcards", self.cards)):
            for id in all_:
                at = f"{base}/{kind}/{id}"
                found[f"GET {at}"] = lambda route, id=id: route.fulfill(json=self._of(id).model_dump(mode="json"))
                found[f"GET {at}/history"] = lambda route, id=id: route.fulfill(json=self._history(id))
                found[f"GET {at}/affected"] = lambda route: route.fulfill(json=self._affected())
                found[f"PATCH {at}"] = lambda route, id=id: self._edit(route, id)
                for verb in DONE:
                    found[f"POST {at}/{verb}"] = lambda route, id=id, verb=verb: self._decide(route, id, verb)
        return found

    def _all(self) -> Json:
        return {
            "items": [one.model_dump(mode="json") for one in self.items.values()],
            "total": len(self.items),
            "flashcards": [one.model_dump(mode="json") for one in self.cards.values()],
            "refused": {},
        }

    def _of(self, id: UUID) -> OwnerItem | OwnerCard:
        return self.items[id] if id in self.items else self.cards[id]

    def _affected(self) -> Json:
        learners = len({one.session_id for one in self.answered})
        return Affected(learners=learners, answers=self.answered).model_dump(mode="json")

    def _history(self, id: UUID) -> Json:
        told = [one.model_dump(mode="json") for one in self.entries.get(id, [])]
        if self._waits:
            self._waits -= 1
            told[-1]["outcome"] = None
        return {"history": told}

    def _put(self, id: UUID, entry: Json, **changed: Any) -> None:
        made = ItemEntry(timestamp=laid.NOW, user_id="ana", **entry)
        self.entries.setdefault(id, []).append(made)
        self._waits = self.late
        if made.outcome == "done":
            one = self._of(id).model_copy(update=changed)
            if isinstance(one, OwnerItem):
                self.items[id] = one
            else:
                self.cards[id] = one

    def _edit(self, route: Route, id: UUID) -> None:
        body: Json = route.request.post_data_json or {}
        self.sent.append(("edit", body))
        one = self._of(id)
        old: Item | Flashcard = one.item if isinstance(one, OwnerItem) else one.flashcard
        wanted, revision = wish(dumps(body).encode())
        assert revision == one.revision
        try:
            new = edited(old, wanted, Block(block_id=old.proof.block_id, text=asked.TEXT))
        except Failure as error:
            route.fulfill(status=error.problem.status, json=error.problem.body(trace_id=None, instance=""))
            return
        words = {"action": "edited", "before": old.model_dump(mode="json"), "after": new.model_dump(mode="json")}
        if self.refuses:
            self._put(id, {**words, "outcome": "refused", "reasons": [self.refuses]})
            wrong = problem(Code.EDIT_REFUSED, self.refuses.sentence).body(trace_id=None, instance="")
            route.fulfill(status=202 if self.late else 422, json={} if self.late else wrong)
            return
        name = "item" if isinstance(one, OwnerItem) else "flashcard"
        self._put(id, {**words, "outcome": "done"}, revision=one.revision + 1, **{name: new})
        shown = self._of(id).model_dump(mode="json")
        route.fulfill(status=202 if self.late else 200, json=shown)

    def _add(self, route: Route) -> None:
        """A question by hand goes through the gateway's own reading of it."""
        body: Json = route.request.post_data_json or {}
        self.sent.append(("add", body))
        id = uuid5(asked.QUIZ, f"by hand {len(self.items)}")
        try:
            new = written(
                NewItem.model_validate(body), id, asked.QUIZ, Block.model_validate(asked.block()), laid.SHA, "en"
            )
        except Failure as error:
            route.fulfill(status=error.problem.status, json=error.problem.body(trace_id=None, instance=""))
            return
        if self.refuses:
            wrong = problem(Code.EDIT_REFUSED, self.refuses.sentence).body(trace_id=None, instance="")
            route.fulfill(status=422, json=wrong)
            return
        self.items[id] = OwnerItem(item=new, accepted=True)
        self._put(id, {"action": "added", "outcome": "done", "after": new.model_dump(mode="json")})
        made = self._of(id).model_dump(mode="json")
        for at, told in ((f"/items/{id}", made), (f"/items/{id}/history", self._history(id))):
            route.request.frame.page.route(f"**/v1/**{at}", partial(_fulfilled, told))
        route.fulfill(json=made)

    def _decide(self, route: Route, id: UUID, verb: str) -> None:
        body: Json = route.request.post_data_json or {}
        self.sent.append((verb, body))
        action, state = DONE[verb]
        if verb == "restore" and self._of(id).state == "retracted":
            action = "reinstated"
        self._put(id, {"action": action, "outcome": "done", "reason": body.get("reason", "")}, state=state)
        route.fulfill(status=202 if self.late else 200, json=self._of(id).model_dump(mode="json"))


def _fulfilled(told: Json, route: Route) -> None:
    route.fulfill(json=told)


def answered(number: int, name: str, score: float, without: float | None) -> AffectedAnswer:
    """What a learner answered to an item, and their score with and without it."""
    return AffectedAnswer(
        session_id=UUID(int=number), name=name, own=False, attempt_id=UUID(int=number), submitted_at=laid.NOW,
        answer_text="neap tide", credit=0, undecided=False, void=False, score=score, score_without=without,
    )  # fmt: skip


def keeper(*items: Item, **more: Any) -> Keeper:
    """A house that keeps these items, all accepted, and the card."""
    card = OwnerCard(flashcard=asked.CARD, accepted=True)
    return Keeper(
        {one.item_id: OwnerItem(item=one, accepted=True) for one in items}, {asked.CARD.card_id: card}, **more
    )


def coverage() -> Json:
    """One of two passages and one of three concepts are asked."""
    words = {"document_sha256": laid.SHA, "source_page": 3, "words": 71}
    return Coverage(
        blocks_share=0.5,
        concepts_share=1 / 3,
        blocks=[
            CoveredBlock(block_id=asked.BLOCK, excerpt=asked.FIRST, items=3, flashcards=1, **words),
            CoveredBlock(block_id=asked.BLOCK, excerpt=asked.LAST, items=0, flashcards=0, **words),
        ],
        concepts=[
            CoveredConcept(concept="spring tide", relevance="High", items=2, flashcards=1),
            CoveredConcept(concept="slack water", relevance="Medium", items=0, flashcards=0),
            CoveredConcept(concept="ebb", relevance="Low", items=0, flashcards=0),
        ],
    ).model_dump(mode="json")
