"""Short answer: the reason that the text gives, the difference that it states; in a round what a term means."""

import re
from collections.abc import Iterator, Sequence

from contracts.proof import Difficulty, Level
from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.ease import halves_of
from services.coach.authors.offline.explanations import more_of
from services.coach.authors.offline.placing import placed
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Open, Span
from services.coach.facts.fact import Cause, Contrast, Definition, Enumeration
from services.coach.facts.names import begun, name_of
from services.coach.sentences.clauses import is_noun_phrase
from services.coach.sentences.inverted import Inverted, inverted
from services.text.words import content_of, tells_all

_LEAST_NEW = 2
# "A cork is a special kind of float" says little; "a float that ...", "a rope tied to ..." does.
_APART = re.compile(
    r"\b(?:that|which|who|whose|where|som|der|die|das|hvor|qui|que|dont)\b"
    r"|^(?:(?:an?|the) )?\S+ (?:\S+ )*?(?:\w+(?:ed|ing)|made|found|built|set|kept|held)\b",
)
_LEAST_APART = 4
_LEAST_EFFECT = 4  # words: "antimony was added" does not say to what
_MAY = frozenset(("can", "may", "kan", "kann"))
# "Canals are deep" says of what, and what.
_IS_SO = re.compile(
    r"[^\W\d_]{4,} (?:is|are|er|ist|sind) (?!not\b|ikke\b|nicht\b|important|necessary|useful|viktig|nyttig|wichtig)"
    r"(?!\w*(?:ed|wn)$)[a-zæøåäöü]{3,}"
)
_AND = re.compile(r"\b(?:and|og|und)\b")
# These point at what stands before: an effect behind its reason is not understood alone, and a reason that points at
# what it is the reason for fits no other.
POINTS = re.compile(
    r"\b(?:it|its|they|them|their|he|him|she|his|her|this|these|those|den|det|dens|dets|deres|dem|han|hun|dette|disse|sin"
    r"|sitt|sine|sie|ihre?|seine?|dies\w*)\b",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"(?:For å|Um) ")
_PURPOSE, _FIRST = re.compile(r"(?:in order )?to ", re.IGNORECASE), 4  # words that say for what
# "Leads to several experiments" says nothing of what comes of it.
_VAGUE = re.compile(
    r"(?:several|various|many|some|certain|different|other|more|flere|ulike|mange|noen|andre|forskjellige) \S+$",
    re.IGNORECASE,
)


def reason(fact: Cause, source: Source) -> Iterator[Draft]:
    """What happens; to say why (hard)."""
    effect = fact.effect.text
    wording, short = source.wording, len(effect.split()) < _LEAST_EFFECT and not _IS_SO.fullmatch(effect)
    purpose = _PURPOSE.match(fact.cause.text)
    if purpose and tells(effect, " ".join(fact.cause.text[purpose.end() :].split()[:_FIRST]), (), source.language):
        return
    if wording and not short and not points_back(fact) and says_more(fact.cause.text, fact.effect.text, source):
        question = wording.why.format(effect) if is_turned(fact) else wording.reason.format(begun(effect))
        yield asked_there(fact, question, fact.cause, "reason", source)


def is_turned(fact: Cause) -> bool:
    """Whether what happens begins with its verb, as behind its purpose in Norwegian and German ("er den stengt")."""
    return bool(_BEHIND.match(fact.cause.text))


def how(fact: Cause, source: Source) -> Iterator[Draft]:
    """What is done; to say how (medium)."""
    wording, turned = source.wording, _turned_of(fact, source)
    if (
        wording
        and turned is not None
        and says_more(fact.cause.text, fact.effect.text, source)
        and not _goes_round(fact, source)
    ):
        asks = wording.how.format(f"{turned.verb} {source.within(turned.subject)} {turned.rest}".strip())
        yield _asked_turned(fact, asks, turned, "how", source)


def _turned_of(fact: Cause, source: Source) -> Inverted | None:
    """What it states as it stands behind a question word; None: it cannot, or one of many things is meant, or it only
    may be so, and otherwise as well."""
    turned = inverted(fact.effect.text, source.language, fact.at.text)
    may = turned is None or turned.verb in _MAY or source.is_one_of_many(turned.subject)
    return None if may else turned


def _asked_turned(fact: Cause, asks: str, turned: Inverted, frame: str, source: Source) -> Draft:
    question = placed(f"{turned.lead}{source.within(asks)}" if turned.lead else asks, fact.at, fact.cause.text, source)
    return asked(fact, question, fact.cause, frame, source, difficulty="MEDIUM", level="recall")


def _goes_round(fact: Cause, source: Source) -> bool:
    """Whether half of the way is said of what is done already: "drivers are started by calling a driver function"."""
    way = content_of(fact.cause.text, source.language)
    return 2 * len(way & content_of(fact.effect.text, source.language)) >= len(way)


def what_behind(fact: Cause, source: Source) -> Iterator[Draft]:
    """A statement up to its preposition; to say what stands behind that (medium)."""
    wording, turned = source.wording, _turned_of(fact, source)
    if wording and turned is not None and not tells(fact.effect.text, fact.cause.text, (), source.language):
        asks = wording.what_of.format(turned.verb, source.within(turned.subject), turned.rest)
        yield _asked_turned(fact, asks, turned, "behind", source)


