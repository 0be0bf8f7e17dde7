"""What a good language model would answer the Coach: items and notes made from the request itself."""

import json
import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def composes(body: Json) -> Json:
    """An answer to a request for material or for notes."""
    asked = next((each["content"] for each in body["messages"] if "\n<document>\n" in each["content"]), None)
    if asked is None:
        return {"notes": [{"note": "Look at the missed concepts once more.", "answers": [1]}]}
    head, _, rest = asked.partition("\n<document>\n")
    order = json.loads(head[head.index("{") : head.rindex("}") + 1])
    document = json.loads(rest.rpartition("\n</document>")[0])
    told = list(_told(document))
    questions = [_question(number, *each, document) for number, each in enumerate(told)]
    cards = [_card(*each) for each in told]
    return {"quiz": questions[: order["numQuizQuestions"]], "flashcards": cards[: order["numFlashcards"]]}


def invents(body: Json) -> Json:
    """The same with quotes that stand nowhere in the text."""
    answer = composes(body)
    for entry in [*answer.get("quiz", ()), *answer.get("flashcards", ())]:
        entry["quote"] = f"As everybody knows, {entry['quote']}"
    return answer


def invents_half(body: Json) -> Json:
    """The first of two quotes is invented."""
    true, false = composes(body), invents(body)
    return {
        name: [(false if n % 2 == 0 else true)[name][n] for n in range(len(entries))] for name, entries in true.items()
    }


def _told(document: Json) -> Iterator[tuple[str, str, str, str]]:
    """(concept, its words there, sentence, block) where a sentence speaks of a concept."""
    seen: set[str] = set()
    for block in document["blocks"]:
        for sentence in re.split(r"(?<=[.!?])\s+", block["text"]):
            for concept in document["keyConcepts"]:
                found = re.search(rf"\b{re.escape(concept['term'])}\b", sentence, re.IGNORECASE)
                if found and sentence not in seen and len(re.findall(re.escape(found[0]), sentence, re.I)) == 1:
                    seen.add(sentence)
                    yield concept["term"], found[0], sentence, block["block_id"]
                    break


def _question(number: int, concept: str, words: str, sentence: str, block: str, document: Json) -> Json:
    choice = number % 2 == 0
    gap = sentence.replace(words, "____", 1)
    others = [each["term"] for each in document["keyConcepts"] if each["term"].lower() not in sentence.lower()]
    return {
        "type": "multiple_choice" if choice else "cloze",
        "concept": concept,
        "difficulty": "MEDIUM",
        "question": f"Which term completes the sentence: {gap}" if choice else gap,
        "options": [words, *others[:3]] if choice else [],
        "answer": words,
        "block_id": block,
        "quote": sentence,
    }


def _card(concept: str, words: str, sentence: str, block: str) -> Json:
    gap = sentence.replace(words, "...")
    return {
        "concept": concept,
        "question": f"What is meant: {gap}",
        "answer": words,
        "block_id": block,
        "quote": sentence,
    }
