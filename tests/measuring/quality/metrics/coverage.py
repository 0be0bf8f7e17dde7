"""M8: how much of a document is asked about. M9: how many of its key terms the digest found. M27: how many
are asked."""

import re
from collections.abc import Mapping, Sequence

from contracts.digest import Term
from contracts.documents import Block
from contracts.items import Flashcard, Item, Matching
from tests.measuring.quality.metrics.grounding import proofs
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import bare, fold, stems
from tests.measuring.quality.metrics.worth import worth

LEAST_WORDS, FIRST = 40, 20
_GLOSSARY = frozenset(
    {
        "glossary",
        "key terms",
        "terms",
        "vocabulary",
        "ordliste",
        "begreper",
        "sentrale begreper",
        "glossar",
        "glossaire",
    }
)
_ENTRY = re.compile(r"^(?P<term>[^\W\d_][^:.!?\n]{1,60}?)(?: ?\([^)]*\))?: ?(?P<definition>\S.{10,})$", re.DOTALL)
_QUOTED = re.compile(r"[\"“«][^\"”»]{25,}[\"”»]")
_STOPS, _SUBJECT, GAP = 2, 5, "____"


def covered(made: Sequence[Item | Flashcard], blocks: Mapping[str, Block], terms: Sequence[str]) -> Share:
    """M8: of the blocks of 40 words or more that the Coach was given and that have something worth asking, those that
    an item or card rests on."""
    share = Share()
    asked = {proof.block_id for each in made for proof in proofs(each)}
    for name, block in blocks.items():
        if len(block.text.split()) >= LEAST_WORDS and worth(block, terms):
            share.add(name in asked, block.text[:80])
    return share


def recalled(terms: Sequence[Term], glossary: Mapping[str, str], language: str) -> Share:
    """M9, recall@20: of the glossary's terms (20 at most), how many stand among the digest's first 20."""
    share = Share()
    wanted = {tuple(stems(term, language)): term for term in glossary}
    first = {tuple(stems(term.term, language)) for term in terms[:FIRST]}
    found = [name for key, name in wanted.items() if key in first]
    lacking = [name for key, name in wanted.items() if key not in first]
    for _ in found[:FIRST]:
        share.add(True, "")
    for name in lacking[: max(0, min(FIRST, len(wanted)) - len(found))]:
        share.add(False, name)
    return share


def printed(blocks: Sequence[Block]) -> dict[str, str]:
    """The document's own glossaries: definition by term, of the entries ("term: definition") under such a heading."""
    found = dict[str, str]()
    within, others = False, 0
    for block in blocks:
        if block.kind == "heading":
            within, others = fold(block.text).strip(" .:0123456789") in _GLOSSARY, 0
        elif within and block.aside != "running":
            entry = _ENTRY.match(block.text.strip())
            others = 0 if entry else others + 1
            within = others < _STOPS
            if entry:
                found[entry["term"].strip(" *")] = entry["definition"].strip()
    return found


def asked_terms(made: Sequence[Item | Flashcard], glossary: Mapping[str, str], language: str) -> Share:
    """M27: the glossary's terms that are what is asked for, or what is asked about. A sentence with a gap, or a
    quotation, that only speaks of a term does not ask it. Of more terms than `made` could ask so many count.
    """
    share = Share()
    keys, fronts = set[str](), list[str]()
    for each in made:
        keys |= {_plain(part, language) for part in _asked_for(each)}
        front = "" if GAP in each.question else _QUOTED.sub(" ", each.question)
        subject = " ".join(getattr(each, "statement", "").split()[:_SUBJECT])
        fronts += [_plain(text, language) for text in (front, subject) if text]
    plain = {term: _plain(re.sub(r"\([^)]*\)", "", term), language) for term in glossary}
    asked = {t for t, p in plain.items() if p in keys or any(f" {p} " in f" {front} " for front in fronts)}
    most = max(len(asked), min(len(plain), len(made)))
    for term in [*sorted(asked), *(each for each in plain if each not in asked)][:most]:
        share.add(term in asked, term)
    return share


def _asked_for(each: Item | Flashcard) -> list[str]:
    if isinstance(each, Flashcard):
        return [each.answer]
    if isinstance(each, Matching):
        return [option.text for option in [*each.prompts, *each.options]]
    return [re.sub(r"\([^)]*\)", "", text) for text in (*each.key_parts, *getattr(each, "accepted", ()))]


def _plain(text: str, language: str) -> str:
    return " ".join(stems(bare(text), language))
