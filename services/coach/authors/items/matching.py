"""Prompts to be joined with options; each prompt's own sentence proves its pair."""

from collections.abc import Iterator, Mapping
from typing import Any

from contracts.documents import Block
from contracts.items import Matching
from contracts.proof import Explanation, Option
from services.coach.authors.items.options import IDS, options_of
from services.coach.authors.items.rules import Found, Rules, Unfit, distinct, quoted, why_of, within
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.authors.offline.pairs import matched
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Choice, Draft, Pairs, Span
from services.coach.drafts.order import Order
from services.coach.drafts.prove import proof
from services.coach.drafts.prove import within as span_within
from services.coach.drafts.shapes import turned
from services.text.words import content_of

_MOST_PAIRS = 6


class MatchingRules(Rules[Pairs]):
    """Offline it is written of definitions."""

    shape = Pairs
    wear = 4.0
    instruction = "3 to 5 pairs, each with a quote of its own."

    def found(self, composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
        """Matching: each pair stands in its own quote."""
        distinct([pair.prompt for pair in composed.pairs], 2, _MOST_PAIRS)
        distinct([pair.answer for pair in composed.pairs], 2, _MOST_PAIRS)
        joined: list[tuple[Choice, str]] = []
        for pair in composed.pairs:
            at = quoted(pair.block_id, pair.quote, blocks)
            if within(pair.prompt, at) is None or within(pair.answer, at) is None:
                raise Unfit("answer_not_in_quote")
            others = [each for each in composed.pairs if each is not pair]
            if any(within(each.answer, at) for each in others):
                raise Unfit("key_ambiguous")
            if content_of(pair.prompt, order.language) & content_of(pair.answer, order.language):
                raise Unfit("answer_leaked")
            joined.append((Choice(pair.prompt, why_of(pair.prompt, composed), at), pair.answer))
        return Found(Pairs(joined), within(joined[0][1], joined[0][0].at or quote), joined[0][0].at)

    def offline(self, source: Source) -> Iterator[Draft]:
        yield from matched(source.facts.definitions, source)

    def said(self, shape: Pairs, language: str) -> str:
        return "; ".join(f"{prompt.text}: {option}" for prompt, option in shape.pairs)

    def shown_with(self, shape: Pairs) -> list[str]:
        return [prompt.text for prompt, _ in shape.pairs]

    def asked_with(self, shape: Pairs) -> list[str]:
        return self.shown_with(shape)

    def options(self, shape: Pairs) -> list[str]:
        return [*(option for _, option in shape.pairs), *shape.left_over]

    def others(self, shape: Pairs) -> list[str]:
        return sorted(shape.left_over)

    def quotes(self, shape: Pairs) -> list[Span]:
        return [prompt.at for prompt, _ in shape.pairs if prompt.at]

    def item(self, fields: dict[str, Any], shape: Pairs, draft: Draft, order: Order) -> Matching:
        return Matching(**fields | _paired(shape, draft, order))


def _paired(shape: Pairs, draft: Draft, order: Order) -> dict[str, Any]:
    """A matching item's own fields."""
    words = list(dict.fromkeys([option for _, option in shape.pairs] + list(shape.left_over)))
    # Prompts stand as they were drafted; the options must not stand beside their own all the way down.
    shown = turned(map(Choice, words), words)
    ids = {choice.text: name for name, choice in zip(IDS, shown, strict=False)}
    prompts, answer, explanations = list[Option](), dict[str, str](), list[Explanation]()
    for number, (prompt, option) in enumerate(shape.pairs, 1):
        at = prompt.at or draft.at
        prompts.append(Option(option_id=str(number), text=prompt.text))
        answer[str(number)] = ids[option]
        why = Explanation(
            option_id=str(number), sentence=prompt.why or at.text, proof=proof(at, order, span_within(at, option))
        )
        explanations.append(why)
    first = shape.pairs[0][0].at or draft.at
    return {
        "proof": proof(first, order, draft.answer_at if first == draft.at else span_within(first, shape.pairs[0][1])),
        "prompts": prompts,
        "options": options_of([choice.text for choice in shown]),
        "answer": answer,
        "explanations": explanations,
    }
