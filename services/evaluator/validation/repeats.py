"""Nothing is asked twice: what was asked before, in this message, this quiz and earlier ones. Pure.

Twice is what has
1. the same id, or the same question;
2. the same quote and the same answer, or a statement to judge made of it;
3. the same answer to the same kind of stem: two gaps for one word, one definition asked for twice;
4. a gap in the same sentence: each shows what the other asks for;
5. a stem that reads alike, 85 % by its set of words beside its frame; where the answers differ also in all its words,
   and 92 % there on another sentence, since one word may be all that matters (begin, end).
Of a round, where a learner is led to master a concept, what was asked before may come again in another form: twice is
then only the same question, or the same form of it about the same fact.
Where what was asked before was a statement to judge, of it only its frame and its quote are known.
Items are compared with items and cards with cards: a card may ask what an item asks, and a card's reverse has another
answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from rapidfuzz.fuzz import token_set_ratio, token_sort_ratio

from contracts.items import Asked, Flashcard, Item
from contracts.message import shortened
from contracts.quizzes import Refusal
from services.evaluator.items.questions import GAP, kind_of_stem, own_words, quoted
from services.evaluator.items.refusals import refused
from services.evaluator.items.registry import asked_words, rules_of
from services.text.quantities.numbers import readings
from services.text.truths import TRUTHS
from services.text.words import bare, fold, main_stems_of

ALIKE, NEARLY_SAME = 85, 92
_ENOUGH = 3  # Fewer words of its own make a question a part of many others.
_TRUTH = "\0"
_MOST_SHOWN = 80


@dataclass(frozen=True)
class Said:
    """A question as it is compared. `words`: what it says beside its frame, as stems; `kind`: "" where it is no
    frame that many share; `type`: "" where it is not known."""

    question: str
    quote: str
    answer: str
    words: str
    kind: str
    type: str
    shown: str

    def repeats(self, other: "Said") -> bool:
        """Whether the two ask the same."""
        if self.question == other.question:
            return True
        same_answer, same_quote = self.answer == other.answer, self.quote == other.quote
        if same_answer and (same_quote or self._asks_as(other)):
            return True
        if same_quote and GAP in self.question and GAP in other.question:
            return True  # Each shows what the other asks for.
        mine, others = self.words.split(), other.words.split()
        if min(len(mine), len(others)) < _ENOUGH and mine != others:
            return False
        if not mine or token_set_ratio(self.words, other.words) < ALIKE:
            return False
        if same_answer and self.answer != _TRUTH:
            return True
        # With another answer, one may be a part of the other, or differ by the one word that matters.
        return token_sort_ratio(self.words, other.words) >= (ALIKE if same_quote else NEARLY_SAME)

    def comes_back(self, other: "Said") -> bool:
        """Whether it is the other in the same form: what is being learnt may be asked again in another one."""
        same_form = self.kind == other.kind and (GAP in self.question) == (GAP in other.question)
        same_fact = self.quote == other.quote and self.answer == other.answer
        return self.question == other.question or (same_form and same_fact)

    def _asks_as(self, other: "Said") -> bool:
        """Whether both ask in one manner, and of what was asked before it is not known as which type."""
        same_type = self.type == other.type or not (self.type and other.type)
        return bool(self.kind) and self.kind == other.kind and same_type


def said(asked: Item | Flashcard, language: str) -> Said:
    """An item or a card as it is compared."""
    question, answer = asked_words(asked), asked.answer if isinstance(asked, Flashcard) else asked.answer_text
    # A number, or the word for true, is the answer to many questions.
    rules = None if isinstance(asked, Flashcard) else rules_of(asked)
    framed = (rules is None or rules.framed) and not readings(answer)
    return Said(
        question=fold(question),
        quote=bare(asked.proof.quote),
        answer=_TRUTH if rules and rules.judged else bare(answer),
        words=_words(question, language),
        kind=kind_of_stem(asked.question) if framed else "",
        type="flashcard" if isinstance(asked, Flashcard) else asked.type,
        shown=asked.question,
    )


def said_before(asked: Asked, language: str) -> Said:
    """What was asked before, as it is compared: of it no more is known than question, answer and quote."""
    judged = bare(asked.answer) in TRUTHS
    return Said(
        question=fold(asked.question),
        quote=bare(asked.quote),
        answer=_TRUTH if judged else bare(asked.answer),
        words="" if judged else _words(asked.question, language),
        kind="" if judged or readings(asked.answer) else kind_of_stem(asked.question),
        type="",
        shown=asked.question,
    )


class Accepted:
    """What was asked so far of one kind: before this message, and what of it was accepted."""

    def __init__(self, before: Sequence[Asked], language: str, *, of_a_round: bool = False) -> None:
        self._repeats_before = Said.comes_back if of_a_round else Said.repeats
        self._before = [said_before(asked, language) for asked in before]
        self._here: list[Said] = []
        self._ids: set[UUID] = set()

    def duplicate(self, id: UUID, one: Said) -> Refusal | None:
        """Whether it was asked already, and as what."""
        if id in self._ids:
            return refused("duplicate", "same_id")
        for name, others, repeats in (
            ("repeated_here", self._here, Said.repeats),
            ("repeated_before", self._before, self._repeats_before),
        ):
            for other in others:
                if repeats(one, other):
                    return refused("duplicate", name, question=shortened(other.shown, _MOST_SHOWN))
        return None

    def keep(self, id: UUID, one: Said) -> None:
        """It was accepted."""
        self._ids.add(id)
        self._here.append(one)


def _words(question: str, language: str) -> str:
    """The stems of what is quoted and of the content of the rest, sorted."""
    return " ".join(sorted(main_stems_of(quoted(question), language) | main_stems_of(own_words(question), language)))
