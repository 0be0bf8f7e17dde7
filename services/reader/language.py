"""Which language a text is in: a vote of function words, else langdetect with a fixed seed. Never by chance."""

import re

from services.reader.wordlists import languages, listed

_WORDS = re.compile(r"[^\W\d_]+")
_SHOWN = 20_000
_LEAST_WORDS, _LEAST_SHARE, _LEAD = 8, 0.08, 1.15

# Function words that tell these languages apart. "no" stands for Bokmål and Nynorsk, as the seeds write it.
VOTERS = {language: listed("voters", language) for language in languages("voters")}


def language_of(text: str, *, guess: bool = True) -> str | None:
    """The language as ISO 639-1 ("en", "no"); None: cannot tell. `guess`: else ask langdetect."""
    words = [word.casefold() for word in _WORDS.findall(text[:_SHOWN])]
    if len(words) >= _LEAST_WORDS:
        votes = sorted(((sum(word in voters for word in words), name) for name, voters in VOTERS.items()), reverse=True)
        (most, best), (second, _) = votes[:2]
        if most >= _LEAST_SHARE * len(words) and most >= _LEAD * second:
            return best
        if {votes[0][1], votes[1][1]} == {"da", "no"} and most >= _LEAST_SHARE * len(words):
            return "no" if most == second else best  # sisters: half of their words are the same
    return _guessed(text[:_SHOWN]) if guess and words else None


def _guessed(text: str) -> str | None:
    # Imported late: its profiles take half a second, and most documents never need them.
    from langdetect import DetectorFactory, LangDetectException, detect

    DetectorFactory.seed = 0
    try:
        found = str(detect(text))
    except LangDetectException:
        return None
    return "zh" if found.startswith("zh") else found
