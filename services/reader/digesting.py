"""The digest of a reading: terms, concepts, sections, summary, and the blocks worth asking about. Pure."""

from collections import Counter
from collections.abc import Sequence

from contracts.digest import Context, DocumentDigested, KeyConcept, Term
from contracts.reading import StoredReading
from services.reader.material import Material, Prose, has_sentence, material_of
from services.reader.sections import sections_of
from services.reader.summary import full_summary, weights_of
from services.reader.terms import terms_of

MOST_CONCEPTS = 10
# Of JSON, not of text alone: boxes and emphasis travel too, and the command that carries the blocks has a limit.
BLOCKS_BYTES = 160_000
TERMS_BYTES = 40_000
_FEW = 30


def digested(reading: StoredReading) -> DocumentDigested:
    """The digest: the same for the same reading. A document without prose has an empty one."""
    material = material_of(reading.blocks, reading.doc_meta.language)
    terms = _within(terms_of(material))
    weights = weights_of(material, terms)
    return DocumentDigested(
        context=Context(
            full_summary=full_summary(material, weights),
            key_concepts=_concepts(terms),
            main_sections=sections_of(material, weights) if material.prose else [],
        ),
        terms=terms,
        blocks=worth_asking(material, terms),
    )


def _within(terms: Sequence[Term]) -> list[Term]:
    kept, room = [], TERMS_BYTES
    for term in terms:
        room -= len(term.model_dump_json().encode()) + 1
        if room < 0:
            break
        kept.append(term)
    return kept


def _concepts(terms: Sequence[Term]) -> list[KeyConcept]:
    """The best ten, those with a definition first while there are enough of them; in order of rank."""
    defined = [n for n, term in enumerate(terms) if term.definition][:MOST_CONCEPTS]
    rest = [n for n, term in enumerate(terms) if not term.definition][: MOST_CONCEPTS - len(defined)]
    return [
        KeyConcept(term=terms[n].term, definition=terms[n].definition, relevance=terms[n].relevance)
        for n in sorted(defined + rest)
    ]


def worth_asking(material: Material, terms: Sequence[Term]) -> list[str]:
    """Ids of prose blocks with a whole sentence, in reading order, at most 160 KB of JSON: those with terms first,
    taken in turn from forty stretches of the document so that none is left out."""
    told = Counter(term.block_id for term in terms)
    names = {term.term.casefold() for term in terms}
    eligible: list[tuple[int, float, int]] = []
    for n, prose in enumerate(material.prose):
        if has_sentence(prose) and len(prose.words) >= 8:
            folded = prose.block.text.casefold()
            value = 2.0 * told[prose.block.block_id] + sum(name in folded for name in names)
            eligible.append((n, value, _size(prose)))
    if len(eligible) < _FEW:
        # Slides and notes are written without full stops.
        asked = {n for n, _, _ in eligible}
        eligible += [
            (n, 0.0, _size(prose))
            for n, prose in enumerate(material.prose)
            if n not in asked and _says_something(prose)
        ]
        eligible.sort()
    room = BLOCKS_BYTES
    if sum(size for _, _, size in eligible) > room:
        count = len(eligible)
        stretches = [
            sorted(eligible[k * count // 40 : (k + 1) * count // 40], key=lambda e: (-e[1], e[0])) for k in range(40)
        ]
        taken = []
        for turn in range(max(len(stretch) for stretch in stretches)):
            for stretch in stretches:
                if turn < len(stretch) and stretch[turn][2] <= room:
                    taken.append(stretch[turn])
                    room -= stretch[turn][2]
        eligible = sorted(taken)
    return [material.prose[n].block.block_id for n, _, _ in eligible]


def _size(prose: Prose) -> int:
    return len(prose.block.model_dump_json(exclude_none=True).encode()) + 1


def _says_something(prose: Prose) -> bool:
    text = prose.block.text
    return len(prose.words) >= 6 and not text.rstrip().endswith((":", "?")) and text[prose.sentences[0][0]].isupper()
