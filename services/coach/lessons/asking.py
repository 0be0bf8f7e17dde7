"""A question of a lesson: how it is shown, and what would give its answer away. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from contracts.items import Item, Matching, MultipleAnswer, MultipleChoice, Numeric, Ordering, TrueFalse
from contracts.message import Phrase
from services.coach.drafts.draft import Span
from services.coach.tutor.passages import repeats
from services.text.alphabets import WORD
from services.text.quotation import alike
from services.text.words import content_of, fold, inflected, is_small, occurs, stems_of

_LETTERS = "abcdefgh"
_LEAST_LETTERS = 3
"""A word that is shorter and no number gives nothing away by itself: "not", "in"."""
_MOST_SHARED = 0.75
"""Of a statement's words; a passage that has more of them tells whether it is true."""


def shown(item: Item) -> Phrase:
    """The question as a learner reads it: its statement, its prompts and its options each on a line."""
    said: list[str | Phrase] = [item.question]
    if isinstance(item, TrueFalse):
        said.append(item.statement)
    if isinstance(item, Matching):
        said += [_labelled(str(n), each.text, "numbered", "number") for n, each in enumerate(item.prompts, 1)]
    if isinstance(item, MultipleChoice | MultipleAnswer | TrueFalse | Matching | Ordering):
        said += [
            _labelled(letter, each.text, "lettered", "letter")
            for letter, each in zip(_LETTERS, item.options, strict=False)
        ]
    return Phrase.listed("lines", said)


def _labelled(label: str, text: str, name: str, what: str) -> Phrase:
    return Phrase(code=f"lesson_turn.{name}", values={what: label, "text": text})


@dataclass(frozen=True)
class Guard:
    """What must not be told before a question is answered; without one everything may be."""

    item: Item | None
    language: str
    concepts: Sequence[str] = ()

    @cached_property
    def _keys(self) -> list[tuple[str, ...]]:
        """Sets of words; whoever says all of one gives the answer away."""
        match self.item:
            case None:
                return []
            case MultipleChoice() | MultipleAnswer():
                return [(key,) for key in self.item.key_parts]
            case TrueFalse():
                return [(self.item.right,)] if _tells(self.item.right) else []
            case Matching():
                options = {each.option_id: each.text for each in self.item.options}
                return [(each.text, options[self.item.answer[each.option_id]]) for each in self.item.prompts]
            case Ordering():
                texts = [each.text for each in self.item.options]
                return [pair for pair in product(texts, texts) if pair[0] != pair[1]]
            case Numeric():
                return [(self.item.answer_text,), (self.item.answer,)]
        return [(key,) for key in (*self.item.answer_words, *self.item.key_parts, self.item.answer_text) if _tells(key)]

    @cached_property
    def _secrets(self) -> list[tuple[str, ...]]:
        """The same without the names of the lesson's own concepts."""
        names = [set(stems_of(name, self.language)) for name in self.concepts]
        return [key for key in self._keys if not any(self._content(key) <= own for own in names)]

    def _content(self, key: Sequence[str]) -> set[str]:
        """Its stems without articles and the like."""
        words: list[str] = WORD.findall(" ".join(key))
        return set(stems_of(" ".join([word for word in words if not is_small(word)] or words), self.language))

    def says(self, text: str) -> bool:
        """Whether a text says the answer, be it only the name of a concept."""
        return any(self._holds(text, key) for key in self._keys) or self._judges(text)

    def gives_away(self, text: str) -> bool:
        """Whether a text says more of the answer than the name of what the lesson is about."""
        return any(self._holds(text, key) for key in self._secrets) or self._judges(text)

    def rests_on(self, text: str) -> bool:
        """Whether a text has the sentence that the answer was made from."""
        quotes = [fold(alike(proof.quote)).rstrip(".") for proof in self.item.proofs] if self.item is not None else []
        return any(quote and quote in fold(alike(text)) for quote in quotes)

    def proves(self, at: Span) -> bool:
        """Whether a passage is what the answer was made from."""
        if self.item is None:
            return False
        for proof in self.item.proofs:
            if at.block.block_id == proof.block_id:
                if at.start < proof.end and proof.start < at.end:
                    return True
                own = Span(at.block, proof.start, min(proof.end, len(at.block.text)))
                if own.text and repeats(at, own):
                    return True
            told, quote = fold(at.text), fold(proof.quote)
            if quote in told or (told in quote and 2 * len(told) > len(quote)):
                return True
        return False

    def _holds(self, text: str, key: Sequence[str]) -> bool:
        return all(occurs(part, text) or inflected(part, text, self.language) for part in key)

    def _judges(self, text: str) -> bool:
        """Whether a text says a statement that is to be judged, or denies it."""
        if not isinstance(self.item, TrueFalse):
            return False
        said = content_of(self.item.statement, self.language)
        return bool(said) and len(said & content_of(text, self.language)) >= _MOST_SHARED * len(said)


def _tells(key: str) -> bool:
    words = WORD.findall(key)
    return len(words) > 1 or len(key.strip()) > _LEAST_LETTERS or any(char.isdigit() for char in key)
