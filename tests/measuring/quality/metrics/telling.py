"""M23: how many questions of a quiz have their answer told by another one."""

from collections.abc import Sequence

from contracts.items import Cloze, Item, MultipleAnswer, MultipleChoice, ShortAnswer
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import bare, occurs


def told_by_another(items: Sequence[Item]) -> Share:
    """Another asks (question, statement, prompts) with the answer in it, word for word; of what is typed, options too.

    Numbers, verdicts, pairs and orders are not counted: none of them is one answer in words.
    """
    share = Share()
    for item in items:
        keys = _keys(item)
        if not keys:
            continue
        typed = item.by == "words"
        other = next((each for each in items if each is not item and _tells(each, keys, options=typed)), None)
        share.add(other is None, f"{keys[0]} is told by: {other.question if other else ''}")
    return share


def _keys(item: Item) -> list[str]:
    match item:
        case MultipleChoice():
            return [item.answer_text]
        case MultipleAnswer():
            return [option.text for option in item.options if option.option_id in item.answer]
        case Cloze():
            return [item.answer]
        case ShortAnswer():
            return [point.text for point in item.key_points]
    return []


def _tells(item: Item, keys: Sequence[str], *, options: bool) -> bool:
    shown = [item.question, getattr(item, "statement", ""), *(each.text for each in getattr(item, "prompts", ()))]
    if options:
        shown += [each.text for each in getattr(item, "options", ())]
    return any(occurs(bare(key), text) for key in keys for text in shown)
