"""Questions put to the tutor as the house puts them: classified, with the blocks that the search finds, answered."""

import asyncio
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Literal

from contracts.documents import Block
from contracts.learning import ClassifyIntent, Explain, Explained, Intent, Said
from contracts.mastery import ConceptPlace
from services.coach.tutor.handler import Tutor
from services.evaluator.conversation.intent import classify
from services.orchestrator.tutor.passages import BEST, MEANT, MOST_BYTES, REACH, SHORT, named_in, spoken_of
from services.reader.digest.assembly import digested
from services.search.passages import Place, headed, places_of
from services.search.ranking import ranked
from services.search.stored import Search
from services.search.words import distinct_terms_of, in_other_words, terms_of
from tests.measuring.quality.course import Running
from tests.measuring.quality.documents import Reading

QUESTIONS = Path(__file__).parent / "questions.toml"
MOST_SAID = 10
Part = Literal["looked at", "held out", "written last", "fresh", "unseen", "apart", "untouched"]
LOOKED_AT: Part = "looked at"
Ending = Literal["answered", "beside", "untold", "swallowed"]
"""What became of a question: answered, by a passage that answers it or one that does not; said not to be told; taken
for something else than a question about the document."""


@dataclass(frozen=True)
class Question:
    """A question as the file has it. `words`: rows of words that an answering passage holds; (): the document does not
    tell. `page`: where it stands; `before`: what was asked before."""

    document: str
    ask: str
    part: Part = LOOKED_AT
    page: int | None = None
    words: tuple[tuple[str, ...], ...] = ()
    before: tuple[str, ...] = ()

    def holds(self, text: str) -> bool:
        """Whether a passage has the words of an answer."""
        plain = " ".join(text.casefold().split())
        return any(all(word in plain for word in row) for row in self.words)


@dataclass(frozen=True)
class Answer:
    """What was said to a question. `places`: the page and the words of each place that was not read surely."""

    question: Question
    intent: Intent
    told: Explained
    places: tuple[tuple[int, str], ...] = ()

    @property
    def ending(self) -> Ending:
        """How it ended."""
        if self.intent != "question":
            return "swallowed"
        if not self.told.found:
            return "untold"
        if not self.question.words:
            return "answered"
        return "answered" if self.question.holds(self.told.explanation) else "beside"

    @property
    def is_perhaps(self) -> bool:
        """Whether it is told as what may answer, and not as the answer."""
        return self.told.phrase is not None and '"tutor.perhaps' in self.told.phrase.model_dump_json()

    @property
    def in_first(self) -> bool:
        """Whether the first passage answers."""
        return any(self.question.holds(proof.quote) for proof in self.told.quotes[:1])

    @property
    def in_three(self) -> bool:
        """Whether one of the first three passages answers, or is named as a place that was not read surely."""
        return any(self.question.holds(proof.quote) for proof in self.told.quotes[:3]) or self.placed

    @property
    def placed(self) -> bool:
        """Whether what answers stands at a place that is named as not read surely."""
        asked = self.question
        return any(asked.page == page and asked.holds(text) for page, text in self.places)


