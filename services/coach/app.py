"""Wires the Coach: its author, offline or a language model, and its handlers."""

import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack

from contracts.coaching import WriteMaterial, WriteNotes
from contracts.learning import Explain, PlanPath
from services.chassis.model.client import Model, OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.chassis.process import serve
from services.chassis.settings import Settings
from services.chassis.worker.handlers import Handler
from services.chassis.worker.worker import work
from services.coach.authors.model.author import ModelAuthor
from services.coach.authors.offline.author import ORIGIN, OfflineAuthor, first_from
from services.coach.compose.handler import FIRST, Composer
from services.coach.drafts.draft import Written
from services.coach.drafts.order import Order
from services.coach.notes.handler import NoteWriter
from services.coach.path.handler import PathPlanner
from services.coach.settings import CoachSettings
from services.coach.tutor.handler import Tutor

SERVICE = "coach"
OFFLINE_LIMIT_S = 60.0


def handlers(model: Model | None, settings: CoachSettings, limit_s: float) -> Sequence[Handler]:
    """What the Coach does. Material is kept by its command: it is dear to write even without a model.

    `limit_s` of one ask; material takes two in a row, see `ModelAuthor`, and a path may.
    """
    return (
        Handler(
            command=WriteMaterial,
            handle=composer(model, settings).compose,
            agent="quiz",
            dear=True,
            limit_s=2 * limit_s if model else limit_s,
        ),
        Handler(
            command=WriteNotes,
            handle=NoteWriter(model).write,
            agent="feedback",
            dear=model is not None,
            limit_s=limit_s,
        ),
        Handler(
            command=Explain,
            handle=Tutor(model, settings.model_input_tokens).explain,
            agent="tutor",
            dear=model is not None,
            limit_s=limit_s,
        ),
        Handler(
            command=PlanPath,
            handle=PathPlanner(model).plan,
            agent="pathplanner",
            dear=model is not None,
            limit_s=2 * limit_s if model else limit_s,
        ),
    )


def composer(model: Model | None, settings: CoachSettings) -> Composer:
    """With a model it writes, and the offline author fills up where an order says so; without one that author writes,
    and the first questions of a long text go ahead."""
    offline = OfflineAuthor()
    if model is None:
        return Composer(offline, first=first_drafts)
    return Composer(ModelAuthor(model, settings.model_input_tokens), fallback=offline)


def first_drafts(order: Order) -> Written:
    """The offline author's first drafts."""
    return Written(first_from(order, FIRST), [], ORIGIN)


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serves until cancelled."""
    configured = ModelSettings.from_env()
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(OpenAIModel(configured)) if configured else None
        limit = configured.longest_ask_s + 10 if configured else OFFLINE_LIMIT_S
        await work(SERVICE, handlers(model, CoachSettings(), limit), settings, ready)


def run() -> None:
    """The console script `pensum-coach`."""
    sys.exit(serve.run(SERVICE))
