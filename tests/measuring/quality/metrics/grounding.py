"""M1 grounding: each quote stands in its block. M2: the answer stands in its quote."""

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence

from contracts.documents import Block
from contracts.items import (
    Flashcard,
    Item,
    Matching,
    MultipleAnswer,
    Numeric,
    Ordering,
    ShortAnswer,
    TrueFalse,
)
from contracts.proof import Proof
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import fold, numbers, occurs, same, words

Made = Item | Flashcard


def proofs(each: Made) -> Iterator[Proof]:
    """Its own proof, and those of its explanations."""
    yield each.proof
    if not isinstance(each, Flashcard):
        yield from (why.proof for why in each.explanations if why.proof)


def grounded(made: Sequence[Made], blocks: Mapping[str, Block]) -> Share:
    """M1, over every proof: the quote is `block.text[start:end]`, the block's hash matches, and so does the page."""
    share = Share()
    for each in made:
        for proof in proofs(each):
            share.add(_stands(proof, blocks.get(proof.block_id)), f"{each.question} | {proof.quote}")
    return share


def _stands(proof: Proof, block: Block | None) -> bool:
    if block is None or proof.start >= proof.end or proof.end > len(block.text):
        return False
    hashed = hashlib.sha256(block.text.encode()).hexdigest()
    inside = proof.answer_start is None or (
        proof.answer_end is not None and proof.start <= proof.answer_start < proof.answer_end <= proof.end
    )
    placed = hashed == proof.block_sha256 and proof.source_page == block.page_at(proof.start)
    return placed and inside and same(block.text[proof.start : proof.end], proof.quote)


def evidenced(made: Sequence[Made]) -> Share:
    """M2: the answer, or another that is accepted, stands in the quote or is the same number; of an open question
    every key point is a span of the quote."""
    share = Share()
    for each in made:
        share.add(_answered(each), f"{each.type if not isinstance(each, Flashcard) else 'card'}: {each.question}")
    return share


def _answered(each: Made) -> bool:
    quote = each.proof.quote
    match each:
        case Flashcard():
            return _in(each.answer, quote)
        case MultipleAnswer():
            return all(_in(option.text, quote) for option in each.options if option.option_id in each.answer)
        case TrueFalse():
            return any(occurs(mended, quote) for mended in _mended(each))
        case Matching():
            return all(_paired(each, prompt.option_id) for prompt in each.prompts)
        case Ordering():
            return all(_in(option.text, _quotes(each, option.option_id)) for option in each.options)
        case Numeric():
            return (occurs(each.answer, quote) or each.value in numbers(quote)) and _worth(each)
        case ShortAnswer():
            return all(_pointed(each.proof, point.text, point.start, point.end) for point in each.key_points)
        case _:
            return any(_in(answer, quote) for answer in each.answer_words)


def _in(answer: str, quote: str) -> bool:
    if occurs(answer, quote):
        return True
    told = numbers(answer)
    # A number may be written otherwise; what stands around it must stand in the quote too.
    return (
        bool(told)
        and set(told) <= set(numbers(quote))
        and set(words(answer)) - set(words(quote)) <= set(_digits(answer))
    )


def _digits(text: str) -> Iterator[str]:
    return (word for word in words(text) if any(char.isdigit() for char in word))


def _mended(item: TrueFalse) -> Iterator[str]:
    """The statement with `right` in the place of `wrong`, wherever that stands; a true one as it is."""
    if item.answer == "true":
        yield item.statement
        return
    at = item.statement.find(item.wrong)
    while at >= 0:
        yield item.statement[:at] + item.right + item.statement[at + len(item.wrong) :]
        at = item.statement.find(item.wrong, at + 1)


def _worth(item: Numeric) -> bool:
    """Whether the value is what the answer says, in figures: as it is or times a power of ten ("million"); what is
    written in words is taken as it is."""
    told = numbers(item.answer)
    if not told or not item.value:
        return True
    tens = (math.log10(abs(item.value) / abs(each)) for each in told if each)
    return any(each > -1e-9 and abs(each - round(each)) < 1e-6 for each in tens)


def _quotes(item: Item, option: str) -> str:
    return " ".join(
        [item.proof.quote, *(why.proof.quote for why in item.explanations if why.option_id == option and why.proof)]
    )


def _paired(item: Matching, prompt: str) -> bool:
    """Whether the prompt's own proof holds both the prompt and its option."""
    quotes = [why.proof.quote for why in item.explanations if why.option_id == prompt and why.proof]
    texts = {each.option_id: each.text for each in item.options}
    said = next(each.text for each in item.prompts if each.option_id == prompt)
    return any(_in(said, quote) and _in(texts[item.answer[prompt]], quote) for quote in quotes)


def _pointed(proof: Proof, text: str, start: int, end: int) -> bool:
    inside = proof.start <= start < end <= proof.end
    return inside and fold(proof.quote[start - proof.start : end - proof.start]) == fold(text)
