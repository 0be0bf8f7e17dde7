"""M18: every field of every message mutated; refused with a 400 that names it. The contracts' own test walks them."""

from contracts.schemas.snapshot import MESSAGES
from tests.contracts.test_mutations import mutants
from tests.measuring.quality.metrics.share import Share


def refused() -> Share:
    """Over every mutant of every message's golden example."""
    share = Share()
    for message in MESSAGES.values():
        for kind, name, named in mutants(message):
            share.add(named, f"{message.type_name} {kind}: {name}")
    return share
