"""What a good language model would say of an answer: a key point is met where the answer has most of its words, and a
statement is said likewise; an item is well where its quotes have most of its key."""

import json
import re
from typing import Any

from tests.standins.model.shown import entries

Json = dict[str, Any]


def judges(body: Json) -> Json | None:
    """A judgement of each key point, or of each pair; None: nothing is to be judged."""
    if pairs := next((each["content"] for each in body["messages"] if each["content"].startswith("<pairs>\n")), None):
        shown = json.loads(pairs.partition("<pairs>\n")[2].rpartition("\n</pairs>")[0])
        same = [_says(each["learners_words"], each["statement"]) for each in shown]
        return {"pairs": [{"pair": each["pair"], "same": said} for each, said in zip(shown, same, strict=True)]}
    if shown := entries(body, "review"):
        return {"reviews": [{"number": each["number"], "key_follows": _follows(each)} for each in shown]}
    asked = next((each["content"] for each in body["messages"] if each["content"].startswith("<case>\n")), None)
    if asked is None:
        return None
    case = json.loads(asked.partition("<case>\n")[2].rpartition("\n</case>")[0])
    points = []
    for point in case["key_points"]:
        met = _says(case["learners_answer"], point["text"])
        points.append({"point": point["point"], "met": met, "words": case["learners_answer"] if met else ""})
    return {"points": points}


def _follows(shown: dict[str, Any]) -> bool:
    """A statement or a key is borne out where the quotes have most of its words."""
    quotes = " ".join(shown["quotes"])
    if shown["type"] == "true_false":
        return bool((shown.get("statement", shown["question"]).strip(" .") in quotes) == (shown["key"] == "true"))
    return not _words(shown["key_words"]) or _says(quotes, shown["key_words"])


def _says(words: str, statement: str) -> bool:
    wanted = set(_words(statement))
    return len(wanted & set(_words(words))) > len(wanted) / 2


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.lower()) if len(word) > 3]
