"""What the document says about a concept: its definition, other passages ranked, examples. Pure.

The order of passages: reasons, contrasts, sequences and lists; what begins with the concept or goes on from its
definition; what else names it; definitions of others that name it, and captions; the rest of its paragraph. Within
each as the text goes. What leans on the sentence before it is quoted together with that, up to the definition, which is
told anyway.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.fuzz import ratio

from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Enumeration
from services.coach.sentences.split import LAST_RESORT
from services.coach.tutor.lesson import Lesson
from services.coach.tutor.wording import Label
from services.text.splitting import ends
from services.text.words import fold, holds, is_small, stems_of

_EXAMPLE = re.compile(
    r"\b(?:for (?:example|instance)|such as|e\.g\.|(?:is|are|was|were) (?:an? |the |good |typical |common )*examples?\b"
    r"|examples? (?:of|is|are|include)\b|(?:in|consider) (?:the|this) (?:following )?example\b"
    r"|for eksempel|f\.eks\.|slike? som|blant annet|er (?:et )?eksemp(?:el|ler)"
    r"|eksempel på|eksempler på|zum beispiel|z\.\s?b\.|ein beispiel (?:für|ist)|beispiele für)",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d")
_YEAR = re.compile(r"\b(?:1[0-9]|20)\d\d\b")
SHORT = 25
"""Words: what is longer is not for beginners, nor for a second time."""
_WORD = re.compile(r"[\w’'-]+")
_TELLS = re.compile(r"\d|(?:not|no|never|none|without|ikke|ingen|aldri|uten|nicht|keine?[rsnm]?|nie|ohne)$|\w+n['’]t$")
_PICTURE = re.compile(r"^(?:figure|fig\.|figur|abbildung|abb\.)[ \d.]*: ")
_ALIKE = 85  # per cent
_RESTATED, _FEW_NEW = 0.8, 2  # of a definition's words; words of its own
_OTHERS, REST = 3, 4
"""Ranks: definitions of others, captions; what does not name the concept."""
_NUMBER = re.compile(r"^[\d.]+\s+")
_HEAD = 3  # words before a concept with which a sentence may begin
_HAS = re.compile(
    r"\b(?:consists?|comprises?|includes?|contains?|has|have|(?:made|composed|built)(?: up)? of|(?:divided|falls?) into"
    r"|depends? on|består|omfatter|inneholder|(?:inn)?deles|har|besteht|bestehen|umfasst|enthält|hat|haben|gliedert)\b",
    re.IGNORECASE,
)
_OF_ITS_SUBJECT = ("cause", "contrast")
_CLAUSE = re.compile(r"[,;:—–]|\b(?:whereas|while|but|than|mens|men|enn|während|aber|als)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Passage:
    """A quote about a concept. `rank`: the lower the sooner told. `leans`: understood behind the definition only.
    `restates`: it says what the definition says, and stands for that when it is told again."""

    label: Label
    at: Span
    rank: int
    leans: bool = False
    restates: bool = False

    @property
    def words(self) -> int:
        return len(self.at.text.split())

    @property
    def is_example(self) -> bool:
        """Whether it gives a case or a figure."""
        text = self.at.text
        return bool(_EXAMPLE.search(text) or _FIGURE.search(_YEAR.sub("", text)))

    @property
    def has_marker(self) -> bool:
        """Whether it calls itself an example."""
        return calls_itself_example(self.at.text)


def calls_itself_example(text: str) -> bool:
    """Whether a passage says of something that it is an example."""
    return bool(_EXAMPLE.search(text))


def definition_of(concept: Concept, lesson: Lesson) -> Span | None:
    """The sentence that says what a concept is: where the document introduces it, one that begins with it before one
    that only calls something so at its end; else the first that does."""
    place = lesson.place(concept.name)
    home = place.block_id if place else ""
    defining = [fact for fact in lesson.facts(concept).definitions if fact.concept == concept]
    if defining:
        return min(
            defining,
            key=lambda fact: (
                is_caption(fact.at),
                fact.at.block.block_id != home,
                fact.doubt,
                not holds(
                    stems_of(" ".join(fact.at.text.split()[: len(concept.key) + 1]), lesson.language), concept.key
                ),
            ),
        ).at
    said = fold(concept.definition).rstrip(".")
    there = [number for number, each in enumerate(lesson.sentences) if said and said in fold(each.text)]
    there.sort(key=lambda number: lesson.sentences[number].block.block_id != home)
    return lesson.passage(there[0]) if there else None


def naming(concept: Concept, lesson: Lesson) -> list[Span]:
    """Every sentence that names the concept, with what stands before it where it leans on more than can be told; as it
    stands where all lean on what is not there."""
    numbers = [n for n, within in enumerate(lesson.stands) if any(each == concept for each, _, _ in within)]
    within = [at for at in map(lesson.in_context, numbers) if at is not None]
    return within or [Span(each.block, each.start, each.end) for each in map(lesson.sentences.__getitem__, numbers)]


def under_its_name(concept: Concept, lesson: Lesson) -> list[Span]:
    """The first sentences of the section that is called like the concept, as they stand."""
    under = set[str]()
    inside = False
    for block in lesson.command.blocks:
        if block.kind == "heading":
            inside = stems_of(_NUMBER.sub("", block.text), lesson.language) == concept.key
        elif inside:
            under.add(block.block_id)
    found = (each for each in lesson.sentences if each.block.block_id in under and ends(each.text))
    return [at for each in found if not is_caption(at := Span(each.block, each.start, each.end))]


def passages_of(concept: Concept, lesson: Lesson) -> list[Passage]:
    """All but the definition, the best first; no two share a sentence, or say the same in nearly the same words."""
    defined = definition_of(concept, lesson)
    labels = {(at.block.block_id, at.start): label for label, at in _stated(concept, lesson)}
    others = _other_definitions(concept, lesson)
    found = []
    for number, named in _about(concept, lesson, defined, others):
        sentence = lesson.sentences[number]
        alone = Span(sentence.block, sentence.start, sentence.end)
        at = lesson.passage(number)
        if (defined and repeats(alone, defined)) or at is None:
            continue
        leans = bool(defined and overlap(at, defined))
        if not ends(sentence.text) and not _begins_with(concept, lesson, number):
            continue  # a line of a list that only names it
        here = (sentence.block.block_id, sentence.start)
        label: Label = labels.get(here, "more") if named or leans else "more"
        if label in _OF_ITS_SUBJECT and not (leans or _begins_clause(concept, lesson, number, label)):
            label = "more"
        if here in others or is_caption(at):
            rank = _OTHERS
        elif label != "more":
            rank = 0
        else:
            rank = (1 if leans or _begins_with(concept, lesson, number) else 2) if named or leans else REST
        if defined and leans:
            at = _behind(defined, at) if lesson.surely_leans(number) else alone
        again = bool(defined and restates(alone, defined, lesson.language))
        found.append(Passage(label, at, rank, leans, again))
    kept: list[Passage] = []
    for passage in sorted(found, key=lambda each: (each.rank, is_caption(each.at))):
        if not any(repeats(passage.at, other.at) for other in kept):
            kept.append(passage)
    return kept


def around(concept: Concept, lesson: Lesson) -> list[Span]:
    """What stands in the blocks that name the concept and is none of its passages: sentences that name it and lean on
    what cannot be quoted with them, then what stands right behind those that begin with it."""
    taken = [each.at for each in passages_of(concept, lesson)]
    if defined := definition_of(concept, lesson):
        taken.append(defined)
    naming = defaultdict[str, list[int]](list)
    for number, within in enumerate(lesson.stands):
        if any(each == concept for each, _, _ in within):
            naming[lesson.sentences[number].block.block_id].append(number)
    found = []
    for number, sentence in enumerate(lesson.sentences):
        near = naming.get(sentence.block.block_id, ())
        named = number in near
        # What stands before, or behind what is about another thing, may be about that.
        behind = number - 1 in near and _begins_with(concept, lesson, number - 1)
        if not (named or behind) or not ends(sentence.text):
            continue
        alone = Span(sentence.block, sentence.start, sentence.end)
        at = lesson.in_context(number) if named else lesson.passage(number)
        if at is None or is_caption(at) or at.text.endswith("?"):
            continue
        if not any(repeats(alone, each) for each in taken):
            found.append((not named, number, at))  # With what it leans on, though that was told.
    kept: list[Span] = []
    for *_, at in sorted(found, key=lambda each: each[:2]):
        if not any(overlap(at, other) for other in kept):
            kept.append(at)
    return kept


def is_caption(at: Span) -> bool:
    """Whether it tells what a picture shows."""
    return at.block.kind == "caption"


def overlap(one: Span, other: Span) -> bool:
    """Whether two quotes share text."""
    return one.block.block_id == other.block.block_id and one.start < other.end and other.start < one.end


def repeats(one: Span, other: Span) -> bool:
    """Whether two quotes share text, or say the same in nearly the same words, as a summary does.

    A number or a denial that only one of them has makes another statement of it.
    """
    if overlap(one, other):
        return True
    words, others = (_WORD.findall(_PICTURE.sub("", fold(each.text))) for each in (one, other))
    if {word for word in words if _TELLS.match(word)} != {word for word in others if _TELLS.match(word)}:
        return False
    if _content(words) == _content(others):
        return True
    if _content(words) - _content(others) and _content(others) - _content(words):
        return False  # each has a word of its own: "spring" for "neap"
    return ratio(sorted(words), sorted(others), score_cutoff=_ALIKE) > 0


def restates(one: Span, other: Span, language: str) -> bool:
    """Whether a sentence says what a definition says and hardly more, in other forms of its words: "learning by
    participating in a society" where that has "learning through participation in a society"."""
    words, others = _WORD.findall(fold(one.text)), _WORD.findall(fold(other.text))
    if {word for word in words if _TELLS.match(word)} != {word for word in others if _TELLS.match(word)}:
        return False
    said, defined = (set(stems_of(" ".join(_content(each)), language)) for each in (words, others))
    new = len(said - defined)
    return not new or (len(said & defined) >= _RESTATED * len(defined) and new <= _FEW_NEW)


