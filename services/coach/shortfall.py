"""What was ordered and not made, as counts and as a sentence that says why. Pure."""

from collections.abc import Mapping
from typing import Literal

from contracts.problems import Code, Failure, failure
from contracts.quizzes import Shortfall
from services.coach.order import PER_CONCEPT, Order

# By reason, the noun of what is counted: one, several.
_REASONS = {
    "en": {
        "quote_not_found": (
            "{} had a quote that does not stand in the text",
            "{} had quotes that do not stand in the text",
        ),
        "answer_not_in_quote": ("{} had an answer outside its quote", "{} had answers outside their quotes"),
        "answer_leaked": ("{} told its own answer", "{} told their own answers"),
        "unreadable": ("{} was not in the agreed shape", "{} were not in the agreed shape"),
        "key_ambiguous": ("{} had a second right option",) * 2,
        "not_multiple_choice": ("{} was not multiple choice", "{} were not multiple choice"),
        "gap_mismatch": ("{} had a gap that its answer does not fill", "{} had gaps that their answers do not fill"),
        "options_unfit": ("{} had too few, too many or equal options",) * 2,
        "answer_not_in_options": ("{} had no right option",) * 2,
        "duplicate": ("{} would repeat another or was asked before", "{} would repeat others or were asked before"),
        "concept_limit": (
            f"{{}} concept has been asked about {PER_CONCEPT} times, which is the most",
            f"{{}} concepts have been asked about {PER_CONCEPT} times, which is the most",
        ),
        "text_exhausted": ("the text has no more that can be asked by itself",) * 2,
        "author_wrote_fewer": ("the author wrote no more",) * 2,
    },
    "no": {
        "quote_not_found": ("{} hadde et sitat som ikke står i teksten", "{} hadde sitater som ikke står i teksten"),
        "answer_not_in_quote": ("{} hadde et svar utenfor sitatet", "{} hadde svar utenfor sitatet"),
        "answer_leaked": ("{} røpet sitt eget svar", "{} røpet sine egne svar"),
        "unreadable": ("{} hadde ikke avtalt form", "{} hadde ikke avtalt form"),
        "key_ambiguous": ("{} hadde et riktig alternativ til",) * 2,
        "not_multiple_choice": ("{} var ikke flervalg",) * 2,
        "gap_mismatch": ("{} hadde en luke som svaret ikke fyller",) * 2,
        "options_unfit": ("{} hadde for få, for mange eller like alternativer",) * 2,
        "answer_not_in_options": ("{} manglet det riktige alternativet",) * 2,
        "duplicate": ("{} ville gjentatt en annen eller var stilt før", "{} ville gjentatt andre eller var stilt før"),
        "concept_limit": (
            f"{{}} begrep er spurt om {PER_CONCEPT} ganger, som er det meste",
            f"{{}} begreper er spurt om {PER_CONCEPT} ganger, som er det meste",
        ),
        "text_exhausted": ("teksten har ikke mer som kan spørres om for seg selv",) * 2,
        "author_wrote_fewer": ("forfatteren skrev ikke flere",) * 2,
    },
}
_MADE = {
    "en": {"quiz": "{} of {} questions: {}.", "flashcards": "{} of {} flashcards: {}."},
    "no": {"quiz": "{} av {} spørsmål: {}.", "flashcards": "{} av {} kort: {}."},
}


def shortfall(
    of: Literal["flashcards", "quiz"], asked: int, made: int, reasons: Mapping[str, int], language: str
) -> list[Shortfall]:
    """One entry where less was made than asked, else none. Its code is the first reason that counts."""
    if made >= asked:
        return []
    words = _REASONS.get(language, _REASONS["en"])
    counted = {reason: count for reason, count in reasons.items() if count}
    told = [words[reason][count != 1].format(count) for reason, count in counted.items()]
    sentence = _MADE.get(language, _MADE["en"])[of].format(made, asked, "; ".join(told))
    return [Shortfall(of=of, asked=asked, made=made, code=next(iter(counted)), sentence=sentence)]


def nothing(order: Order, sentences: int | None) -> Failure:
    """The 422 of a text that gives no question and no card; names what was tried."""
    words = sum(len(block.text.split()) for block in order.blocks)
    tried = f"{len(order.blocks)} passages ({words} words) and {len(order.concepts)} terms were looked through"
    if sentences is not None:
        tried += f"; {sentences} sentences can be understood by themselves"
    return failure(
        Code.NOTHING_TO_ASK,
        f"{tried}, and none of them gives a question or a flashcard.",
        blocks=len(order.blocks),
        words=words,
        terms=len(order.concepts),
    )
