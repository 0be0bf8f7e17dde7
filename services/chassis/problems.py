"""Failures whose sentence is one of the catalogue's (`problems`): in English in the problem, and beside it as data."""

from collections.abc import Sequence

from contracts.message import Phrase
from contracts.problems import Code, Failure, failure
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered

REFUSALS = sentences("refusal_titles")["en"]
"""Those with a title and an action of their own: their code's would say that something has moved on."""


def failed(
    code: Code,
    name: str,
    /,
    *numbered: str | float | Phrase,
    final: bool = True,
    fields: Sequence[str] = (),
    numbers: dict[str, float] | None = None,
    **named: str | float | Phrase,
) -> Failure:
    """The failure that the catalogue says under this name. `numbers`: the problem's own."""
    phrase = Phrase.of(f"problems.{name}", *numbered, **named)
    found = failure(code, rendered(phrase, "en"), final=final, phrase=phrase, fields=list(fields), **(numbers or {}))
    if name in REFUSALS:
        words = {of: rendered(Phrase.of(f"refusal_{of}s.{name}"), "en") for of in ("title", "action")}
        return Failure(found.problem.model_copy(update=words), final=final)
    return found
