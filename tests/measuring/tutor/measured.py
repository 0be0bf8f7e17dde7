"""What the tutor's answers come to: how often the passage is found, how often it answers, and when it should not."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.measuring.tutor.asking import Answer


@dataclass(frozen=True)
class Figures:
    """Of some questions. `found`: a passage that answers is among the first three; `answered`: it is told as the
    answer; `first`: it is the first that is told; `beside`: something else is told; `false`: an answer is claimed that
    the document does not give; `perhaps`: of these, as what may answer; `swallowed`: taken for no question about the
    document; `placed`: found as a place that was not read surely; `placed_untold`: such a place is named where the
    document does not tell it."""

    told: int
    found: int
    answered: int
    first: int
    beside: int
    untold: int
    false: int
    perhaps: int
    swallowed: int
    placed: int
    placed_untold: int

    def row(self, name: str) -> str:
        """A row of the table."""
        shares = (_share(self.found, self.told), _share(self.answered, self.told), _share(self.first, self.told))
        ends = (
            _share(self.beside, self.told),
            _share(self.false, self.untold),
            _share(self.perhaps, self.untold),
            str(self.swallowed),
            str(self.placed),
            str(self.placed_untold),
        )
        return " | ".join([f"| {name}", f"{self.told} + {self.untold}", *shares, *ends]) + " |"


HEAD = (
    "| questions | told + not told | found in three | answered | by the first | beside | falsely | of these perhaps "
    "| swallowed | of found by place | place untold |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def figures(answers: Sequence[Answer]) -> Figures:
    """The figures of answers."""
    told = [each for each in answers if each.question.words]
    untold = [each for each in answers if not each.question.words]
    return Figures(
        told=len(told),
        found=sum(each.in_three for each in told),
        answered=sum(each.ending == "answered" for each in told),
        first=sum(each.ending == "answered" and each.in_first for each in told),
        beside=sum(each.ending == "beside" for each in told),
        untold=len(untold),
        false=sum(each.ending == "answered" for each in untold),
        perhaps=sum(each.ending == "answered" and each.is_perhaps for each in untold),
        swallowed=sum(each.ending == "swallowed" for each in answers),
        placed=sum(each.placed for each in told),
        placed_untold=sum(bool(each.places) for each in untold),
    )


def fault(answer: Answer) -> str:
    """What went wrong with a question, in a line; "": nothing did."""
    wanted = "answered" if answer.question.words else "untold"
    if answer.ending == wanted and (answer.in_three or not answer.question.words):
        return ""
    asked = " / ".join([*answer.question.before, answer.question.ask])
    said = " ".join(answer.told.explanation.split())[:200]
    return f"{answer.question.document}: {asked} [{answer.ending}, not {wanted}] {said}"


def _share(count: int, of: int) -> str:
    return f"{count / of:.2f}" if of else "-"
