"""How a hint shows an answer and tells none of it: its first letter, its length, its words in a row. Pure."""

from collections.abc import Sequence

from services.text.alphabets import WORD
from services.text.words import main_stems_of, stems_of

_SPELT = 3
"""Of longer answers the words are counted, not their letters."""


def looks(text: str, said: dict[str, str], language: str) -> str:
    """Its first letter, and how many letters its words have; of a long one how many words."""
    if (words := len(WORD.findall(text))) > _SPELT:
        return said["letters_many"].format(words=words, letter=quoted(initial(text, language), said))
    return said["letters"].format(**shape(text, said))


def shape(text: str, said: dict[str, str]) -> dict[str, str]:
    """Its first letter, and how many letters its words have."""
    words = [len(word) for word in WORD.findall(text)] or [len(text)]
    if len(words) > 1:
        counts = said["and"].join([", ".join(map(str, words[:-1])), str(words[-1])])
        length = said["lengths"].format(counts=counts)
    else:
        length = said["length_1" if words[0] == 1 else "length"].format(count=words[0])
    first = next((char for char in text if char.isalnum()), text[0])
    return {"letter": quoted(first, said), "length": length}


def initial(text: str, language: str) -> str:
    """The first letter of its first word of content: articles tell nothing."""
    words: list[str] = WORD.findall(text) or [text]
    content = main_stems_of(text, language)
    return next((word for word in words if set(stems_of(word, language)) & content), words[0])[0].lower()


def listed(words: Sequence[str], said: dict[str, str]) -> str:
    """Quoted, with commas and an "and"."""
    *first, last = (quoted(word, said) for word in words)
    return said["and"].join([", ".join(first), last]) if first else last


def quoted(text: str, said: dict[str, str]) -> str:
    """In the quotation marks of the tutor's language."""
    return said["quote"].format(text)
