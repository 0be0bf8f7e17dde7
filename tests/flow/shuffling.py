"""Messages in any order that Kafka allows."""

import random
from collections import defaultdict
from uuid import UUID

from tests.standins.messages import Rec, envelope_of


def shuffled(records: list[Rec], rng: random.Random) -> list[Rec]:
    """In any order, but for the answers to one command: they come from one worker over one partition."""
    rng.shuffle(records)
    ordinals = defaultdict[UUID | None, list[Rec]](list)
    for record in sorted(records, key=lambda record: envelope_of(record).ordinal):
        ordinals[envelope_of(record).cause].append(record)
    return [ordinals[envelope_of(record).cause].pop(0) for record in records]
