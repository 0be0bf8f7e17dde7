"""Rules on proofs: does the answer stand where the item says it stands, in the document that was read?

Each rule takes one proof and returns a `Refusal` or None. They hold for items and flashcards alike.
"""

from hashlib import sha256

from contracts.documents import Block
from contracts.proof import Proof
from contracts.quizzes import Refusal
from services.text.words import bare, occurs


def document_wrong(proof: Proof, block: Block, document_sha256: str) -> Refusal | None:
    """The proof belongs to its block's document: the one that the block names, else the one that is validated."""
    if proof.document_sha256 == (block.document_sha256 or document_sha256):
        return None
    return Refusal(code="document_wrong", sentence="The proof names another document than the one its block is from.")


def block_changed(proof: Proof, block: Block) -> Refusal | None:
    """The block's text is the one that the author saw: SHA-256 of its UTF-8."""
    if proof.block_sha256 == sha256(block.text.encode("utf-8", "surrogatepass")).hexdigest():
        return None
    return Refusal(
        code="block_changed", sentence=f"The text of block {block.block_id} is not the one it was written from."
    )


def page_wrong(proof: Proof, block: Block) -> Refusal | None:
    """The proof's page is the block's."""
    if proof.source_page == block.source_page:
        return None
    return Refusal(
        code="page_wrong",
        sentence=f"The quote is said to be on page {proof.source_page}, but its block is on page {block.source_page}.",
    )


def quote_not_verbatim(proof: Proof, block: Block) -> Refusal | None:
    """The quote is the block's text between start and end, character by character."""
    if proof.start < proof.end <= len(block.text) and block.text[proof.start : proof.end] == proof.quote:
        return None
    return Refusal(code="quote_not_verbatim", sentence="The quote is not what stands at its place in the block.")


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
    return Refusal(code="answer_not_in_quote", sentence="The answer does not stand at the place given for it.")


def broken(
    proof: Proof, block: Block | None, document_sha256: str, answers: tuple[str, ...] | None, *, parts: bool = False
) -> list[Refusal]:
    """All that is wrong with a proof; `answers` and `parts` as for `answer_span_wrong`."""
    if block is None:
        return [Refusal(code="block_missing", sentence=f"There is no block {proof.block_id} in the document.")]
    found = (
        document_wrong(proof, block, document_sha256),
        block_changed(proof, block),
        page_wrong(proof, block),
        quote_not_verbatim(proof, block),
        answer_span_wrong(proof, block, answers, parts=parts),
    )
    return [refusal for refusal in found if refusal]
