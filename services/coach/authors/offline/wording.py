"""The words that the offline author puts around the document's own, by language.

A language that is not here gets only what needs no words: a sentence with a gap.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """Frames; `{}` is filled with words of the text. `what`: begins a question for what the text says something is."""

    which_is: str
    which_fits: str
    what_text: str
    what_card: str
    meant: str
    recall: str


WORDINGS = {
    "en": Wording(
        which_is='Which term is defined in the text as "{}"?',
        which_fits='Which term completes this sentence from the text? "{}"',
        what_text="According to the text, what {}?",
        what_card="What {}?",
        meant='What does the text mean by "{}"?',
        recall='Which term does the text define as "{}"?',
    ),
    "no": Wording(
        which_is="Hvilket begrep er definert i teksten som «{}»?",
        which_fits="Hvilket begrep fullfører denne setningen fra teksten? «{}»",
        what_text="Hva {} ifølge teksten?",
        what_card="Hva {}?",
        meant="Hva mener teksten med «{}»?",
        recall="Hvilket begrep definerer teksten som «{}»?",
    ),
    "de": Wording(
        which_is="Welcher Begriff wird im Text so definiert: „{}“?",
        which_fits="Welcher Begriff vervollständigt diesen Satz aus dem Text? „{}“",
        what_text="Was {} laut Text?",
        what_card="Was {}?",
        meant="Was meint der Text mit „{}“?",
        recall="Welchen Begriff definiert der Text als „{}“?",
    ),
}
