"""What a learner reads of patterns and gaps, by language, from the catalogue.

Names in braces are filled in: concepts, what was answered and what the text has, the pages
(`at`), and how often (`where`).
"""

from collections.abc import Iterable, Sequence
from math import ceil

from services.text.catalogue import sentences
from services.text.languages import spoken

_MOST = 110

FORMS, _SIGNS = sentences("patterns"), sentences("signs")


def tongue_of(language: str) -> str:
    """From a code like "en" or "nb-NO"."""
    return spoken(language, FORMS)


def short(text: str) -> str:
    """At most 110 characters, without the marks that the sentences put around it and the full stop before them."""
    plain = " ".join(text.split()).strip("“”„«»").removesuffix(".")
    return plain if len(plain) <= _MOST else plain[: _MOST - 1].rstrip() + "…"


def quoted(text: str, tongue: str) -> str:
    """In the language's quotation marks."""
    return _SIGNS[tongue]["quoted"].format(short(text))


def listed(words: Sequence[str], tongue: str) -> str:
    """ "a, b and c"; each once."""
    *first, last = dict.fromkeys(words)
    return f"{', '.join(first)} {FORMS[tongue]['and']} {last}" if first else last


def where(count: int, asked: int, tongue: str) -> str:
    """How often, of how many questions, with a blank before it; nothing where there was one alone."""
    return FORMS[tongue]["where_one" if asked == 1 else "where"].format(count=count, asked=asked)


def pages(numbers: Iterable[int], tongue: str) -> str:
    """ "page 2", "pages 2 and 5"."""
    found = [str(number) for number in sorted(set(numbers))]
    return FORMS[tongue]["page" if len(found) == 1 else "pages"].format(listed(found, tongue))


def seconds(longest: float, tongue: str) -> str:
    """Whole ones, rounded up."""
    return FORMS[tongue]["second" if longest <= 1 else "seconds"].format(ceil(longest))
