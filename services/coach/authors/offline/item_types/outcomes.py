"""Short answer: what happens if, or when, something is so; asked of whom or what it happens to, where that is known."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from services.coach.authors.offline.item_types.open_questions import asked, says_more
from services.coach.authors.offline.placing import placed
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Span
from services.coach.facts.conditions import has_no_subject
from services.coach.facts.fact import Cause
from services.coach.sentences.clauses import is_noun_phrase
from services.coach.sentences.parts import Word, parts_of
from services.coach.sentences.vocabulary import ARTICLES
from services.text.words import content_of, is_small

_MOST, _LEAST_DONE, _LEAST_TOLD = 8, 2, 4  # words
_MODAL = frozenset(("will", "must", "can", "may", "shall", "vil", "må", "kan", "skal"))
# "A small icon appears", "further configuration is required": what appears is what is asked for.
_COMES_UP = re.compile(
    r"(?:(?:(?:can|may|will) )?(?:appears?|occurs?|arises?|results?|opens?|(?:begin|start)s?(?! \w+ing\b))"
    r"|(?:is|(?:can|may|must|will) be) (?:used|required|needed|requested|created|shown|displayed|issued|raised|reserved"
    r"|reported|sent|added|generated|produced|opened|started))\b"
)
_LEANS = re.compile(r"\b(?:it|them|its|their|this|these)\b")
_HAPPENS = re.compile(r"(?:(?:can|may|will) )?(?:occur|arise|happen)s?\b")
_ONE = re.compile(r"^(appear|occur|arise|happen|result|open|begin|start)\b")  # "what appears", of many
_NEEDED = re.compile(r"are (?:required|needed|used|shown|displayed|issued|sent)\b")
# "Dialysis is the cleaning of the blood when the kidneys fail" says what it is, not what happens.
_DEFINED = re.compile(r"(?!the\b)[\w-]+ (?:is|are) (?:an?|the)\b", re.IGNORECASE)
_NEW = re.compile(r"(?:an?|another|further|additional|some) ", re.IGNORECASE)
_NOTHING = re.compile(r"(?:in general |then )?(?:no|nothing|none|there|(?:part|some|most) of)\b", re.IGNORECASE)
_NOT = frozenset(("not", "never"))
# Behind a condition the verb comes first: "vil tjenesten stoppe".
_INVERTED = re.compile(
    r"(?P<verb>(?!har\b|hadde\b|får\b|ble\b|var\b)\w+) (?P<thing>(?!enten\b)(?:[A-ZÆØÅ][\w.-]*|\w{2,}(?:en|et|ene|a)))"
    r"(?= (?![A-ZÆØÅ]|til|av|i|på|for|og|eller|med|mellom)\w)"
)
_FINITE = ("verb", "past")
_TURNS = frozenset(("become", "becomes", "remain", "remains", "stay", "stays"))
_BE, _PASSIVE = frozenset(("is", "are", "be")), frozenset(("er", "blir"))
_HOLDS = frozenset(("has", "have", "contain", "contains"))
_FEW, _NEAR = 6, 3  # words
_STATES = frozenset(("is", "are", "depends", "depend", "remains", "remain", "means", "mean"))
# Which, or which ones, one does not know.
_POINTS = re.compile(
    r"\b(?:this|these|that|those|such|its|their|dette|denne|disse)\b"
    r"|^(?:some|many|most|few|several|certain|noen|mange|enkelte|de fleste) (?!of\b|av\b)"
)
_EQUALS = frozenset((*ARTICLES["en"], "proportional", "equal"))


class Outcome(NamedTuple):
    """How one asks for what happens: `frame` of the wording, and what fills it before the condition. `answer`: from
    where to where of what happens, in code points; None: all of it."""

    frame: Literal["happens_to", "what_of", "what_comes"]
    fills: tuple[str, ...]
    answer: tuple[int, int] | None = None


def what_happens(fact: Cause, source: Source) -> Iterator[Draft]:
    """A condition; to say what happens then (hard)."""
    wording, condition = source.wording, fact.cause.text[:1].lower() + fact.cause.text[1:]
    if not wording or not says_more(fact.effect.text, condition, source):
        return
    if source.is_one_of_many(_subject(condition.partition(" ")[2], source.language)):
        return
    outcome = outcome_of(source.within(fact.effect.text), source.language)
    if outcome is not None and any(_POINTS.search(each) for each in outcome.fills):
        return
    if outcome is not None and any(source.is_one_of_many(each) for each in outcome.fills):
        if len(content_of(condition, source.language)) < _LEAST_TOLD:
            return
        outcome = None  # of the boat that the text told of one reads in the answer
    if outcome is None and _has_many(condition, fact.effect.text, source.language):
        return
    # Behind a condition Norwegian and German put the verb first: what happens is no sentence without it.
    answer = fact.effect if source.language == "en" or fact.effect.start < fact.cause.start else fact.at
    if outcome is not None and outcome.answer is not None:
        start, end = outcome.answer
        answer = Span(fact.effect.block, fact.effect.start + start, fact.effect.start + end)
        if not says_more(answer.text, condition, source):
            outcome, answer = None, fact.effect
    if outcome is not None and outcome.frame == "what_of" and _DEFINED.match(fact.effect.text):
        return
    if outcome is None and has_no_subject(condition, source.language):
        return
    question = wording.happens.format(condition)
    if outcome is not None:
        question = getattr(wording, outcome.frame).format(*outcome.fills, condition)
    point = answer if outcome and outcome.answer else fact.effect
    question = placed(question, fact.at, answer.text, source)
    yield asked(fact, question, answer, "happens", source, [point])


def _subject(clause: str, language: str) -> str:
    """What stands before its verb, as far as that is known."""
    words = parts_of(clause, language)
    at = next((n for n, word in enumerate(words) if word.part in ("verb", "past")), 0)
    return clause[: words[at - 1].end] if at else ""


def _has_many(condition: str, then: str, language: str) -> bool:
    """Whether much may come of a condition ("when several boats are open"), or a clause says how something is and not
    what comes about ("the longer rope is generally better")."""
    words, told = parts_of(condition, language), parts_of(then, language)
    at = next((n for n, word in enumerate(told) if word.part in ("verb", "past")), len(told))
    is_so = at < len(told) and told[at].text in _STATES
    short = 0 < len(words) <= _FEW and any(word.text in _BE for word in words)
    return short or (is_so and all(word.part != "form" for word in told[at + 1 : at + 1 + _NEAR]))


def outcome_of(clause: str, language: str) -> Outcome | None:
    """How to ask for what a clause says of its subject; None: its subject is not known, or says nothing by itself."""
    if language == "no":
        return _inverted(clause)
    if language != "en" or _NOTHING.match(clause):
        return None
    words = list(parts_of(clause, language))
    at = next(
        (n for n, word in enumerate(words) if (word.part in _FINITE and word.text.islower()) or word.text in _TURNS), 0
    )
    if not at or words[at].part == "past" or (at == len(words) - 1 and not _NEW.match(clause)):
        return None
    thing, said = clause[: words[at - 1].end], clause[words[at].start :]
    if not is_small(words[0].text) and words[0].part != "form" and _NEEDED.match(said):
        return Outcome("what_comes", (f"is {said[4:]}",), (0, len(thing))) if "," not in said else None
    if _COMES_UP.match(said) and (_NEW.match(thing) or _HAPPENS.match(said)):
        return (
            None
            if "," in said or _LEANS.search(said)
            else Outcome("what_comes", (_ONE.sub(r"\1s", said),), (0, len(thing)))
        )
    # "What happens to its planks if the gate ...": of what, one reads too late.
    if at > _MOST or not is_noun_phrase(thing, language):
        return None
    return _of_the_subject(thing, words[at:])


def _of_the_subject(thing: str, said: list[Word]) -> Outcome | None:
    verb, behind = said[0].text.lower(), said[1:]
    to_it = Outcome("happens_to", (thing,))
    if verb in _MODAL:
        done = next((word.text for word in behind if word.part == "form"), "")
        if done in _HOLDS or (done not in _BE and any(word.text in _NOT for word in behind[:2])):
            return None
        return to_it if done in _BE or len(behind) < _LEAST_DONE else Outcome("what_of", (verb, f"{thing} do"))
    if verb in _HOLDS or verb in _STATES - _BE:
        return None
    equals = bool(behind) and behind[0].text.lower() in _EQUALS
    if verb in _BE and equals and thing.split()[-1] in [word.text for word in behind]:
        return None  # "the lock is a dry lock"
    if verb in _BE:
        if equals:
            return Outcome("what_of", (verb, thing))
        return to_it if not behind or any(word.part == "form" for word in behind[:_NEAR]) else None
    if len(behind) < _LEAST_DONE or verb in _TURNS:
        return to_it
    return Outcome("what_of", ("does" if verb.endswith("s") else "do", f"{thing} do"))


def _inverted(clause: str) -> Outcome | None:
    found = _INVERTED.match(clause)
    if found is None:
        return None
    verb, thing = found["verb"].lower(), found["thing"]
    if verb in _PASSIVE:
        return Outcome("happens_to", (thing,))
    return Outcome("what_of", (verb, f"{thing} gjøre") if verb in _MODAL else ("gjør", thing))
