"""What the coordinator says of itself, in the document's language: short, specific, with names and numbers."""

from collections.abc import Mapping
from typing import Any

from services.text.catalogue import sentences
from services.text.languages import spoken
from services.text.scores import more

WORDS = sentences("conversation")
"""By language and code; sentences with named values, and the words that stand for some of them."""


def sentence(code: str, language: str, values: Mapping[str, Any]) -> str:
    """A line in words. `topic` "" is the whole document; `kind` is the step that failed."""
    words = WORDS[spoken(language, WORDS)]
    told = dict(values)
    if code == "nothing_to_ask" and not told["topic"]:
        code = "nothing_more"
    for counted in ("round", "question", "answer", "concept"):
        if (count := told.get(f"{counted}s")) is not None:
            told[f"{counted}s"] = words[f"one_{counted}" if count == 1 else f"several_{counted}s"].format(count)
    if "needed" in told:
        told["more"] = more(told["needed"], language)
    if "near" in told:
        told["near"] = _listed([words["quoted"].format(name) for name in told["near"]], words["or"])
    if "topic" in told:
        told["topic"] = told["topic"] or words["whole"]
    if "kind" in told:
        told["doing"] = words[str(told.pop("kind"))]
    return words[code].format(**told)


def _listed(names: list[str], last: str) -> str:
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
