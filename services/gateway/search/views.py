"""What was found, as it may be shown. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from contracts.message import Phrase
from contracts.views.search import PassageView, SoughtWord
from services.gateway.documents.views import paper
from services.search.stored import Hit
from services.search.words import Word, stems_in
from services.text.catalogue.phrases import rendered
from services.text.guessing import group_of, group_said
from services.text.languages import code_of

_GROUPS = {"scandinavian": "no"}


def passage(hit: Hit, papers: Mapping[str, Mapping[str, Any]]) -> PassageView:
    """A passage with its place. `papers`: rows of the session's documents by hash."""
    at, document = hit.place, papers.get(hit.document_sha256)
    shown = paper(document) if document else None
    return PassageView(
        document_sha256=hit.document_sha256,
        filename=shown.filename if shown else "",
        title=shown.title if shown else "",
        page_kind=shown.page_kind if shown else "page",
        source_page=at.block.source_page,
        block_id=at.block.block_id,
        start=at.start,
        end=at.end,
        heading=at.passage.heading,
        before=at.passage.before,
        quote=at.passage.text,
        after=at.passage.after,
        start_sec=at.block.start_sec,
        end_sec=at.block.end_sec,
        share=round(hit.found.share, 3),
        words=list(hit.found.words),
    )


def words(sought: Sequence[Word], hits: Iterable[Hit], languages: Sequence[str]) -> list[SoughtWord]:
    """What became of each word of a question, with its spellings in these passages."""
    spelt: dict[str, set[str]] = {}
    for hit in hits:
        for language in languages:
            for word, stem in stems_in(hit.place.passage.text, language):
                spelt.setdefault(stem, set()).add(word)
    return [
        SoughtWord(
            word=word.said,
            how=word.how,
            written=sorted({each for stem in word.stems for each in spelt.get(stem, ())}),
        )
        for word in sought
    ]


def notice(question: str, languages: Sequence[str], reader: str | None) -> str:
    """That a question is in another language than the text; "": it is not, or its words do not tell.

    In the reader's language, else in the question's.
    """
    group = group_said(question)
    if group is None or not languages or group in map(group_of, languages) or not all(map(group_of, languages)):
        return ""
    named = [Phrase.of(f"languages.{code}") for code in dict.fromkeys(map(code_of, languages))]
    told = Phrase.of("search.other_language", languages=Phrase.listed("comma", named))
    return rendered(told, reader or _GROUPS.get(group, group))
