"""Rules on proofs: does the answer stand where the item says it stands, in the document that was read?

Each rule takes one proof and returns a `Refusal` or None. They hold for items and flashcards alike.
"""

from hashlib import sha256

from contracts.documents import Block
from contracts.proof import Proof, pages_said
from contracts.quizzes import Refusal
from services.evaluator.items.refusals import refused
from services.text.words import bare, occurs


def document_wrong(proof: Proof, block: Block, document_sha256: str) -> Refusal | None:
    """The proof belongs to its block's document: the one that the block names, else the one that is validated."""
    if proof.document_sha256 == (block.document_sha256 or document_sha256):
        return None
    return refused("document_wrong", "document_wrong")


def block_changed(proof: Proof, block: Block) -> Refusal | None:
    """The block's text is the one that the author saw: SHA-256 of its UTF-8."""
    if proof.block_sha256 == sha256(block.text.encode("utf-8", "surrogatepass")).hexdigest():
        return None
    return refused("block_changed", "block_changed", block=block.block_id)


def page_wrong(proof: Proof, block: Block) -> Refusal | None:
    """The proof's page is the one on which its quote begins, and its last page, if it names one, where that ends. Who
    does not know that a block may go on elsewhere names the block's."""
    first, last = block.page_at(proof.start), block.page_at(max(proof.start, proof.end - 1))
    if proof.source_page in (first, block.source_page) and proof.last_page in (None, last):
        return None
    return refused("page_wrong", "page_wrong", said=proof.pages, page=pages_said(first, last if last > first else None))


def quote_not_verbatim(proof: Proof, block: Block) -> Refusal | None:
    """The quote is the block's text between start and end, character by character."""
    if proof.start < proof.end <= len(block.text) and block.text[proof.start : proof.end] == proof.quote:
        return None
    return refused("quote_not_verbatim", "quote_not_verbatim")


def answer_span_wrong(
    proof: Proof, block: Block, answers: tuple[str, ...] | None, *, parts: bool = False
) -> Refusal | None:
    """Where the answer's place is given, it lies in the quote and one of `answers` stands there (None: whatever).

    `parts`: a part of an answer is enough, or more than it: the place of a whole that is not one span.
    """
    start, end = proof.answer_start, proof.answer_end
    if start is None and end is None:
        return None
    if start is not None and end is not None and proof.start <= start < end <= proof.end:
        found = block.text[start:end]
        if answers is None or any(bare(found) == bare(answer) for answer in answers):
            return None
        if parts and any(occurs(found, answer) or occurs(answer, found) for answer in answers):
            return None
    return refused("answer_not_in_quote", "place_wrong")


def broken(
    proof: Proof, block: Block | None, document_sha256: str, answers: tuple[str, ...] | None, *, parts: bool = False
) -> list[Refusal]:
    """All that is wrong with a proof; `answers` and `parts` as for `answer_span_wrong`."""
    if block is None:
        return [refused("block_missing", "block_missing", block=proof.block_id)]
    found = (
        document_wrong(proof, block, document_sha256),
        block_changed(proof, block),
        page_wrong(proof, block),
        quote_not_verbatim(proof, block),
        answer_span_wrong(proof, block, answers, parts=parts),
    )
    return [refusal for refusal in found if refusal]
