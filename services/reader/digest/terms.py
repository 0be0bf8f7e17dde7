"""The key terms of a document, best first: what it sets apart and defines, else what it is unusually much about."""

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from contracts.digest import Term
from contracts.documents import Relevance
from services.reader.digest.candidates import Candidate, Source, candidates, glossaries, no_nouns, titled
from services.reader.digest.definitions import defines, knows, tells_apart
from services.reader.digest.material import Material
from services.reader.digest.occurrences import Key, Place, is_same, key_of, places_of
from services.reader.digest.plain_terms import ENOUGH, lacks_terms, plain_terms
from services.reader.digest.term_shapes import is_term, words_of
from services.reader.words.sentences import is_whole, stands_alone
from services.text.vocabulary import frequencies
from services.text.vocabulary.naming import gives_name

MOST_TERMS = 120
_LOOKED_AT = 40
_ENOUGH_SET_APART = 8
_OFTEN, _LEAST_KEYNESS = 3, 0.2
_MOST_BY_KEYNESS = 25
_OF_A_SPECIALIST, _EVERYDAY = 5e-6, 2e-5  # shares of everyday text, the second about "comfort"
_VERY_OFTEN, _MUCH, _OF_A_SUBJECT = 10, 0.25, 1e-5  # "hierarchy", where a text is about little else
_SAYS = 6  # words of a line that says something
_BOTH = frozenset(("and", "or", "og", "eller", "und", "oder"))
_BEFORE_PLACE, _BEHIND_PLACE = frozenset("([{<=|@"), frozenset(")]}([{>=|")
_AROUND_NAME = re.compile(r"^(?:The|An?|Den?|Det|Die|Der|Das|L[ae]s?) | \([A-ZÆØÅÄÖÜ]{2,6}s?\)$")
_TWO = re.compile(r",? (?:and|og|und|et) ")
_INTRODUCED = 5  # of a term's places, within which it is introduced
_OPENS = 4  # where a term stands at most that opens its sentence, behind an article


@dataclass
class _Found:
    """All candidates of one key."""

    text: str
    sources: set[Source] = field(default_factory=set)
    keyness: float = 0.0
    set_apart: list[Place] = field(default_factory=list)
    places: Sequence[Place] = ()
    at: Place | None = None
    named: Place | None = None  # where it stands as it is called
    definition: str = ""
    called: bool = False  # by the sentence behind the one that tells of it
    printed: Candidate | None = None

    def take(self, candidate: Candidate) -> None:
        self.sources.add(candidate.source)
        self.keyness = max(self.keyness, candidate.keyness)
        if candidate.source in (Source.BOLD, Source.ITALIC):
            self.set_apart += candidate.places
        if candidate.definition and self.printed is None:
            self.printed = candidate


class Terms(NamedTuple):
    """What a document teaches by name, the best first. `named`: with the words that it only says often, which tell what
    a sentence is about and are asked of nobody."""

    terms: list[Term]
    named: list[Term]


def terms_of(material: Material) -> Terms:
    """At most 120 terms; each span is where the running text defines the term, sets it apart or first has it; that of
    a term which only a glossary names is the glossary's."""
    language = material.language
    found = _grouped(material)
    places = places_of(found, material)
    apart, own = glossaries(material), _own_sections(material)
    for key, alike in found.items():
        for each in alike:
            each.places = [
                place
                for place in places.get(key, ())
                if is_same(each.text, _text(place, material), language) and not _in_address(place, material)
            ]
            _place(each, material, own.get(key, frozenset()))
            each.named = each.at
            if each.at and material.prose[each.at[0]].section in apart:
                each.at = _told_at(each, material, apart, own.get(key, frozenset())) or each.at
    kept = [each for alike in found.values() for each in alike if each.at and _names(each, material)]
    bold = [each for each in kept if Source.BOLD in each.sources]
    if len(bold) >= _ENOUGH_SET_APART and not _are_names(bold, language):
        # A document that marks its terms has said which they are.
        kept = [each for each in kept if each.sources & _MARKED or each.definition]
    others = no_nouns(material)
    kept = [each for each in kept if each.printed or each.definition or each.text.casefold() not in others]
    scored = sorted(
        ((_score(each, material), each) for each in kept), key=lambda pair: (-pair[0], pair[1].at, pair[1].text)
    )
    scored = _few_by_keyness(_once(scored, language))[:MOST_TERMS]
    small = material.in_small_letters
    named = [
        _term(each, material, "High" if each.printed else _relevance(rank, len(scored)), small)
        for rank, (_, each) in enumerate(scored)
    ]
    terms = [term for term, (_, each) in zip(named, scored, strict=True) if _holds(each, material)]
    plain = plain_terms(material, terms) if lacks_terms(material, terms) else []
    return Terms([*terms, *plain], [*named, *(plain if len(named) < ENOUGH else ())])


