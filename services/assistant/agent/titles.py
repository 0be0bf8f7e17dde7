"""A text longer than a title: a title that ends where a sentence or a word does, and the whole beside it. Pure."""

from contracts.tasks import MAX_DESCRIPTION, MAX_TITLE
from services.text.splitting import spans_of

_MARK = "…"


def titled(text: str) -> dict[str, str]:
    """`title`, and where it is not the whole text `description`, as parameters of add_task."""
    said = text.strip()
    title = _fitting(said, MAX_TITLE)
    return {"title": title} if title == said else {"title": title, "description": _fitting(said, MAX_DESCRIPTION)}


def _fitting(said: str, most: int) -> str:
    """The text itself, else its first sentences, else its first words, up to so many characters."""
    if len(said) <= most:
        return said
    if ends := [end for _, end in spans_of(said[: most + 1]) if end <= most and _is_end(said, end)]:
        return said[: ends[-1]].rstrip()
    cut = said[:most]
    words = cut.rsplit(None, 1)[0] if not said[most - 1 : most + 1].isspace() and len(cut.split()) > 1 else cut
    return words[: most - len(_MARK)].rstrip(" ,;:–-") + _MARK


def _is_end(said: str, end: int) -> bool:
    """Whether a sentence of the whole text ends there, and not only what was cut off of it."""
    return any(end == whole for _, whole in spans_of(said))
