"""Open answers graded by a model, key point by key point; each answer in an ask of its own, so that none sways another.

Whatever goes wrong leaves the answer to the learner: unreadable twice, cut off, refused, no budget, the model away or
too slow. A learner's quiz is graded all the same, and no score is made up.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.items import ShortAnswer
from contracts.quizzes import Ruling
from services.chassis.model.client import Model
from services.chassis.model.failures import ModelError
from services.evaluator.grading.rubric_check import earned, is_whole
from services.evaluator.grading.rubric_prompt import SYSTEM, Judgement, request
from services.evaluator.items import made_by

ROLE = "evaluator"
_TRIES = 2
_TOKENS_A_POINT, _TOKENS_MORE = 150, 300


@dataclass(frozen=True)
class Graded:
    """What came of all asks. `left`: how many answers are left to the learner, by the reason's code."""

    rulings: list[Ruling]
    tokens: int
    left: Counter[str]


@dataclass
class _Case:
    """One answer under judgement. `left`: why nobody could tell."""

    item: ShortAnswer
    answer: str
    tokens: int = 0
    ruling: Ruling | None = None
    left: str = "rubric_unreadable"


@dataclass(frozen=True)
class Rubric:
    """`limit_s`: seconds that grading may wait for the model."""

    model: Model
    limit_s: float

    async def grade(self, answers: Sequence[tuple[ShortAnswer, str]], language: str, session: str) -> Graded:
        """Rulings on those answers that the model could judge; nothing is asked about none."""
        cases = [_Case(item, answer) for item, answer in answers]
        await asyncio.gather(*(self._judge(case, language, session) for case in cases))
        return Graded(
            rulings=[case.ruling for case in cases if case.ruling],
            tokens=sum(case.tokens for case in cases),
            left=Counter(case.left for case in cases if not case.ruling),
        )

    async def _judge(self, case: _Case, language: str, session: str) -> None:
        try:
            async with asyncio.timeout(self.limit_s):
                await self._ask(case, language, session)
        except ModelError as error:
            case.tokens += error.tokens
            case.left = error.code
        except TimeoutError:
            case.left = "rubric_too_slow"

    async def _ask(self, case: _Case, language: str, session: str) -> None:
        for _ in range(_TRIES):
            answer = await self.model.ask(
                role=ROLE,
                system=SYSTEM,
                user=request(case.item, case.answer),
                schema=Judgement,
                session=session,
                max_tokens=_TOKENS_MORE + len(case.item.key_points) * _TOKENS_A_POINT,
            )
            case.tokens += answer.tokens
            if not is_whole(case.item, answer.value.points):
                continue
            credit = earned(case.item, case.answer, answer.value.points, language)
            if credit is None:
                case.left = "rubric_doubtful"
            else:
                by = made_by.RUBRIC.format(answer.model)
                case.ruling = Ruling(item_id=case.item.item_id, credit=credit, by=by)
            return
