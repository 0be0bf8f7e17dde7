"""Items: one union of kinds of questions, told apart by `type`, each with the proof of its answer; and flashcards.

What others must know of a type without knowing its name, they ask the item: its answer in words, what a raw answer
says, where its answer may stand; who has no item asks `answered_by`. A raw answer is one string, so that it is kept and
sent in one form:

by an option              its id
by options, or an order   option ids with commas between: "a,c"
by pairs                  prompt=option with commas between: "1=b,2=a"
by words                  the text as it was typed
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, get_args
from uuid import UUID

from pydantic import ConfigDict, Field, model_validator

from contracts.documents import Plain, Text
from contracts.message import Fields
from contracts.proof import Difficulty, Explanation, Level, Option, Origin, Proof

AnsweredBy = Literal["option", "options", "order", "pairs", "words"]
"""How an item is answered: by one of its options, by all that fit, by all of them in order, by one for each prompt, or
by words that are typed."""


def written(answer: str | Sequence[str] | Mapping[str, str] | None) -> str | None:
    """A raw answer given as a string, as a list of option ids or as pairs, in its one form; None: skipped."""
    if answer is None or isinstance(answer, str):
        return answer
    if isinstance(answer, Mapping):
        return ",".join(f"{prompt}={option}" for prompt, option in answer.items())
    return ",".join(answer)


def chosen(raw: str) -> list[str]:
    """The option ids of a raw answer, in its order."""
    return [each for each in (part.strip() for part in raw.split(",")) if each]


def paired(raw: str) -> dict[str, str]:
    """Option id by prompt id; what is no pair is left out."""
    pairs = (part.partition("=") for part in raw.split(","))
    return {prompt.strip(): option.strip() for prompt, sign, option in pairs if sign and prompt.strip()}


class ItemFields(Fields):
    """What every item has beside its `answer`, the key, whose shape depends on the type.

    `hints` do not give the answer away; the gentlest comes first. Whoever answers is shown one when asking for it.
    `supports`: what the answer rests on beside its `proof`, where it follows from several places of the text.
    """

    by: ClassVar[AnsweredBy] = "words"

    # An item is told by its `type`, so who writes one must say it.
    model_config = ConfigDict(json_schema_extra=lambda schema: schema["required"].append("type"))

    item_id: UUID
    quiz_id: UUID
    concept: Text
    difficulty: Difficulty
    level: Level = "recall"
    question: Text
    proof: Proof
    supports: list[Proof] = Field(default=[], max_length=3)
    origin: Origin
    explanations: list[Explanation] = []
    hints: list[Plain] = Field(default=[], max_length=3)

    def said(self, raw: str | None) -> str | None:
        """What a raw answer says in words: option ids become their options' texts; None: skipped."""
        return None if raw is None else self._in_words(raw)

    def _in_words(self, raw: str) -> str:
        return raw

    @property
    def answer_words(self) -> list[str]:
        """Words that may stand at the answer's place in the quote, the likeliest first; none for what is no single
        place."""
        return []

    @property
    def key_parts(self) -> list[str]:
        """The parts of its answer that another question could tell; none of what only stands beside a question."""
        return []

    @property
    def is_printed(self) -> bool:
        """Whether the document asks it itself: its proof stands where it is asked, and not where it is taught."""
        return False

    @property
    def proofs(self) -> list[Proof]:
        """All that proves the answer."""
        return [self.proof, *self.supports]


class MultipleChoice(ItemFields):
    """One key among 2 to 4 options."""

    by: ClassVar[AnsweredBy] = "option"
    type: Literal["multiple_choice"] = "multiple_choice"
    options: list[Option] = Field(min_length=2, max_length=4)
    answer: Text

    @model_validator(mode="after")
    def key_among_options(self) -> "MultipleChoice":
        _among([self.answer], self.options)
        return self

    @property
    def answer_text(self) -> str:
        """The keyed option's words."""
        return _words(self.options)[self.answer]

    @property
    def is_printed(self) -> bool:
        """Whether its quote is no more than the option that the document's own key names."""
        quote, key = (" ".join(each.split()).casefold().rstrip(" .") for each in (self.proof.quote, self.answer_text))
        return quote == key

    @property
    def answer_words(self) -> list[str]:
        return [self.answer_text]

    @property
    def key_parts(self) -> list[str]:
        return [self.answer_text]

    def _in_words(self, raw: str) -> str:
        return _words(self.options).get(raw, raw)


