"""Rules on pairs to be joined: each prompt has a proof of its own in which both it and its option stand."""

from contracts.items import Matching
from contracts.quizzes import Refusal
from services.evaluator.items.options import answer_leaked, option_shape, options_alike, stands
from services.text.words import main_stems_of


def faults(item: Matching, language: str) -> list[Refusal | None]:
    """All that is wrong with pairs."""
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


def _unproved(item: Matching, language: str) -> list[Refusal]:
    """The prompts whose proof is missing, or does not hold the pair."""
    words = {option.option_id: option.text for option in item.options}
    proofs = {each.option_id: each.proof for each in item.explanations}
    found = []
    for prompt in item.prompts:
        proof = proofs.get(prompt.option_id)
        if proof is None:
            found.append(Refusal(code="pair_unproved", sentence=f"Nothing proves the pair of “{prompt.text}”."))
            continue
        for text in (prompt.text, words[item.answer[prompt.option_id]]):
            if not stands(text, proof.quote, language):
                sentence = f"“{text}” does not stand in the quote that is to prove the pair of “{prompt.text}”."
                found.append(Refusal(code="answer_not_in_quote", sentence=sentence))
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
    return Refusal(code="pair_unproved", sentence="The item's own proof is not that of its first prompt.")


def _used_twice(item: Matching) -> Refusal | None:
    """Each option belongs to one prompt."""
    if len(set(item.answer.values())) == len(item.answer):
        return None
    return Refusal(code="key_ambiguous", sentence="One option is the answer to two prompts.")


def _left_over_fits(item: Matching, language: str) -> Refusal | None:
    """An option that is left over stands in no pair's quote, but for the words of the pair itself."""
    words = {option.option_id: option.text for option in item.options}
    own = " ".join([*(prompt.text for prompt in item.prompts), *(words[key] for key in item.answer.values())])
    quotes = [each.proof.quote for each in item.explanations if each.proof]
    for option in item.options:
        if option.option_id in item.answer.values() or stands(option.text, own, language):
            continue
        if any(stands(option.text, quote, language) for quote in quotes):
            sentence = f"The option “{option.text}” fits no prompt, but stands in the quote of one."
            return Refusal(code="key_ambiguous", sentence=sentence)
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
                sentence = f"The quote of “{prompt.text}” holds “{other}” too, which is another's option."
                return Refusal(code="key_ambiguous", sentence=sentence)
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
