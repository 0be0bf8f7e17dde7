"""Pairs to be joined. It earns the share of prompts joined rightly; each has a proof with it and its option."""

from collections import Counter
from collections.abc import Collection, Mapping
from math import perm
from typing import Any

from contracts.documents import Block
from contracts.items import Matching, paired
from contracts.message import Phrase
from contracts.proof import Option, Proof
from contracts.quizzes import Refusal
from services.evaluator.items.hints import initial, said
from services.evaluator.items.refusals import refused
from services.evaluator.items.replies import bare_answer, pairs_named
from services.evaluator.items.rules import Rules, listed_options
from services.evaluator.items.shared_rules import answer_leaked, option_shape, options_alike, stands, texts_of
from services.evaluator.items.signs import Sign
from services.text.words import bare, main_stems_of


class MatchingRules(Rules[Matching]):
    """Who knows some pairs finds the others, so slips are rarer."""

    made_by = "rule:pairs:v1"
    slip = 0.08
    how_to_answer = "each prompt's id = its option's id, with commas between: \"1=b,2=a\""
    asks_by_what_is_shown = True

    def faults(self, item: Matching, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
        return [
            *_unproved(item, language),
            _proof_of_the_first(item),
            _used_twice(item),
            options_alike(item.prompts, "prompts"),
            options_alike(item.options),
            option_shape(item.prompts, "prompts", lengths=False),
            option_shape(item.options, lengths=False),
            _left_over_fits(item, language),
            _fits_another(item, language),
            _told(item, language),
        ]

    def at_answers_place(self, item: Matching) -> tuple[tuple[str, ...], bool]:
        first = item.prompts[0]
        pair = [option.text for option in item.options if option.option_id == item.answer[first.option_id]]
        return (*pair, first.text), False

    def explained(self, item: Matching) -> list[Option]:
        return item.prompts

    def foreign_words(self, item: Matching) -> str:
        return texts_of(item.options)

    def shown_with(self, item: Matching) -> list[str]:
        return [prompt.text for prompt in item.prompts]

    def without_key(self, item: Matching) -> dict[str, Any]:
        return {"prompts": listed_options(item.prompts), "options": listed_options(item.options)}

    def credit(self, item: Matching, raw: str, known: Collection[str], language: str) -> float:
        """An option that is joined with several prompts is right for one at most: it was not told apart."""
        pairs = paired(raw)
        used = list(pairs.values())
        right = sum(pairs.get(prompt) == option and used.count(option) == 1 for prompt, option in item.answer.items())
        return right / len(item.answer)

    def guess(self, item: Matching) -> float:
        return 1 / perm(len(item.options), min(len(item.prompts), len(item.options)))

    def sign(self, item: Matching, raw: str, places: Mapping[str, int], known: Collection[str]) -> Sign | None:
        """A prompt that was joined with what belongs to another; not where that was joined with several, of which none
        was told apart. Nothing is said to be taken for what was joined rightly."""
        prompts = {prompt.option_id: prompt.text for prompt in item.prompts}
        owner = {option: prompt for prompt, option in item.answer.items()}
        pairs = paired(raw)
        used = Counter(pairs.values())
        wrong = {p: o for p, o in pairs.items() if p in prompts and item.answer[p] != o}
        swapped = [(p, owner[o]) for p, o in wrong.items() if o in owner and used[o] == 1]
        if not swapped:
            return None
        pages = {why.option_id: why.proof.source_page for why in item.explanations if why.proof}
        for prompt, other in swapped:
            for one, taken in ((prompt, other), (other, prompt)):
                if one in wrong and bare(prompts[one]) == bare(item.concept):
                    return Sign("conceptual", "mistaken_for", prompts[taken], pages.get(taken))
        return Sign("conceptual", "mistaken_for", "", None)

    def read(self, item: Matching, reply: str) -> str:
        core = bare_answer(reply)
        return ",".join(pairs_named(core, item.prompts, item.options)) or core

    def unread(self, item: Matching, raw: str) -> str:
        return "" if paired(raw) else "unread_pairs"

    def partly(self, item: Matching, raw: str) -> Phrase:
        right = sum(paired(raw).get(prompt) == option for prompt, option in item.answer.items())
        return said("partly", right=right, all=len(item.answer))

    def secrets(self, item: Matching) -> list[str]:
        return [option.text for option in item.options]

    def place_to_look(self, item: Matching, raw: str) -> Proof:
        """Of the first pair that is not joined rightly."""
        prompt = _pair_to_mind(item, raw)[0]
        ids = {option.option_id for option in item.prompts if option.text == prompt}
        return next((each.proof for each in item.explanations if each.option_id in ids and each.proof), item.proof)

    def ask(self, item: Matching, raw: str, blanked: str) -> Phrase:
        return said("ask_matching", prompt=Phrase.quoted(_pair_to_mind(item, raw)[0]))

    def hint(self, item: Matching, raw: str, tried: Collection[str], language: str) -> Phrase:
        prompt, option = _pair_to_mind(item, raw)
        return said("pair", prompt=Phrase.quoted(prompt), letter=Phrase.quoted(initial(option, language)))


def _pair_to_mind(item: Matching, raw: str) -> tuple[str, str]:
    """The first prompt that was not joined rightly, and the text of its option."""
    pairs = paired(raw)
    options = {option.option_id: option.text for option in item.options}
    prompt = next((each for each in item.prompts if pairs.get(each.option_id) != item.answer[each.option_id]), None)
    prompt = prompt or item.prompts[0]
    return prompt.text, options[item.answer[prompt.option_id]]


def _unproved(item: Matching, language: str) -> list[Refusal]:
    """The prompts whose proof is missing, or does not hold the pair."""
    words = {option.option_id: option.text for option in item.options}
    proofs = {each.option_id: each.proof for each in item.explanations}
    found = []
    for prompt in item.prompts:
        proof = proofs.get(prompt.option_id)
        if proof is None:
            found.append(refused("pair_unproved", "pair_unproved", prompt=prompt.text))
            continue
        for text in (prompt.text, words[item.answer[prompt.option_id]]):
            if not stands(text, proof.quote, language):
                found.append(refused("answer_not_in_quote", "pair_not_in_quote", text=text, prompt=prompt.text))
    return found


def _proof_of_the_first(item: Matching) -> Refusal | None:
    """The item's own proof is the first prompt's."""
    first = next((each.proof for each in item.explanations if each.option_id == item.prompts[0].option_id), None)
    if first is None or (first.block_id, first.start, first.end) == (
        item.proof.block_id,
        item.proof.start,
        item.proof.end,
    ):
        return None
    return refused("pair_unproved", "first_pair")


def _used_twice(item: Matching) -> Refusal | None:
    """Each option belongs to one prompt."""
    if len(set(item.answer.values())) == len(item.answer):
        return None
    return refused("key_ambiguous", "used_twice")


def _left_over_fits(item: Matching, language: str) -> Refusal | None:
    """An option that is left over stands in no pair's quote, but for the words of the pair itself."""
    words = {option.option_id: option.text for option in item.options}
    own = " ".join([*(prompt.text for prompt in item.prompts), *(words[key] for key in item.answer.values())])
    quotes = [each.proof.quote for each in item.explanations if each.proof]
    for option in item.options:
        if option.option_id in item.answer.values() or stands(option.text, own, language):
            continue
        if any(stands(option.text, quote, language) for quote in quotes):
            return refused("key_ambiguous", "left_over", option=option.text)
    return None


def _fits_another(item: Matching, language: str) -> Refusal | None:
    """The quote that proves a pair does not hold another prompt's option, but for the words of the pair itself: from
    it nobody could tell which of the two belongs to the prompt."""
    words = {option.option_id: option.text for option in item.options}
    quotes = {each.option_id: each.proof.quote for each in item.explanations if each.proof}
    for prompt in item.prompts:
        own, quote = words[item.answer[prompt.option_id]], quotes.get(prompt.option_id, "")
        for key in item.answer.values():
            other = words[key]
            if other == own or stands(other, f"{prompt.text} | {own}", language):
                continue
            if stands(other, quote, language):
                return refused("key_ambiguous", "holds_another", prompt=prompt.text, other=other)
    return None


def _told(item: Matching, language: str) -> Refusal | None:
    """No prompt shares a word with its own option that no other option has."""
    stems = {option.option_id: main_stems_of(option.text, language) for option in item.options}
    for prompt in item.prompts:
        key = item.answer[prompt.option_id]
        others = set().union(*(found for name, found in stems.items() if name != key))
        if told := sorted(main_stems_of(prompt.text, language) & stems[key] - others):
            return answer_leaked(told)
    return None
