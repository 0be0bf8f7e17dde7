"""Search of a text whose blocks lie in Postgres, each with its terms beside it: what is written, asked, and made of it.

Whoever searches asks `COUNTS` first and `CANDIDATES` then, with `Search` between them; so all find the same. Both read
`passage_view`, which has what a session may be shown of its text, and nothing else. Where the text has vectors,
`NEAREST` has those like the question's, and `NAMED` their blocks (`merging.py` joins both).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, LiteralString

from contracts.documents import Block
from services.search.passages import Passage, Place, headed, places_of
from services.search.ranking import Counts, Found, ranked, weight_of
from services.search.words import Word, distinct_terms_of, in_other_words, resolved

MOST_BLOCKS, MOST_BYTES = 150, 400_000
"""At most so many of a text's blocks are ranked by their sentences, and so much text: those that hold the rarest of
the words."""
_LONGEST = 100
"""Letters: what is longer is no word, and Postgres takes none of 2,000."""
# By language: how many blocks there are, and in how many each term is.
COUNTS: LiteralString = """
with texts as (
  select language, count(*)::int as blocks from passage_view where session_id = %(session)s group by language
)
select language, blocks, (
  select json_object_agg(word, ndoc) from ts_stat(format(
    'select terms from passage_view where session_id = %%L::uuid and language = %%L', %(session)s::uuid, language))
) as terms
from texts order by blocks desc, language"""
CANDIDATES: LiteralString = """
with sought as (
  select * from unnest(%(languages)s::text[], %(terms)s::text[], %(weights)s::float8[]) as s(language, terms, weight)
), best as materialized (
  select document, reading_id, block_id, (
    select sum(weight) from sought s where s.language = p.language and p.terms @@ s.terms::tsquery) as held
  from passage_view p where session_id = %(session)s and p.terms @@ %(any)s::tsquery
  order by held desc nulls last, document, part, ordinal limit %(most)s
), so_far as (
  select p.*, sum(octet_length(p.body ->> 'text')) over (
    order by best.held desc nulls last, p.document, p.part, p.ordinal rows unbounded preceding) as bytes
  from best join passage_view p using (document, reading_id, block_id) where p.session_id = %(session)s
)
select document_sha256, language, body, heading from so_far
where bytes <= greatest(%(bytes)s, (select min(bytes) from so_far)) order by document, part, ordinal"""

# The windows whose vectors have the most signs in common with a question's: those alone are compared (`vectors.py`).
NEAREST: LiteralString = """
select reading_id, block_id, start, stop, vector from vector_view
where session_id = %(session)s and model = %(model)s and length(sketch) = length(%(sketch)s::text)
order by bit_count(sketch # %(sketch)s::varbit), reading_id, block_id, start limit %(most)s"""
MOST_COMPARED = 120
NAMED: LiteralString = """
select reading_id, document_sha256, body, heading from passage_view
where session_id = %(session)s
  and (reading_id, block_id) in (select * from unnest(%(readings)s::uuid[], %(blocks)s::text[]))"""


@dataclass(frozen=True)
class Hit:
    """A passage that was found: where it stands, in which document (by hash), how well it fits, and what of the
    question it has. `cosine`: how near its meaning is to the question's, None where only its words have found it."""

    place: Place
    document_sha256: str
    found: Found
    cosine: float | None = None


@dataclass(frozen=True)
class _Text:
    language: str
    counts: Counts
    words: Sequence[Word]


def searchable(blocks: Iterable[Block], language: str) -> list[str | None]:
    """For each block of a reading, in its order, the terms by which it is found, as a tsvector; None: it is not.

    A heading is found with what stands under it.
    """
    return [
        _vector(f"{heading} {block.text}", language) if block.material and block.kind != "heading" else None
        for block, heading in headed(blocks)
    ]


class Search:
    """One question to a session's text. `counted`: the rows of `COUNTS`; `otherwise`: everyday words that the text has
    in place of the question's are looked for too."""

    def __init__(self, question: str, counted: Sequence[Mapping[str, Any]], *, otherwise: bool = False) -> None:
        self._question = question
        self._words_of = in_other_words if otherwise else resolved
        self._texts = []
        for row in counted:
            counts = Counts(row["blocks"], row["terms"] or {})
            self._texts.append(_Text(row["language"], counts, self._words_of(question, counts.terms, row["language"])))

    @property
    def languages(self) -> list[str]:
        """Those of the text, the commonest first."""
        return [text.language for text in self._texts]

    @property
    def words(self) -> list[Word]:
        """The question's words as they were found best in any of the text's languages."""
        best: dict[str, Word] = {}
        for word in (word for text in self._texts for word in text.words):
            if word.said not in best or best[word.said].how == "nowhere":
                best[word.said] = word
        return list(best.values())

    @property
    def asks_anything(self) -> bool:
        """Whether any word of the question stands in the text."""
        return any(word.stems for word in self.words)

    def unsure(self, texts: Sequence[str]) -> Sequence[Found]:
        """Which of these texts, that were not read surely and are in no row of `COUNTS`, hold anything of the question,
        the best first. They are read in the text's commonest language."""
        language, counts = (self._texts[0].language, self._texts[0].counts) if self._texts else ("", Counts(0, {}))
        held = Counter(term for text in texts for term in distinct_terms_of(text, language))
        together = Counts(counts.units + len(texts), held + Counter(counts.terms))
        words = self._words_of(self._question, together.terms, language)
        return ranked(self._question, [Passage(text) for text in texts], language, words, together).found

    def asks(self, session: object) -> dict[str, Any]:
        """The values of `CANDIDATES`."""
        sought = [(text, word) for text in self._texts for word in text.words if word.stems]
        return {
            "session": session,
            "languages": [text.language for text, _ in sought],
            "terms": [_any(word.stems) for _, word in sought],
            "weights": [weight_of(word, text.counts) for text, word in sought],
            "any": _any(dict.fromkeys(stem for _, word in sought for stem in word.stems)),
            "most": MOST_BLOCKS,
            "bytes": MOST_BYTES,
        }

    def hits(self, rows: Sequence[Mapping[str, Any]]) -> list[Hit]:
        """The passages of these blocks (rows of `CANDIDATES`) that hold anything of the question, the best first."""
        texts = {text.language: text for text in self._texts}
        hits: list[Hit] = []
        for language, group in groupby(sorted(rows, key=lambda row: row["language"]), key=lambda row: row["language"]):
            of_language, text = list(group), texts[language]
            by_block = {row["body"]["block_id"]: row["document_sha256"] for row in of_language}
            blocks = [(Block.model_validate(row["body"], extra="ignore"), row["heading"]) for row in of_language]
            places = list(places_of(blocks))
            passages = [place.passage for place in places]
            ranking = ranked(self._question, passages, language, text.words, text.counts)
            for found in ranking.found:
                place = places[found.number]
                hits.append(Hit(place, by_block[place.block.block_id], found))
        return sorted(hits, key=lambda hit: -hit.found.score)


def apart(hits: Iterable[Hit]) -> list[Hit]:
    """Those whose sentence is not shown already, as the neighbour of a better one."""
    kept: list[Hit] = []
    for hit in hits:
        at = hit.place
        beside = (each.place for each in kept if each.place.block is at.block)
        if not any(each.first <= at.start and at.end <= each.last for each in beside):
            kept.append(hit)
    return kept


def _vector(text: str, language: str) -> str:
    return " ".join(f"'{term}'" for term in sorted(distinct_terms_of(text, language)) if len(term) <= _LONGEST)


def _any(terms: Iterable[str]) -> str:
    return " | ".join(f"'{term}'" for term in terms)
