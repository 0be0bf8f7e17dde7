"""How a raw answer is written: as one string, so that it is kept and sent in one form whatever the type.

multiple_choice, true_false   an option's id
multiple_answer, ordering     option ids with commas between: "a,c"
matching                      prompt=option with commas between: "1=b,2=a"
cloze, numeric, short_answer  the text as it was typed
"""

from collections.abc import Mapping, Sequence

from contracts.items import Item, Matching, MultipleAnswer, MultipleChoice, Ordering, TrueFalse
from contracts.proof import Option


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


def said(item: Item, raw: str | None) -> str | None:
    """What a raw answer says in words: option ids become their options' texts; None: skipped."""
    if raw is None:
        return None
    match item:
        case MultipleChoice() | TrueFalse():
            return _words(item.options).get(raw, raw)
        case MultipleAnswer():
            return "; ".join(_words(item.options).get(each, each) for each in chosen(raw))
        case Ordering():
            return " → ".join(_words(item.options).get(each, each) for each in chosen(raw))
        case Matching():
            prompts, options = _words(item.prompts), _words(item.options)
            pairs = paired(raw).items()
            return "; ".join(f"{prompts.get(prompt, prompt)}: {options.get(key, key)}" for prompt, key in pairs)
        case _:
            return raw


def _words(options: Sequence[Option]) -> dict[str, str]:
    return {option.option_id: option.text for option in options}