def _are_names(found: Sequence[_Found], language: str) -> bool:
    """Whether what is set apart are mostly names that no dictionary has, as a manual sets its commands and packages:
    what such a document is about it does not mark."""
    words = [words_of(each.text, language) for each in found]
    made_up = sum(all(not frequencies.is_listed(word, language) for word in each) for each in words)
    return knows(language) and 2 * made_up > len(found)


def _grouped(material: Material) -> dict[Key, list[_Found]]:
    """The candidates by key; of one key those apart that are different words."""
    found: dict[Key, list[_Found]] = {}
    for candidate in candidates(material):
        if candidate.definition or is_term(candidate.text, material.language, defined=True):
            alike = found.setdefault(key_of(candidate.text, material.language), [])
            each = next((each for each in alike if is_same(each.text, candidate.text, material.language)), None)
            if each is None:
                alike.append(each := _Found(candidate.text))
            each.take(candidate)
    return found


def _once(scored: Sequence[tuple[float, _Found]], language: str) -> list[tuple[float, _Found]]:
    """The best of each key: those who learn take terms of one stem for one."""
    best: dict[Key, tuple[float, _Found]] = {}
    for score, each in scored:
        best.setdefault(key_of(each.text, language), (score, each))
    return list(best.values())


def _text(place: Place, material: Material) -> str:
    n, start, end = place
    return material.prose[n].block.text[start:end]


def _few_by_keyness(scored: Sequence[tuple[float, _Found]]) -> list[tuple[float, _Found]]:
    """Without what only its frequency speaks for, beyond the best of it."""
    kept: list[tuple[float, _Found]] = []
    weak = 0
    for score, each in scored:
        alone = each.sources == {Source.KEYNESS} and not each.definition
        weak += alone
        if not alone or weak <= _MOST_BY_KEYNESS:
            kept.append((score, each))
    return kept


def _place(each: _Found, material: Material, own: Collection[int]) -> None:
    """Finds the place to show: the first definition that stands alone, else where the section of its name has it, else
    where it is set apart or first stands."""
    rare = frequencies.is_rare(words_of(each.text, material.language), material.language)
    for emphasised, places in ((True, each.set_apart), (False, each.places[:_LOOKED_AT])):
        for n, start, end in places:
            prose = material.prose[n]
            first, last = prose.sentence_at(start)
            sentence = prose.block.text[first:last]
            before = prose.sentence_before(first)
            if end <= last and before and gives_name(sentence[: start - first], material.language):
                told = prose.block.text[slice(*before)]
                if stands_alone(told):
                    each.at, each.definition, each.called = (n, start, end), f"{told} {sentence}", True
                    return
            if end > last or not stands_alone(sentence, closed=not emphasised):
                continue
            if defines(sentence, start - first, end - first, material.language, emphasised=emphasised, rare=rare):
                if each.printed and start - first > _OPENS:
                    break  # the glossary says it better than a sentence that names it on the way
                each.at, each.definition = (n, start, end), sentence
                return
    if each.printed:
        each.at, each.definition = each.printed.places[0], each.printed.definition
        return
    # A term is set apart where it is introduced; what was often named before is not introduced there.
    apart = [place for place in each.set_apart if place in each.places[:_INTRODUCED]]
    whole = [place for place in [*apart, *each.places] if _in_sentence(place, material)]
    whole.sort(key=lambda place: material.prose[place[0]].section not in own)
    each.at = next(iter([*whole, *each.set_apart, *each.places]), None)


