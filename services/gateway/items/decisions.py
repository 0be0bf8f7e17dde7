"""Items and cards for their owner, to act: edit, approve, delete, restore, take back, have written anew.

Each is a message of its session. The answer waits for what becomes of it (`Prefer: wait=N`, else 5 s): 200 with the
item as it is now, 422 with the reasons why an edit does not hold up, 202 when it takes longer.
"""

from collections.abc import Sequence
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Header, Request, Response

from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.items import Flashcard
from contracts.letter import Letter
from contracts.material_views import OwnerCard, OwnerItem
from contracts.problems import TABLE, Code, Failure, failure, problem
from contracts.quizzes import Refusal
from contracts.views import Accepted
from services.chassis.process.kill_points import point
from services.gateway.access.bearer import Editor, Who
from services.gateway.database import Row
from services.gateway.desk import AtDesk, Desk, answer, body_of, take
from services.gateway.http.describing import Remark, takes
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import accepted, open_to_learn
from services.gateway.items import views
from services.gateway.items.edits import edited, wish
from services.gateway.items.queries import Kind
from services.gateway.items.routes import held, owned
from services.gateway.messaging.intake import Asked, sha256
from services.gateway.sessions.routes import matches
from services.gateway.uploads.routes import wish_to_wait

PATIENCE_SECONDS = 5
WAITS = {**PROBLEMS, 202: {"model": Accepted, "description": "Not done yet: look again after Retry-After."}}
routes = APIRouter(prefix="/v1/sessions/{session_id}", tags=["items"], responses=WAITS)
IfMatch = Annotated[str | None, Header(description="The revision that you have seen; at another one it is 409.")]
CardVerb = Literal["approve", "delete", "restore", "regenerate"]
Verb = Literal[CardVerb, "retract"]
FROM: dict[Verb, tuple[str, ...]] = {
    "approve": ("live",),
    "delete": ("live", "approved"),
    "restore": ("deleted",),
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
TOO_LATE = frozenset({"deleted", "retracted", "replaced", "not_accepted", "outdated", "superseded"})
FAILED = {str(code): code for code, (status, _, _) in TABLE.items() if status >= 500}
NOT_NOW = {
    "deleted": ("It is deleted: restore it first.", "Restore it, then ask again."),
    "retracted": ("It was taken back, which is for good.", "Choose another one: nothing more can be done with it."),
    "replaced": ("Another one has taken its place.", "Edit the one that is in its place, or take this one back."),
}


@routes.patch("/items/{item_id}", response_model=OwnerItem, openapi_extra=takes("ItemEdit"))
async def edit_item(
    request: Request, desk: AtDesk, who: Editor, session_id: UUID, item_id: UUID, if_match: IfMatch = None
) -> Response:
    """Edit an item: a JSON merge of the fields that its type has. It counts once the text proves it."""
    return await _edit(request, desk, who, session_id, "items", item_id, if_match)


@routes.patch("/flashcards/{card_id}", response_model=OwnerCard, openapi_extra=takes("CardEdit"))
async def edit_card(
    request: Request, desk: AtDesk, who: Editor, session_id: UUID, card_id: UUID, if_match: IfMatch = None
) -> Response:
    """Edit a card, likewise."""
    return await _edit(request, desk, who, session_id, "flashcards", card_id, if_match)


@routes.post("/items/{item_id}/{verb}", response_model=OwnerItem, openapi_extra=takes("Remark", required=False))
async def decide_item(
    request: Request, desk: AtDesk, who: Editor, session_id: UUID, item_id: UUID, verb: Verb
) -> Response:
    """Approve, delete, restore, take back, or have written anew: then the answer is the new item."""
    return await _decide(request, desk, who, session_id, "items", item_id, verb)


@routes.post("/flashcards/{card_id}/{verb}", response_model=OwnerCard, openapi_extra=takes("Remark", required=False))
async def decide_card(
    request: Request, desk: AtDesk, who: Editor, session_id: UUID, card_id: UUID, verb: CardVerb
) -> Response:
    """Approve, delete, restore a card, or have it written anew."""
    return await _decide(request, desk, who, session_id, "flashcards", card_id, verb)


@routes.delete("/items/{item_id}", response_model=OwnerItem)
async def delete_item(request: Request, desk: AtDesk, who: Editor, session_id: UUID, item_id: UUID) -> Response:
    """Delete an item: it is asked no more, and can be restored."""
    return await _decide(request, desk, who, session_id, "items", item_id, "delete")


@routes.delete("/flashcards/{card_id}", response_model=OwnerCard)
async def delete_card(request: Request, desk: AtDesk, who: Editor, session_id: UUID, card_id: UUID) -> Response:
    """Delete a card: it is shown no more, and can be restored."""
    return await _decide(request, desk, who, session_id, "flashcards", card_id, "delete")


async def _edit(
    request: Request, desk: Desk, who: Who, session: UUID, kind: Kind, id: UUID, if_match: str | None
) -> Response:
    standing = await desk.views.standing(who, session)
    asked, body = Asked.of(request, who), await body_of(request)
    wanted, revision = wish(body)
    point("received")
    hashed = sha256(body, (if_match or "").encode())
    if before := await desk.intake.earlier(asked, hashed):
        return await _ended(request, desk, before, asked, kind, id)
    await open_to_learn(desk.views, who, standing)
    row = await held(desk, session, kind, id)
    _check(row, ("live", "approved"))
    now = row["revision"]
    if (revision or now) != now or not matches(if_match or "*", f'"{now}"'):
        said = f"It is at revision {now} by now: read it again and decide anew."
        again = problem(Code.CONFLICT, said, fields=["revision"], revision=now)
        raise Failure(again.model_copy(update={"action": "Read it again and decide anew."}))
    old = views.item(row["body"]) if kind == "items" else Flashcard.model_validate(row["body"], extra="ignore")
    new = edited(old, wanted, await desk.holdings.text(session, old.proof.block_id) or "")
    if new == old and not await desk.holdings.under_way(session, id):
        return owned(kind, row)
    parts = {"flashcard": new} if isinstance(new, Flashcard) else {"item": new}
    letter = ItemEdited(**parts, revision=now)
    taken = await take(desk, asked, hashed, letter, answer(session, f"/{kind}/{id}"))
    point("acknowledged")
    return await _ended(request, desk, taken, asked, kind, id)


async def _decide(request: Request, desk: Desk, who: Who, session: UUID, kind: Kind, id: UUID, verb: Verb) -> Response:
    standing = await desk.views.standing(who, session)
    asked, body = Asked.of(request, who), await body_of(request)
    reason = Remark.model_validate_json(body if body.strip() else b"{}", strict=True).reason
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return await _ended(request, desk, before, asked, kind, id)
    await open_to_learn(desk.views, who, standing)
    row = await held(desk, session, kind, id)
    if row["accepted"] and row["state"] in ALREADY[verb]:
        return owned(kind, row)
    _check(row, FROM[verb])
    if verb == "regenerate" and row["learners"]:
        said = "It was written for a learner's own quiz, where nothing is written in its place."
        raise _conflict(said, "Edit it, delete it, or take it back.")
    taken = await take(desk, asked, sha256(body), _letter(verb, id, reason), answer(session, f"/{kind}/{id}"))
    point("acknowledged")
    return await _ended(request, desk, taken, asked, kind, id)


def _letter(verb: Verb, id: UUID, reason: str) -> Letter:
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
        raise _conflict("It is not judged yet: wait a moment.", "Wait a moment and ask again.")
    if not row["accepted"]:
        said = "It was refused and is not asked: there is nothing to decide about it."
        raise _conflict(said, "Choose another one, or order another quiz.")
    if row["state"] not in states:
        said = f"It is {row['state']}, which does not go with this."
        raise _conflict(*NOT_NOW.get(row["state"], (said, "Read it again and decide anew.")))


def _conflict(said: str, action: str) -> Failure:
    return Failure(problem(Code.CONFLICT, said).model_copy(update={"action": action}))


async def _ended(request: Request, desk: Desk, taken: Accepted, asked: Asked, kind: Kind, id: UUID) -> Response:
    """What became of the request, as soon as its history says so. Raises `Failure` 422 where it was refused."""
    session = taken.session_id

    async def look() -> Row | None:
        row = await desk.holdings.entry(session, id, asked.message_id)
        return row if row is not None and row["outcome"] is not None else None

    seconds, anew = wish_to_wait(request), asked.path.endswith("/regenerate")
    ended = await desk.waiters.until(session, look, PATIENCE_SECONDS if seconds is None else seconds)
    if ended is None:
        return accepted(taken)
    if ended["outcome"] == "refused":
        refused = _refused(views.reasons(ended))
        raise _kept(refused) if anew else refused
    if anew and ended["after"]:
        id = UUID(ended["after"]["item_id" if kind == "items" else "card_id"])
    return owned(kind, await held(desk, session, kind, id))


def _refused(why: Sequence[Refusal]) -> Failure:
    """What was refused: 409 where it came too late, the status of a step that failed, else 422."""
    said = " ".join(one.sentence for one in why) or "Nothing was found that could take its place."
    codes = list(dict.fromkeys(one.code for one in why))
    if codes and set(codes) <= TOO_LATE:
        _, action = NOT_NOW.get(codes[0], ("", "Read it again and decide anew."))
        return Failure(problem(Code.CONFLICT, said, fields=codes).model_copy(update={"action": action}))
    if len(codes) == 1 and codes[0] in FAILED:
        found = failure(FAILED[codes[0]], said).problem
        return Failure(found.model_copy(update={"action": "Nothing has changed: ask for it again."}))
    return failure(Code.EDIT_REFUSED, said, fields=codes)


def _kept(refused: Failure) -> Failure:
    """Of one that was to be written anew: there is no text of the owner's to change."""
    if refused.problem.code != Code.EDIT_REFUSED:
        return refused
    told = {"title": "No other was found", "action": "The old one stays: keep it, edit it, or delete it."}
    return Failure(refused.problem.model_copy(update=told))
