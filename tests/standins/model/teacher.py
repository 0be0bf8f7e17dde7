"""What a good model would answer in the learning cycle and in a lesson: explanations, paths, plans, turns, intents."""

import json
import re
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
KIND = "Well done, you worked that out by yourself."
"""What it says to who is right in a lesson."""


def teaches(body: Json) -> Json | None:
    """The answer to a request of the learning cycle; None: it is another request."""
    asked = str(body["messages"][-1]["content"])
    for mark, answer in _ANSWERS:
        if mark in asked:
            return answer(asked)
    return None


def _explained(asked: str) -> Json:
    """The document's own sentences about what is asked, with a word of passage; to a question the nearest one."""
    head, _, rest = asked.partition("\n\n<document>\n")
    task = json.loads(head.partition("\n")[2])
    blocks = json.loads(rest.partition("\n</document>")[0])["blocks"]
    told = [
        {"text": sentence, "block_id": block["block_id"], "quote": sentence}
        for block in blocks
        for sentence in re.split(r"(?<=[.!?])\s+", block["text"])
        if len(sentence.split()) > 3
    ]
    if task["question"]:
        words = _words(task["question"])
        best = max(told, key=lambda each: len(words & _words(each["text"])), default=None)
        enough = best is not None and 2 * len(words & _words(best["text"])) > len(words)
        return {"found": enough, "sentences": [best] if enough else [], "examples": []}
    about = [each for each in told if any(name.lower() in each["text"].lower() for name in task["explain"])]
    joined = {"text": "Let us look at it step by step.", "block_id": "", "quote": ""}
    figures = [each for each in about[4:] if re.search(r"\d", each["text"])]
    return {"found": bool(about), "sentences": [joined, *about[:4]] if about else [], "examples": figures[:2]}


def _planned(asked: str) -> Json:
    """As the rules have it."""
    request = json.loads(asked)
    path = request["byTheRules"]["learning_path"]
    first = next((each for each in request["concepts"] if path and each["concept"] == path[0]), None)
    page = f" on page {first['page']}" if first else ""
    reads = [f"Read page {first['page']} again, where '{path[0]}' is told."] if first else []
    return {
        "learning_path": path,
        "next_topic": request["byTheRules"]["next_topic"],
        "path_reasoning": f"Begin with '{path[0]}'{page}, since the rest builds on it." if path else "All is learnt.",
        "remediation": [*reads, f"Practise '{path[0]}' with a few questions."] if path else [],
    }


def _sorted(asked: str) -> Json:
    """Commands by their first words, else a question or an answer to what is awaited."""
    told = json.loads(asked.partition("<message>\n")[2].rpartition("\n</message>")[0])
    if told.keys() == {"message"}:  # Of a lesson: whether it is safe. What the rules let pass here is.
        return {"safe": True, "category": "", "reasoning": "nothing is the matter"}
    text = told["message"].lower()
    names = [name for name in [*told["concepts"], *told["sections"]] if name.lower() in text]
    if re.search(r"\b(?:test|diagnose|check|kartlegg)\b", text):
        intent = "diagnose"
    elif re.search(r"\b(?:teach|learn|lær)\b", text):
        intent = "learn"
    elif re.search(r"\b(?:plan|next|neste)\b", text):
        intent = "plan"
    elif "?" in text:
        intent = "question"
    else:
        intent = "answer" if told["awaiting"] else "unclear"
    topic = names[0] if names and intent not in ("answer", "unclear") else ""
    return {"intent": intent, "topic": topic, "safe": True}


def _lesson(asked: str) -> Json:
    """As the rules have it, in words of its own."""
    request = json.loads(asked.partition("<lesson_plan>\n")[2].partition("\n</lesson_plan>")[0])
    steps = [
        {**step, "title": f"{step['title']}, together", "teaching_approach": f"Together. {step['teaching_approach']}"}
        for step in request["byRules"]
    ]
    return {"todo_list": steps, "reasoning": "As the rules have it."}


def _turn(asked: str) -> Json:
    """A sentence of the document about the step's concepts that was not told yet, and the question that is awaited."""
    said, _, rest = asked.partition("\n</lesson_turn>\n\n<document>\n")
    blocks = json.loads(rest.partition("\n</document>")[0])["blocks"]
    parts = {" ".join(part.split()[:2]): part.partition(":\n")[2] for part in said.split("\n\n")}
    step, awaited = json.loads(parts["Current step"]), json.loads(parts["Awaiting answer"])
    heard = asked.partition("Recent conversation")[2].partition("</lesson_turn>")[0]
    names = step["concepts"] if step else []
    question = _words(awaited or "")
    told = [
        {"text": sentence, "block_id": block["block_id"], "quote": sentence}
        for block in blocks
        for sentence in re.split(r"(?<=[.!?])\s+", block["text"])
        if len(sentence.split()) > 3
        and any(name.lower() in sentence.lower() for name in names)
        and json.dumps(sentence, ensure_ascii=False)[1:-1] not in heard
        and 2 * len(question & _words(sentence)) < len(_words(sentence))
    ]
    return {
        "sentences": told[:2],
        "question_asked": (awaited or "").partition("\n")[0],
        "hints": [],
        "mastery_updates": [{"concept": name, "score": 0.5} for name in names],
        "turn_summary": "told a passage",
        "reasoning": "as a good tutor does",
    }


def _assessed(asked: str) -> Json:
    """What the message is, with a kind word of its own to a right answer; the rest as the verdict has it."""
    case = json.loads(asked.partition("<turn>\n")[2].rpartition("\n</turn>")[0])
    verdict = case["verdict"]
    right = bool(verdict and verdict["correct"])
    return {
        "intent": "answer" if verdict else "question" if "?" in case["message"] else "continuation",
        "concept": "",
        "feedback": KIND if right else "",
        "misconceptions": [],
        "mastery_signal": "",
        "mastery_updates": [{"concept": name, "score": 0.99} for name in case["concepts"][:1]],
        "reasoning": f"the key is {case['question']['key']}" if case["question"] else "nothing was asked",
        "updated_step_statuses": [],
        "advance_to_step": 0,
        "assessment_note": "",
        "was_off_topic": False,
        "off_topic_response": "",
        "replan_needed": False,
        "replan_reason": "",
        "replan_said": "",
    }


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3}


_ANSWERS: tuple[tuple[str, Callable[[str], Json]], ...] = (
    ("The task:\n", _explained),
    ('"byTheRules"', _planned),
    ("<lesson_plan>\n", _lesson),
    ("<lesson_turn>\n", _turn),
    ("<turn>\n", _assessed),
    ("<message>\n", _sorted),
)
