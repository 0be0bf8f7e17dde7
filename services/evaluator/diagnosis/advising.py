"""Two duties around a learner: the diagnosis, and the judging of a reply to the tutor's question."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.learning import Diagnose, JudgeReply
from contracts.letter import Letter
from services.chassis.worker.handlers import Run
from services.evaluator.diagnosis.diagnose import diagnose
from services.evaluator.grading.rubric import Rubric
from services.evaluator.tutor.reply import judge, unjudged


async def diagnose_learner(command: Diagnose, run: Run) -> Sequence[Letter]:
    """Answers with `Diagnosed`, by rules alone."""
    found = diagnose(command)
    answers = sum(standing.answers for standing in command.standings)
    run.note(
        input_summary=f"{answers} answers, {len(command.places)} concepts, topic {command.topic or 'all'}",
        output=f"{found.learner_level}, {len(found.prerequisite_gaps)} gaps",
        reasoning=found.reason,
    )
    return [found]


@dataclass(frozen=True)
class ReplyJudge:
    """Handles `JudgeReply`. `rubric`: judges open replies that no rule can; None: the learner compares in the end."""

    rubric: Rubric | None = None

    async def judge_reply(self, command: JudgeReply, run: Run) -> Sequence[Letter]:
        """Answers with `ReplyJudged`. A model that fails leaves the reply to the rules."""
        ruled, made_by = None, "rule"
        if self.rubric and (item := unjudged(command)):
            asked = await self.rubric.grade([(item, command.reply)], command.language, str(run.envelope.subject))
            run.note(tokens_used=asked.tokens)
            if asked.rulings:
                ruled, made_by = asked.rulings[0].credit, asked.rulings[0].by
        judged = judge(command, ruled)
        run.note(
            input_summary=f"a reply to a {command.item.type}, {command.wrong_attempts} wrong before",
            output=judged.phase,
            reasoning=f"{made_by}: credit {judged.credit:.2f}",
        )
        return [judged]
