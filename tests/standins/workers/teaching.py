"""A trivial coordinator, diagnostic, tutor and path planner: small valid answers to the commands of the learning cycle.

What a message asks for stands in its first word: `diagnose`, `learn`, `plan`, `quiz`, `feedback`, `greeting`, `answer`,
`task`, `stop`, `rude`, `why` (a mistake); else it is a question. `quiz volcanoes` is about nothing of the document.
"""

import hashlib

from contracts.documents import Block
from contracts.learning import (
    ClassifyIntent,
    Diagnose,
    Diagnosed,
    Explain,
    Explained,
    Intent,
    IntentClassified,
    JudgeReply,
    PathPlanned,
    PlanPath,
    QuestionPhase,
    ReplyJudged,
)
from contracts.message import Message, Phrase
from contracts.proof import Proof
from tests.standins.workers.writing import ORIGIN, SHA

INTENTS: tuple[Intent, ...] = (
    *("diagnose", "learn", "plan", "quiz", "feedback", "greeting", "answer", "unclear", "task", "stop"),
)
PHASES: tuple[QuestionPhase, ...] = ("probe", "hint", "explain")


def taught(command: Message) -> list[Message] | None:
    """The answers to a command of the learning cycle; None for any other."""
    match command:
        case ClassifyIntent():
            return [_intent(command)]
        case Explain():
            return [_explained(command)]
        case JudgeReply():
            return [_judged(command)]
        case Diagnose():
            return [
                Diagnosed(
                    topic=command.topic,
                    prerequisite_gaps=[place.concept for place in command.places][:1],
                    learner_level="beginner",
                    recommendations=["Begin with the first."],
                    reason="Little is known yet.",
                )
            ]
        case PlanPath():
            known = {found.concept for found in command.standings if found.mastered}
            path = [place.concept for place in command.places if place.concept not in known]
            remediation = ["Read it again."] if command.reason == "remediation" else []
            return [
                PathPlanned(
                    learning_path=path,
                    next_topic=path[0] if path else "",
                    path_reasoning=f"Because: {command.reason}.",
                    remediation=remediation,
                )
            ]
    return None


def _intent(command: ClassifyIntent) -> IntentClassified:
    word = command.text.split()[0]
    named = {name.casefold(): name for name in (*command.concepts, *command.sections)}
    topic = next((named[name] for name in named if name in command.text.casefold()), "")
    if word == "rude":
        return IntentClassified(intent="unclear", reason="That is not for this house.", safe=False)
    intent: Intent = next((each for each in INTENTS if each == word), "question")
    if word == "why":
        return IntentClassified(intent="feedback", topic=topic, reason="It begins with why.", mistake=True)
    strange = {"about": "volcanoes", "near": command.concepts[:2]} if "volcanoes" in command.text else {}
    return IntentClassified(intent=intent, topic=topic, reason=f"It begins with {word}.", **strange)


def _explained(command: Explain) -> Explained:
    """A question is answered by what stands far from it, so that its own item may still be asked."""
    quotes = [proof(block) for block in (command.blocks[-2:] if command.question else command.blocks[:2])]
    return Explained(
        concepts=command.concepts,
        explanation=quotes[0].quote if quotes else "The document does not tell.",
        quotes=quotes,
        found=bool(quotes),
        phrase=Phrase(code="list.lines", values={"0": quotes[0].quote}) if quotes else None,
        origin=ORIGIN,
    )


def _judged(command: JudgeReply) -> ReplyJudged:
    right = command.reply.removeprefix("answer ") == command.item.answer
    phase: QuestionPhase = "cleared" if right else PHASES[min(command.wrong_attempts, 2)]
    return ReplyJudged(
        item_id=command.item.item_id,
        is_correct=right,
        credit=float(right),
        phase=phase,
        text=f"So: {phase}.",
        proof=command.item.proof if phase in ("cleared", "explain") else None,
    )


def proof(block: Block) -> Proof:
    """A whole block, quoted."""
    return Proof(
        document_sha256=block.document_sha256 or SHA,
        block_id=block.block_id,
        block_sha256=hashlib.sha256(block.text.encode()).hexdigest(),
        source_page=block.source_page,
        start=0,
        end=len(block.text),
        quote=block.text,
    )
