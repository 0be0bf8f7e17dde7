"""How a hint shows an answer and tells none of it: its first letter, its length, its words in a row. Pure."""

from collections.abc import Sequence

from contracts.message import Phrase
from services.text.alphabets import WORD
from services.text.words import main_stems_of, stems_of

_SPELT = 3
"""Of longer answers the words are counted, not their letters."""


def said(name: str, **values: str | int | Phrase) -> Phrase:
    """One of the phrases with which a reply is met."""
    return Phrase.of(f"replies.{name}", **values)


def looks(text: str, language: str) -> Phrase:
    """Its first letter, and how many letters its words have; of a long one how many words."""
    if is_short(text):
        return shaped("letters", text)
    return said("letters_many", words=len(WORD.findall(text)), letter=Phrase.quoted(initial(text, language)))


def is_short(text: str) -> bool:
    """Whether its letters are counted, not its words."""
    return len(WORD.findall(text)) <= _SPELT


def shaped(name: str, text: str) -> Phrase:
    """What tells a text's first letter, and how many letters its words have."""
    words = [len(word) for word in WORD.findall(text)] or [len(text)]
    if len(words) > 1:
        length = said("lengths", counts=Phrase.listed("and", map(str, words)))
    else:
        length = said("length_1" if words[0] == 1 else "length", count=words[0])
    first = next((char for char in text if char.isalnum()), text[0])
    return said(name, letter=Phrase.quoted(first), length=length)


def initial(text: str, language: str) -> str:
    """The first letter of its first word of content: articles tell nothing."""
    words: list[str] = WORD.findall(text) or [text]
    content = main_stems_of(text, language)
    return next((word for word in words if set(stems_of(word, language)) & content), words[0])[0].lower()


def listed(words: Sequence[str]) -> Phrase:
    """Quoted, with commas and an "and"."""
    return Phrase.listed("and", map(Phrase.quoted, words))
