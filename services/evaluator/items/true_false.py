"""Rules on statements to judge: a true one is the text's own, a false one is it but for what it says is wrong."""

import re
from collections.abc import Iterable

from contracts.documents import Block
from contracts.items import TrueFalse
from contracts.quizzes import Refusal
from services.evaluator.items.options import stands
from services.text.numbers import readings
from services.text.words import bare, fold, occurs, stems_of

# What may turn a part of a sentence round: denied, or said to be believed only.
_TURNS = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|[a-z]+n['’]t|false|untrue|wrong(?:ly)?|myths?|believed?|thought|claim(?:s|ed)?"
    r"|supposed(?:ly)?|assumed|if|unless"
    r"|ikke|aldri|verken|hverken|galt|feil(?:aktig)?|usant|myter?|trodde?|tror|mente|påsto|påstår|antok|hvis|dersom"
    r"|med mindre"
    r"|nicht|nie|niemals|keine?[rsmn]?|falsch|irrtümlich|glaubten?|dachten?|behaupteten?|angeblich|falls|sofern)\b"
)


def faults(item: TrueFalse, blocks: Iterable[Block], language: str) -> list[Refusal | None]:
    """All that is wrong with a statement."""
    if item.answer == "true":
        return [_not_the_text() if not occurs(item.statement, item.proof.quote) else None, _turned(item)]
    return [
        _mended(item),
        _turned(item),
        _wrong_is_said(item, language),
        _said_elsewhere(item, blocks),
        _same(item, language),
    ]


def _turned(item: TrueFalse) -> Refusal | None:
    """What the quote has around the statement does not deny it, nor leave it open."""
    own = item.statement.replace(item.wrong, item.right) if item.wrong else item.statement
    around = fold(item.proof.quote).replace(bare(own), " ")
    found = _TURNS.search(around)
    if found is None or around == fold(item.proof.quote):
        return None
    sentence = f"The statement leaves out “{found.group()}”, by which the quote may say something else."
    return Refusal(code="statement_not_in_quote", sentence=sentence)


def _said_elsewhere(item: TrueFalse, blocks: Iterable[Block]) -> Refusal | None:
    """What is called false is not what the text says in another place."""
    if not any(occurs(item.statement, block.text) for block in blocks):
        return None
    return Refusal(code="key_ambiguous", sentence="The statement is called false, but the text says it elsewhere.")


def _not_the_text() -> Refusal:
    return Refusal(
        code="statement_not_in_quote", sentence="The statement is called true, but the quote does not say it."
    )


def _mended(item: TrueFalse) -> Refusal | None:
    """With `right` in the place of `wrong`, the statement stands in the quote."""
    at = item.statement.find(item.wrong)
    while at >= 0:
        if occurs(item.statement[:at] + item.right + item.statement[at + len(item.wrong) :], item.proof.quote):
            return None
        at = item.statement.find(item.wrong, at + 1)
    return Refusal(
        code="statement_not_in_quote",
        sentence=f"With “{item.right}” in the place of “{item.wrong}”, the statement is not what the quote says.",
    )


def _wrong_is_said(item: TrueFalse, language: str) -> Refusal | None:
    """The quote does not say what the statement has wrong: it might be true after all."""
    if not stands(item.wrong, item.proof.quote, language):
        return None
    return Refusal(code="key_ambiguous", sentence=f"The quote says “{item.wrong}” too, which is called wrong.")


def _same(item: TrueFalse, language: str) -> Refusal | None:
    """What is wrong says something else than what is right."""
    numbers = {value for value, unit in readings(item.wrong)} & {value for value, unit in readings(item.right)}
    alike = bare(item.wrong) == bare(item.right) or stems_of(item.wrong, language) == stems_of(item.right, language)
    if not alike and not (numbers and _unit(item.wrong) == _unit(item.right)):
        return None
    return Refusal(
        code="statement_not_false", sentence=f"“{item.wrong}” says the same as “{item.right}”: nothing is wrong."
    )


def _unit(text: str) -> str:
    return bare(readings(text)[0][1]) if readings(text) else ""
