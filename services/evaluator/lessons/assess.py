"""Handles `AssessTurn`: what the message is, and of an answer what it is worth, in one.

By rules (`reading.py`), then with a model its second opinion (`by_model.py`) where the rules are not sure what the
message is, and its words. An answer is graded as in a quiz (`answers.py`): the rubric judges what no rule can. A model
that cannot be reached fails the step; one whose answer is of no use leaves it to the rules, as a failing rubric does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.grading import Ruling
from contracts.items import Item
from contracts.lessons import AssessTurn, TurnAssessed
from contracts.message import Message, Phrase
from services.chassis.model.client import Model
from services.chassis.worker.handlers import Run
from services.evaluator.conversation.asking import ask
from services.evaluator.conversation.reply import unjudged
from services.evaluator.grading.rubric import Rubric
from services.evaluator.items.hints import said
from services.evaluator.items.masking import tells
from services.evaluator.lessons import answers, proposals
from services.evaluator.lessons.by_model import MAX_TOKENS, PROMPT, EvaluatorOutput, refined, request
from services.evaluator.lessons.reading import Read, read
from services.evaluator.lessons.wording import Wording
from services.evaluator.lessons.written import prompt
from services.text.catalogue.phrases import rendered


@dataclass(frozen=True)
class TurnAssessor:
    """`rubric`: judges open answers that no rule can, and typed ones that may be equal in other words."""

    model: Model | None = None
    rubric: Rubric | None = None

    async def assess_turn(self, command: AssessTurn, run: Run) -> Sequence[Message]:
        """Answers with `TurnAssessed`. Raises `Failure` (502, 504): the model could not be reached."""
        found, made_by = read(command), "rule"
        assessed = assess(command, found, await self._ruling(command, found, run))
        if self.model:
            user = request(command, assessed)
            asked, made_by = await ask(self.model, run, prompt(PROMPT), user, EvaluatorOutput, MAX_TOKENS)
            if asked is not None:
                other = _second(command, found, asked)
                if other != found:
                    assessed = assess(command, other, await self._ruling(command, other, run))
                if assessed.intent == asked.intent:
                    assessed = refined(command, assessed, asked)
        run.note(
            input_summary=_summary(command),
            output=f"{assessed.intent}{f', {assessed.phase}' if assessed.phase else ''}",
            reasoning=f"{made_by}: {assessed.reasoning}",
        )
        return [assessed]

    async def _ruling(self, command: AssessTurn, found: Read, run: Run) -> Ruling | None:
        """What the rubric finds, where no rule could tell or a rule calls it wrong; None: it is left to the rules."""
        if self.rubric is None or command.item is None or found.intent != "answer" or found.gives_up:
            return None
        unsure = unjudged(answers.as_reply(command, command.item))
        if unsure is None:
            return None
        asked = await self.rubric.grade([unsure], command.language, str(run.envelope.subject))
        run.note(tokens_used=asked.tokens)
        return asked.rulings[0] if asked.rulings else None


def _summary(command: AssessTurn) -> str:
    waits = f", a {command.item.type} waits, {command.wrong_attempts} wrong before" if command.item else ""
    return f"a message of {len(command.text)} characters{waits}"


def _second(command: AssessTurn, found: Read, asked: EvaluatorOutput) -> Read:
    """What the message is, where the rules are not sure and the model says otherwise."""
    if found.sure or asked.intent == found.intent or (asked.intent == "answer" and command.item is None):
        return found
    return Read(asked.intent, found.concept)


def assess(command: AssessTurn, found: Read, ruling: Ruling | None = None) -> TurnAssessed:
    """The assessment by rules. `ruling`: what the rubric found that an answer earns. Pure."""
    if found.intent == "answer" and command.item is not None:
        return _answer(command, command.item, found, ruling)
    if found.intent == "off_topic":
        phrase = _redirect(command, of_progress=found.of_progress)
        words = {"off_topic_response": rendered(phrase, command.language), "off_topic_phrase": phrase}
        return TurnAssessed(intent="off_topic", reasoning="shares no word with the topic", **words)
    if found.wish is not None:
        name = f"wish_{found.wish}"
        return _told(command, found, Wording(command).again(name, Phrase.of(f"assessing.{name}")))
    if found.intent == "confusion":
        wanted = proposals.of_confusion(command)
        phrase, fields = Wording(command).again("lost", said("lost")), wanted.fields()
        note = "did not understand what was told"
        return _told(command, found, phrase).model_copy(update=fields | {"assessment_note": note})
    if found.remark:
        return _told(command, found, Wording(command).again("remark"))
    if found.of_lesson:
        return _told(command, found, _about(command))
    greeting = Wording(command).again("greeting", Phrase.of("assessing.greeting"))
    return _told(command, found, greeting if found.intent == "greeting" else None)


def _told(command: AssessTurn, found: Read, phrase: Phrase | None) -> TurnAssessed:
    return TurnAssessed(
        intent=found.intent,
        concept=found.concept,
        feedback=rendered(phrase, command.language) if phrase else "",
        phrase=phrase,
        reasoning=f"read as {found.intent}",
    )


def _answer(command: AssessTurn, item: Item, found: Read, ruling: Ruling | None) -> TurnAssessed:
    graded = answers.graded(command, item, ruling, gives_up=found.gives_up)
    judged = answers.answered(command, item, graded)
    undecided = graded.undecided
    return TurnAssessed(
        intent="answer",
        score=judged.credit,
        answer_correct=None if undecided else judged.is_correct,
        phase=judged.phase,
        feedback=judged.text,
        phrase=judged.phrase,
        proof=judged.proof,
        reasoning=f"{graded.made_by}: credit {judged.credit:.2f}, then {judged.phase}",
        graded=graded,
        misconceptions=answers.misconceptions(command, item, graded),
        mastery_signal=answers.signal(command, judged, undecided=undecided),
        assessment_note=proposals.note(command, item, graded, judged),
        concept=item.concept,
        **proposals.of_answer(command, item, judged, undecided=undecided).fields(),
    )


def _redirect(command: AssessTurn, *, of_progress: bool) -> Phrase:
    """Back to the topic, which is named only where its name does not tell the answer."""
    if of_progress:
        return Phrase.of("assessing.progress")
    topics = _topics(command)[:1] if command.topic else []
    here, values = ("", {"topic": Phrase.quoted(topics[0])}) if topics else ("_here", {})
    by_option, in_words = (Phrase.of(f"assessing.off_topic{how}{here}", **values) for how in ("_option", ""))
    wording = Wording(command)

    def is_new(phrase: Phrase) -> bool:
        return wording.is_new(rendered(phrase, command.language))

    if is_new(by_option) and is_new(in_words):  # They begin alike.
        return by_option if command.item is not None and command.item.by == "option" else in_words
    others = (Phrase.of(f"assessing.off_topic_{name}") for name in ("again", "more", "still"))
    return next(filter(is_new, others), None) or wording.again("back")


def _about(command: AssessTurn) -> Phrase:
    """What the lesson is about, and how far it has come."""
    steps = command.plan.todo_list
    number = next((n for n, each in enumerate(steps, 1) if command.step and each.step_id == command.step.step_id), 1)
    values = {"number": number, "count": max(1, len(steps))}
    if not (topics := _topics(command)):
        return Phrase.of("assessing.about_here", **values)
    return Phrase.of("assessing.about", topic=Phrase.listed("and", map(Phrase.quoted, topics)), **values)


def _topics(command: AssessTurn) -> list[str]:
    """The lesson's topic, else the plan's concepts, as far as a name does not tell the answer of what waits."""
    names = [command.topic] if command.topic else [name for step in command.plan.todo_list for name in step.concepts]
    secrets = answers.secrets(command.item) if command.item is not None else []
    return [name for name in dict.fromkeys(names) if not tells(name, secrets, command.language)]