class MultipleAnswer(ItemFields):
    """One or more keys among 3 to 8 options, at least one of which is wrong. `answer`: the keys' ids."""

    by: ClassVar[AnsweredBy] = "options"
    type: Literal["multiple_answer"] = "multiple_answer"
    options: list[Option] = Field(min_length=3, max_length=8)
    answer: list[Text] = Field(min_length=1)

    @model_validator(mode="after")
    def keys_among_options(self) -> "MultipleAnswer":
        _among(self.answer, self.options)
        if len(self.answer) == len(self.options):
            raise ValueError("answer: no option is wrong")
        return self

    @property
    def answer_text(self) -> str:
        """The keyed options' words."""
        words = _words(self.options)
        return "; ".join(words[key] for key in self.answer)

    @property
    def key_parts(self) -> list[str]:
        return [_words(self.options)[key] for key in self.answer]

    def _in_words(self, raw: str) -> str:
        return "; ".join(_words(self.options).get(each, each) for each in chosen(raw))


class TrueFalse(ItemFields):
    """A statement to judge. A false one is the text's own but for `wrong`, which stands in the place of `right`.

    `options`: the words for true and false in the item's language, with the ids "true" and "false".
    """

    by: ClassVar[AnsweredBy] = "option"
    type: Literal["true_false"] = "true_false"
    statement: Text
    options: list[Option] = Field(min_length=2, max_length=2)
    answer: Literal["true", "false"]
    wrong: Plain = ""
    right: Plain = ""

    @model_validator(mode="after")
    def says_what_is_wrong(self) -> "TrueFalse":
        if [option.option_id for option in self.options] != ["true", "false"]:
            raise ValueError("options: not `true` and `false`")
        if self.answer == "true" and (self.wrong or self.right):
            raise ValueError("wrong: the statement is true")
        if self.answer == "false" and not (self.wrong and self.right and self.wrong in self.statement):
            raise ValueError("wrong: must stand in a false statement, and `right` say what the text has instead")
        return self

    @property
    def answer_text(self) -> str:
        """The word for true or false."""
        return _words(self.options)[self.answer]

    def _in_words(self, raw: str) -> str:
        return _words(self.options).get(raw, raw)


class Cloze(ItemFields):
    """A sentence with a gap (`____`) to type the answer into; `accepted` are other right answers."""

    type: Literal["cloze"] = "cloze"
    answer: Text
    accepted: list[Plain] = []

    @property
    def answer_text(self) -> str:
        """The words that fill the gap."""
        return self.answer

    @property
    def answer_words(self) -> list[str]:
        return [self.answer, *self.accepted]

    @property
    def key_parts(self) -> list[str]:
        return [self.answer]


class Matching(ItemFields):
    """Prompts to be joined with options, one each; an option may be left over. `answer`: option id by prompt id.

    Each prompt has its own explanation with its own proof; the item's proof is the first prompt's.
    """

    by: ClassVar[AnsweredBy] = "pairs"
    type: Literal["matching"] = "matching"
    prompts: list[Option] = Field(min_length=2, max_length=6)
    options: list[Option] = Field(min_length=2, max_length=8)
    answer: dict[Text, Text]

    @model_validator(mode="after")
    def one_option_a_prompt(self) -> "Matching":
        _among(list(self.answer), self.prompts)
        _among(list(self.answer.values()), self.options)
        if len(self.answer) != len(self.prompts):
            raise ValueError("answer: a prompt has none")
        return self

    @property
    def answer_text(self) -> str:
        """The pairs."""
        prompts, options = _words(self.prompts), _words(self.options)
        return "; ".join(f"{words}: {options[self.answer[prompt]]}" for prompt, words in prompts.items())

    @property
    def proofs(self) -> list[Proof]:
        return [self.proof, *self.supports, *(each.proof for each in self.explanations if each.proof)]

    def _in_words(self, raw: str) -> str:
        prompts, options = _words(self.prompts), _words(self.options)
        pairs = paired(raw).items()
        return "; ".join(f"{prompts.get(prompt, prompt)}: {options.get(key, key)}" for prompt, key in pairs)


