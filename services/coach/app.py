"""Wires the Coach: its author, offline or a language model, and its handlers."""

import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack

from contracts.coaching import WriteMaterial, WriteNotes
from contracts.digest import EmbedPassages, EmbedQuestion
from contracts.learning import Explain, PlanPath
from contracts.lessons import PlanLesson, TeachTurn
from contracts.topics import answers_of
from services.chassis.lanes import Lane
from services.chassis.model.client import Model, OpenAIModel
from services.chassis.model.embedding import OpenAIEmbeddings
from services.chassis.model.providers import ModelSettings
from services.chassis.process import serve
from services.chassis.settings import Settings
from services.chassis.worker.handlers import Handler
from services.chassis.worker.worker import side_by_side, work
from services.coach.authors.model.author import ModelAuthor
from services.coach.authors.offline.author import OfflineAuthor
from services.coach.compose.handler import Composer
from services.coach.embedding.handler import Embedder, unknown, unmade
from services.coach.lessons.executor import Executor
from services.coach.lessons.planner import Planner
from services.coach.notes.handler import NoteWriter
from services.coach.path.handler import PathPlanner
from services.coach.sentences import parts
from services.coach.settings import CoachSettings
from services.coach.tutor.handler import Tutor
from services.text.vocabulary import frequencies

SERVICE = "coach"
OFFLINE_LIMIT_S = 60.0
HASTY_S = 3.0
"""Of a question's vector: somebody waits for what it finds, and words find something too."""
PASSAGES_AT_ONCE, QUESTIONS_AT_ONCE = 2, 8
COURSES_AT_ONCE = 2
"""That are written without a model: more of them side by side would only all be ready later."""
_WRITING = 6
"""Asks in a row: the first, the others side by side as far as there are places, and one to mend."""


def handlers(model: Model | None, settings: CoachSettings, limit_s: float) -> Sequence[Handler]:
    """What the Coach does. Material is kept by its command: it is dear to write even without a model.

    `limit_s` of one ask; material takes several in a row, see `ModelAuthor`; a path, a plan and a turn two.
    """
    courses = Lane(COURSES_AT_ONCE)

    async def writing(_: WriteMaterial) -> Lane:
        return courses

    return (
        Handler(
            command=WriteMaterial,
            handle=composer(model, settings).compose,
            agent="quiz",
            dear=True,
            limit_s=_WRITING * limit_s if model else limit_s,
            lane=None if model else writing,
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
        Handler(
            command=PlanLesson,
            handle=Planner(model).plan,
            agent="planner",
            dear=model is not None,
            limit_s=2 * limit_s if model else limit_s,
        ),
        Handler(
            command=TeachTurn,
            handle=Executor(model, settings.model_input_tokens).teach,
            agent="executor",
            dear=model is not None,
            limit_s=2 * limit_s if model else limit_s,
        ),
    )


def embedding(embedder: Embedder, limit_s: float) -> Sequence[Handler]:
    """What the Coach does beside the sessions' steps: vectors. Each kind has a lane of its own, so that neither a
    book's passages nor a course that is being written keeps a question waiting. Passages are paid once."""
    passages, questions = Lane(PASSAGES_AT_ONCE), Lane(QUESTIONS_AT_ONCE)

    async def lane(command: EmbedPassages | EmbedQuestion) -> Lane:
        return passages if isinstance(command, EmbedPassages) else questions

    return (
        Handler(
            command=EmbedPassages,
            handle=embedder.passages,
            agent="search",
            dear=True,
            limit_s=limit_s,
            lane=lane,
            answers=answers_of(SERVICE),
            failed=unmade,
        ),
        Handler(
            command=EmbedQuestion,
            handle=embedder.question,
            agent="search",
            dear=False,
            limit_s=2 * HASTY_S,
            lane=lane,
            answers="session.updates",
            failed=unknown,
        ),
    )


def composer(model: Model | None, settings: CoachSettings) -> Composer:
    """With a model it writes, and the offline author fills up where an order says so; else that author writes."""
    offline = OfflineAuthor()
    if model is None:
        return Composer(offline)
    return Composer(ModelAuthor(model, settings.model_input_tokens, settings.model_item_tokens), fallback=offline)


def warm() -> None:
    """Loads what the offline author needs for its first order, in whatever language that is."""
    parts.warm()
    frequencies.warm(("en",))


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serves until cancelled."""
    configured = ModelSettings.from_env()
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(OpenAIModel(configured)) if configured else None
        limit = configured.longest_ask_s + 10 if configured else OFFLINE_LIMIT_S
        embedder = Embedder(None, None)
        if configured and configured.embed:
            quick = configured.model_copy(update={"timeout_s": min(configured.timeout_s, HASTY_S)})
            embedder = Embedder(
                await stack.enter_async_context(OpenAIEmbeddings(configured)),
                await stack.enter_async_context(OpenAIEmbeddings(quick, waits=())),
            )
        done = (*handlers(model, CoachSettings(), limit), *embedding(embedder, limit))
        at_once = side_by_side(configured.concurrency if configured else 0)
        await work(SERVICE, done, settings, ready, at_once=at_once, warm=None if model else warm)


def run() -> None:
    """The console script `pensum-coach`."""
    sys.exit(serve.run(SERVICE))
