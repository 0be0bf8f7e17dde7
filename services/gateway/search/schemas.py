"""What is answered to a search."""

from contracts.documents import UnsurePlace
from contracts.message import Fields
from contracts.views.search import PassageView, SoughtWord


class Passages(Fields):
    """Passages that hold words of a question, the best first. `total`: how many there are, of those looked at.

    `unsure`: the place of a passage that holds more of it than these, but was not read surely: no word of it is told.
    `words`: what became of each word of the question; `languages`: the text's; `notice`: a sentence where the question
    is in another language than the text, and so finds little, or where a place is `unsure`, in the reader's language if
    that is known, else in the question's; else "".
    """

    passages: list[PassageView]
    unsure: list[UnsurePlace] = []
    total: int
    words: list[SoughtWord]
    languages: list[str]
    notice: str
