"""Which terms stand as nouns, in languages whose parts of speech no tagger tells: as the text's own articles show."""

import re
from collections.abc import Sequence
from functools import cache

# What stands before a noun, and before little else.
_BEFORE = {
    "no": "en ei et den det de av i på til fra med for ved om hver noen mange alle flere ingen denne dette disse"
    " sin sitt sine min mitt mine din ditt dine vår vårt våre",
    "fr": "un une le la les l du des au aux ce cet cette ces chaque quelques plusieurs",
}
_LEAST, _MOST = 0.25, 40  # of so many places


def is_noun_in(name: str, texts: Sequence[str], language: str) -> bool:
    """Whether a term is one in enough of its places in folded texts, but for those where no word stands before it. Of
    several words, of capitals, and where no words before nouns are known, it is taken to be."""
    if language not in _BEFORE or " " in name or not name.islower():
        return True
    pattern, before = _places(name), _BEFORE[language].split()
    found = [place for text in texts if name in text for place in pattern.findall(text) if place][:_MOST]
    return not found or sum(place in before for place in found) >= _LEAST * len(found)


@cache
def _places(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:([^\W\d_]+)[\s’']+)?(?<!\w){re.escape(name)}[^\W\d_]{{0,3}}(?!\w)")
