"""Finds the passages of a document that answer a question, the best first, and says whether one does. Pure.

1. Passages are ranked by the search (`services/search/`). Each word of the question counts by how rare it is; it counts
   less where it stands in what the sentence leans on, before it in its block, or in its heading.
2. A passage answers if it holds most of the question so weighed, every name and rare word of it, and gives what the
   kind of question asks for (`fitting.py`): a time, a number of the right thing, a reason, a name, a definition.
3. The document's own questions answer nothing. Its exercises are no material: the Reader sets them aside.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, log10
from typing import Literal

from contracts.documents import Block
from services.coach.drafts.draft import Span
from services.coach.sentences.leaning import LEANINGS, OTHER
from services.coach.sentences.parts import parts_of
from services.coach.tutor.asked import LETTER, Asked, asked_of, telling
from services.coach.tutor.fitting import asks_how_to, elsewhere, fits, makes, may_fit, owned, serves, shows_how
from services.search.passages import Passage, headed
from services.search.ranking import ranked
from services.search.words import Word, as_written, resolved, slips_of, terms_of
from services.text.alphabets import WORD
from services.text.questions import asked_rightly
from services.text.splitting import run_in, spans_of
from services.text.vocabulary.frequencies import frequency
from services.text.vocabulary.synonyms import synonyms_of
from services.text.words import fold, stem_of

Answers = Literal["yes", "perhaps", "no"]
_LEAD, _BLOCK, _HEADING, _BEFORE = 0.95, 0.75, 0.7, 0.5
"""What a word counts that stands in the sentence that this one leans on, earlier in its block, in its heading, in the
block before it."""
_ENOUGH, _ENOUGH_TOPIC = 0.62, 0.7
_ENOUGH_HERE = 0.8
"""What of a question stands in the sentence itself, or in what it leans on, where it is told as the answer."""
_ENOUGH_SAID = 0.6
"""Of a question for a time, a number, a name: what its words but the names are held by."""
_ALL, _MANY = 0.9, 3
"""Of a question whether something is so: what a sentence holds that says it, and the words that say what about, two of
them no names. One that has "Smith" and "children" does not say whether Smith had any."""
EXACT = ("when", "number", "who", "where")
_LIKE, _FIT, _ABOVE, _HOW = 0.3, 0.15, 0.1, 0.1
"""What the search's own order, the right kind of answer, a heading that names the subject, and a word of how something
is done, where that is asked, add to a score."""
_AHEAD: Mapping[Answers, float] = {"yes": 0.42, "perhaps": 0.21, "no": 0.0}
"""What a passage that answers, or may, is ahead of one that does not; fitted (docs/decisions/0027)."""
_CAPTION = 0.42
"""What a caption is behind a sentence: it tells what a picture shows, so it only may answer, and that last."""
_SUBJECT, _OPENING, _ENDING = 0.05, 4, 2
"""What it adds that a passage begins, within so many words, with what is asked about; letters of an inflection."""
_POINTS = re.compile(r"(?:it|they|these|those|den|det|de|disse|er|sie|es|diese)\b", re.IGNORECASE)
_SAID = 0.4
_MAY, _MAY_SERVES, _MAY_WHY, _NEVER, _MAY_OWN, _ELSE = 0.55, 0.65, 0.75, 2.0, 0.4, 0.6
_MAY_MOST = 0.65
_RARE, _EVERYDAY = 2e-6, 2e-5
_MOST = 60
_SYNONYM = 0.85
"""What an everyday word counts that is put for another."""
_WORTH = {"same": 1.0, "form": 0.95, "part": 0.8, "typo": 0.85, "nowhere": 0.0}
_OTHER_FORM = 0.85
"""What another form counts beside the word itself: "developed" beside "developer"."""
_AS_ASKED = 0.06
"""What it adds to a score that a word stands there as it was asked: "socialization", and not "social"."""
_NOT_TEXT = ("heading", "code", "formula")
_HOST = re.compile(r"\w[\w-]*(?:\.\w[\w-]*){2,}")
_IDENTIFIES = re.compile(r"\w+[(._]")
_MOST_TORN = 80  # signs
_NUMBERED = re.compile(r"\b\d+(?:[.:]\d+)+\w*")
"""What is one word though signs stand in it: a version, a time."""
_PAIR = re.compile(r"(?<!^)\b[A-ZÄÖÜ][\w.-]+ [A-ZÄÖÜ][\w-]+")
_ASKS = re.compile(r"\?[\s\"'”’»)]*$")
"""A question of the text; it tells nothing."""
_OF_FILES = re.compile(r"\s*\([^()]*\w/\w[^()]*\)\.?\s*")
"""A remark on where files lie: "(The files are in sluices/gates.)" says nothing of sluices."""


@dataclass(frozen=True)
class Sentence:
    """A sentence with what stands around it, as stems."""

    block: Block
    start: int
    end: int
    first: int  # where what it leans on begins
    heading: str
    layers: Sequence[tuple[float, frozenset[str]]]
    earlier: str = ""

    @property
    def text(self) -> str:
        return self.block.text[self.start : self.end]

    @property
    def words(self) -> int:
        """How many it has."""
        return len(self.text.split())

    @property
    def span(self) -> Span:
        """The quote: with what it leans on."""
        return Span(self.block, self.first, self.end)


@dataclass(frozen=True)
class Hit:
    """A passage found. `share`: how much of the question it holds, from 0 to 1; `answers`: whether it does, or may;
    `near`: it holds more of it than that somebody made something; `opens`: it begins with what is asked about."""

    sentence: Sentence
    share: float
    score: float
    answers: Answers
    near: bool = True
    opens: bool = False

    @property
    def span(self) -> Span:
        return self.sentence.span


@dataclass(frozen=True)
class Text:
    """The blocks of a command as sentences that can be found."""

    blocks: Sequence[Block]
    language: str

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        """All that can answer: no headings, no code, no questions, nothing that the Reader put aside."""
        found = list[Sentence]()
        leaning = LEANINGS.get(self.language, OTHER)
        before: tuple[str, frozenset[str], str] = ("", frozenset(), "")
        for block, heading in headed(block for block in self.blocks if block.material):
            if block.kind in _NOT_TEXT:
                continue
            torn = _is_torn(block, self.language)
            above = frozenset(terms_of(heading, self.language))
            inside = list[tuple[int, int, frozenset[str]]]()
            opens = leaning.leans(block.text[:200]) or block.text[:1].islower()
            for start, end in spans_of(block.text):
                text = block.text[start:end]
                own = frozenset(terms_of(text, self.language)) | _numbered(text)
                if end == run_in(block.text):
                    above |= own  # A heading that ran into its paragraph.
                    continue
                first, lead = start, frozenset[str]()
                asks = bool(inside) and bool(_ASKS.search(block.text[inside[-1][0] : inside[-1][1]]))
                if inside and (asks or leaning.leans(text) or leaning.may_lean(text)):
                    first, lead = inside[-1][0], inside[-1][2]
                earlier = frozenset().union(*(stems for _, _, stems in inside)) if inside else frozenset[str]()
                near = before[1] if before[0] == heading and opens else frozenset[str]()
                layers = ((1.0, own), (_LEAD, lead), (_BLOCK, earlier), (_HEADING, above), (_BEFORE, near))
                inside.append((start, end, own))
                tells = not (_ASKS.search(text) or _OF_FILES.fullmatch(text))
                if tells and not (torn and not start):  # What a line of code parts from its beginning.
                    earlier_text = block.text[:start] if inside[1:] else before[2] if before[0] == heading else ""
                    found.append(Sentence(block, start, end, first, heading, layers, earlier_text))
            before = (
                heading,
                frozenset().union(*(stems for _, _, stems in inside)) if inside else frozenset(),
                block.text,
            )
        return found

    @cached_property
    def vocabulary(self) -> Mapping[str, int]:
        """In how many sentences each term stands."""
        counts = dict[str, int]()
        for sentence in self.sentences:
            for term in sentence.layers[0][1]:
                counts[term] = counts.get(term, 0) + 1
        for sentence in self.sentences:
            for _, terms in sentence.layers[1:]:  # Headings, and questions of the text.
                for term in terms:
                    counts.setdefault(term, 1)
        for block in self.blocks:
            for term in terms_of(block.text, self.language) if block.kind == "heading" else ():
                counts.setdefault(term, 1)
        return counts

    def spelt(self, question: str) -> str:
        """A question as the text would write it, its misspelt words as they stand there where one is surely meant."""
        question = as_written(asked_rightly(question, self.language, self.written), self.vocabulary, self.language)

        def right(found: re.Match[str]) -> str:
            word = fold(found.group())
            if word in self.written:
                return found.group()
            near = slips_of(word, self.written, self.language)
            return near[0] if len(near) == 1 else found.group()

        return WORD.sub(right, question)

    @cached_property
    def written(self) -> frozenset[str]:
        """The words of the text as they stand, folded."""
        return frozenset(word for each in self.sentences for word in WORD.findall(fold(each.text)))

    def found(self, asked: Asked) -> list[Hit]:
        """The passages that hold anything of the question, the best first: one that answers is ahead of one that holds
        a little more."""
        own = self._weighed(asked.subject or asked.text)
        topic = self._weighed(asked.topic)
        others = [other for word in (*own, *topic) if word.how == "nowhere" for other in self._put_for(word)]
        text = " ".join(filter(None, [asked.subject or asked.text, asked.topic, *others]))
        passages = [Passage(each.text, before=each.earlier, heading=each.heading) for each in self.sentences]
        best = ranked(text, passages, self.language).found[:_MOST]
        top = best[0].score if best else 1.0
        hits = [self._hit(asked, self.sentences[each.number], own, topic, each.score / top) for each in best]
        return sorted(hits, key=lambda hit: -hit.score - _AHEAD[hit.answers] - _SUBJECT * hit.opens)

    def _hit(
        self, asked: Asked, sentence: Sentence, own: Mapping[Word, float], topic: Mapping[Word, float], like: float
    ) -> Hit:
        held = {word: _held(word, sentence, self.language) for word in (*own, *topic)}
        share = _share(own, held)
        about = _share(topic, held)
        plain = {word: weight for word, weight in own.items() if not self._is_name(word, asked.text)}
        said = _share(plain, held) if plain else 1.0
        exact = asked.kind in EXACT
        named = all(held[word] >= (_LEAD * 0.85 if exact else 0.01) for word in own if self._names(word, asked.text))
        named = named and all(held[word] for word in topic if self._names(word, asked.topic))
        there = {word: held[word] if held[word] > _LEAD * 0.8 else 0.0 for word in held}
        here = _share(own, there) >= _ENOUGH_HERE if own else _share(topic, there) >= _ENOUGH_HERE
        enough = (
            (not own or share >= _ENOUGH)
            and said >= (_ENOUGH_SAID if exact else _SAID)
            and (not topic or about >= _ENOUGH_TOPIC)
        )
        if asked.whether:
            enough = enough and share >= _ALL and len(own) >= _MANY and len(plain) > 1
        above = any(frozenset(word.stems) & sentence.layers[3][1] for word in (topic or own))
        fit = fits(asked, _told(asked, sentence), self.language) or _replies(asked, sentence, self.language)
        both = share if not topic else about if not own else 0.6 * share + 0.4 * about
        score = both + _LIKE * like + _FIT * fit + _ABOVE * above + _AS_ASKED * _as_asked({**own, **topic}, sentence)
        score += _HOW * shows_how(asked, sentence.text, self.language)
        opens = not asks_how_to(asked) and self._opens_with(sentence, own or topic)
        if asked.kind == "number" and not opens and sentence.first < sentence.start and _POINTS.match(sentence.text):
            fit = False  # "It has two layers" is said of what the sentence before is about.
        pictured = sentence.block.kind == "caption"
        score -= _CAPTION * pictured
        answers: Answers = "no"
        if asked.kind not in ("where", "which") and elsewhere(sentence.text):
            return Hit(sentence, both, score - _CAPTION, answers)
        spoken = asked.kind != "why" or not own or not topic or any(there[word] for word in topic)
        if (own or topic) and enough and named and here and spoken and fit and not pictured:
            answers = "yes"
        elif (own or topic) and self._may(asked, sentence, own, topic, held):
            answers = "perhaps"
        near = any(held[word] and not makes(word.said, self.language) for word in held)
        return Hit(sentence, both, score, answers, near, opens)

    def _opens_with(self, sentence: Sentence, weights: Mapping[Word, float]) -> bool:
        """Whether a passage begins with the word that says most of what is asked about, not only with a host that is
        called after it."""
        if not weights:
            return False
        most = max(weights, key=lambda word: weights[word])
        opening = WORD.findall(fold(_HOST.sub("", " ".join(sentence.span.text.split()[:_OPENING]))))
        near = (word for word in opening if abs(len(word) - len(most.said)) <= _ENDING)
        return any(stem_of(word, self.language) in most.stems[:1] for word in near)

    def _may(
        self,
        asked: Asked,
        sentence: Sentence,
        own: Mapping[Word, float],
        topic: Mapping[Word, float],
        held: Mapping[Word, float],
    ) -> bool:
        """Whether a passage is worth being offered as what may answer."""
        exact = asked.kind in EXACT
        known = {
            word: weight * (_ELSE if not exact and self._said_otherwise(word) else 1.0) for word, weight in own.items()
        }
        if asked.kind == "who" and owned(sentence.text, self.language):
            known = {word: weight for word, weight in known.items() if not makes(word.said, self.language)} or known
        plain = {word: weight for word, weight in known.items() if not self._is_name(word, asked.text)}
        said = _share(plain, held) if plain else 1.0
        share, about = _share(known, held), _share(topic, held)
        both = share if not topic else about if not own else 0.5 * share + 0.5 * about
        most = both >= _MAY_MOST
        nearer = 0.0 if most else _BEFORE
        named = all(held[word] > nearer for word in own if self._names(word, asked.text))
        named = named and all(held[word] for word in topic if self._names(word, asked.topic))
        here = any(held[word] > _BLOCK for word in (plain if exact and plain else (*own, *topic)))
        least = _MAY
        if asked.kind == "why" and not fits(asked, sentence.text, self.language):
            no_word = _MAY_WHY if own else _NEVER
            least = _MAY_SERVES if serves(sentence.text, self.language) else no_word
        return (
            both >= least
            and said >= (_ENOUGH_SAID if exact and not most else _SAID)
            and (not own or share >= _MAY_OWN)
            and named
            and here
            and may_fit(asked, _told(asked, sentence), self.language)
        )

    def _put_for(self, word: Word) -> list[str]:
        """The everyday words that the text has in place of one."""
        return sorted(synonyms_of(stem_of(word.said, self.language), self.language) & self.vocabulary.keys())

    def _said_otherwise(self, word: Word) -> bool:
        """Whether a text that lacks a word is likely to say it in another: an everyday one."""
        return word.how == "nowhere" and frequency(word.said, self.language) > _EVERYDAY

    def _weighed(self, text: str) -> dict[Word, float]:
        """The words with what stands for them in the text, each by how rare it is in everyday use and in the text."""
        numbered = _numbered(text) | frozenset(fold(letter) for letter in LETTER.findall(text))
        words = [*telling(_NUMBERED.sub(" ", text), self.language), *((each, each) for each in sorted(numbered))]
        found = {
            word.said: word for word in resolved(" ".join(said for said, _ in words), self.vocabulary, self.language)
        }
        found |= {each: Word(each, "same" if each in self.vocabulary else "nowhere", (each,)) for each in numbered}
        total = len(self.sentences) + 1
        weighed = dict[Word, float]()
        for said, _ in words:
            word = found.get(said)
            if word is None:
                continue
            general = min(4.0, max(0.6, -log10(frequency(said, self.language)) - 2))
            count = sum(self.vocabulary.get(stem, 0) for stem in word.stems)
            local = log(total / (min(count, total - 1) + 0.5)) / log(total) if total > 2 else 1.0
            weighed[word] = general * (0.35 + 0.65 * max(0.0, local))
        return weighed

    def _names(self, word: Word, text: str) -> bool:
        """Whether a word is a name or a specialist's: without it nothing answers."""
        return self._is_rare(word) or self._is_name(word, text)

    def _is_rare(self, word: Word) -> bool:
        forms = (word.said, stem_of(word.said, self.language))
        return max(frequency(form, self.language) for form in forms) < _RARE

    def _is_name(self, word: Word, text: str) -> bool:
        """Whether a word is a name, and not only a specialist's."""
        if any(map(str.isdigit, word.said)):
            return True
        if self.language == "de":  # Every noun has a capital; two side by side are a name.
            return self._is_rare(word) or any(word.said in fold(pair).split() for pair in _PAIR.findall(text))
        return any(each.casefold() == word.said and each[0].isupper() for each in text.replace("-", " ").split()[1:])


