"""Items and cards: as learners may see them, and for their owner with key and proof, to look at and to act on.

What an owner does is a message of its session. The answer waits for what becomes of it (`Prefer: wait=N`, else 5 s):
200 with the item as it is now, 422 with the reasons why an edit does not hold up, 202 when it takes longer.
"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal
from uuid import UUID, uuid5

from fastapi import Body, Depends, Header, Query, Response

from contracts.digest import Term
from contracts.documents import Block
from contracts.editing import ItemAdded, ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.items import Flashcard, ItemType
from contracts.message import Message, Phrase
from contracts.problems import TABLE, Code, Failure, failure
from contracts.quizzes import Refusal
from contracts.views.material import Affected, AffectedAnswer, Coverage, ItemState, OwnerCard, OwnerItem
from contracts.views.sessions import Accepted
from services.chassis.problems import failed
from services.gateway.access.bearer import Anyone, Editor, Owner, owners_only
from services.gateway.access.standing import OpenSession, SessionHere, Standing
from services.gateway.database import Row
from services.gateway.http.bodies import JsonBody, MaybeBody, Raw, router
from services.gateway.http.paging import Offset
from services.gateway.http.prefer import SecondsToWait
from services.gateway.http.problems import broken
from services.gateway.http.replies import NOT_YET, TAGGED, Answered, accepted, matches, unknown
from services.gateway.items import views
from services.gateway.items.adding import written
from services.gateway.items.coverage import WORDS_AT_LEAST, coverage
from services.gateway.items.edits import edited, wish
from services.gateway.items.queries import ItemQueries, Kind
from services.gateway.items.schemas import (
    CardEdit,
    Flashcards,
    ItemEdit,
    ItemHistory,
    Items,
    NewItem,
    OwnerCards,
    Remark,
)
from services.gateway.messaging.requests import Begun, ChangeRequest, answer, where
from services.gateway.messaging.waiting import HasWaiters, Waiters
from services.text.catalogue.phrases import rendered

LIMIT = 500
PATIENCE_SECONDS = 5
routes = router("/v1/sessions/{session_id}", "items")
DONE: dict[int | str, dict[str, Any]] = {**TAGGED, **NOT_YET}
States = Annotated[list[ItemState], Query(alias="state")]
Types = Annotated[list[ItemType], Query(alias="type")]
Many = Annotated[int, Query(ge=1, le=LIMIT)]
Owned = OwnerItem | OwnerCard
UNSAID = Remark()
IfMatch = Annotated[
    str | None, Header(alias="If-Match", description="The revision that you have seen; at another one it is 409.")
]
ItemChange = Annotated[bytes, Body(), Raw(ItemEdit)]
CardChange = Annotated[bytes, Body(), Raw(CardEdit)]
CardVerb = Literal["approve", "delete", "restore", "regenerate"]
Verb = Literal[CardVerb, "retract"]
FROM: dict[Verb, tuple[str, ...]] = {
    "approve": ("live",),
    "delete": ("live", "approved"),
    "restore": ("deleted", "retracted"),
    "retract": ("live", "approved", "deleted", "replaced"),
    "regenerate": ("live", "approved"),
}
ALREADY: dict[Verb, tuple[str, ...]] = {
    "approve": ("approved",),
    "delete": ("deleted",),
    "restore": ("live", "approved"),
    "retract": ("retracted",),
    "regenerate": (),
}
NOT_NOW = {"deleted": "item_deleted", "retracted": "item_retracted", "replaced": "item_replaced"}
TOO_LATE = frozenset((*NOT_NOW, "not_accepted", "outdated", "superseded"))
FAILED = {str(code): code for code, (status, _, _) in TABLE.items() if status >= 500}


@routes.get("/flashcards", responses=NOT_YET)
async def flashcards(
    session: OpenSession,
    who: Anyone,
    rows: ItemQueries,
    owner: bool = False,
    quiz_id: UUID | None = None,
    state: States = [],  # noqa: B006 # FastAPI's own way for a list
    offset: Offset = 0,
    limit: Many = LIMIT,
) -> Flashcards | OwnerCards:
    """The accepted flashcards, each with its place in the text.

    A card that would tell a learner the key of a question which is not answered yet waits; `waiting` counts these.

    With `owner` for the owner: refused and removed ones too, in pages, by quiz and state. Else the filters are unused.
    """
    if owner:
        owners_only(who)
    id = session.session_id
    if not any(row["ready"] for row in await rows.quizzes(id)):
        session.not_yet(where(id, "/flashcards"))
    if not owner:
        cards = await rows.shown_cards(who, id)
        shown = [views.card(row) for row in cards if not row["waits"]]
        return Flashcards(flashcards=shown, waiting=len(cards) - len(shown))
    found = await rows.cards(id, quiz_id, state, offset, limit)
    return OwnerCards(flashcards=[views.owner_card(row) for row in found], total=found[0]["total"] if found else 0)


@routes.get("/items", responses=NOT_YET)
async def items(
    who: Owner,
    session: OpenSession,
    rows: ItemQueries,
    quiz_id: UUID | None = None,
    state: States = [],  # noqa: B006 # FastAPI's own way for a list
    type: Types = [],  # noqa: B006
    offset: Offset = 0,
    limit: Many = LIMIT,
) -> Items:
    """Every item with key, proof and state, refused and removed ones too, in pages; with the first page the cards."""
    id = session.session_id
    quizzes = await rows.quizzes(id)
    if not any(row["ready"] for row in quizzes):
        session.not_yet(where(id, "/items"))
    refused: dict[str, int] = {}
    for row in quizzes:
        for code, count in row["refused"].items():
            refused[code] = refused.get(code, 0) + count
    found = await rows.items(id, quiz_id, state, type, offset, limit)
    cards = await rows.cards(id, quiz_id, state) if offset == 0 and not type else []
    return Items(
        items=[views.owner_item(row) for row in found],
        total=found[0]["total"] if found else 0,
        flashcards=[views.owner_card(row) for row in cards],
        refused=refused,
    )


@routes.get("/items/{item_id}", response_model=OwnerItem, responses=TAGGED)
async def item(who: Owner, session: OpenSession, item_id: UUID, rows: ItemQueries, response: Response) -> Owned:
    """An item; its ETag is its revision."""
    return _owned(response, "items", await _held(rows, session.session_id, "items", item_id))


@routes.get("/flashcards/{card_id}", response_model=OwnerCard, responses=TAGGED)
async def card(who: Owner, session: OpenSession, card_id: UUID, rows: ItemQueries, response: Response) -> Owned:
    """A card; its ETag is its revision."""
    return _owned(response, "flashcards", await _held(rows, session.session_id, "flashcards", card_id))


@routes.get("/items/{item_id}/history")
async def item_history(who: Owner, session: OpenSession, item_id: UUID, rows: ItemQueries) -> ItemHistory:
    """What was done to an item, oldest first; of one by hand also before it is there, and why it was refused."""
    found = await rows.history(session.session_id, item_id)
    if not found:
        await _held(rows, session.session_id, "items", item_id)
    return ItemHistory(history=[views.entry(row) for row in found])


@routes.get("/items/{item_id}/affected")
async def affected(who: Owner, session: OpenSession, item_id: UUID, rows: ItemQueries) -> Affected:
    """Who is graded again when the item is taken back or edited, and each attempt's score with and without it: what to
    look at before it is done."""
    held = views.item((await _held(rows, session.session_id, "items", item_id))["body"])
    found = await rows.affected(session.session_id, item_id)
    names = [name for name in AffectedAnswer.model_fields if name != "answer_text"]
    answers = [
        AffectedAnswer(answer_text=held.said(row["answer"]), **{name: row[name] for name in names}) for row in found
    ]
    return Affected(learners=len({one.session_id for one in answers}), answers=answers)


@routes.get("/flashcards/{card_id}/history")
async def card_history(who: Owner, session: OpenSession, card_id: UUID, rows: ItemQueries) -> ItemHistory:
    """What was done to a card, oldest first."""
    await _held(rows, session.session_id, "flashcards", card_id)
    return ItemHistory(history=[views.entry(row) for row in await rows.history(session.session_id, card_id)])


@routes.get("/coverage", responses=NOT_YET)
async def covered(who: Owner, session: OpenSession, rows: ItemQueries) -> Coverage:
    """Which blocks of 40 words or more and which key terms are asked, and which not.

    An item or card covers the block of its proof; a matching or ordering item also those of its explanations' proofs.
    """
    id = session.session_id
    if not any(row["ready"] for row in await rows.quizzes(id)):
        session.not_yet(where(id, "/coverage"))
    blocks = await rows.eligible(id, WORDS_AT_LEAST)
    terms = await rows.terms(id)
    asked = await rows.resting(id, "items")
    cards = await rows.resting(id, "flashcards")

    def report() -> Coverage:
        return coverage(
            blocks,
            [Term.model_validate(term, extra="ignore") for term in terms],
            [views.item(row["body"]) for row in asked],
            [Flashcard.model_validate(row["body"], extra="ignore") for row in cards],
        )

    return await asyncio.to_thread(report)


class Deciding:
    """A request of an owner about an item or a card, and what became of it."""

    def __init__(
        self, session: Standing, change: ChangeRequest, rows: ItemQueries, waiters: Waiters, seconds: int | None
    ) -> None:
        self._session, self._change, self._rows = session, change, rows
        self._waiters, self._seconds = waiters, seconds

    async def edit(self, kind: Kind, id: UUID, change: bytes, if_match: str | None) -> Owned:
        """The item or card as it is once the edit is proved. Raises `Failure` 400, 404, 409 or 422."""
        wanted, revision = wish(change)
        if before := await self._change.before((if_match or "").encode()):
            return await self._ended(before, kind, id)
        self._session.open_to_learn()
        session = self._session.session_id
        row = await _held(self._rows, session, kind, id)
        _check(row, ("live", "approved"))
        now = row["revision"]
        if (revision or now) != now or not matches(if_match or "*", f'"{now}"'):
            values = {"revision": now}
            raise failed(Code.CONFLICT, "item_moved_on", fields=["revision"], numbers=values, **values)
        old = views.item(row["body"]) if kind == "items" else Flashcard.model_validate(row["body"], extra="ignore")
        block = await self._rows.block(session, old.proof.block_id)
        new = edited(old, wanted, block or Block(block_id=old.proof.block_id, text=" "))
        if new == old and not await self._rows.under_way(session, id):
            return _owned(self._change.response, kind, row)
        parts = {"flashcard": new} if isinstance(new, Flashcard) else {"item": new}
        taken = await self._change.accept(ItemEdited(**parts, revision=now), answer(session, f"/{kind}/{id}"))
        return await self._ended(taken, kind, id)

    async def decide(self, kind: Kind, id: UUID, verb: Verb, reason: str) -> Owned:
        """The item or card as it is once that is done; of one written anew the new one. Raises `Failure`."""
        if before := await self._change.before():
            return await self._ended(before, kind, id)
        self._session.open_to_learn()
        session = self._session.session_id
        row = await _held(self._rows, session, kind, id)
        if row["accepted"] and row["state"] in ALREADY[verb]:
            return _owned(self._change.response, kind, row)
        _check(row, FROM[verb])
        if verb == "regenerate" and row["learners"]:
            raise failed(Code.CONFLICT, "item_learners")
        again = verb == "restore" and row["state"] == "retracted"
        message = ItemReinstated(item_id=id, reason=reason) if again else _message(verb, id, reason)
        taken = await self._change.accept(message, answer(session, f"/{kind}/{id}"))
        return await self._ended(taken, kind, id)

    async def add(self, wish: NewItem) -> Owned:
        """The item once the text proves it. Raises `Failure` 400, 404, 409 or 422."""
        if before := await self._change.before():
            return await self._ended(before, "items", UUID(before.url.rpartition("/")[2]))
        self._session.open_to_learn()
        session, id = self._session.session_id, uuid5(self._change.asked.message_id, "item")
        quiz = await self._rows.quiz(session, wish.quiz_id)
        if quiz is None:
            if wish.quiz_id is not None:
                raise broken("quiz_id", "strange_quiz")
            raise failed(Code.CONFLICT, "item_no_quiz")
        block = await self._proves(wish)
        document = await self._rows.document(session, block.document_sha256 or "")
        item = written(wish, id, quiz, block, document["sha256"], document["language"])
        taken = await self._change.accept(ItemAdded(item=item), answer(session, f"/items/{id}"))
        return await self._ended(taken, "items", id)

    async def undo(self, kind: Kind, id: UUID) -> Owned:
        """The item or card with the text that it had before its newest edit, once that is proved again."""
        if before := await self._change.before():
            return await self._ended(before, kind, id)
        self._session.open_to_learn()
        session = self._session.session_id
        row = await _held(self._rows, session, kind, id)
        _check(row, ("live", "approved"))
        text = await self._rows.text_before(session, id)
        if text is None:
            raise failed(Code.CONFLICT, "item_never_edited")
        parts = {"item": views.item(text)} if kind == "items" else {"flashcard": Flashcard.model_validate(text)}
        message = ItemEdited(**parts, revision=row["revision"])
        taken = await self._change.accept(message, answer(session, f"/{kind}/{id}"))
        return await self._ended(taken, kind, id)

    async def _proves(self, wish: NewItem) -> Block:
        """The block that a new item rests on. Raises `Failure` 400."""
        session, proof = self._session.session_id, wish.proof
        if proof.block_id is None:
            block = await self._rows.holding(session, proof.quote) if proof.quote.strip() else None
            if block is None:
                raise broken("proof.quote", "quote_nowhere" if proof.quote.strip() else "blank")
            return block
        block = await self._rows.block(session, proof.block_id)
        if block is None:
            raise broken("proof.block_id", "strange_blocks", blocks=proof.block_id)
        return block

    async def _ended(self, taken: Accepted, kind: Kind, id: UUID) -> Owned:
        """What became of it, as soon as its history says so. Raises `Failure` 422 where it was refused."""
        session, asked = taken.session_id, self._change.asked

        async def look() -> Row | None:
            row = await self._rows.entry(session, id, asked.message_id)
            return row if row is not None and row["outcome"] is not None else None

        anew = asked.path.endswith("/regenerate")
        seconds = PATIENCE_SECONDS if self._seconds is None else self._seconds
        ended = await self._waiters.until(session, look, seconds)
        if ended is None:
            raise Answered(accepted(taken))
        if ended["outcome"] == "refused":
            refused = _refused(views.reasons(ended))
            raise _kept(refused) if anew else refused
        if anew and ended["after"]:
            id = UUID(ended["after"]["item_id" if kind == "items" else "card_id"])
        return _owned(self._change.response, kind, await _held(self._rows, session, kind, id))


async def _deciding(
    who: Editor, session: SessionHere, change: Begun, rows: ItemQueries, waiters: HasWaiters, seconds: SecondsToWait
) -> Deciding:
    return Deciding(session, change, rows, waiters, seconds)


OwnersWish = Annotated[Deciding, Depends(_deciding)]


@routes.post("/items", response_model=OwnerItem, responses=DONE)
async def add_item(owners: OwnersWish, wish: JsonBody[NewItem]) -> Owned:
    """Add a question by hand: its quote must stand in the text, and the question is held against it as any other.

    It is asked by a quiz of the owner's, and where questions of the course are practised; quizzes that were handed in
    stay as they are. Pairs and orders, whose parts have a proof each, cannot be written by hand.
    """
    return await owners.add(wish)


@routes.patch("/items/{item_id}", response_model=OwnerItem, responses=DONE)
async def edit_item(owners: OwnersWish, item_id: UUID, change: ItemChange, if_match: IfMatch = None) -> Owned:
    """Edit an item: a JSON merge of the fields that its type has. It counts once the text proves it."""
    return await owners.edit("items", item_id, change, if_match)


@routes.patch("/flashcards/{card_id}", response_model=OwnerCard, responses=DONE)
async def edit_card(owners: OwnersWish, card_id: UUID, change: CardChange, if_match: IfMatch = None) -> Owned:
    """Edit a card, likewise."""
    return await owners.edit("flashcards", card_id, change, if_match)


@routes.post("/items/{item_id}/undo", response_model=OwnerItem, responses=DONE)
async def undo_edit(owners: OwnersWish, item_id: UUID) -> Owned:
    """Undo the newest edit of an item: its text before is an edit too, proved again and journaled; where its key was
    changed, all are graded again by the one before."""
    return await owners.undo("items", item_id)


@routes.post("/flashcards/{card_id}/undo", response_model=OwnerCard, responses=DONE)
async def undo_card_edit(owners: OwnersWish, card_id: UUID) -> Owned:
    """Undo the newest edit of a card, likewise."""
    return await owners.undo("flashcards", card_id)


@routes.post("/items/{item_id}/{verb}", response_model=OwnerItem, responses=DONE)
async def decide_item(owners: OwnersWish, item_id: UUID, verb: Verb, remark: MaybeBody[Remark] = UNSAID) -> Owned:
    """Approve, delete, restore, take back, or have written anew: then the answer is the new item.

    Taking back grades all who answered it again without it; restoring one that was taken back grades them with it.
    """
    return await owners.decide("items", item_id, verb, remark.reason)


@routes.post("/flashcards/{card_id}/{verb}", response_model=OwnerCard, responses=DONE)
async def decide_card(owners: OwnersWish, card_id: UUID, verb: CardVerb, remark: MaybeBody[Remark] = UNSAID) -> Owned:
    """Approve, delete, restore a card, or have it written anew."""
    return await owners.decide("flashcards", card_id, verb, remark.reason)


@routes.delete("/items/{item_id}", response_model=OwnerItem, responses=DONE)
async def delete_item(owners: OwnersWish, item_id: UUID, remark: MaybeBody[Remark] = UNSAID) -> Owned:
    """Delete an item: it is asked no more, and can be restored."""
    return await owners.decide("items", item_id, "delete", remark.reason)


@routes.delete("/flashcards/{card_id}", response_model=OwnerCard, responses=DONE)
async def delete_card(owners: OwnersWish, card_id: UUID, remark: MaybeBody[Remark] = UNSAID) -> Owned:
    """Delete a card: it is shown no more, and can be restored."""
    return await owners.decide("flashcards", card_id, "delete", remark.reason)


async def _held(rows: ItemQueries, session: UUID, kind: Kind, id: UUID) -> Row:
    """The row of an item or a card. Raises `Failure` 404."""
    row = await rows.one(session, kind, id)
    if row is None:
        unknown("no_item" if kind == "items" else "no_card")
    return row


def _owned(response: Response, kind: Kind, row: Row) -> Owned:
    """An item or a card as its owner sees it, with its revision as ETag."""
    response.headers["ETag"] = f'"{row["revision"]}"'
    return views.owner_item(row) if kind == "items" else views.owner_card(row)


def _message(verb: Verb, id: UUID, reason: str) -> Message:
    match verb:
        case "retract":
            return ItemRetracted(item_id=id, reason=reason)
        case "regenerate":
            return RegenerationRequested(item_id=id, reason=reason)
        case "approve":
            return ItemDecided(item_id=id, decision="approved", reason=reason)
        case "delete":
            return ItemDecided(item_id=id, decision="deleted", reason=reason)
        case "restore":
            return ItemDecided(item_id=id, decision="restored", reason=reason)


def _check(row: Row, states: tuple[str, ...]) -> None:
    """Raises `Failure` 409 for what is not asked, or not in one of the states."""
    if row["accepted"] is None:
        raise failed(Code.CONFLICT, "item_unjudged")
    if not row["accepted"]:
        raise failed(Code.CONFLICT, "item_refused")
    if row["state"] not in states:
        raise failed(Code.CONFLICT, NOT_NOW.get(row["state"], "item_not_so"))


def _refused(why: Sequence[Refusal]) -> Failure:
    """What was refused: 409 where it came too late, the status of a step that failed, else 422."""
    told = [one.phrase or one.sentence for one in why] or [Phrase.of("refusals.nothing_instead")]
    phrase = Phrase.listed("space", told)
    said = rendered(phrase, "en")
    codes = list(dict.fromkeys(one.code for one in why))
    if codes and set(codes) <= TOO_LATE:
        return failed(Code.CONFLICT, "item_late", fields=codes, why=phrase)
    if len(codes) == 1 and codes[0] in FAILED:
        return failed(FAILED[codes[0]], "item_failed", why=phrase)
    return failure(Code.EDIT_REFUSED, said, phrase=phrase, fields=codes)


def _kept(refused: Failure) -> Failure:
    """Of one that was to be written anew: there is no text of the owner's to change."""
    if refused.problem.code != Code.EDIT_REFUSED:
        return refused
    why = refused.problem.phrase or refused.problem.detail
    return failed(Code.EDIT_REFUSED, "item_kept", fields=refused.problem.fields, why=why)