@dataclass
class Book:
    """A document that questions are put about."""

    reading: Reading
    tutor: Tutor = field(default_factory=lambda: Tutor(None, 12_000))

    def answer(self, question: Question) -> Answer:
        """Asks what was asked before, then the question."""
        said = list[Said]()
        for text in question.before:
            _, told = self.ask(text, said)
            said += [Said(role="learner", text=text), Said(role="tutor", text=told.explanation)]
        intent, told = self.ask(question.ask, said)
        texts = {block.block_id: block.text for block in self.reading.kept.blocks}
        return Answer(question, intent, told, tuple((at.source_page, texts[at.block_id]) for at in told.unsure))

    def ask(self, text: str, said: Sequence[Said] = ()) -> tuple[Intent, Explained]:
        """The intent that the Evaluator finds, and the tutor's answer."""
        language = self.reading.kept.doc_meta.language
        sections = [block.text for block in self.reading.kept.blocks if block.kind == "heading"]
        named = [place.concept for place in self.places]
        names = {"concepts": named[:300], "sections": sections[:300]}
        found = classify(ClassifyIntent(text=text, language=language, answered=bool(said), **names))
        concepts = [found.topic] if found.topic in named else []
        asked = [text, *(line.text for line in said[-MOST_SAID:] if line.role == "learner")]
        touched = {*concepts, *named_in(asked, named, language)}
        touched |= {*spoken_of(text, [line.text for line in said if line.role == "tutor"], named, language)}
        command = Explain(
            concepts=concepts,
            question=text,
            conversation=list(said)[-MOST_SAID:],
            language=language,
            blocks=self.chosen(text, said),
            places=[place for place in self.places if place.concept in touched],
            document_sha256="ab" * 32,
            unsure=self.doubted(text, said),
        )
        (told,) = asyncio.run(self.tutor.explain(command, Running()))
        assert isinstance(told, Explained)
        return found.intent, told

    def chosen(self, text: str, said: Sequence[Said]) -> list[Block]:
        """The blocks that the orchestrator would send."""
        asked = " ".join([text, *[line.text for line in said if line.role == "learner"][-MEANT:]])
        places, language = self._passages, self.reading.kept.doc_meta.language
        words = in_other_words(asked, self._vocabulary, language)
        best = ranked(asked, [each.passage for each in places], language, words)
        left, taken = MOST_BYTES, set[str]()
        for found in best.found:
            block = places[found.number].block
            size = len(block.model_dump_json(exclude_defaults=True).encode())
            if block.block_id not in taken and size <= left:
                taken.add(block.block_id)
                left -= size
        near = [block for block in self.reading.kept.blocks if block.material]
        at = {block.block_id: n for n, block in enumerate(near)}
        first = list(dict.fromkeys(places[found.number].block.block_id for found in best.found))[:BEST]
        around = [(abs(n - at[each]), each, block) for each in first for n, block in enumerate(near)]
        more = [
            block for far, _, block in sorted(around, key=lambda one: (first.index(one[1]), one[0])) if far <= REACH
        ]
        for block in [*more, *(near if len(near) <= SHORT else ())]:
            size = len(block.model_dump_json(exclude_defaults=True).encode())
            if block.block_id not in taken and size <= left:
                taken.add(block.block_id)
                left -= size
        heads = set[str]()
        last = ""
        for block in self.reading.kept.blocks:
            if block.kind == "heading":
                last = block.block_id
            elif block.block_id in taken:
                heads.add(last)
        return [
            block.model_copy(update={"lines": [], "words": []})
            for block in self.reading.kept.blocks
            if block.block_id in taken | heads
        ]

    def doubted(self, text: str, said: Sequence[Said]) -> list[Block]:
        """The blocks that were not read surely and that the orchestrator would send, with what stands around them."""
        blocks, language = self.reading.kept.blocks, self.reading.kept.doc_meta.language
        unsure = [block for block in blocks if block.aside == "low_confidence"]
        before = [line.text for line in said if line.role == "learner"][-MEANT:]
        counted = [{"language": language, "blocks": len(self._counts), "terms": Counter(chain(*self._counts))}]
        wanted = {
            unsure[found.number].block_id
            for asked in (text, " ".join([text, *before]))
            for found in Search(asked, counted, otherwise=True).unsure([block.text for block in unsure])[:BEST]
        }
        there = [block for block in blocks if block.material or block.block_id in wanted]
        taken, heading, last = set[str](), "", ""
        for block in there:
            if block.block_id in wanted:
                taken |= {block.block_id, heading, last}
            heading, last = block.block_id if block.kind == "heading" else heading, block.block_id
        return [block.model_copy(update={"lines": [], "words": []}) for block in there if block.block_id in taken]

    @cached_property
    def _counts(self) -> list[set[str]]:
        language = self.reading.kept.doc_meta.language
        return [
            distinct_terms_of(block.text, language)
            for block in self.reading.kept.blocks
            if block.material and block.kind != "heading"
        ]

    @cached_property
    def _passages(self) -> list[Place]:
        return list(places_of(headed(block for block in self.reading.kept.blocks if block.material)))

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        texts = [block.text for block in self.reading.kept.blocks if block.material]
        return frozenset(terms_of(" ".join(texts), self.reading.kept.doc_meta.language))

    @cached_property
    def places(self) -> list[ConceptPlace]:
        """The document's concepts."""
        blocks = {block.block_id: block for block in self.reading.kept.blocks}
        return [
            ConceptPlace(
                concept=term.term,
                definition=term.definition[:300],
                relevance=term.relevance,
                block_id=term.block_id,
                source_page=blocks[term.block_id].source_page,
                ordinal=number,
            )
            for number, term in enumerate(digested(self.reading.kept).terms)
        ]


def questions() -> list[Question]:
    """All questions, in the file's order."""
    told = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))["document"]
    return [
        Question(
            document["path"],
            each["ask"],
            document.get("part", LOOKED_AT),
            each.get("page"),
            tuple(map(tuple, each.get("words", []))),
            tuple(each.get("before", [])),
        )
        for document in told
        for each in document["questions"]
    ]