def _own_sections(material: Material) -> dict[Key, frozenset[int]]:
    """The sections that are called by a term, alone, with its short form or beside another: "The Tidal Range (TR)",
    "Ebb and Flood"."""
    found: dict[Key, frozenset[int]] = {}
    for number, title in titled(material):
        names = [title, *_TWO.split(title)]
        for key in {key_of(_AROUND_NAME.sub("", name), material.language) for name in names}:
            found[key] = found.get(key, frozenset()) | {number}
    return found


def _told_at(each: _Found, material: Material, apart: Collection[int], own: Collection[int]) -> Place | None:
    """Where the text tells of a term that stands in a glossary: in the section of its name, else set apart, else where
    it first stands in a sentence, else where it first stands; None: only glossaries name it."""
    running = [place for place in each.places if material.prose[place[0]].section not in apart]
    whole = [place for place in running if _in_sentence(place, material)]
    first = set(each.set_apart)
    whole.sort(key=lambda place: (material.prose[place[0]].section not in own, place not in first))
    return next(iter([*whole, *running]), None)


def _in_sentence(place: Place, material: Material) -> bool:
    prose = material.prose[place[0]]
    first, last = prose.sentence_at(place[1])
    return is_whole(prose.block.text[first:last])


def _holds(each: _Found, material: Material) -> bool:
    """Whether the evidence is enough for its source: a definition; type or a heading of its own, of a word that
    everyday text is not full of; else that it is a specialist's word, and stands often."""
    if each.printed:
        return True
    language = material.language
    if not is_term(each.text, language, defined=bool(each.definition)):
        return False
    count, several = len(each.places), len(words_of(each.text, language)) > 1
    if each.definition and (count > 1 or _sure(each, several, language)):
        return True
    common = not several and frequencies.is_common(each.text, language, above=_EVERYDAY)
    if Source.BOLD in each.sources and _is_set_apart(each, material, strictly=common):
        return True
    if Source.HEADING in each.sources:
        return count >= 2 and not common and not (each.sources <= {Source.HEADING} and _names_two(each.text, language))
    if Source.ITALIC in each.sources and _is_set_apart(each, material):
        return count >= 3 and not common and not _stands_for_something(each, material)
    if not _stands_often(each):
        return False
    is_subject = count >= _VERY_OFTEN and each.keyness >= _MUCH
    rare = (_OF_A_SUBJECT if is_subject else _OF_A_SPECIALIST) if knows(language) else _EVERYDAY
    return min(map(partial(frequencies.frequency, language=language), words_of(each.text, language))) < (
        _EVERYDAY if several else rare
    )


def _names(each: _Found, material: Material) -> bool:
    """Whether it is a term, or a word that the text is full of."""
    return _holds(each, material) or (_stands_often(each) and is_term(each.text, material.language, defined=False))


def _stands_often(each: _Found) -> bool:
    return len(each.places) >= _OFTEN and each.keyness >= _LEAST_KEYNESS


def _is_set_apart(each: _Found, material: Material, *, strictly: bool = False) -> bool:
    """Whether its own type tells of a term: it stands in a line that says something, or comes again. `strictly`: in a
    whole sentence, or set so more than once."""
    if strictly and len(each.set_apart) < 2 and not any(_in_sentence(place, material) for place in each.set_apart):
        return False
    if each.text.isupper() and len(each.places) == 1:
        return False  # one abbreviation of a list of them
    said = any(len(material.prose[n].words) >= _SAYS for n, _, _ in each.set_apart)
    return said or len(each.places) > 1


def _names_two(title: str, language: str) -> bool:
    """Whether a title is of two things: "files and directories"."""
    return not _BOTH.isdisjoint(words_of(title, language))


