"""What a good language model would say of an open answer: a key point is met where the answer has most of its words."""

import json
import re
from typing import Any

Json = dict[str, Any]


def judges(body: Json) -> Json | None:
    """A judgement of each key point; None: nothing is to be judged."""
    asked = next((each["content"] for each in body["messages"] if each["content"].startswith("<case>\n")), None)
    if asked is None:
        return None
    case = json.loads(asked.partition("<case>\n")[2].rpartition("\n</case>")[0])
    said = set(_words(case["learners_answer"]))
    points = []
    for point in case["key_points"]:
        wanted = set(_words(point["text"]))
        met = len(wanted & said) > len(wanted) / 2
        points.append({"point": point["point"], "met": met, "words": case["learners_answer"] if met else ""})
    return {"points": points}


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.lower()) if len(word) > 3]
