"""What the coordinator says of itself: short, specific, with names and numbers; as data, and in a language's words."""

from collections.abc import Mapping
from typing import Any

from contracts.message import Phrase
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.scores import more_named

WORDS = sentences("conversation")
"""By language and code; sentences with named values, and the words that stand for some of them."""
_OF_ALL = {"nothing_to_ask": "nothing_more", "mastered": "mastered_all", "not_mastered": "not_mastered_all"}
"""Where the topic is what the learner knows least: the same in other words."""
_COUNTED = ("round", "question", "answer", "concept")


def sentence(code: str, language: str, values: Mapping[str, Any]) -> str:
    """A line in words. `topic` "" is the whole document; `kind` is the step that failed."""
    return rendered(phrase(code, values), language)


def phrase(code: str, values: Mapping[str, Any]) -> Phrase:
    """A line as data, for whatever language it is read in."""
    if values.get("topic") == "":
        code = _OF_ALL.get(code, code)
    told = {name: value for name, value in values.items() if name not in ("needed", "near", "kind")}
    for counted in _COUNTED:
        if (count := told.get(f"{counted}s")) is not None:
            told[f"{counted}s"] = _said(f"one_{counted}" if count == 1 else f"several_{counted}s", count)
    if "needed" in values:
        name = more_named(values["needed"])
        told["more"] = Phrase(code=f"missing.{name}", values={"count": values["needed"]}) if name else ""
    if "near" in values:
        names = [Phrase(code="signs.quoted", values={"0": name}) for name in values["near"]]
        told["near"] = Phrase(code="list.or", values={str(n): name for n, name in enumerate(names)})
    if "kind" in values:
        told["doing"] = _said(str(values["kind"]))
    return Phrase(code=f"conversation.{code}", values=told)


def _said(name: str, *values: int) -> Phrase:
    return Phrase(code=f"conversation.{name}", values={str(n): value for n, value in enumerate(values)})
