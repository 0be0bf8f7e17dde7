"""Each rule refuses its mutants: every good item and card is broken in every way, and each is told by its code."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from contracts.items import Cloze, Flashcard, Item, MultipleChoice
from contracts.proof import Proof
from contracts.quizzes import ValidateItems
from services.evaluator.validation.validate import validate
from tests.evaluator.every_type import every

Judged = Item | Flashcard
Mutate = Callable[[Judged, ValidateItems], Iterator[Judged]]


def changed(judged: Judged, **fields: Any) -> Judged:
    return judged.model_copy(update=fields)


def with_proof(judged: Judged, **fields: Any) -> Judged:
    return changed(judged, proof=judged.proof.model_copy(update=fields))


def block_text(proof: Proof, command: ValidateItems) -> str:
    return next(block.text for block in command.blocks if block.block_id == proof.block_id)


def shifted_span(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    proof = judged.proof
    for by in (-2, -1, 1, 2, 7):
        if proof.start + by >= 0:
            yield with_proof(judged, start=proof.start + by, end=proof.end + by)
        yield with_proof(judged, end=proof.end + by)
    yield with_proof(judged, start=proof.start + 1)
    yield with_proof(judged, start=proof.end, end=proof.start or 1)
    yield with_proof(judged, end=10_000)


def altered_quote(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    quote = judged.proof.quote
    for other in (quote.upper(), quote + " ", quote[:-1], quote.replace(" ", "  ", 1), quote.replace("e", "é", 1)):
        yield with_proof(judged, quote=other)


def quote_of_another_block(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    for block in command.blocks:
        if block.block_id != judged.proof.block_id:
            yield with_proof(judged, quote=block.text, start=0, end=len(block.text))


def another_block(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    for block in command.blocks:
        if block.block_id != judged.proof.block_id:
            yield with_proof(judged, block_id=block.block_id)


def unknown_block(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    yield with_proof(judged, block_id="b99")
    yield with_proof(judged, block_id=judged.proof.block_id.upper())


def another_document(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    yield with_proof(judged, document_sha256="0" * 64)


def another_page(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    yield with_proof(judged, source_page=judged.proof.source_page + 1)


def answer_outside_quote(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    """The quote is another true one of the same block, or stops before the answer."""
    proof, text = judged.proof, block_text(judged.proof, command)
    at = proof.answer_start or 0
    if isinstance(judged, Flashcard):
        judged = changed(judged, concept="something else")
    elif not isinstance(judged, MultipleChoice | Cloze):
        return  # tests/evaluator/validation/test_type_mutants.py
    elif text.find(answer_text(judged), proof.end) >= 0:
        return
    if text[proof.end :].strip():
        rest = text[proof.end :]
        yield with_proof(judged, quote=rest, start=proof.end, end=len(text), answer_start=None, answer_end=None)
    if at > 3:
        yield with_proof(judged, quote=text[:at], start=0, end=at, answer_start=None, answer_end=None)
    cut = at + 2
    yield with_proof(judged, quote=text[proof.start : cut], end=cut, answer_start=None, answer_end=None)


def answer_place_wrong(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    start, end = judged.proof.answer_start, judged.proof.answer_end
    if start is None or end is None:
        return
    if isinstance(judged, MultipleChoice | Cloze | Flashcard):  # Others may name a part, or more, of their answer.
        yield with_proof(judged, answer_start=start + 1)
        yield with_proof(judged, answer_end=end + 3)
    yield with_proof(judged, answer_start=end, answer_end=start + 1)
    yield with_proof(judged, answer_start=None)
    yield with_proof(judged, answer_end=None)
    yield with_proof(judged, answer_start=start + 500, answer_end=end + 500)


def swapped_key(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    """Another option is the key; also by an author who knows to leave the answer's place out."""
    if isinstance(judged, MultipleChoice):
        for option in judged.options:
            if option.option_id != judged.answer:
                yield changed(judged, answer=option.option_id)
                bare = judged.proof.model_copy(update={"answer_start": None, "answer_end": None})
                yield changed(judged, answer=option.option_id, proof=bare)


def second_key(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    """A distractor becomes a word of the quote."""
    if isinstance(judged, MultipleChoice):
        for option in judged.options:
            if option.option_id != judged.answer:
                word = judged.proof.quote.split()[-1].strip(".")
                mutant = [o.model_copy(update={"text": word}) if o is option else o for o in judged.options]
                yield changed(judged, options=mutant)


def another_answer(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    if isinstance(judged, Cloze):
        for other in command.items:
            if isinstance(other, Cloze) and other is not judged:
                yield changed(judged, answer=other.answer)


def key_in_question(judged: Judged, command: ValidateItems) -> Iterator[Judged]:
    if judged.proof.answer_start is None or getattr(judged, "type", "") in ("true_false", "matching"):
        return  # It has no key in words, or several.
    yield changed(judged, question=f"{judged.question} ({answer_text(judged)})")


def answer_text(judged: Judged) -> str:
    return judged.answer if isinstance(judged, Flashcard) else judged.answer_text


MUTANTS: list[tuple[Mutate, str, int]] = [
    (shifted_span, "quote_not_verbatim", 120),
    (altered_quote, "quote_not_verbatim", 90),
    (quote_of_another_block, "quote_not_verbatim", 30),
    (another_block, "block_changed", 30),
    (another_block, "quote_not_verbatim", 30),
    (another_block, "page_wrong", 30),
    (unknown_block, "block_missing", 38),
    (another_document, "document_wrong", 19),
    (another_page, "page_wrong", 19),
    (answer_outside_quote, "answer_not_in_quote", 10),
    (answer_place_wrong, "answer_not_in_quote", 60),
    (swapped_key, "answer_not_in_quote", 12),
    (swapped_key, "key_ambiguous", 12),
    (second_key, "key_ambiguous", 6),
    (another_answer, "answer_not_in_quote", 12),
    (another_answer, "gap_mismatch", 12),
    (key_in_question, "answer_leaked", 10),
]


@pytest.mark.parametrize(("mutate", "code", "at_least"), MUTANTS, ids=[f"{m.__name__}-{c}" for m, c, _ in MUTANTS])
def test_every_mutant_is_refused_by_its_code(good: ValidateItems, mutate: Mutate, code: str, at_least: int) -> None:
    tried = 0
    for command in (good, every()):
        for judged in (*command.items, *command.flashcards):
            for mutant in mutate(judged, command):
                one = {"flashcards": [mutant]} if isinstance(mutant, Flashcard) else {"items": [mutant]}
                (verdict,) = validate(command.model_copy(update={"items": [], "flashcards": [], **one})).verdicts
                assert code in {reason.code for reason in verdict.reasons}, (mutant, verdict)
                tried += 1
    assert tried >= at_least


def test_a_block_whose_text_changed_since_is_told(good: ValidateItems) -> None:
    blocks = [block.model_copy(update={"text": block.text.replace("is", "was", 1) + " "}) for block in good.blocks]
    for verdict in validate(good.model_copy(update={"blocks": blocks})).verdicts:
        assert "block_changed" in {reason.code for reason in verdict.reasons}
