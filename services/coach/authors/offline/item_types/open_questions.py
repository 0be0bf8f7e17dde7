"""Short answer: the reason that the text gives, the difference that it states, what it lists, what a term means."""

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
from services.coach.facts.names import answer_of, begun, name_of
from services.coach.sentences.clauses import has_verb, is_noun_phrase, opens_with_pronoun, words_of
from services.coach.sentences.inverted import inverted
from services.coach.sentences.parts import parts_of
from services.coach.sentences.vocabulary import SMALL, VERBS
from services.text.words import ARTICLES, content_of, is_small, stems_of, tells_all

_LEAST_NEW, _PLAIN = 2, 2
_LONGEST_NAMED = 8  # words: what is longer is no name
_FEWEST = 2  # the first of `Wording.counts`
# "A cork is a special kind of float" says little; "a float that ...", "a rope tied to ..." does.
_APART = re.compile(
    r"\b(?:that|which|who|whose|where|som|der|die|das|hvor|qui|que|dont)\b"
    r"|^(?:(?:an?|the) )?\S+ (?:\S+ )*?(?:\w+(?:ed|ing)|made|found|built|set|kept|held)\b",
)
_LEAST_APART = 4
_LEAST_EFFECT = 4  # words: "antimony was added" does not say to what
_MAY = frozenset(("can", "may", "kan", "kann"))
_IS = frozenset(("is", "are"))
_LEAST_NAME = 5  # letters
_LEAST_TOLD = 3  # words of content, without which much may be meant
_POINTS = re.compile(
    r"\b(?:it|them|they|instead|th(?:is|ese|ose)(?! (?:is|are)\b)|dette|denne|disse|dies\w*"
    r"|that [a-z]+$|a different(?! \w+ (?:from|than|to)\b)"
    r"|(?:picture|figure) (?:below|above))\b"
)
_AND = re.compile(r"\b(?:and|og|und)\b")
_JOINED = re.compile(r"[A-Z][a-z]+")  # "RotatingHandler"
_CASES = re.compile(r"\b(?:such as|including|for example|like|slik som|for eksempel|blant annet|wie|zum Beispiel)$")
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
    wording, short = source.wording, len(effect.split()) < _LEAST_EFFECT
    if purpose := _PURPOSE.match(fact.cause.text):
        what = fact.cause.text[purpose.end() :]
        little = len(content_of(what, source.language)) < _LEAST_TOLD  # "to obtain an image"
        if little or tells(effect, " ".join(what.split()[:_FIRST]), (), source.language):
            return
    if _is_plain(fact.cause.text, effect, source):
        return
    if wording and not short and says_more(fact.cause.text, fact.effect.text, source):
        question = wording.why.format(effect) if is_turned(fact) else wording.reason.format(begun(effect))
        yield asked_there(fact, question, fact.cause, "reason", source)


def is_turned(fact: Cause) -> bool:
    """Whether what happens begins with its verb, as behind its purpose in Norwegian and German ("er den stengt")."""
    return bool(_BEHIND.match(fact.cause.text))


def how(fact: Cause, source: Source) -> Iterator[Draft]:
    """What is done; to say how (medium)."""
    wording, turned = source.wording, inverted(fact.effect.text, source.language, fact.at.text)
    # Of many things one is meant, or it only may be so, and otherwise as well.
    if not wording or turned is None or turned.verb in _MAY or source.is_one_of_many(turned.subject):
        return
    if says_more(fact.cause.text, fact.effect.text, source) and not _goes_round(fact, source):
        asks = wording.how.format(f"{turned.verb} {source.within(turned.subject)} {turned.rest}".strip())
        question = f"{turned.lead}{source.within(asks)}" if turned.lead else asks
        question = placed(question, fact.at, fact.cause.text, source)
        yield asked(fact, question, fact.cause, "how", source, difficulty="MEDIUM", level="recall")


def when(fact: Cause, source: Source) -> Iterator[Draft]:
    """What happens as a rule; to say in which case (hard)."""
    effect, language = source.within(fact.effect.text), source.language
    few = len(content_of(effect, language)) < _LEAST_TOLD
    leans = _POINTS.search(effect) or _shares_a_name(fact)
    if not source.wording or few or leans or not says_more(fact.cause.text, effect, source):
        return
    if language != "en" and fact.cause.start < fact.effect.start:  # behind a condition the verb comes first
        asks, subject = effect, ""
        if opens_with_pronoun(asks.partition(" ")[2], language):
            return
    else:
        turned = inverted(effect, language)
        if turned is None or (turned.verb in _IS and turned.rest.split()[0] in ARTICLES):
            return  # "the lock is a dry lock" in any case
        second = _AND.search(turned.rest)
        if second and any(word.part == "verb" for word in parts_of(turned.rest[second.end() :], language)):
            return  # two clauses, of which the second is not turned
        asks, subject = f"{turned.lead}{turned.verb} {source.within(turned.subject)} {turned.rest}", turned.subject
    question = source.wording.when.format(asks.strip())
    draft = asked_there(fact, question, fact.cause, "when", source)
    if draft.question == question and source.is_one_of_many(subject):
        return
    if not _is_of_another(fact.cause.text, draft.question, source):
        yield draft


