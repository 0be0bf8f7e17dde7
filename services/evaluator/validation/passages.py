"""The places of a text that several items rest on, each told once, under a number: what two items share, and what
stands around one and is quoted by another, is not said twice. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from contracts.documents import Block
from contracts.proof import Proof

Place = tuple[str, int, int]


@dataclass(frozen=True)
class Passages:
    """`text`: by number, in the order of the document; "…" where more stands before or after."""

    text: Mapping[int, str]
    places: Sequence[Place]

    def of(self, proofs: Sequence[Proof]) -> list[int]:
        """The numbers that together are these quotes, in the order of the text."""
        return [
            number
            for number, (block_id, start, end) in enumerate(self.places, 1)
            if any(proof.block_id == block_id and proof.start <= start and end <= _end(proof) for proof in proofs)
        ]


def passages(proofs: Sequence[Proof], blocks: Mapping[str, Block], around: int = 0) -> Passages:
    """These quotes, cut where one begins or ends, with so many characters of their blocks around them. Where a block is
    not known, the quotes alone."""
    text, places = dict[int, str](), list[Place]()
    by_block = defaultdict[str, list[Proof]](list)
    for proof in sorted(proofs, key=lambda proof: (proof.source_page, proof.block_id, proof.start)):
        by_block[proof.block_id].append(proof)
    for block_id, quoted in by_block.items():
        block = blocks.get(block_id)
        whole = block.text if block else _of_quotes(quoted)
        beside = around if block else 0
        windows = _windows(quoted, whole, beside)
        edges = [*windows, *((proof.start, _end(proof)) for proof in quoted)]
        for start, end in pairwise(sorted({place for edge in edges for place in edge})):
            inside = next((window for window in windows if window[0] <= start and end <= window[1]), None)
            if inside is None or not (said := whole[start:end].strip()):
                continue
            before = "… " if start == inside[0] and whole[:start].strip() and beside else ""
            after = " …" if end == inside[1] and whole[end:].strip() and beside else ""
            places.append((block_id, start, end))
            text[len(places)] = f"{before}{said}{after}"
    return Passages(text, places)


def _windows(proofs: Sequence[Proof], whole: str, around: int) -> list[tuple[int, int]]:
    """The stretches that are told, none of which touch."""
    found = list[tuple[int, int]]()
    for proof in proofs:
        start, end = max(0, proof.start - around), min(len(whole), _end(proof) + around)
        if 0 < start < proof.start:  # Words are not cut.
            start = whole.find(" ", start, proof.start) + 1 or proof.start
        if _end(proof) < end < len(whole):
            end = max(_end(proof), whole.rfind(" ", _end(proof), end))
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _of_quotes(proofs: Sequence[Proof]) -> str:
    """A text that has the quotes at their places, and nothing else."""
    letters = [" "] * max(map(_end, proofs))
    for proof in proofs:
        letters[proof.start : _end(proof)] = proof.quote
    return "".join(letters)


def _end(proof: Proof) -> int:
    return proof.start + len(proof.quote)
