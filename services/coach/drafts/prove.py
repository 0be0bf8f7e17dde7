"""Spans of the text as proofs. Pure."""

from hashlib import sha256

from contracts.proof import Proof
from services.coach.drafts.draft import Span
from services.coach.drafts.order import Order
from services.coach.drafts.quote import locate


def proof(at: Span, order: Order, answer: Span | None = None) -> Proof:
    """The proof that a span is; `answer`: the answer's place in it."""
    return proof_of(at, order.document_sha256, answer)


def proof_of(at: Span, document_sha256: str, answer: Span | None = None) -> Proof:
    """The same; `document_sha256` is of the document that blocks are of which name none."""
    first, last = pages_of(at)
    return Proof(
        document_sha256=at.block.document_sha256 or document_sha256,
        block_id=at.block.block_id,
        block_sha256=sha256(at.block.text.encode("utf-8", "surrogatepass")).hexdigest(),
        source_page=first,
        last_page=last,
        start=at.start,
        end=at.end,
        quote=at.text,
        answer_start=answer.start if answer else None,
        answer_end=answer.end if answer else None,
    )


def pages_of(at: Span) -> tuple[int, int | None]:
    """The page on which a span begins, and that on which it ends if it is a later one."""
    first, last = at.block.page_at(at.start), at.block.page_at(max(at.start, at.end - 1))
    return first, last if last > first else None


def within(at: Span, words: str) -> Span | None:
    """Where the words stand in a span; None: not as one span."""
    found = locate(words, at.block.text, at.start, at.end, any_case=True)
    return Span(at.block, *found) if found else None
