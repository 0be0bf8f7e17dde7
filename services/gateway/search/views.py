"""What was found, as it may be shown. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from contracts.documents import Block, UnsurePlace
from contracts.message import Phrase
from contracts.proof import pages_said
from contracts.views.search import PassageView, SoughtWord
from services.gateway.documents.views import paper
from services.search.ranking import Found
from services.search.stored import Hit
from services.search.words import Word, stems_in
from services.text.catalogue.phrases import rendered
from services.text.guessing import group_of, group_said, has_words_of_another
from services.text.languages import NAMES, code_of

ByMeaning = Literal["no", "making", "unmade", "away", "yes"]
"""Whether a search went by meaning too: the house has no model for that; the text's vectors are being made, or could
not be; the question's could not; it did."""
_GROUPS = {"scandinavian": "no"}
_MOST_OF_IT = 0.6
"""The share of a question that a passage which was not read surely holds at least, to be told of."""


def passage(hit: Hit, papers: Mapping[str, Mapping[str, Any]]) -> PassageView:
    """A passage with its place. `papers`: rows of the session's documents by hash."""
    block, at, document = hit.place.block, hit.place, papers.get(hit.document_sha256)
    shown = paper(document) if document else None
    first, last = block.page_at(at.start), block.page_at(max(at.start, at.end - 1))
    return PassageView(
        document_sha256=hit.document_sha256,
        filename=shown.filename if shown else "",
        title=shown.title if shown else "",
        page_kind=shown.page_kind if shown else "page",
        source_page=first,
        last_page=last if last > first else None,
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
        likeness=None if hit.cosine is None else round(hit.cosine, 3),
    )


def better(unsure: Sequence[Found], hits: Sequence[Hit]) -> Sequence[Found]:
    """What was not read surely and holds most of a question, more than any passage that was."""
    best = max((hit.found.share for hit in hits), default=0.0)
    return [each for each in unsure if each.share >= _MOST_OF_IT and each.share > best][:1]


def unsure(body: Mapping[str, Any], papers: Mapping[str, Mapping[str, Any]]) -> UnsurePlace:
    """Where a block stands."""
    block = Block.model_validate(body, extra="ignore")
    first, *_, last = block.pages if len(block.pages) > 1 else (block.source_page, block.source_page)
    return UnsurePlace(
        document_sha256=block.document_sha256 or next(iter(papers)),
        block_id=block.block_id,
        source_page=first,
        last_page=last if last > first else None,
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


def by_meaning(documents: Sequence[Mapping[str, Any]]) -> ByMeaning:
    """Whether a session's documents (rows of `embedding_view`) can be searched by meaning."""
    if documents and all(row["done"] for row in documents):
        return "yes"
    return "unmade" if any(row["problem"] for row in documents) else "making"


def is_foreign(question: str, languages: Sequence[str]) -> bool:
    """Whether a question is in another language than the text; where its words do not tell, it is not."""
    group = group_said(question)
    return not (
        group is None or not languages or group in map(group_of, languages) or not all(map(group_of, languages))
    )


def asks_another(question: str, reader: str | None, languages: Sequence[str]) -> bool:
    """Whether who finds nothing may have asked in another language than the text's: the reader wishes one, or a word of
    the question is a word there alone."""
    reads = reader is not None and bool(languages) and reader not in map(code_of, languages)
    return reads or has_words_of_another(question, languages, NAMES)


def notice(
    question: str,
    languages: Sequence[str],
    reader: str | None,
    foreign: bool,
    meaning: ByMeaning,
    doubted: Sequence[UnsurePlace] = (),
) -> str:
    """Why more might be found: the question is in another language than the text and its words alone were looked for,
    its meaning could not be, or it stands where the text was not read surely. "": neither. In the reader's language,
    else in the question's."""
    group = group_said(question) or (languages[0] if languages else "")
    said = [] if meaning in ("no", "yes") else [Phrase.of(f"search.meaning_{meaning}")]
    if foreign and meaning != "yes":
        named = [Phrase.of(f"languages.{code}") for code in dict.fromkeys(map(code_of, languages))]
        said.append(Phrase.of("search.other_language", languages=Phrase.listed("comma", named)))
    said += [Phrase.of("search.unsure", page=pages_said(each.source_page, each.last_page)) for each in doubted]
    return " ".join(rendered(each, reader or _GROUPS.get(group, group)) for each in said)