def _is_of_another(condition: str, question: str, source: Source) -> bool:
    """Whether a condition speaks of one of many things ("when the boat is full") that its question does not name."""
    turned = inverted(condition.partition(" ")[2], source.language)
    subject = turned.subject if turned else ""
    named = content_of(subject, source.language) & content_of(question, source.language)
    return source.is_one_of_many(subject) and not named


def _shares_a_name(fact: Cause) -> bool:
    """Whether what happens has a word of its condition within a longer one: "libquay is used if built with QUAY"."""
    effect, cause = (set(map(str.lower, words_of(part.text))) for part in (fact.effect, fact.cause))
    return any(len(one) >= _LEAST_NAME and one in other[1:] for one in cause for other in effect)


def _goes_round(fact: Cause, source: Source) -> bool:
    """Whether half of the way is said of what is done already: "drivers are started by calling a driver function"."""
    way = content_of(fact.cause.text, source.language)
    return 2 * len(way & content_of(fact.effect.text, source.language)) >= len(way)


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
    words = len(content_of(said, source.language))
    if source.wording is None or words < _LEAST_NEW:
        return
    apart = fact.printed or _APART.search(said) or words >= _LEAST_APART
    if not source.order.only_focus and (is_said_again(name, said, source) or not apart):
        return
    frame = source.wording.own_name if _is_proper(name, source.language) else source.wording.own_words
    question = source.wording.fill(frame, name)
    if source.is_lay(name):  # "nature" means one thing in the street and another under its heading
        question = placed(question, fact.at, said, source)
    yield asked(fact, question, answer_of(fact), "own", source, [fact.said], difficulty="MEDIUM", level="recall")


def _is_proper(name: str, language: str) -> bool:
    """Whether it is the name of one thing, which is something and means nothing ("No Child Left Behind Act")."""
    words = [word for word in words_of(name) if not is_small(word)]
    return language != "de" and len(words) > 1 and all(word[0].isupper() for word in words)


def is_said_again(name: str, said: str, source: Source) -> bool:
    """Whether the words of a name, or the halves of one, are said again of it, so that little is left to say."""
    parts = " ".join(halves_of(name, source.language))
    joined = " ".join(_JOINED.findall(name)) if len(_JOINED.findall(name)) > 1 else ""
    return any(tells_all(said, each, source.language) for each in (name, parts, joined) if each)


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


def _tells_more(answer: str, thing: str, source: Source) -> bool:
    """Whether the answer says something of a thing that its name does not tell."""
    return says_more(answer, thing, source) and not tells(thing, answer, (), source.language)


def _is_plain(answer: str, question: str, source: Source) -> bool:
    """Whether an answer adds so little to its question that whoever thinks finds it without the text: "sweat cools the
    body when that becomes warm". A term in it has to be known, and of what is to be learnt it is asked all the same."""
    if source.order.only_focus or len(_new(answer, question, source)) > _PLAIN:
        return False
    said, asked = (set(stems_of(text, source.language)) for text in (answer, question))
    return not any(set(concept.key) <= said and not set(concept.key) <= asked for concept in source.order.concepts)


def _new(answer: str, question: str, source: Source) -> frozenset[str]:
    """The words of content that an answer has beside its question's."""
    return frozenset(content_of(answer, source.language) - content_of(question, source.language))


def says_more(answer: str, question: str, source: Source) -> bool:
    """Whether the answer has two words or more which the question has not."""
    return len(_new(answer, question, source)) >= _LEAST_NEW


def name_them(fact: Enumeration, source: Source) -> Iterator[Draft]:
    """All that are listed, to be named (hard)."""
    wording = source.wording
    if not wording or not 2 <= len(fact.members) <= 8 or _CASES.search(_lead(fact)):
        return
    if any(len(member.text.split()) > _LONGEST_NAMED for member in fact.members):
        return
    question = _asked_for(fact, source)
    whole = Span(fact.at.block, fact.members[0].start, fact.members[-1].end)
    said = content_of(question, source.language)
    if not any(content_of(member.text, source.language) <= said for member in fact.members):
        yield asked(fact, question, whole, "list", source, list(fact.members), level="recall")


def _asked_for(fact: Enumeration, source: Source) -> str:
    """The question for the members, to be named. Needs a wording.

    "The cart has two wheels: ..." is a clause of its own; "Carts consist of ..." breaks off before the list; of
    "... are kinds of cart" only the last words are quoted.
    """
    wording, language = source.wording, source.language
    assert wording
    lead, text = _lead(fact), fact.at.block.text
    many = wording.counts.split()[len(fact.members) - _FEWEST]
    by_itself = text[: fact.members[0].start].rstrip().endswith(":")
    if lead and by_itself and _is_clause(lead, language):
        return wording.list_after.format(lead)
    ends = not text[fact.members[-1].end : fact.at.end].strip(" .!")
    if lead and ends and has_verb(lead, language):
        return wording.list_in.format(wording.quoted(f"{lead} …"), many)
    return wording.list_them.format(wording.quoted(fact.what.text), many)


def _lead(fact: Enumeration) -> str:
    """The sentence as far as the list, without a colon; "" where the list comes first."""
    return fact.at.block.text[fact.at.start : fact.members[0].start].rstrip(" :")


def _is_clause(lead: str, language: str) -> bool:
    """Whether it can be quoted as what the text says: it has a verb, and does not end with one or a small word."""
    words = [word.lower() for word in words_of(lead)]
    return has_verb(lead, language) and words[-1] not in VERBS[language] | SMALL[language]
