"""The words that the offline author puts around the document's own, by language. The words themselves: `frames.py`.

A language that is not there gets only what needs no words: a sentence with a gap, a term and its sentence.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """Frames; each `{}` is filled with words of the text, in quotation marks where the frame wants a `quoted`.

    `marks`: the language's quotation marks, and those for a text that has such marks itself.
    """

    marks: tuple[str, str]
    # Questions.
    which_is: str
    which_short: str
    which_fits: str
    what: str
    what_short: str
    meant: str
    which_reason: str
    which_of: str
    which_listed: str
    is_it_said: str
    match: str
    steps: str
    dates: str
    reason: str
    leads_to: str
    list_them: str
    listed_after: str
    list_after: str
    listed_in: str
    list_in: str
    counts: tuple[str, ...]
    difference: str
    # Cards.
    recall: str
    # Why an option is right or wrong.
    right: str
    not_it: str
    not_it_unsaid: str
    said_of: str
    other_reason: str
    listed: str
    not_listed: str
    true: str
    true_not: str
    false: str
    false_not: str
    step: str
    dated: str

    def quoted(self, text: str) -> str:
        """The text in quotation marks that it does not have itself."""
        marks = self.marks[any(mark in text for mark in self.marks[0])]
        return f"{marks[0]}{text}{marks[1]}"

    def fill(self, frame: str, *texts: str) -> str:
        """The frame with the texts in quotation marks in its places."""
        return frame.format(*map(self.quoted, texts))
