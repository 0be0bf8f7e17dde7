"""What is shown of items to who reviews or answers them, with the words that its numbers stand for."""

import json
from typing import Any

Json = dict[str, Any]


def entries(body: Json, mark: str) -> list[Json] | None:
    """The entries between such marks, their quotes in words, their claims as a list and the key's words in
    `key_words`; None: there are none."""
    content = next((each["content"] for each in body["messages"] if each["content"].startswith(f"<{mark}>\n")), None)
    if content is None:
        return None
    told = json.loads(content.partition(f"<{mark}>\n")[2].partition(f"\n</{mark}>")[0])
    text = {int(number): words.removeprefix("… ").removesuffix(" …") for number, words in told.get("text", {}).items()}
    for each in told["entries"]:
        if "quotes" in each:
            each["quotes"] = [text[number] for number in each["quotes"]]
        key, options = each.get("key", ""), each.get("options", {})
        ids = key.values() if isinstance(key, dict) else key if isinstance(key, list) else [key]
        each["key_words"] = " ".join(options.get(one, one) for one in ids)
    return list(told["entries"])


def around(body: Json, mark: str) -> str:
    """All of the text that is shown."""
    content = next(each["content"] for each in body["messages"] if each["content"].startswith(f"<{mark}>\n"))
    told = json.loads(content.partition(f"<{mark}>\n")[2].partition(f"\n</{mark}>")[0])
    return " ".join(told["text"].values())
