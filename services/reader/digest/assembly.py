"""The digest of readings: terms, concepts, sections, summary, and the blocks worth asking about. Pure.

Each document is digested in its own language; several are put together by turns, so that none is left out.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from contracts.digest import Context, DocumentDigested, Term
from contracts.documents import Block
from contracts.reading import StoredReading
from services.reader.digest.candidates import printed_in
from services.reader.digest.concepts import concepts_of, said_of
from services.reader.digest.content_refs import by_documents, by_turns
from services.reader.digest.material import Material, Prose, has_sentence, material_of, says_something
from services.reader.digest.sections import sections_of
from services.reader.digest.summary import CHARACTERS, SENTENCES, full_summary, weights_of
from services.reader.digest.terms import terms_of
from services.text.labelled import labelled_in
from services.text.printed import printed_in as questions_in

# Of JSON as a command carries it (`Block.sent`), not of text alone: the command has a limit.
BLOCKS_BYTES = 300_000
PRINTED_BYTES = 30_000
TERMS_BYTES = 40_000
_FEW = 30
# What a command leaves out of a block; its document too, where that is the command's own.
_UNSAID = {"lines", "words", "word_confidences", "box"}
_BESIDE = 60  # bytes of blanks between the fields, kind and page


def digested(*readings: StoredReading, further: Callable[[], None] = lambda: None) -> DocumentDigested:
    """The digest: the same for the same readings. Documents without prose have an empty one. `further`: is called
    whenever a part of it is done."""
    share = max(1, len(readings))
    said: dict[str, str] = {}
    found = [_one(reading, share, said, further) for reading in readings]
    terms = _once(by_turns([each.terms for each in found]))
    return DocumentDigested(
        context=Context(
            full_summary=" ".join(each.context.full_summary for each in found if each.context.full_summary),
            key_concepts=concepts_of(terms, said),
            main_sections=by_documents(readings, [each.context.main_sections for each in found]),
        ),
        terms=terms,
        blocks=[block for each in found for block in each.blocks],
    )


def _one(reading: StoredReading, share: int, said: dict[str, str], further: Callable[[], None]) -> DocumentDigested:
    """The digest of one of `share` documents; `said`: what the documents say of terms that none defines, added to."""
    material = material_of(reading.blocks, reading.doc_meta.language)
    further()
    found = terms_of(material)
    terms = _within(found.terms, TERMS_BYTES // share)
    further()
    weights = weights_of(material, found.named)
    weigh = _alone if share == 1 else _among
    said |= {**said_of(terms, material), **said}
    summary = full_summary(
        material,
        weights,
        terms,
        title=reading.doc_meta.title,
        sentences=max(2, SENTENCES // share),
        characters=max(300, CHARACTERS // share),
    )
    further()
    return DocumentDigested(
        context=Context(
            full_summary=summary,
            key_concepts=[],
            main_sections=sections_of(material, weights, reading.doc_meta.page_kind) if material.prose else [],
        ),
        terms=terms,
        blocks=_with_printed(reading.blocks, worth_asking(material, terms, BLOCKS_BYTES // share, weigh), weigh),
    )


def _with_printed(blocks: Sequence[Block], worth: Sequence[str], weigh: Callable[[Block], int]) -> list[str]:
    """With the questions that the document prints with options and key, which may be asked as they are."""
    parts = [block for block in blocks if block.aside != "running"]
    taken, room = set(worth), PRINTED_BYTES if worth else 0
    for printed in questions_in([block.exercise_part for block in parts]):
        group = [parts[n] for n in (printed.question, *printed.options, *printed.keys)]
        room -= sum(map(weigh, group))
        if room >= 0:
            taken.update(block.block_id for block in group)
    return [block.block_id for block in blocks if block.block_id in taken]


def _within(terms: Sequence[Term], room: int) -> list[Term]:
    kept = []
    for term in terms:
        room -= len(term.model_dump_json().encode()) + 1
        if room < 0:
            break
        kept.append(term)
    return kept


def _once(terms: Sequence[Term]) -> list[Term]:
    """Each term once: where several documents have it, the first that defines it."""
    found: dict[str, Term] = {}
    for term in terms:
        name = term.term.casefold()
        if name not in found or (term.definition and not found[name].definition):
            found[name] = term
    return list(found.values())


def worth_asking(material: Material, terms: Sequence[Term], room: int, weigh: Callable[[Block], int]) -> list[str]:
    """Ids of prose blocks with a whole sentence, of a glossary's entries and of labelled lines, in reading order, in
    `room` bytes of JSON as they `weigh`: those with terms first, taken in turn from forty stretches so that none is
    left out."""
    told = Counter(term.block_id for term in terms)
    printed = printed_in(material)
    names = {term.term.casefold() for term in terms}
    eligible: list[tuple[int, float, int]] = []
    for n, prose in enumerate(material.prose):
        if (has_sentence(prose) and len(prose.words) >= 8) or n in printed or _is_labelled(prose):
            folded = prose.block.text.casefold()
            value = 2.0 * told[prose.block.block_id] + sum(name in folded for name in names)
            eligible.append((n, value, weigh(prose.block)))
    if len(eligible) < _FEW:
        # Slides and notes are written without full stops.
        asked = {n for n, _, _ in eligible}
        eligible += [
            (n, 0.0, weigh(prose.block))
            for n, prose in enumerate(material.prose)
            if n not in asked and says_something(prose)
        ]
        eligible.sort()
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


def _is_labelled(prose: Prose) -> bool:
    return prose.block.kind == "list_item" and labelled_in(prose.block.text) is not None


def _alone(block: Block) -> int:
    """Bytes of a block in a command about its document alone."""
    return _among(block) - (len(f'"document_sha256": "{block.document_sha256}"') if block.document_sha256 else 0)


def _among(block: Block) -> int:
    """Bytes of a block in a command about several documents."""
    return len(block.model_dump_json(exclude_defaults=True, exclude=_UNSAID).encode()) + _BESIDE
