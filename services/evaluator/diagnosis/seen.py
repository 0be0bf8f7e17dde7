"""A concept as a diagnosis sees it: its place in the document, and how the learner stands in it."""

from dataclasses import dataclass

from contracts.mastery import ConceptPlace, Standing

GAP_BELOW = 0.5
"""A score under this is more likely unknown than known."""


@dataclass(frozen=True)
class Seen:
    """`standing` None: never asked, and not marked. `carries`: how many of the concepts in question build on it, also
    through others."""

    place: ConceptPlace
    standing: Standing | None
    carries: int = 0

    @property
    def asked(self) -> bool:
        """Whether there is evidence."""
        return self.standing is not None and self.standing.answers > 0

    @property
    def mastered(self) -> bool:
        """Whether the evidence says so."""
        return self.standing is not None and self.standing.mastered

    @property
    def missing(self) -> bool:
        """More likely unknown than known by a wrong answer, or marked as such; what is mastered is not."""
        if self.standing is None or self.standing.mastered:
            return False
        some_wrong = self.standing.correct < self.standing.answers
        return (some_wrong and self.standing.score < GAP_BELOW) or self.standing.mark == "not_yet"