def _content(words: Sequence[str]) -> set[str]:
    return {word.rstrip("s") for word in words if not is_small(word)}


def _behind(defined: Span, at: Span) -> Span:
    """What of a passage stands behind the definition with which it begins."""
    text = at.block.text
    start = min(defined.end, at.end)
    start += len(text[start : at.end]) - len(text[start : at.end].lstrip())
    return Span(at.block, start, at.end)


def _other_definitions(concept: Concept, lesson: Lesson) -> set[tuple[str, int]]:
    return {
        (fact.at.block.block_id, fact.at.start) for fact in lesson.facts(concept).definitions if fact.concept != concept
    }


def _stated(concept: Concept, lesson: Lesson) -> Iterator[tuple[Label, Span]]:
    facts = lesson.facts(concept)
    for cause in (*facts.causes, *facts.leads):
        yield "cause", cause.at
    for contrast in facts.contrasts:
        yield "contrast", contrast.at
    for process in facts.processes:
        if process.concept == concept:
            yield "process", process.at
    for listed in facts.enumerations:
        if listed.concept == concept and _is_led_by(concept, listed, lesson):
            yield "list", listed.at


def _is_led_by(concept: Concept, listed: Enumeration, lesson: Lesson) -> bool:
    """Whether a list is of the concept: what is listed is called so, or it has what is listed. It may only have the
    concept among its members, or list what was done to it ("the port got two new cranes: Ada and Bo")."""
    if holds(stems_of(listed.what.text, lesson.language), concept.key):
        return True
    lead = listed.at.block.text[listed.at.start : listed.members[0].start]
    found = _HAS.search(lead)
    return found is not None and holds(stems_of(lead[: found.start()], lesson.language), concept.key)


