"""Prompts to be joined with options; each prompt's own sentence proves its pair."""

from collections.abc import Iterator
from typing import Any

from contracts.items import Matching
from contracts.proof import Explanation, Option
from services.coach.authors.items.options import IDS, options_of
from services.coach.authors.items.rules import Rules
from services.coach.authors.offline.item_types.pairs import matched
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Choice, Draft, Pairs, Span
from services.coach.drafts.order import Order
from services.coach.drafts.prove import proof
from services.coach.drafts.prove import within as span_within
from services.coach.drafts.shapes import turned


class MatchingRules(Rules[Pairs]):
    """Offline it is written of definitions."""

    shape = Pairs
    wear = 4.0

    def offline(self, source: Source) -> Iterator[Draft]:
        yield from matched(source.defined, source)

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
