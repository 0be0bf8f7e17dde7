"""What a learner should know about a reading that is no failure. Pure."""

from collections.abc import Sequence

from contracts.documents import Notice, PageQuality, Recognition
from services.reader.language_names import notice_for
from services.reader.reading.soundness import named


def notices_of(
    language: str, judged: Recognition | None, qualities: Sequence[PageQuality], unread: Sequence[int]
) -> list[Notice]:
    """Pages that are no material, pages that nobody could read, and a language that we know too little of.

    `language` "": there is no text.
    """
    found = []
    left_out = judged.low if judged else [each.page for each in qualities if each.verdict == "failed"]
    if judged and judged.approved:
        left_out = []
    if left_out:
        told = f"{_capital(named(left_out))} could not be read well enough and {_is(left_out)} left out."
        found.append(Notice(code="pages_left_out", sentence=told, pages=left_out))
    if unread:
        pages = list(unread)
        told = f"{_capital(named(pages))} {_is(pages)} left out: the text there needs OCR, which is not installed."
        found.append(Notice(code="pages_without_text", sentence=told, pages=pages))
    if language and (said := notice_for(language)) is not None:
        found.append(said)
    return found


def _is(pages: Sequence[int]) -> str:
    return "is" if len(pages) == 1 else "are"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
