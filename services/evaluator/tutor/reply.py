"""A reply to the tutor's question, and what the tutor says to it: seed 004's life of a question. Pure.

asked -> probe (first wrong reply) -> hint (second) -> explain (third and later); cleared whenever a reply is right.
A probe and a hint never say a word of the answer, only where it stands and how it looks; of a choice, which two are
left, the right one among them. An open reply that cannot be
judged surely goes the same way, but is never called wrong: it is told how many key points were found.
"""

from contracts.answers import chosen, paired
from contracts.items import Item, Matching, MultipleAnswer, MultipleChoice, Ordering, ShortAnswer, TrueFalse
from contracts.learning import JudgeReply, QuestionPhase, ReplyJudged
from services.evaluator.items import typed
from services.evaluator.items.credit import credit
from services.evaluator.items.hints import hint, missing, pair_to_mind, place_to_look
from services.evaluator.items.masking import BLANK, masked, says_something, secrets_of
from services.evaluator.items.replies import gives_up, raw_of
from services.evaluator.items.reply_words import SAID
from services.evaluator.tongues import Tongue, tongue_of
from services.text.words import bare

_A_NAME = 3
"""Words: of a longer option, a gap in a sentence is only a part."""


def unjudged(command: JudgeReply) -> ShortAnswer | None:
    """The open item whose reply no rule can judge; None: there is nothing to ask anybody."""
    item = command.item
    if not isinstance(item, ShortAnswer) or gives_up(command.reply):
        return None
    return item if credit(item, command.reply, (), command.language) is None else None


def judge(command: JudgeReply, ruled: float | None = None) -> ReplyJudged:
    """The reply's grade by the rules that grade quizzes, and the tutor's next words.

    `ruled`: what a model found that an open reply earns, where no rule could tell.
    """
    item, tongue = command.item, tongue_of(command.language)
    raw = raw_of(item, command.reply)
    earned = credit(item, raw, _known(item), command.language)
    earned = ruled if earned is None else earned
    if earned != 1 and gives_up(command.reply):
        earned = 0.0
    if earned == 1:
        return _judged(item, 1.0, "cleared", f"{_right(item, tongue)} {_source(item, tongue)}")
    opening, sure = _opening(command, raw, earned, tongue), earned is not None
    if earned is None and isinstance(item, ShortAnswer):
        earned = 1 - max(1, len(missing(item, raw, command.language))) / len(item.key_points)
    earned = earned or 0.0
    if command.wrong_attempts >= 2:
        text = f"{_told(item, tongue, sure=sure)} {_source(item, tongue)}"
        return _judged(item, earned, "explain", text)
    look, ask = _look(command, raw, tongue)
    if command.wrong_attempts == 0:
        return _judged(item, earned, "probe", f"{opening} {look} {ask}")
    tried = {raw_of(item, each) for each in command.previous}
    return _judged(item, earned, "hint", f"{opening} {look} {hint(item, raw, tried, tongue, command.language)}")


def _judged(item: Item, earned: float, phase: QuestionPhase, text: str) -> ReplyJudged:
    tells = phase in ("cleared", "explain")
    return ReplyJudged(
        item_id=item.item_id,
        is_correct=phase == "cleared",
        credit=earned,
        phase=phase,
        text=text,
        proof=item.proof if tells else None,
    )


def _known(item: Item) -> frozenset[str]:
    """Words that this item uses for something: near misses of the answer among them are no slips."""
    options = [option.text for option in getattr(item, "options", ())]
    return typed.words([item.proof.quote, item.question, item.concept, *options])


def _opening(command: JudgeReply, raw: str, earned: float | None, tongue: Tongue) -> str:
    """How the reply is met, without calling one wrong that could not be judged."""
    item, said = command.item, SAID[tongue]
    if gives_up(command.reply):
        return said["lost"]
    if earned is None and isinstance(item, ShortAnswer):
        points = len(item.key_points)
        left = max(1, len(missing(item, raw, command.language)))
        return said["points"].format(right=points - left, all=points, missing=left)
    if unread := _unread(item, raw):
        return said[unread]
    if any(bare(command.reply) == bare(each) for each in command.previous):
        return said["again"]
    if earned:
        return _partly(item, raw, said)
    return said["wrong"]


def _unread(item: Item, raw: str) -> str:
    """The form that says that a reply could not be read as an answer to this item; "": it could."""
    match item:
        case MultipleChoice() | TrueFalse():
            return "" if raw in {option.option_id for option in item.options} else "unread"
        case MultipleAnswer() | Ordering():
            ids = {option.option_id for option in item.options}
            return "" if chosen(raw) and set(chosen(raw)) <= ids else "unread_many"
        case Matching():
            return "" if paired(raw) else "unread_pairs"
        case _:
            return ""


def _partly(item: Item, raw: str, said: dict[str, str]) -> str:
    match item:
        case MultipleAnswer():
            return said["partly"].format(right=len(set(item.answer) & set(chosen(raw))), all=len(item.answer))
        case Matching():
            right = sum(paired(raw).get(prompt) == option for prompt, option in item.answer.items())
            return said["partly"].format(right=right, all=len(item.answer))
        case ShortAnswer():
            return said["partly_open"]
        case _:
            return said["ordered"]


def _look(command: JudgeReply, raw: str, tongue: Tongue) -> tuple[str, str]:
    """Where to look, with the sentence in which the answer is blanked; and what to look for."""
    item, said = command.item, SAID[tongue]
    proof = place_to_look(item, raw)
    blanked = masked(proof.quote, secrets_of(item), command.language)
    useful = says_something(blanked, command.language)
    form = "look" if useful else "page"
    look = said[form].format(page=proof.source_page, quote=said["quote"].format(blanked))
    form = f"ask_{item.type}"
    if (
        isinstance(item, MultipleChoice)
        and useful
        and blanked.count(BLANK) == 1
        and len(item.answer_text.split()) <= _A_NAME
    ):
        form = "ask_cloze"
    prompt = said["quote"].format(pair_to_mind(item, raw)[0]) if isinstance(item, Matching) else ""
    return look, said[form].format(prompt=prompt)


def _right(item: Item, tongue: Tongue) -> str:
    said = SAID[tongue]
    if isinstance(item, TrueFalse):
        return said[f"right_{item.answer}"].format(**_words(item, said))
    return said["right"].format(answer=_answer(item, said))


def _told(item: Item, tongue: Tongue, *, sure: bool) -> str:
    said = SAID[tongue]
    if isinstance(item, TrueFalse):
        return said[f"told_{item.answer}"].format(**_words(item, said))
    form = "told" if sure else "told_open"
    return said[form].format(answer=_answer(item, said))


def _words(item: TrueFalse, said: dict[str, str]) -> dict[str, str]:
    return {"right": said["quote"].format(item.right), "wrong": said["quote"].format(item.wrong)}


def _answer(item: Item, said: dict[str, str]) -> str:
    return said["quote"].format(item.answer_text.rstrip("."))


def _source(item: Item, tongue: Tongue) -> str:
    """The page and its words."""
    said = SAID[tongue]
    return said["says"].format(page=item.proof.source_page, quote=said["quote"].format(item.proof.quote))
