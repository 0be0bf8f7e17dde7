"""An item with its key, whatever its type: what stands on the terminal, and what is handed in. Pure."""

from contracts.items import answered_by
from services.console.study.client import Json

Raw = str | list[str] | dict[str, str]
WRONG = "something else"
Marked = tuple[bool, str]
"""Whether it is the key or part of it, and the words."""


def question(item: Json) -> str:
    """What is asked; of a statement to judge with the statement."""
    statement = item.get("statement") or ""
    return item["question"] if statement in item["question"] else f"{item['question']} {statement}"


def lines(item: Json) -> list[Marked]:
    """What stands below the question: the options with the key marked, or the key."""
    words = {one["option_id"]: one["text"] for one in item.get("options") or []}
    key = item["answer"]
    match answered_by(item["type"]):
        case "option" | "options":
            keys = key if isinstance(key, list) else [key]
            signs = zip("abcdefgh", words, strict=False)
            told = [(id in keys, f"{sign}) {words[id]}") for sign, id in signs]
            right = f"The text has “{item['right']}”, not “{item['wrong']}”." if item.get("right") else ""
            return [*told, *([(False, right)] if right else [])]
        case "order":
            return [(True, f"{number}. {words[id]}") for number, id in enumerate(key, 1)]
        case "pairs":
            told = [(True, f"{one['text']}: {words[key[one['option_id']]]}") for one in item["prompts"]]
            over = [text for id, text in words.items() if id not in key.values()]
            return told + [(False, f"(left over: {text})") for text in over]
        case "words":
            about = f" (± {item['tolerance']:g})" if item.get("tolerance") else ""
            also = f" (also: {', '.join(item['accepted'])})" if item.get("accepted") else ""
            points = [(False, f"- {one['text']}") for one in item.get("key_points") or []]
            return [(True, f"{key} {item.get('unit') or ''}".rstrip() + about + also), *points]


def answer_text(item: Json) -> str:
    """The key in words."""
    words = {one["option_id"]: one["text"] for one in item.get("options") or []}
    key = item["answer"]
    if isinstance(key, dict):
        return "; ".join(f"{one['text']}: {words[key[one['option_id']]]}" for one in item["prompts"])
    if isinstance(key, list):
        return (" → " if answered_by(item["type"]) == "order" else "; ").join(words[id] for id in key)
    return f"{words.get(key, key)} {item.get('unit') or ''}".strip()


def given(item: Json, right: bool) -> Raw:
    """An answer to the item, as the gateway takes it: its key, or something else."""
    key: Raw = item["answer"]
    if right:
        return key
    ids = [one["option_id"] for one in item.get("options") or []]
    if isinstance(key, dict):
        turned = list(key.values())
        return dict(zip(key, turned[1:] + turned[:1], strict=True))
    if isinstance(key, list):
        return key[::-1] if answered_by(item["type"]) == "order" else [id for id in ids if id not in key][:1]
    return next((id for id in ids if id != key), WRONG)
