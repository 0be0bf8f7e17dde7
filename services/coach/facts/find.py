"""All facts of a text: one walk over its sentences for each kind."""

from collections.abc import Mapping, Sequence

from contracts.documents import Block
from services.coach.drafts.order import Concept
from services.coach.facts.causes import causes_of
from services.coach.facts.conditions import conditions_of
from services.coach.facts.contrasts import contrasts_of
from services.coach.facts.definitions import definitions_of, printed_of
from services.coach.facts.enumerations import enumerations_of
from services.coach.facts.fact import Facts
from services.coach.facts.labels import labels_of
from services.coach.facts.processes import processes_of
from services.coach.facts.quantities import quantities_of
from services.coach.facts.subjects import Told, named_by, told_of
from services.coach.facts.ways import ways_of
from services.coach.sentences.capitals import Capitals
from services.coach.sentences.concepts import stands_in
from services.coach.sentences.mentions import mentions_where
from services.coach.sentences.split import LAST_RESORT, Sentence


def facts_of(
    concepts: Sequence[Concept],
    sentences: Sequence[Sentence],
    language: str,
    blocks: Sequence[Block] = (),
    capitals: Capitals | None = None,
    headings: Mapping[str, str] | None = None,
) -> Facts:
    """What the sentences state about the concepts, each kind in reading order; every fact has a concept.

    `language`: "en" and "no" have patterns of all kinds, "de" of causes, conditions and years too; others give
    definitions where `mentions.py` knows their words, and the one year or share of a sentence. `blocks`: where lists,
    a glossary and processes whose sentences lean on each other may stand. `capitals`: of the whole text where the
    sentences are only a part of it. `headings`: what stands over blocks, by their ids.
    """
    stands = stands_in(concepts, sentences, language)
    mentions = mentions_where(sentences, stands, language, capitals, headings)
    over = named_by(headings or {}, concepts, language)
    told = told_of(sentences, stands, language, over)
    place = {sentence.block.block_id: n for n, sentence in reversed([*enumerate(sentences)])}
    defining = sorted(
        (mention for found in mentions.values() for mention in found if mention.defines),
        key=lambda mention: (place[mention.sentence.block.block_id], mention.start),
    )
    printed = [*printed_of(concepts, blocks, language)]
    entries = {found.at.block.block_id for found in printed}
    definitions = [*printed, *(each for each in definitions_of(defining) if each.at.block.block_id not in entries)]
    saying = {(found.at.block.block_id, found.at.start) for found in definitions}
    causes = [*causes_of(told, language, saying)]
    return Facts(
        definitions=definitions,
        enumerations=[*enumerations_of(told, language)],
        quantities=[*quantities_of(told, language)],
        causes=[cause for cause, whole in causes if whole],
        leads=[cause for cause, whole in causes if not whole],
        conditions=[*conditions_of(told, language)],
        ways=[*ways_of(told, language)],
        contrasts=[*contrasts_of(told, language)],
        processes=[*processes_of([*told, *_leaning(concepts, told, language, blocks)], language)],
        labels=[*labels_of(concepts, told, blocks, language, headings or {}, over, entries)],
    )


def _leaning(concepts: Sequence[Concept], told: Sequence[Told], language: str, blocks: Sequence[Block]) -> list[Told]:
    """The blocks without a sentence that stands alone, each as one passage: its sentences may be steps."""
    seen = {each.sentence.block.block_id for each in told}
    rest = [
        Sentence(block, 0, len(block.text), block.text, LAST_RESORT)
        for block in blocks
        if block.block_id not in seen and block.material and block.language in (None, language)
    ]
    return told_of(rest, stands_in(concepts, rest, language), language)
