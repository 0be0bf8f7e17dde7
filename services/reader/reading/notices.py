"""What a learner should know about a reading that is no failure, told in the document's language where there are words
for it. Pure."""

from collections.abc import Sequence
from typing import Literal

from contracts.documents import Notice, PageQuality, Recognition
from contracts.message import Phrase
from services.reader.language_names import NAMES, SUPPORTED, UNPARTED
from services.text.catalogue.phrases import rendered
from services.text.vocabulary import frequencies

_MOST_NAMED = 12


def notices_of(
    language: str, judged: Recognition | None, qualities: Sequence[PageQuality], unread: Sequence[int]
) -> list[Notice]:
    """Pages that are no material, pages that nobody could read, and a language that we know too little of.

    `language` "": there is no text.
    """
    left_out = judged.low if judged else [each.page for each in qualities if each.verdict == "failed"]
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
    if language == "und" or language not in NAMES:
        form = "unknown" if language == "und" else "unnamed"
    elif language == "de":
        form = "in_part"
    elif language in UNPARTED:
        form = "unparted"
    else:
        form = "patternless" if frequencies.known(language) else "unlisted"
    if form in ("unknown", "unnamed"):
        phrase = Phrase.of(f"notices.{form}", code=language)
    else:
        phrase = Phrase.of(f"notices.{form}", name=Phrase.of(f"languages.{language}"))
    return Notice(code="language_not_supported", sentence=rendered(phrase, language), phrase=phrase)


def named(pages: Sequence[int], form: Literal["pages", "begun"] = "pages") -> Phrase:
    """ "page 3", "pages 1 to 4", "pages 1, 3 and 7"; `begun`: at the beginning of a sentence."""
    if len(pages) > 1 and list(pages) == list(range(pages[0], pages[-1] + 1)):
        which = Phrase.of("notices.through", pages[0], pages[-1])
    else:
        others = [Phrase.of("notices.others")] * (len(pages) > _MOST_NAMED)
        which = Phrase.listed("and", [*map(str, pages[:_MOST_NAMED]), *others])
    return Phrase.of(f"notices.{form}", len(pages), which=which)


def _of_pages(code: Literal["pages_left_out", "pages_without_text"], pages: Sequence[int], language: str) -> Notice:
    phrase = Phrase.of(f"notices.{code}", len(pages), which=named(pages, "begun"))
    return Notice(code=code, sentence=rendered(phrase, language), phrase=phrase, pages=list(pages))