class Ordering(ItemFields):
    """Options to be put in order. `answer`: all their ids, in the right order."""

    by: ClassVar[AnsweredBy] = "order"
    type: Literal["ordering"] = "ordering"
    options: list[Option] = Field(min_length=3, max_length=8)
    answer: list[Text]

    @model_validator(mode="after")
    def each_once(self) -> "Ordering":
        _among(self.answer, self.options)
        if len(self.answer) != len(self.options):
            raise ValueError("answer: an option is left out")
        return self

    @property
    def answer_text(self) -> str:
        """The options' words in order."""
        words = _words(self.options)
        return " → ".join(words[key] for key in self.answer)

    @property
    def proofs(self) -> list[Proof]:
        return [self.proof, *self.supports, *(each.proof for each in self.explanations if each.proof)]

    def _in_words(self, raw: str) -> str:
        return " → ".join(_words(self.options).get(each, each) for each in chosen(raw))


class Numeric(ItemFields):
    """A number to be typed. `answer` is as the text writes it, `value` what it means in `unit`; right is what lies
    within `tolerance` (in `unit`, both ends included)."""

    type: Literal["numeric"] = "numeric"
    answer: Text
    value: float = Field(allow_inf_nan=False)
    tolerance: float = Field(default=0, ge=0, allow_inf_nan=False)
    unit: Plain = ""

    @property
    def answer_text(self) -> str:
        """The number as the text writes it, with its unit."""
        return f"{self.answer} {self.unit}".strip()

    @property
    def answer_words(self) -> list[str]:
        return [self.answer_text, self.answer]

    @property
    def key_parts(self) -> list[str]:
        return [self.answer_text] if self.unit else []


class KeyPoint(Fields):
    """What an open answer must say, and where the text says it: a span of the proof's block, within the quote."""

    text: Text
    start: int = Field(ge=0)
    end: int = Field(ge=1)


class ShortAnswer(ItemFields):
    """An open question. `answer` is a model answer; `key_points` are what a full answer holds."""

    type: Literal["short_answer"] = "short_answer"
    answer: Text
    key_points: list[KeyPoint] = Field(min_length=1, max_length=8)

    @property
    def answer_text(self) -> str:
        """The model answer."""
        return self.answer

    @property
    def key_parts(self) -> list[str]:
        return [point.text for point in self.key_points]


Item = Annotated[
    MultipleChoice | MultipleAnswer | TrueFalse | Cloze | Matching | Ordering | Numeric | ShortAnswer,
    Field(discriminator="type"),
]
ItemType = Literal[
    "multiple_choice", "multiple_answer", "true_false", "cloze", "matching", "ordering", "numeric", "short_answer"
]

_BY: Mapping[str, AnsweredBy] = {kind.model_fields["type"].default: kind.by for kind in get_args(get_args(Item)[0])}


def answered_by(type: str) -> AnsweredBy:
    """How items of a type are answered; of a type that is not known by words, which any answer can be."""
    return _BY.get(type, "words")


class Flashcard(Fields):
    """A card with its proof."""

    card_id: UUID
    question: Text
    answer: Text
    concept: Text
    proof: Proof
    origin: Origin


class Asked(Fields):
    """What a session was asked before, so that nothing is asked twice. `beside`: the quiz that is being written has it
    already. `level`: what it takes, of a question that was written for this quiz; None: of any other."""

    question: str
    answer: str
    quote: str
    beside: bool = False
    level: Level | None = None


def _words(options: list[Option]) -> dict[str, str]:
    return {option.option_id: option.text for option in options}


def _among(keys: list[str], options: list[Option]) -> None:
    """Ids stand once, and so do keys, which are among them. Raises ValueError."""
    ids = [option.option_id for option in options]
    if len(set(ids)) != len(ids):
        raise ValueError("options: option_id twice")
    if not set(keys) <= set(ids):
        raise ValueError("answer: not among the options")
    if len(set(keys)) != len(keys):
        raise ValueError("answer: an option twice")
