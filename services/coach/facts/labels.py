"""Labels: which lines of a list put a label before what they say of it, three and more of them under one heading."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from contracts.documents import Block
from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept
from services.coach.facts.definitions import SAID_AGAIN, first_of
from services.coach.facts.fact import Definition, Labels
from services.coach.facts.sound import says_how, states
from services.coach.facts.subjects import Told, told_of
from services.coach.sentences.clauses import is_balanced
from services.coach.sentences.concepts import stands_in
from services.coach.sentences.mentions import NO_DEFINITION
from services.coach.sentences.parts import Word, parts_of
from services.coach.sentences.split import LAST_RESORT, Sentence
from services.text.labelled import labelled_in
from services.text.words import ARTICLES, fold

_LEAST, _MOST_ENTRIES = 3, 20
_OPENING = 3  # words
# What a form asks to be done says nothing of what its field is, and neither does when, or what should be; "another such
# boat" leans on the line before.
_NO_DESCRIPTION = re.compile(
    r"(?:please|velg|klikk|trykk|skriv)\b|[^\W\d_]+en Sie\b"
    r"|(?:if|when|once|should|must|may|normally|usually|hvis|dersom|når|skal|bør|vanligvis|wenn|falls|soll|muss)\b"
    r"|(?:it|another|these|this|such|(?:the )?same|enda en|disse|dette|slike|ein weiterer|diese[rs]?)\b",
    re.IGNORECASE,
)
_SYNTAX = re.compile(r"^\d+[.)]|\(\d|[|\[\]<>=]|[A-Z]_[A-Z]")  # "gate (1-9) open"
# "Width: 12 metres or more", "Use sails: YES (tick it)" is what was chosen: a number, a word; no more.
_VALUE = re.compile(
    r"(?:(?:(?i:ca\.?|about|around|approx\.|rundt|omtrent|etwa|environ) )?"
    r"\d[\d.,:/–-]*(?:%|°\w?|[KMG]?B\b|(?!(?:st|nd|rd|th)\b)[a-z]{1,2}\b)?"
    r"(?: (?!(?:that|which|who|som|der|die|das|qui|que)\b)[^\s(]+){0,3}"
    r"|[A-ZÆØÅÄÖÜ][A-ZÆØÅÄÖÜ\d./_-]+(?:, [A-ZÆØÅÄÖÜ][A-ZÆØÅÄÖÜ\d./_-]+)*"
    r"|(?i:yes|no|on|off|true|false|none|ja|nei|nein|oui|non))(?: \([^)]{0,40}\))?"
)
_NUMBERED = re.compile(r"^\d+(?:\.\d+)*\.?\s+(?=\S)")


def labels_of(
    concepts: Sequence[Concept],
    told: Sequence[Told],
    blocks: Sequence[Block],
    language: str,
    headings: Mapping[str, str],
    over: Mapping[str, Concept],
    entries: Collection[str] = (),
) -> Iterator[Labels]:
    """Groups in reading order. `headings`: what stands over blocks, by their ids; without it a page is a group. `over`:
    the concepts that those name. `entries`: the blocks of a printed glossary; the terms of a long one are no group but
    the alphabet's.

    An entry is about what it explains, another line about the first concept in what it says; else one of its
    heading, else the one that `told` was of last before it.
    """
    if not concepts:
        return
    last, before = concepts[0], dict[str, Concept]()
    said = {each.sentence.block.block_id: each.stands[-1][0] for each in told if each.stands}
    for block in blocks:
        before[block.block_id] = last = said.get(block.block_id, last)
    groups: dict[tuple[str, int | None], list[Block]] = {}
    for block in blocks:
        if block.kind == "list_item" and block.material and block.language in (None, language):
            heading = headings.get(block.block_id, "")
            groups.setdefault((heading, None if heading else block.source_page), []).append(block)
    for (heading, _), lines in groups.items():
        if sum(block.block_id in entries for block in lines) > _MOST_ENTRIES:
            continue
        found = [
            label
            for block in lines
            if (label := _label(block, concepts, language, over.get(block.block_id, before[block.block_id]), entries))
        ]
        once = list({fold(label.term.text): label for label in found}.values())
        if len(once) >= _LEAST and len(once) == len(found):
            yield Labels(_NUMBERED.sub("", heading), [label for label in once if _describes(label, language)])


def _label(
    block: Block, concepts: Sequence[Concept], language: str, else_about: Concept, entries: Collection[str]
) -> Definition | None:
    spans = labelled_in(block.text)
    if spans is None or not is_balanced(block.text[slice(*spans[1])]):
        return None
    whole = Sentence(block, 0, len(block.text.rstrip()), block.text.rstrip(), LAST_RESORT)
    if again := SAID_AGAIN.match(block.text, spans[1][0]):
        spans = spans[0], (again.end(), spans[1][1])
    spans = spans[0], (spans[1][0], first_of(block.text, *spans[1]))
    (line,) = told_of([whole], stands_in(concepts, [whole], language), language)
    entry = block.block_id in entries
    concept = line.about(*(spans if entry else reversed(spans))) or else_about
    return Definition(concept, line.whole, Span(block, *spans[0]), Span(block, *spans[1]), printed=entry)


def _describes(label: Definition, language: str) -> bool:
    """Whether it says what something is or does: not what to do ("Shut both gates"), nor what was chosen."""
    said = label.said.text
    if _SYNTAX.search(label.term.text) or _NO_DESCRIPTION.match(said) or _VALUE.fullmatch(said):
        return False
    if NO_DEFINITION.match(said) or says_how(label) or (language == "de" and states(said, language)):
        return False
    opening = parts_of(said, language)[:3]
    first = opening[0] if opening and language == "en" else None
    to_do = first is not None and first.part in ("verb", "form") and not first.text.endswith(("s", "ing", "ed"))
    return not (to_do or _is_of_others(opening))


def _is_of_others(opening: Sequence[Word]) -> bool:
    """Whether a description begins as a sentence about something else: "Locks have a gate"."""
    if len(opening) < _OPENING or opening[2].text.lower() not in ARTICLES:
        return False
    return opening[0].part in ("name", "noun") and opening[1].part in ("verb", "past")
