"""A choice with one or more keys. It earns the keys chosen less the others chosen, as a share of the keys."""

from collections.abc import Collection

from contracts.documents import Block
from contracts.items import MultipleAnswer, chosen
from contracts.message import Phrase
from contracts.quizzes import Refusal
from services.evaluator.items.hints import initial, listed, said
from services.evaluator.items.replies import bare_answer, options_named, unread_ids
from services.evaluator.items.rules import Rules
from services.evaluator.items.shared_rules import choice_faults, texts_of


class MultipleAnswerRules(Rules[MultipleAnswer]):
    """Each option is a decision of its own, so one of them goes wrong more often; few guess the whole set."""

    made_by = "rule:options:v1"
    slip = 0.12
    how_to_answer = 'the ids of all right options with commas between: "a,c"'

    def faults(self, item: MultipleAnswer, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
        return choice_faults(item, item.options, item.answer, language)

    def at_answers_place(self, item: MultipleAnswer) -> tuple[tuple[str, ...], bool]:
        return tuple(option.text for option in item.options if option.option_id in item.answer), True

    def keys(self, item: MultipleAnswer) -> frozenset[str]:
        return frozenset(item.answer)

    def foreign_words(self, item: MultipleAnswer) -> str:
        return texts_of(item.options)

    def credit(self, item: MultipleAnswer, raw: str, known: Collection[str], language: str) -> float:
        picked = set(chosen(raw))
        right = set(item.answer) & picked
        return max(0.0, (len(right) - len(picked - right)) / len(item.answer))

    def guess(self, item: MultipleAnswer) -> float:
        """Each option is taken or left, and at least one is taken."""
        return 1 / (2.0 ** len(item.options) - 1)

    def read(self, item: MultipleAnswer, reply: str) -> str:
        core = bare_answer(reply)
        return ",".join(options_named(core, item.options)) or core

    def unread(self, item: MultipleAnswer, raw: str) -> str:
        return unread_ids(raw, item.options)

    def partly(self, item: MultipleAnswer, raw: str) -> Phrase:
        return said("partly", right=len(set(item.answer) & set(chosen(raw))), all=len(item.answer))

    def secrets(self, item: MultipleAnswer) -> list[str]:
        return [option.text for option in item.options if option.option_id in item.answer]

    def hint(self, item: MultipleAnswer, raw: str, tried: Collection[str], language: str) -> Phrase:
        letters = sorted({initial(text, language) for text in self.secrets(item)})
        form = "right_ones" if len(item.answer) > 1 else "right_ones_1"
        return said(form, all=len(item.answer), letters=listed(letters))
