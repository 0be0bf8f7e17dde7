"""What a learner should know about a reading that is no failure, told in the document's language where there are words
for it. Pure."""

from collections.abc import Sequence
from typing import Literal

from contracts.documents import Notice, PageQuality, Recognition
from services.reader.language_names import NAMES, SUPPORTED, UNPARTED
from services.text import frequencies
from services.text.catalogue import counted, sentences
from services.text.languages import spoken

_SAID, _COUNTED = sentences("notices"), counted("notices")
_SIGNS = sentences("signs")
_MOST_NAMED = 12


def notices_of(
    language: str, judged: Recognition | None, qualities: Sequence[PageQuality], unread: Sequence[int]
) -> list[Notice]:
    """Pages that are no material, pages that nobody could read, and a language that we know too little of.

    `language` "": there is no text.
    """
    left_out = judged.low if judged else [each.page for each in qualities if each.verdict == "failed"]
    if judged and judged.approved:
        left_out = []
    found = []
    if left_out:
        found.append(_of_pages("pages_left_out", left_out, language))
    if unread:
        found.append(_of_pages("pages_without_text", unread, language))
    if language and (said := notice_for(language)) is not None:
        found.append(said)
    return found


def notice_for(language: str) -> Notice | None:
    """What the learner should know of a document in this language (ISO 639-1, "und": not told); None: supported."""
    if language in SUPPORTED:
        return None
    if language not in NAMES:
        form = "unknown" if language == "und" else "unnamed"
    elif language == "de":
        form = "in_part"
    elif language in UNPARTED:
        form = "unparted"
    else:
        form = "patternless" if frequencies.known(language) else "unlisted"
    told = _SAID[spoken(language, _SAID)][form]
    return Notice(code="language_not_supported", sentence=told.format(name=NAMES.get(language), code=language))


def named(pages: Sequence[int], language: str = "en") -> str:
    """ "page 3", "pages 1 to 4", "pages 1, 3 and 7"."""
    tongue = spoken(language, _SAID)
    said = _SAID[tongue]
    if len(pages) > 1 and list(pages) == list(range(pages[0], pages[-1] + 1)):
        shown = said["through"].format(pages[0], pages[-1])
    else:
        all_shown = [str(page) for page in pages[:_MOST_NAMED]] + [said["others"]] * (len(pages) > _MOST_NAMED)
        shown = f" {_SIGNS[tongue]['and']} ".join(filter(None, [", ".join(all_shown[:-1]), all_shown[-1]]))
    return _COUNTED[tongue]["pages"][len(pages) > 1].format(shown)


def _of_pages(code: Literal["pages_left_out", "pages_without_text"], pages: Sequence[int], language: str) -> Notice:
    which = named(pages, language)
    told = _COUNTED[spoken(language, _SAID)][code][len(pages) > 1]
    return Notice(code=code, sentence=told.format(which[:1].upper() + which[1:]), pages=list(pages))
