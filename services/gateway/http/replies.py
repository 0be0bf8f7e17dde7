"""Responses: a contract's JSON as it writes itself, and the 202 that says where to look."""

from typing import NoReturn
from uuid import UUID

from fastapi import Response
from pydantic import BaseModel

from contracts.documents import Block
from contracts.learner_views import DisputeView, MessageView
from contracts.letter import Fields
from contracts.material_views import CardView, ItemEntry, OwnerCard, OwnerItem, ResultView
from contracts.problems import Code, Failure, failure, problem
from contracts.session import Status
from contracts.views import Accepted, NoteView, ReviewLine, SessionLine
from services.gateway.access.bearer import Who
from services.gateway.sessions.queries import Standing, Views

RETRY = {"Retry-After": "1"}


class Sessions(Fields):
    """A page of sessions; `next` is the cursor of the page after it, None at the end."""

    sessions: list[SessionLine]
    next: str | None


class Reviews(Fields):
    """A page of the documents that wait for a person; `next` is the cursor of the page after it, None at the end."""

    reviews: list[ReviewLine]
    next: str | None


class Items(Fields):
    """What was written for a session. `total`: how many items the filters let through; 0 beyond their end.

    `flashcards` are with the first page of items of any type. `refused` counts the reasons by their code.
    """

    items: list[OwnerItem]
    total: int
    flashcards: list[OwnerCard]
    refused: dict[str, int]


class OwnerCards(Fields):
    """A page of cards as their owner sees them. `total`: how many the filters let through; 0 beyond their end."""

    flashcards: list[OwnerCard]
    total: int


class ItemHistory(Fields):
    """What was done to an item or a card, oldest first."""

    history: list[ItemEntry]


class Flashcards(Fields):
    """The accepted cards. `waiting`: those that wait until a question whose key they would tell is answered."""

    flashcards: list[CardView]
    waiting: int = 0


class Results(Fields):
    """Graded answers. `score` from 0 to 1 of the attempt that was asked for; None where none was."""

    results: list[ResultView]
    score: float | None


class Notes(Fields):
    """The Coach's notes, oldest first."""

    notes: list[NoteView]


class Messages(Fields):
    """A page of the conversation, oldest first. `total`: how many lines it has."""

    messages: list[MessageView]
    total: int


class DisputeList(Fields):
    """A page of disputes, oldest first. `total`: how many the filter lets through; 0 beyond their end."""

    disputes: list[DisputeView]
    total: int


class Blocks(Fields):
    """Blocks of the text in reading order."""

    blocks: list[Block]


def json_of(body: BaseModel, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A contract as it writes itself."""
    return Response(body.model_dump_json(by_alias=True), status, headers, "application/json")


def accepted(taken: Accepted, headers: dict[str, str] | None = None) -> Response:
    """202: written down, not done yet."""
    return json_of(taken, 202, {"Location": taken.url, **RETRY, **(headers or {})})


async def not_yet(views: Views, who: Who, standing: Standing, url: str) -> Response:
    """What cannot be had: 202 while it may still come. Raises the session's own `Failure` once it cannot."""
    if not standing.runs and (wrong := await views.error(who, standing.session_id)):
        raise Failure(wrong)
    session: UUID = standing.session_id
    status: Status = standing.status
    return accepted(Accepted(session_id=session, status=status, trace_id=session.hex, url=url))


async def open_to_learn(views: Views, who: Who, standing: Standing) -> None:
    """Raises the session's `Failure` 422 while a document of it waits for review: nothing of it is to be learnt yet."""
    if standing.status == Status.PENDING_REVIEW:
        waits = problem(Code.LOW_CONFIDENCE, "A document of this session waits for review.")
        raise Failure(await views.error(who, standing.session_id) or waits)


async def ready_to_learn(views: Views, who: Who, standing: Standing) -> None:
    """Raises the session's `Failure` 422 as above, and `Failure` 409 before there is anything to learn with."""
    await open_to_learn(views, who, standing)
    if not await views.quizzes(standing.session_id):
        said = "The document is not read yet: its first quiz comes by itself."
        if standing.status == Status.FAILED:
            said = "The session failed before its first quiz: retry it, or upload the document again."
        raise failure(Code.CONFLICT, said)


def unknown(thing: str) -> NoReturn:
    """Raises `Failure` 404."""
    raise failure(Code.NOT_FOUND, f"The session has no such {thing}.")
