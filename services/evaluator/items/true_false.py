"""A statement to judge. Right is the key's id; a false statement is the text's own but for what is wrong in it."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from contracts.documents import Block
from contracts.items import TrueFalse
from contracts.message import Phrase
from contracts.proof import Option
from contracts.quizzes import Refusal
from services.evaluator.items.hints import is_short, looks, said, shaped
from services.evaluator.items.refusals import refused
from services.evaluator.items.replies import bare_answer, gives_up, option_named
from services.evaluator.items.rules import Rules
from services.evaluator.items.shared_rules import options_alike, stands
from services.evaluator.items.signs import Sign, taken_for
from services.text.quantities.numbers import readings
from services.text.truths import truth_of
from services.text.words import bare, fold, occurs, stems_of

# What may turn a part of a sentence round: denied, or said to be believed only.
_TURNS = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|[a-z]+n['’]t|false|untrue|wrong(?:ly)?|myths?|believed?|thought|claim(?:s|ed)?"
    r"|supposed(?:ly)?|assumed|if|unless"
    r"|ikke|aldri|verken|hverken|galt|feil(?:aktig)?|usant|myter?|trodde?|tror|mente|påsto|påstår|antok|hvis|dersom"
    r"|med mindre"
    r"|nicht|nie|niemals|keine?[rsmn]?|falsch|irrtümlich|glaubten?|dachten?|behaupteten?|angeblich|falls|sofern)\b"
)


class TrueFalseRules(Rules[TrueFalse]):
    """Misread, or clicked beside, as in a choice of two options."""

    made_by = "rule:option:v1"
    slip = 0.1
    how_to_answer = '"true" or "false", as the quotes say of the statement'
    judged = True
    asks_by_what_is_shown = True

    def faults(self, item: TrueFalse, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
        return [*_statement_faults(item, blocks.values(), language), options_alike(item.options)]

    def at_answers_place(self, item: TrueFalse) -> tuple[tuple[str, ...], bool]:
        return (item.right or item.statement,), True

    def statement(self, item: TrueFalse) -> str:
        return item.statement

    def shown_with(self, item: TrueFalse) -> list[str]:
        return [item.statement]

    def without_key(self, item: TrueFalse) -> dict[str, Any]:
        return {} if item.statement in item.question else {"statement": item.statement}

    def credit(self, item: TrueFalse, raw: str, known: Collection[str], language: str) -> float:
        return float(raw == item.answer)

    def guess(self, item: TrueFalse) -> float:
        return 0.5

    def sign(self, item: TrueFalse, raw: str, places: Mapping[str, int], known: Collection[str]) -> Sign | None:
        """A false statement that was taken for true, with another concept in it."""
        if item.answer != "false" or raw != "true" or bare(item.wrong) == bare(item.concept):
            return None
        if bare(item.right) == bare(item.concept) or bare(item.wrong) in map(bare, places):
            return taken_for(item.wrong, None, places)
        return None

    def read(self, item: TrueFalse, reply: str) -> str:
        core = bare_answer(reply)
        return core if gives_up(reply) else _truth(core, item.options) or core  # "No idea" is no "no".

    def unread(self, item: TrueFalse, raw: str) -> str:
        return "" if raw in {option.option_id for option in item.options} else "unread"

    def secrets(self, item: TrueFalse) -> list[str]:
        return [item.right or item.concept]

    def hint(self, item: TrueFalse, raw: str, tried: Collection[str], language: str) -> Phrase:
        secret = self.secrets(item)[0]
        return shaped("gap_letters", secret) if is_short(secret) else looks(secret, language)

    def confirmed(self, item: TrueFalse) -> Phrase:
        return said(f"right_{item.answer}", **_words(item))

    def told(self, item: TrueFalse, *, sure: bool) -> Phrase:
        return said(f"told_{item.answer}", **_words(item))


def _words(item: TrueFalse) -> dict[str, Phrase]:
    return {"right": Phrase.quoted(item.right), "wrong": Phrase.quoted(item.wrong)}


def _truth(text: str, options: list[Option]) -> str | None:
    said = bare(text).split()
    if not said:
        return None
    if chosen := option_named(text, options):
        return chosen
    truth = truth_of(said[0].strip(","))
    return None if truth is None else "true" if truth else "false"


def _statement_faults(item: TrueFalse, blocks: Iterable[Block], language: str) -> list[Refusal | None]:
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
    return refused("statement_not_in_quote", "turned", words=found.group())


def _said_elsewhere(item: TrueFalse, blocks: Iterable[Block]) -> Refusal | None:
    """What is called false is not what the text says in another place."""
    if not any(occurs(item.statement, block.text) for block in blocks):
        return None
    return refused("key_ambiguous", "said_elsewhere")


def _not_the_text() -> Refusal:
    return refused("statement_not_in_quote", "not_said")


def _mended(item: TrueFalse) -> Refusal | None:
    """With `right` in the place of `wrong`, the statement stands in the quote."""
    at = item.statement.find(item.wrong)
    while at >= 0:
        if occurs(item.statement[:at] + item.right + item.statement[at + len(item.wrong) :], item.proof.quote):
            return None
        at = item.statement.find(item.wrong, at + 1)
    return refused("statement_not_in_quote", "mended", right=item.right, wrong=item.wrong)


def _wrong_is_said(item: TrueFalse, language: str) -> Refusal | None:
    """The quote does not say what the statement has wrong: it might be true after all."""
    if not stands(item.wrong, item.proof.quote, language):
        return None
    return refused("key_ambiguous", "wrong_said", wrong=item.wrong)


def _same(item: TrueFalse, language: str) -> Refusal | None:
    """What is wrong says something else than what is right."""
    wrong, right = ({value for value, _ in readings(text, language)} for text in (item.wrong, item.right))
    alike = bare(item.wrong) == bare(item.right) or stems_of(item.wrong, language) == stems_of(item.right, language)
    if not alike and not (wrong & right and _unit(item.wrong) == _unit(item.right)):
        return None
    return refused("statement_not_false", "same", wrong=item.wrong, right=item.right)


def _unit(text: str) -> str:
    return bare(readings(text)[0][1]) if readings(text) else ""