def _stands_for_something(each: _Found, material: Material) -> bool:
    """Whether it is mostly what is to be put in its place, as programs' manuals set it: "zeros (rows, columns)"."""
    at = [(material.prose[n].block.text, start, end) for n, start, end in each.set_apart]
    inside = [
        text[max(0, start - 1) : start] in _BEFORE_PLACE or text[end : end + 1] in _BEHIND_PLACE
        for text, start, end in at
    ]
    return 2 * sum(inside) > len(at)


def _sure(each: _Found, several: bool, language: str) -> bool:
    """Whether a definition is enough by itself: it opens with the term, which is a specialist's word, or of several
    words that are told apart from others of their kind."""
    if each.called:
        return several or frequencies.is_rare(words_of(each.text, language), language)
    if each.definition.casefold().find(each.text.casefold()) not in range(_OPENS + 1):
        return False
    return frequencies.is_rare(words_of(each.text, language), language) or (
        several and tells_apart(each.definition, language)
    )


_MARKED = {Source.BOLD, Source.HEADING, Source.GLOSSARY}
_WEIGHTS = {
    Source.GLOSSARY: 3.0,
    Source.BOLD: 3.0,
    Source.HEADING: 1.5,
    Source.ITALIC: 1.0,
    Source.PATTERN: 1.0,
    Source.KEYNESS: 0.0,
}


def _score(each: _Found, material: Material) -> float:
    spread = len({n for n, _, _ in each.places})
    return (
        max(_WEIGHTS[source] for source in each.sources)
        + 0.3 * (len(each.sources) - 1)
        + 2.5 * each.keyness
        + (2.0 if each.definition else 0.0)
        + 0.5 * min(3.0, math.log1p(len(each.places)))
        + 0.4 * min(3.0, math.log1p(spread))
    )


def _relevance(rank: int, of: int) -> Relevance:
    return "High" if rank < max(5, of // 3) else "Medium" if rank < max(10, 2 * of // 3) else "Low"


def _opens(place: Place, material: Material) -> bool:
    """Whether a sentence opens there; its capital then tells nothing."""
    prose = material.prose[place[0]]
    return prose.sentence_at(place[1])[0] == place[1]


def _term(each: _Found, material: Material, relevance: Relevance, small: Collection[str]) -> Term:
    assert each.at is not None
    n, start, end = each.at
    block = material.prose[n].block
    return Term(
        term=_written(each, material, small),
        definition=each.definition,
        relevance=relevance,
        block_id=block.block_id,
        start=start,
        end=end,
    )


def _is_no_name(text: str, common: Collection[str]) -> bool:
    """Whether several words, the first of which alone has a capital, are called after nobody: the document has that
    word in small letters too."""
    first, *rest = text.split()
    return bool(rest) and first.casefold() in common


def _in_address(place: Place, material: Material) -> bool:
    """Whether it is a part of an address of mail or of a page, which names nothing."""
    n, start, end = place
    text = material.prose[n].block.text
    before, behind = text[:start].split(), text[end:].split(maxsplit=1)
    head = before[-1] if before and not text[start - 1].isspace() else ""
    tail = behind[0] if behind and not text[end].isspace() else ""
    return any(sign in head + tail for sign in ("@", "://"))


def _written(each: _Found, material: Material, common: Collection[str]) -> str:
    """The term as its definition has it; without the capital that only the sentence's beginning gave it."""
    assert each.named is not None
    n, start, end = each.named
    text = material.prose[n].block.text[start:end]
    if text[:1].isupper() and text[1:].islower():
        lowered = text[0].lower() + text[1:]
        small = [material.prose[m].block.text[first].islower() for m, first, _ in each.places]
        within = [not _opens(place, material) for place in each.places]
        names = sum(inner and not little for inner, little in zip(within, small, strict=True))
        sure = sum(small) > 0 or Source.BOLD in each.sources or (not any(within) and _is_no_name(text, common))
        if material.language != "de" and sure and sum(small) >= names:
            return lowered
    return text
