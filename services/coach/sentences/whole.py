"""Whether a sentence is whole: what the end of a page cut off is neither quoted nor taken as a definition. Pure."""

import re
from collections.abc import Collection

from services.coach.sentences.split import Sentence, goes_on
from services.text.alphabets import WORD, has_no_case
from services.text.splitting import ends

_BULLET = re.compile(r"(?:^|\s)(?:[•▪◦‣●○■□➢➤►▶✓✔*–—-]|\(?(?:\d{1,2}|[a-z])[.)])\s+$")
_LISTED = ("list_item", "caption")


def is_whole(sentence: Sentence, names: Collection[str]) -> bool:
    """Whether it has its beginning and its end mark, and is no aside in brackets. `names`: of concepts; with one that
    is written small a sentence may begin. A line of a list, or of a glossary, needs neither, but must not stop in the
    middle."""
    text = sentence.text
    if has_no_case(text[0]):
        return True
    if text.startswith(("(", "[")):
        return False
    listed = (
        sentence.block.kind in _LISTED
        or _BULLET.search(sentence.block.text[: sentence.start])
        or (not sentence.start and text.casefold().startswith(tuple(f"{name}: " for name in names)))
    )
    if not listed and text[0].islower() and not text.casefold().startswith(tuple(names)):
        return False
    if ends(text):
        return True
    return bool(listed) and bool(WORD.search(text)) and not goes_on(text)
