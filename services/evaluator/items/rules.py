"""What the Evaluator must know of a type of item: a class in the file named after it, and a row in `registry.py`.

What is not overridden is what most types have. Pure: items and strings in, values out.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from contracts.documents import Block
from contracts.items import Item
from contracts.message import Phrase
from contracts.proof import Option, Proof
from contracts.quizzes import Refusal
from services.evaluator.items import typed
from services.evaluator.items.hints import looks, said
from services.evaluator.items.replies import bare_answer
from services.evaluator.items.signs import Sign

I = TypeVar("I", bound=Item)  # noqa: E741


class Rules(ABC, Generic[I]):
    """One type's rules. `raw` is a raw answer (`contracts/items.py`), never blank."""

    made_by: ClassVar[str]
    """Who graded an answer by these rules, as `made_by` names it."""
    slip: ClassVar[float]
    """How likely one who knows does not get full credit."""
    how_to_answer: ClassVar[str]
    """How a model that is asked without the key writes its answer."""
    framed: ClassVar[bool] = False
    """Its question may be one frame that many share: then the frame and the answer tell whether it is asked twice."""
    has_one_key: ClassVar[bool] = False
    """It is a choice with one right option."""
    judged: ClassVar[bool] = False
    """Its answer is "true" or "false", which says nothing by itself."""
    asks_by_what_is_shown: ClassVar[bool] = False
    """The question may be the same for all, since prompts, steps or a statement stand beside it."""

    # Validation.

    @abstractmethod
    def faults(self, item: I, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
        """The rules of this type alone."""

    def at_answers_place(self, item: I) -> tuple[tuple[str, ...], bool]:
        """What may stand at the place that the proof gives for the answer, and whether a part of it is enough."""
        return (item.answer_text,), False

    def keys(self, item: I) -> frozenset[str] | None:
        """The ids of the right ones among its options; None: it is no choice."""
        return None

    def options(self, item: I) -> list[Option]:
        """What it shows to choose from, to join or to put in order."""
        return list(getattr(item, "options", ()))

    def explained(self, item: I) -> list[Option]:
        """What has an explanation of its own: its options; where the answer is typed, that and whatever is wrong."""
        if item.by != "words":
            return self.options(item)
        told = [each.option_id for each in item.explanations]
        known = typed.words([text for text in told if text != item.answer])
        wrong = [text for text in told if text != item.answer and not self.credit(item, text, known, "")]
        return [Option(option_id=text, text=text) for text in (str(item.answer), *wrong)]

    def foreign_words(self, item: I) -> str:
        """The words that the author may have brought along."""
        return ""

    def statement(self, item: I) -> str:
        """What is to be judged."""
        return ""

    def shown_with(self, item: I) -> list[str]:
        """What is shown beside the question, where the question alone is the same for all."""
        return []

    def is_sentence(self, item: I) -> bool:
        """Whether the question is a sentence with a gap."""
        return False

    # The blind round trip.

    def without_key(self, item: I) -> dict[str, Any]:
        """What a model is shown beside the question."""
        return {"options": listed_options(options)} if (options := self.options(item)) else {}

    def nearly(self, item: I, answer: str, language: str) -> bool:
        """Whether an answer that only a person can judge shows that the quote has the key."""
        return False

    # Grading.

    @abstractmethod
    def credit(self, item: I, raw: str, known: Collection[str], language: str) -> float | None:
        """What a raw answer earns, from 0 to 1; None: only a person can tell. `known` as for `typed.same`."""

    @abstractmethod
    def guess(self, item: I) -> float:
        """How likely one who does not know gets full credit."""

    def typed_keys(self, item: I) -> list[str]:
        """The right answers that are typed in words: a near miss among them is another word, not a slip."""
        return []

    def keys_in_words(self, item: I) -> list[str]:
        """What a typed answer may be equal to in other words."""
        return self.typed_keys(item)

    def may_be_equal(self, item: I, raw: str, places: Mapping[str, int], known: Collection[str]) -> bool:
        """Whether an answer that the rules call wrong may say the same in other words. `places` as for `sign`."""
        return False

    def sign(self, item: I, raw: str, places: Mapping[str, int], known: Collection[str]) -> Sign | None:
        """What a wrong answer shows beside that it is wrong. `places`: the page of each concept of the quiz."""
        return None

    # The conversation.

    def read(self, item: I, reply: str) -> str:
        """A reply in plain words as a raw answer; what cannot be read as one stays as it was typed."""
        return bare_answer(reply)

    def unread(self, item: I, raw: str) -> str:
        """The form that says that a reply could not be read; "": it could."""
        return ""

    def partly(self, item: I, raw: str) -> Phrase:
        """What is said of an answer with some credit."""
        return said("partly_open")

    def secrets(self, item: I) -> list[str]:
        """The texts that only an explanation may say: the answer, in each of its parts."""
        return [item.answer_text]

    def place_to_look(self, item: I, raw: str) -> Proof:
        """Where the answer stands."""
        return item.proof

    def ask(self, item: I, raw: str, blanked: str) -> Phrase:
        """What to look for. `blanked`: the sentence without the answer; "" where too little of it is left."""
        return said(f"ask_{item.type}")

    def hint(self, item: I, raw: str, tried: Collection[str], language: str) -> Phrase:
        """How the answer looks, and never its words but as one of two options. `tried`: raw answers before."""
        return looks(item.answer_text, language)

    def confirmed(self, item: I) -> Phrase:
        """What is said to a right answer."""
        return said("right", answer=_answer(item))

    def told(self, item: I, *, sure: bool) -> Phrase:
        """The answer, said in the end. `sure`: that the replies were wrong."""
        return said("told" if sure else "told_open", answer=_answer(item))


def listed_options(options: list[Option]) -> dict[str, str]:
    """Options as a model is shown them, by id."""
    return {option.option_id: option.text for option in options}


def _answer(item: Item) -> Phrase:
    return Phrase.quoted(item.answer_text.rstrip("."))
