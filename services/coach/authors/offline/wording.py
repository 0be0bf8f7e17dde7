"""The words that the offline author puts around the document's own, by language, from the catalogue.

A language that is not there gets only what needs no words: a sentence with a gap, a term and its sentence.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from services.text.catalogue import sentences
from services.text.quotation import nested


@dataclass(frozen=True)
class Wording:
    """Frames; each `{}` is filled with words of the text, in quotation marks where the frame wants a `quoted`.

    `quotes`: the language's quotation marks, opening and closing, and `quotes_inside` those that take their place in
    what is quoted. `counts`: how many, in words, from two on.
    """

    quotes: str
    quotes_inside: str
    # Questions.
    which_is: str
    which_fits: str
    which_does: str
    which_label: str
    which_label_in: str
    what: str
    meant: str
    match: str
    placed: str
    steps: str
    reason: str
    why: str
    follows: str
    when: str
    what_of: str
    how: str
    list_them: str
    list_after: str
    list_in: str
    counts: str
    difference: str
    own_words: str
    own_name: str
    told_of: str
    # Cards.
    recall: str
    # Why an option is right or wrong.
    right: str
    printed: str
    not_it: str
    not_it_named: str
    not_it_unsaid: str
    said_of: str
    step: str
    # What more the text says of an answer that is typed.
    named_in: str
    goes_on: str
    before_it: str
    other_number: str

    def quoted(self, text: str) -> str:
        """The text in quotation marks, with inner ones in the place of its own."""
        return f"{self.quotes[0]}{nested(text, self.quotes, self.quotes_inside)}{self.quotes[1]}"

    def listed(self, texts: Iterable[str]) -> str:
        """Several texts, each in quotation marks."""
        return ", ".join(map(self.quoted, texts))

    def fill(self, frame: str, *texts: str) -> str:
        """The frame with the texts in quotation marks in its places."""
        return frame.format(*map(self.quoted, texts))


WORDINGS = {
    language: Wording(**sentences("quotation")[language], **said) for language, said in sentences("frames").items()
}
_QUOTED = "[\"“„«»‘‚'].+?[\"”“»«’‘']"  # whichever marks it was written with
_PLACED = [
    re.compile(re.escape(said.placed).replace(r"\{\}", _QUOTED, 1).replace(r"\{\}", "(.+)"))
    for said in WORDINGS.values()
]


def unplaced(question: str) -> str:
    """The question without the heading that it is placed under."""
    found = next((found for each in _PLACED if (found := each.fullmatch(question))), None)
    return found[1] if found else question