def what_follows(fact: Cause, source: Source) -> Iterator[Draft]:
    """A thing; to say what comes of it (hard)."""
    wording, thing = source.wording, source.within(fact.cause.text)
    if (
        wording
        and not fact.doubt
        and is_noun_phrase(thing, source.language)
        and not _VAGUE.match(fact.effect.text)
        and _tells_more(fact.effect.text, thing, source)
    ):
        yield asked_there(fact, wording.follows.format(thing), fact.effect, "follows", source)


def difference(fact: Contrast, source: Source) -> Iterator[Draft]:
    """Two things; to say how they differ (hard)."""
    if source.wording:
        points = [fact.one_said] if fact.other_said == fact.one_said else [fact.one_said, fact.other_said]
        yield asked(fact, difference_of(fact, source), fact.at, "difference", source, points)


def asked_there(fact: Cause, question: str, answer: Span, frame: str, source: Source) -> Draft:
    """The same with its heading: of what "the first lock" is one, or in which case it is so, the sentence by itself may
    not say."""
    question = placed(question, fact.at, answer.text, source)
    return asked(fact, question, answer, frame, source)


def asked(
    fact: Cause | Contrast | Definition | Enumeration,
    question: str,
    answer: Span,
    frame: str,
    source: Source,
    points: Sequence[Span] = (),
    *,
    difficulty: Difficulty = "HARD",
    level: Level = "understand",
    doubt: int | None = None,
) -> Draft:
    """A question that is answered in words. `points`: what an answer must hold, if not the whole of it."""
    return source.draft(
        fact.concept,
        fact.at,
        question,
        Open(answer.text, points or [answer]),
        frame,
        difficulty,
        answer_at=answer,
        doubt=fact.doubt if doubt is None else doubt,
        told=more_of(answer.text, fact.concept, fact.at, source),
        level=level,
    )


def difference_of(fact: Contrast, source: Source) -> str:
    """The question for it; in quotation marks where one of the two is a pair itself. Needs a wording."""
    assert source.wording
    both = source.within(fact.one.text), source.within(fact.other.text)
    pair = any(_AND.search(each) for each in both)
    return source.wording.fill(source.wording.difference, *both) if pair else source.wording.difference.format(*both)


def in_own_words(fact: Definition, source: Source) -> Iterator[Draft]:
    """A term; to explain it (medium). But where one concept alone is written about it is none of several words that
    are said again of it ("harbour dues: dues for the harbour", "homecoming"), and what is said tells it apart."""
    name, said = name_of(fact), fact.said.text
    if source.wording is None or len(content_of(said, source.language)) < _LEAST_NEW:
        return
    lay = source.is_lay(name)
    parts = [name] if lay or " " in name else [*halves_of(name, source.language)]
    said_again = bool(parts) and tells_all(said, " ".join(parts), source.language)
    if not source.order.only_focus and (said_again or not _apart(fact, source)):
        return
    question = source.wording.fill(source.wording.own_words, name)
    if lay:  # "nature" means one thing in the street and another under its heading
        question = placed(question, fact.at, said, source)
    answer = fact.at if fact.asks else fact.said
    yield asked(fact, question, answer, "own", source, [fact.said], difficulty="MEDIUM", level="recall")


def _apart(fact: Definition, source: Source) -> bool:
    """Whether what is said of a thing can be said of few others."""
    said = fact.said.text
    return fact.printed or bool(_APART.search(said)) or len(content_of(said, source.language)) >= _LEAST_APART


def what_is_told(source: Source) -> Iterator[Draft]:
    """A term that the text defines nowhere and names once; to say what it tells of it (medium). Of a term that it names
    more often it tells more than one sentence can be the answer to."""
    told = {fact.concept for fact in source.facts.definitions}
    for mention in source.mentions:
        sentence = mention.sentence
        if source.wording is None or mention.concept in told or sentence.doubt:
            continue
        if source.places.count(mention.concept) > 1:
            continue
        told.add(mention.concept)
        at = Span(sentence.block, sentence.start, sentence.end)
        question = source.wording.fill(source.wording.told_of, mention.term)
        more = more_of(at.text, mention.concept, at, source)
        yield source.draft(mention.concept, at, question, Open(at.text, [at]), "told", answer_at=at, told=more)


def points_back(fact: Cause) -> bool:
    """Whether what happens cannot be understood without the reason."""
    return fact.cause.start < fact.effect.start and bool(POINTS.search(fact.effect.text))


def _tells_more(answer: str, thing: str, source: Source) -> bool:
    """Whether the answer says something of a thing that its name does not tell."""
    return says_more(answer, thing, source) and not tells(thing, answer, (), source.language)


def says_more(answer: str, question: str, source: Source) -> bool:
    """Whether the answer has two words or more which the question has not."""
    return len(content_of(answer, source.language) - content_of(question, source.language)) >= _LEAST_NEW
