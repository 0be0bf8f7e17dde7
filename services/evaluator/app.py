"""Wires the Evaluator: its handlers on the worker's frame, and the model that some of them ask where there is one."""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack

from contracts.grading import GradeQuiz
from contracts.learning import ClassifyIntent, Diagnose, JudgeReply
from contracts.lessons import AssessTurn, Moderate
from contracts.quizzes import ValidateItems
from services.chassis.model.client import Model, OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.chassis.process import serve
from services.chassis.settings import Settings
from services.chassis.worker.handlers import Handler
from services.chassis.worker.worker import side_by_side, work
from services.evaluator.conversation.intent_by_model import IntentClassifier
from services.evaluator.conversation.reply import ReplyJudge
from services.evaluator.diagnosis.diagnose import diagnose_learner
from services.evaluator.grading.grade import Grader
from services.evaluator.grading.rubric import Rubric
from services.evaluator.lessons.assess import TurnAssessor
from services.evaluator.lessons.moderate import Moderator
from services.evaluator.settings import EvaluatorSettings
from services.evaluator.validation.guess import Guesser
from services.evaluator.validation.review import Reviewer
from services.evaluator.validation.round_trip import RoundTrip
from services.evaluator.validation.validate import Validator

SERVICE = "evaluator"
RULES_LIMIT_S = 20.0


def handlers(model: Model | None, settings: EvaluatorSettings, limit_s: float = RULES_LIMIT_S) -> Sequence[Handler]:
    """What the Evaluator does. What a model was asked for is kept by its command: it is dear to ask again.

    `limit_s`: a run's, where a model is asked: its own time limits and what the rules take.
    """
    waits_s = max(limit_s - RULES_LIMIT_S, 0.0) if settings.rubric_limit_s is None else settings.rubric_limit_s
    round_trip = reviewer = guesser = None
    if model and settings.round_trip:
        round_trip = RoundTrip(model, settings.round_trip_tokens, settings.round_trip_items)
    if model and settings.review:
        reviewer = Reviewer(model, settings.review_tokens, settings.review_items)
    if model and settings.guess:
        guesser = Guesser(model, settings.round_trip_tokens, settings.round_trip_items)
    asks = any((round_trip, reviewer, guesser))
    rubric = Rubric(model, waits_s) if model and settings.rubric else None
    validator = Validator(settings.flaws_limit, round_trip, reviewer, guesser)
    return (
        Handler(
            command=ValidateItems,
            handle=validator.validate_items,
            agent=SERVICE,
            dear=asks,
            limit_s=limit_s if asks else RULES_LIMIT_S,
        ),
        Handler(
            command=GradeQuiz,
            handle=Grader(rubric).grade_quiz,
            agent=SERVICE,
            dear=rubric is not None,
            limit_s=RULES_LIMIT_S + (waits_s if rubric else 0),
        ),
        Handler(
            command=ClassifyIntent,
            handle=IntentClassifier(model).classify_intent,
            agent="coordinator",
            dear=model is not None,
            limit_s=limit_s if model else RULES_LIMIT_S,
        ),
        Handler(command=Diagnose, handle=diagnose_learner, agent="diagnostic", dear=False, limit_s=RULES_LIMIT_S),
        Handler(
            command=JudgeReply,
            handle=ReplyJudge(rubric).judge_reply,
            agent="tutor",
            dear=rubric is not None,
            limit_s=RULES_LIMIT_S + (waits_s if rubric else 0),
        ),
        Handler(
            command=Moderate,
            handle=Moderator(model, settings.help_lines, waits_s).moderate,
            agent="safety",
            dear=model is not None,
            limit_s=RULES_LIMIT_S + (waits_s if model else 0),
        ),
        Handler(
            command=AssessTurn,
            handle=TurnAssessor(model, rubric).assess_turn,
            agent=SERVICE,
            dear=model is not None,
            limit_s=limit_s + (2 * waits_s if rubric else 0) if model else RULES_LIMIT_S,
        ),
    )


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serve the service until cancelled."""
    configured = ModelSettings.from_env()
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(OpenAIModel(configured)) if configured else None
        # Fifty items are more asks than go side by side.
        limit = 2 * configured.longest_ask_s + RULES_LIMIT_S if configured else RULES_LIMIT_S
        at_once = side_by_side(configured.concurrency if configured else 0)
        await work(SERVICE, handlers(model, EvaluatorSettings(), limit), settings, ready, at_once=at_once)


def run() -> int:
    """The console script: serve the service alone; its exit status."""
    return serve.run(SERVICE)
