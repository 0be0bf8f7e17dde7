"""What is answered to a search."""

from contracts.message import Fields
from contracts.views.search import PassageView, SoughtWord


class Passages(Fields):
    """Passages that hold words of a question, the best first. `total`: how many there are, of those looked at.

    `words`: what became of each word of the question; `languages`: the text's; `notice`: a sentence where the question
    is in another language than the text, and so finds little, in the reader's language if that is known, else in the
    question's; else "".
    """

    passages: list[PassageView]
    total: int
    words: list[SoughtWord]
    languages: list[str]
    notice: str
