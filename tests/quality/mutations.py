"""M18: every field of every letter mutated; refused with a 400 that names it. The walk is the contracts' own test's."""

from contracts.schemas.snapshot import LETTERS
from tests.contracts.test_mutations import mutants
from tests.quality.share import Share


def refused() -> Share:
    """Over every mutant of every letter's golden example."""
    share = Share()
    for letter in LETTERS.values():
        for kind, name, named in mutants(letter):
            share.add(named, f"{letter.letter_type} {kind}: {name}")
    return share