def _replies(asked: Asked, sentence: Sentence, language: str) -> bool:
    """Whether the text itself asks for the same right before it."""
    lead = sentence.block.text[sentence.first : sentence.start].strip()
    return bool(_ASKS.search(lead)) and asked.kind == asked_of(lead, language).kind


def _told(asked: Asked, sentence: Sentence) -> str:
    """What a passage says, and of a difference what it leans on, which may name one of the two; so of an example, which
    may call itself one there."""
    return sentence.span.text if asked.kind in ("difference", "example") else sentence.text


def _is_torn(block: Block, language: str) -> bool:
    """Whether a paragraph goes on from what stands above it, a line of code mostly: "creates an object z and ..."."""
    text = block.text[:_MOST_TORN]
    if block.kind != "paragraph" or not text[:1].islower() or _IDENTIFIES.match(text):
        return False
    return any(word.start == 0 and word.part == "verb" for word in parts_of(text, language)[:1])


def _numbered(text: str) -> frozenset[str]:
    return frozenset(_NUMBERED.findall(text.casefold()))


def _held(word: Word, sentence: Sentence, language: str) -> float:
    """What a word counts in a sentence, from 0 to 1."""
    stems, others = frozenset(word.stems), synonyms_of(stem_of(word.said, language), language)
    first = frozenset(word.stems[:1]) if word.how == "same" else stems
    own = max(
        max((layer for layer, terms in sentence.layers if first & terms), default=0.0) * _WORTH[word.how],
        max((layer for layer, terms in sentence.layers if (stems - first) & terms), default=0.0) * _OTHER_FORM,
    )
    return max(own, max((layer for layer, terms in sentence.layers if others & terms), default=0.0) * _SYNONYM)


def _as_asked(weights: Mapping[Word, float], sentence: Sentence) -> float:
    """How much of the question stands in a sentence in its very words."""
    there = frozenset(WORD.findall(fold(sentence.text)))
    return _share(weights, {word: float(word.said in there) for word in weights})


def _share(weights: Mapping[Word, float], held: Mapping[Word, float]) -> float:
    total = sum(weights.values())
    return sum(weight * held[word] for word, weight in weights.items()) / total if total else 0.0
