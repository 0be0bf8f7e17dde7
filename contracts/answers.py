"""How a raw answer is written: as one string, so that it is kept and sent in one form whatever the type.

multiple_choice, true_false   an option's id
multiple_answer, ordering     option ids with commas between: "a,c"
matching                      prompt=option with commas between: "1=b,2=a"
cloze, numeric, short_answer  the text as it was typed
"""

from collections.abc import Mapping, Sequence


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
