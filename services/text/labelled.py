"""Lines of a list that put a label before what they say of it: "data.tar.gz: data files of the package"."""

import re

from services.text.words import ARTICLES, is_small

_LINE = re.compile(
    r"(?:[^\w\s(“\"'‘«.\[]{1,2}\s+)?(?P<label>[\w.(“\"‘«][^:;!?]{1,48}?)(?:\s?:|\s[–—-])\s+(?P<said>[^\W_].*?)\.?\s*",
    re.DOTALL,
)
_NO_LABEL = re.compile(
    r"(?:if|when|once|unless|while|hvis|når|dersom|wenn|falls|notes?|examples?|e\.g|see|tips?|warnings?|hints?"
    r"|goals?|steps?|figures?|tables?|chapters?|sections?|questions?|answers?|exercises?|sources?|author|date"
    r"|version|principles?|past|purpose|ideas?|problems?|solutions?|advantages?|disadvantages?|features?|usage"
    r"|results?|merk|eksempel|eksempler|se|figur|tabell|kapittel|oppgave|kilder?|beispiele?|siehe|hinweis"
    r"|abbildung|tabelle|kapitel|quelle)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")
_MOST_LABEL, _LEAST_SAID, _MOST_SAID = 4, 3, 24  # words

Spans = tuple[tuple[int, int], tuple[int, int]]


def labelled_in(text: str) -> Spans | None:
    """Where the label stands and where what is said of it; None: it is no such line. Code points, half open."""
    found = _LINE.fullmatch(text)
    if found is None:
        return None
    label, said = found["label"].split(), found["said"].split()
    if len(label) > _MOST_LABEL or not _LEAST_SAID <= len(said) <= _MOST_SAID or _NO_LABEL.match(found["label"]):
        return None
    if found["said"].endswith((":", ",", ";", "?")) or "://" in text or label[0].strip("(").isdigit():
        return None
    first = label[0].casefold()
    if (is_small(first) and first not in ARTICLES) or not any(map(_WORD.match, label)):
        return None  # "For Windows: ...", "If unsure: ..." say when, and name nothing.
    return found.span("label"), found.span("said")
