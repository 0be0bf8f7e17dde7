"""The words of a question, and what stands for each in a text: itself, another form of it, or what it is a slip for."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from services.text.alphabets import WORD, is_together, may_slip
from services.text.languages import code_of
from services.text.questions import is_asking
from services.text.vocabulary.forms import bare, forms_of
from services.text.vocabulary.frequencies import frequency
from services.text.vocabulary.plurals import regular
from services.text.vocabulary.synonyms import in_one_word, synonyms_of
from services.text.words import fold, stem_of

How = Literal["same", "form", "part", "typo", "nowhere"]
"""How a word is found: in an inflection that shares its stem; in another form; within a longer word, or as such a word
that it is within; misspelt; not at all."""
MOST_WORDS = 40
"""Of a question: what it goes on with is not looked for."""
_COMPOUNDING = frozenset({"da", "de", "fi", "nl", "no", "sv"})
_LEAST_PART, _LEAST_REST = 4, 3
_LEAST_HALF, _LONGEST = 3, 30  # letters
_BESIDE = re.compile(r"\b([^\W\d_]{3,})(?:[ -](?=([^\W\d_]{3,})\b)|-(?=([^\W\d_]{2})\b))")
_PARTED = re.compile(
    r"(?P<said>.*\w)\s+(?P<part>ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|um|vor|weg|zu|zurück|zusammen)[ ?!.]*$",
    re.IGNORECASE | re.DOTALL,
)
"""What a German verb leaves at the end of a question: "Wann fängt die Flut an?"."""
_FINITE = re.compile(r"e?(?:t|st|n)$")
_SLIPS = ((9, 2), (4, 1))
"""Letters that a word has at least, and how many of them may then be wrong."""
_REAL = 1.2e-6
"""The share of all words from which on a word is one that somebody meant, and no slip."""
_MOST_FORMS = 12
_SHARED = 3
"""Letters with which all forms of a word begin, but for those that a table names."""
_SPELT = {"our": "or", "r": "er", "re": "er", "is": "iz", "ys": "yz", "ae": "e", "oe": "e"}
_BRITISH = re.compile(r"our\b|(?<=[bt])re?\b|(?<=[a-z]{3})is\b|(?<=al)ys\b|(?<!^)ae|oe")


@dataclass(frozen=True)
class Word:
    """A word of a question. `said`: as it was asked, folded; `stems`: what stands for it in the text, the likeliest
    first."""

    said: str
    how: How
    stems: tuple[str, ...] = ()


def terms_of(text: str, language: str) -> list[str]:
    """The words of a text as they are compared: stems; where no blanks part words, each pair of signs."""
    return [term for _, term in stems_in(text, language)]


def distinct_terms_of(text: str, language: str) -> set[str]:
    """The same, each once, whatever the order: of a word that stands there a hundred times the stem is sought once."""
    code, folded = code_of(language) or "en", fold(text)
    if is_together(folded):
        return {term for _, term in _terms(WORD.findall(folded), code)}
    written = set(folded.split())
    words = {word for word in written if word.isascii() and word.isalnum()}  # Which needs no looking for its words.
    return {stem_of(word, code) for word in words.union(WORD.findall(" ".join(written - words)))}


def stems_in(text: str, language: str) -> list[tuple[str, str]]:
    """The words of a text, folded, each with its term (see `terms_of`)."""
    code, folded = code_of(language) or "en", fold(text)
    words = WORD.findall(folded)
    return list(_terms(words, code)) if is_together(folded) else [(word, stem_of(word, code)) for word in words]


def asked_for(question: str, language: str) -> list[tuple[str, str]]:
    """The words of a question that say what about, each once, folded and as a term; all words if it has no such."""
    code = code_of(language) or "en"
    every = list(dict.fromkeys(stems_in(question, code)))
    telling = [(word, term) for word, term in every if len(word) > 1 or word.isdigit() or is_together(word)]
    telling = [(word, term) for word, term in telling if not is_asking(word, code)]
    once = {term: word for word, term in reversed(telling or every)}
    return [(word, term) for term, word in reversed(once.items())][:MOST_WORDS]


def resolved(question: str, vocabulary: Collection[str], language: str) -> list[Word]:
    """The words of a question by what stands for them in a text with this vocabulary (terms)."""
    code = code_of(language) or "en"
    return [_found(word, term, vocabulary, code) for word, term in asked_for(question, code)]


def in_other_words(question: str, vocabulary: Collection[str], language: str) -> list[Word]:
    """The same (see `resolved`), with the everyday words that the text has in place of those that it lacks."""
    code = code_of(language) or "en"
    found = resolved(in_one_word(as_written(question, vocabulary, code), code), vocabulary, code)
    return [_put_for(word, vocabulary, code) if word.how == "nowhere" else word for word in found]


def as_written(question: str, vocabulary: Collection[str], language: str) -> str:
    """An English question with what it writes in one word and the text in two, or the other way, as the text does:
    "drumhouse", "brakes man". Not what is a word that people use. A German one with its parted verb in one, where
    the text has it so: "Warum schließt man die Schleuse ab?"."""
    if code_of(language) == "de":
        return _together(question, vocabulary)
    if (code_of(language) or "en") != "en":
        return question

    def is_there(word: str) -> bool:
        return stem_of(fold(word), "en") in vocabulary

    def in_two(found: re.Match[str]) -> str:
        word = found.group()
        if len(word) <= _LONGEST and not is_there(word) and frequency(fold(word), "en") < _REAL:
            for at in range(_LEAST_HALF, len(word) - _LEAST_HALF + 1):
                halves = word[:at], word[at:]
                if all(is_there(half) and not is_asking(fold(half), "en") for half in halves):
                    return " ".join(halves)
        return word

    def in_one(found: re.Match[str]) -> str:
        one, *others = found.groups()
        other = next(filter(None, others))
        return one if is_there(one + other) and not (is_there(one) and is_there(other)) else found.group()

    return _BESIDE.sub(in_one, WORD.sub(in_two, question))


def _put_for(word: Word, vocabulary: Collection[str], code: str) -> Word:
    others = sorted(synonyms_of(stem_of(word.said, code), code).intersection(vocabulary))
    return Word(word.said, "form", tuple(others)) if others else word


def _terms(words: Sequence[str], code: str) -> Iterator[tuple[str, str]]:
    for at, word in enumerate(words):
        if not is_together(word):
            yield word, stem_of(word, code)
            continue
        alone = not any(is_together(each) for each in (*words[max(0, at - 1) : at], *words[at + 1 : at + 2]))
        if alone:
            yield word, word
    yield from ((one + other,) * 2 for one, other in pairwise(words) if is_together(one) and is_together(other))


def _together(question: str, vocabulary: Collection[str]) -> str:
    """A German question whose verb is parted, with that verb in one word as the text has it."""
    found = _PARTED.match(question)
    for n, word in enumerate(WORD.findall(found["said"]) if found else ()):
        if n and word[0].isupper():
            continue  # A thing: "Wie sieht der Druck aus?" does not ask for the "Ausdruck".
        for verb in (word, f"{_FINITE.sub('', word)}en"):
            if found and stem_of(fold(found["part"] + verb), "de") in vocabulary:
                return re.sub(rf"\b{re.escape(word)}\b", (found["part"] + verb).lower(), found["said"], count=1) + "?"
    return question


def _found(word: str, term: str, vocabulary: Collection[str], code: str) -> Word:
    forms = _forms(term, vocabulary, code)
    if term in vocabulary:
        return Word(word, "same", (term, *forms[:_MOST_FORMS]))
    if forms := forms or _plurals(term, vocabulary, code):
        return Word(word, "form", tuple(forms[:_MOST_FORMS]))
    if parts := _parts(term, vocabulary, code) or _closed(term, vocabulary, code):
        return Word(word, "part", tuple(parts[:_MOST_FORMS]))
    if slips := _slips(word, term, vocabulary, code):
        return Word(word, "typo", tuple(slips[:3]))
    return Word(word, "nowhere")


def _forms(term: str, vocabulary: Collection[str], code: str) -> list[str]:
    if is_together(term) or term.isdigit():
        return []
    latin, spelt, head = bare(term), _american(term), term[:_SHARED]
    near = [each for each in vocabulary if each[:1] == term[:1] and each != term]
    alike = {each for each in near if each[:_SHARED] == head and bare(each) == latin}
    alike |= {each for each in near if code == "en" and _american(each) == spelt}
    return _nearest(term, alike | forms_of(term, vocabulary, code))


def _american(stem: str) -> str:
    """An English stem in one of its two spellings: vapour and vapor, fibre and fiber, analyse and analyze."""
    return _BRITISH.sub(lambda found: _SPELT[found.group()], stem)


def _plurals(term: str, vocabulary: Collection[str], code: str) -> list[str]:
    """What may be the plural or the definite form of the same word; a Norwegian stem can keep such an ending."""
    if is_together(term) or term.isdigit() or len(term) <= _SHARED:
        return []
    norwegian, head = code == "no", term[:_SHARED]
    own = regular(term, norwegian)
    return _nearest(term, {each for each in vocabulary if each[:_SHARED] == head and own & regular(each, norwegian)})


def _nearest(term: str, found: Collection[str]) -> list[str]:
    return sorted(found, key=lambda each: (abs(len(each) - len(term)), each))


def _parts(term: str, vocabulary: Collection[str], code: str) -> list[str]:
    """Compounds that a word begins or ends, and what it is a compound of itself."""
    if code not in _COMPOUNDING or len(term) < _LEAST_PART:
        return []
    longer = [each for each in vocabulary if _is_part(term, each)]
    shorter = [each for each in vocabulary if len(each) > _LEAST_PART and _is_part(each, term)]
    return sorted(longer, key=len) or sorted(shorter, key=len, reverse=True)


def _closed(term: str, vocabulary: Collection[str], code: str) -> list[str]:
    """English compounds written in one word, of two that people use: a print is in "fingerprint"."""
    if code != "en" or len(term) <= _LEAST_PART:
        return []
    ending = [each for each in vocabulary if each.endswith(term) and len(each) - len(term) >= _LEAST_PART]
    return sorted((each for each in ending if frequency(each.removesuffix(term), code) >= _REAL), key=len)


def _is_part(part: str, whole: str) -> bool:
    return len(whole) - len(part) >= _LEAST_REST and (whole.startswith(part) or whole.endswith(part))


def slips_of(word: str, written: Collection[str], language: str) -> list[str]:
    """The words as they are written that are nearest to a folded word, several where they are as near; none where it
    is a word that people use."""
    near = _slips(word, word, written, code_of(language) or "en")
    least = OSA.distance(word, near[0]) if near else 0
    return [each for each in near if OSA.distance(word, each) == least]


def _slips(word: str, term: str, vocabulary: Collection[str], code: str) -> list[str]:
    """What a word may be misspelt for, the nearest first; nothing where it is a word that people use."""
    most = next((wrong for least, wrong in _SLIPS if len(word) >= least), 0)
    if not most or not may_slip(word) or frequency(word, code) >= _REAL:
        return []
    wrong = dict[str, int]()
    for spelt in {word, term}:
        for each, distance, _ in extract(spelt, list(vocabulary), scorer=OSA.distance, score_cutoff=most, limit=None):
            if len(each) >= _LEAST_REST:
                wrong[each] = min(int(distance), wrong.get(each, most))
    return sorted(wrong, key=lambda each: (wrong[each], each[0] != word[0], each))
