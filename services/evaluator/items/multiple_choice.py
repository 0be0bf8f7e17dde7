"""A choice with one key. Right is the key's id; the quote has the key and no other option."""

from collections.abc import Collection, Mapping

from contracts.documents import Block
from contracts.items import MultipleChoice
from contracts.message import Phrase
from contracts.quizzes import Refusal
from services.evaluator.items.hints import listed, said
from services.evaluator.items.masking import BLANK
from services.evaluator.items.questions import quotations
from services.evaluator.items.replies import bare_answer, option_named
from services.evaluator.items.rules import Rules
from services.evaluator.items.shared_rules import choice_faults, texts_of
from services.evaluator.items.signs import Sign, is_form_of, taken_for
from services.text.words import bare, occurs

_MOST_TERM_WORDS = 6
_A_NAME = 3
"""Words: of a longer option, a gap in a sentence is only a part."""


class MultipleChoiceRules(Rules[MultipleChoice]):
    """Misread, or clicked beside: one in ten slips, as is usual for such tracing. A guess hits one option of all."""

    made_by = "rule:option:v1"
    slip = 0.1
    how_to_answer = "the id of the one right option"
    framed = True
    has_one_key = True

    def faults(self, item: MultipleChoice, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
        return choice_faults(item, item.options, [item.answer], language)

    def keys(self, item: MultipleChoice) -> frozenset[str]:
        return frozenset([item.answer])

    def foreign_words(self, item: MultipleChoice) -> str:
        return texts_of(item.options)

    def credit(self, item: MultipleChoice, raw: str, known: Collection[str], language: str) -> float:
        return float(raw == item.answer)

    def guess(self, item: MultipleChoice) -> float:
        return 1 / len(item.options)

    def sign(self, item: MultipleChoice, raw: str, places: Mapping[str, int], known: Collection[str]) -> Sign | None:
        """Another concept that was chosen, or of which the explanation says that the option is said."""
        option = next((option for option in item.options if option.option_id == raw), None)
        if option is None:
            return None
        why = next((why for why in item.explanations if why.option_id == raw), None)
        page = why.proof.source_page if why and why.proof else None
        if bare(item.answer_text) == bare(item.concept):
            return taken_for(option.text, page, places)
        # Where the key is another word than the concept ("Langerhans cells are found in the ____"), what was chosen was
        # taken for the key, and not for the concept.
        is_named = is_form_of(item.answer_text, item.concept)
        if is_named and bare(option.text) in map(bare, places) and bare(option.text) != bare(item.concept):
            return taken_for(option.text, page, places)
        if why is None:
            return None
        # An option that is said of another term: its explanation names this first. What its quotes name besides, as
        # "epidermis" in what the text says of hair, was taken for nothing.
        quoted = quotations(why.sentence)
        named = next(iter(quoted), "")
        is_term = named and bare(named) not in (bare(option.text), bare(item.concept))
        if is_term and len(named.split()) <= _MOST_TERM_WORDS:
            return taken_for(named, page, places)
        own = why.sentence
        for quote in sorted(quoted, key=len, reverse=True):  # A short one stands in a longer one, too.
            own = own.replace(quote, " ")
        about = [other for other in places if bare(other) != bare(item.concept) and occurs(other, own)]
        return taken_for(about[0], page, places) if about else None

    def read(self, item: MultipleChoice, reply: str) -> str:
        core = bare_answer(reply)
        return option_named(core, item.options) or core

    def unread(self, item: MultipleChoice, raw: str) -> str:
        return "" if raw in {option.option_id for option in item.options} else "unread"

    def ask(self, item: MultipleChoice, raw: str, blanked: str) -> Phrase:
        one_gap = blanked.count(BLANK) == 1 and len(item.answer_text.split()) <= _A_NAME
        return said("ask_cloze" if one_gap else "ask_multiple_choice")

    def hint(self, item: MultipleChoice, raw: str, tried: Collection[str], language: str) -> Phrase:
        """The right option and a wrong one as they are shown; one that was not tried, if there is."""
        wrong = [option.option_id for option in item.options if option.option_id != item.answer]
        other = [each for each in wrong if each not in {raw, *tried}] or wrong
        left = [option.text for option in item.options if option.option_id in (item.answer, *other[-1:])]
        return said("two_left", options=listed(left))