def _about(
    concept: Concept, lesson: Lesson, defined: Span | None, others: set[tuple[str, int]]
) -> Iterator[tuple[int, bool]]:
    """Sentences about the concept, and whether they name it: those that do, those that lean on these, and what follows
    the definition in its paragraph."""
    named = at_home = False
    for number, within in enumerate(lesson.stands):
        sentence = lesson.sentences[number]
        here, leans = (sentence.block.block_id, sentence.start), lesson.leans(number)
        names = any(each == concept for each, _, _ in within)
        named = names or (named and leans and not within and lesson.follows(number))
        is_definition = defined is not None and (defined.block.block_id, defined.start) == here
        at_home = is_definition or (at_home and lesson.follows(number) and here not in others)
        if (named or at_home) and (sentence.doubt < LAST_RESORT or leans):
            yield number, named
        named = named and here not in others


def _begins_with(concept: Concept, lesson: Lesson, number: int) -> bool:
    text = lesson.sentences[number].text
    return any(each == concept and len(text[:start].split()) < _HEAD for each, start, _ in lesson.stands[number])


def _begins_clause(concept: Concept, lesson: Lesson, number: int, label: Label) -> bool:
    """Whether a reason or a contrast is of the concept: it begins the sentence, or one of what is set side by side."""
    text = lesson.sentences[number].text
    ahead = (text[:start] for each, start, _ in lesson.stands[number] if each == concept)
    return any(len((_CLAUSE.split(lead)[-1] if label == "contrast" else lead).split()) <= _HEAD for lead in ahead)
