"""Which offsets may be committed while messages are worked on side by side (protocol rule 15)."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from aiokafka import TopicPartition


@dataclass
class Ticket:
    """One message that was taken. `done` once nothing is left to do for it."""

    offset: int
    done: bool = False


class Offsets:
    """What was taken of each partition, in order, and how much of its beginning is done."""

    def __init__(self) -> None:
        self._taken: dict[TopicPartition, deque[Ticket]] = {}

    def take(self, partition: TopicPartition, offset: int) -> Ticket:
        """Note a message as taken, in the order of the partition."""
        ticket = Ticket(offset)
        self._taken.setdefault(partition, deque()).append(ticket)
        return ticket

    def forget(self, partitions: Iterable[TopicPartition]) -> None:
        """Partitions that went to another member, or will be read anew: the tickets out for them count no more."""
        for partition in partitions:
            self._taken.pop(partition, None)

    def ready(self) -> dict[TopicPartition, int]:
        """For each partition with news the offset to go on from; everything before it is done. Told once."""
        found: dict[TopicPartition, int] = {}
        for partition, tickets in self._taken.items():
            while tickets and tickets[0].done:
                found[partition] = tickets.popleft().offset + 1
        return found
