"""A share of things that hold, and which do not: what every metric is told as, so that documents can be added up."""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Share:
    """`good` of `of`; `faults` says of each that does not hold which it is."""

    good: int = 0
    of: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, holds: bool, said: str) -> None:
        """Counts one."""
        self.of += 1
        self.good += holds
        if not holds:
            self.faults.append(said)

    @property
    def value(self) -> float | None:
        """From 0 to 1; None: there was nothing to measure."""
        return self.good / self.of if self.of else None

    @property
    def missing(self) -> float | None:
        """The share that does not hold."""
        return None if self.value is None else (self.of - self.good) / self.of


def total(shares: Iterable[Share]) -> Share:
    """All of them as one."""
    whole = Share()
    for share in shares:
        whole.good += share.good
        whole.of += share.of
        whole.faults += share.faults
    return whole
