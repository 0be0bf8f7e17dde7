"""Whether a text can hold a term at all, told without reading it: a Bloom filter of its terms, a byte and a half each.

It says no of more than 98 of 100 terms that the text does not have, and never of one that it has.
"""

from collections.abc import Collection
from typing import LiteralString
from zlib import crc32

_BITS_A_TERM, _MARKS = 12, 3
# Of a filter `f` and a term `q`, with the two numbers of `numbers_of`: every mark of the term is there.
MAY_HOLD: LiteralString = " and ".join(
    f"get_bit(f.filter, (q.first + {nth} * q.step) %% (8 * octet_length(f.filter))) = 1" for nth in ("0", "1", "2")
)


def numbers_of(term: str) -> tuple[int, int]:
    """Where a term's first mark is, and how far it is from one to the next; both before they are cut to a filter."""
    written = term.encode()
    return crc32(written), crc32(written, 1)


def filter_of(terms: Collection[str]) -> bytes:
    """The filter of a text with these terms."""
    size = len(terms) * _BITS_A_TERM // 8 + 1
    found, bits = bytearray(size), size * 8
    for term in terms:
        at, step = numbers_of(term)
        for _ in range(_MARKS):
            bit = at % bits
            found[bit >> 3] |= 1 << (bit & 7)
            at += step
    return bytes(found)
