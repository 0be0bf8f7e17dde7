"""A reply to the tutor's question, and what the tutor says to it: the life of a question. Pure.

asked -> probe (first wrong reply) -> hint (second) -> explain (third and later); cleared whenever a reply is right.
A probe and a hint never say a word of the answer, only where it stands and how it looks; of a choice, which two are
left, the right one among them. An open reply that cannot be
judged surely goes the same way, but is never called wrong: it is told how many key points were found.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.items import Item, ShortAnswer
from contracts.learning import JudgeReply, QuestionPhase, ReplyJudged
from contracts.message import Message, Phrase
from contracts.proof import Proof
from services.chassis.worker.handlers import Run
from services.evaluator.conversation.wishes import wish_of
from services.evaluator.grading.grade import is_unsure
from services.evaluator.grading.rubric import Rubric
from services.evaluator.items import typed
from services.evaluator.items.hints import said
from services.evaluator.items.masking import masked, says_something
from services.evaluator.items.registry import credit, raw_of, rules_of
from services.evaluator.items.replies import gives_up, only_gives_up
from services.evaluator.items.short_answer import missing
from services.text.catalogue.phrases import rendered
from services.text.words import bare


@dataclass(frozen=True)
class ReplyJudge:
    """Handles `JudgeReply`. `rubric`: judges open replies that no rule can, and typed ones that may be equal in other
    words; None: the learner compares in the end."""

    rubric: Rubric | None = None

    async def judge_reply(self, command: JudgeReply, run: Run) -> Sequence[Message]:
        """Answers with `ReplyJudged`. A model that fails leaves the reply to the rules."""
        ruled, made_by = None, "rule"
        if self.rubric and (unsure := unjudged(command)):
            asked = await self.rubric.grade([unsure], command.language, str(run.envelope.subject))
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


def unjudged(command: JudgeReply) -> tuple[Item, str] | None:
    """The item and the raw answer that a model may judge better than the rules; None: there is nothing to ask."""
    item, raw = command.item, raw_of(command.item, command.reply)
    places = {item.concept: item.proof.source_page}
    if lost(command) or not is_unsure(item, raw, places, _known(item), command.language):
        return None
    return item, raw


def judge(command: JudgeReply, ruled: float | None = None) -> ReplyJudged:
    """The reply's grade by the rules that grade quizzes, and the tutor's next words.

    `ruled`: what a model found that the reply earns, where no rule could tell or a rule calls it wrong.
    """
    item = command.item
    earned = credit(item, raw_of(item, command.reply), _known(item), command.language)
    earned = ruled if ruled is not None and earned != 1 else earned
    return judged_as(command, 0.0 if earned != 1 and lost(command) else earned)


def judged_as(command: JudgeReply, earned: float | None) -> ReplyJudged:
    """The tutor's next words to a reply that earns so much; None: nobody could tell."""
    item, language = command.item, command.language
    rules = rules_of(item)
    raw = raw_of(item, command.reply)
    if earned == 1:
        return _judged(item, 1.0, "cleared", [rules.confirmed(item), _source(item)], language)
    opening, sure = _opening(command, raw, earned), earned is not None
    if earned is None and isinstance(item, ShortAnswer):
        earned = 1 - max(1, len(missing(item, raw, command.language))) / len(item.key_points)
    earned = earned or 0.0
    if command.wrong_attempts >= 2:
        return _judged(item, earned, "explain", [rules.told(item, sure=sure), _source(item)], language)
    look, ask = _look(command, raw)
    if command.wrong_attempts == 0:
        return _judged(item, earned, "probe", [opening, look, ask], language)
    tried = {raw_of(item, each) for each in command.previous}
    hint = rules.hint(item, raw, tried, language)
    return _judged(item, earned, "hint", [opening, look, hint], language)


def lost(command: JudgeReply) -> bool:
    """Whether the learner gives up, or asks for help. Who says something beside that to an open question has answered
    it."""
    if wish_of(command.reply) == "help":
        return True
    if isinstance(command.item, ShortAnswer):
        return only_gives_up(command.reply, command.item.question, command.language)
    return gives_up(command.reply)


def _judged(item: Item, earned: float, phase: QuestionPhase, told: Sequence[Phrase], language: str) -> ReplyJudged:
    phrase = Phrase.listed("space", told)
    tells = phase in ("cleared", "explain")
    return ReplyJudged(
        item_id=item.item_id,
        is_correct=phase == "cleared",
        credit=earned,
        phase=phase,
        text=rendered(phrase, language),
        phrase=phrase,
        proof=item.proof if tells else None,
    )


def _known(item: Item) -> frozenset[str]:
    """Words that this item uses for something: near misses of the answer among them are no slips."""
    options = [option.text for option in rules_of(item).options(item)]
    return typed.words([item.proof.quote, item.question, item.concept, *options])


def _opening(command: JudgeReply, raw: str, earned: float | None) -> Phrase:
    """How the reply is met, without calling one wrong that could not be judged."""
    item = command.item
    if lost(command):
        return said("lost")
    if earned is None and isinstance(item, ShortAnswer):
        points = len(item.key_points)
        left = max(1, len(missing(item, raw, command.language)))
        return said("points", right=points - left, all=points, missing=left)
    if unread := rules_of(item).unread(item, raw):
        return said(unread)
    if any(bare(command.reply) == bare(each) for each in command.previous):
        return said("again")
    if earned:
        return rules_of(item).partly(item, raw)
    return said("wrong")


def _look(command: JudgeReply, raw: str) -> tuple[Phrase, Phrase]:
    """Where to look, with the sentence in which the answer is blanked; and what to look for."""
    item = command.item
    rules = rules_of(item)
    proof = rules.place_to_look(item, raw)
    blanked = masked(proof.quote, rules.secrets(item), command.language)
    asked = " ".join([item.question, *rules.shown_with(item)])
    if not says_something(blanked, asked, command.language):
        return _placed("page", proof), rules.ask(item, raw, "")
    return _placed("look", proof, quote=Phrase.quoted(blanked)), rules.ask(item, raw, blanked)


def _source(item: Item) -> Phrase:
    """Where it stands and the words; of a question that the document prints, whose key is no sentence, the place."""
    form = "printed" if item.is_printed else "says"
    return _placed(form, item.proof, quote=Phrase.quoted(item.proof.quote))


def _placed(form: str, proof: Proof, **values: Phrase) -> Phrase:
    """The sentence with the page, or with whatever else the document counts by."""
    if proof.is_paged:
        return said(form, page=proof.pages, **values)
    return said(f"{form}_at", at=proof.at, **values)
