"""What a good language model would answer the Coach and the Evaluator: items, notes and answers, made from the request
itself. Requests of the learning cycle are answered in `teacher.py`."""

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.standins.model.judge import judges
from tests.standins.model.shown import entries
from tests.standins.model.teacher import teaches

Json = dict[str, Any]


def composes(body: Json) -> Json:
    """An answer to a request for material, for notes, for the answers to questions, or of the learning cycle."""
    if (taught := teaches(body) or judges(body)) is not None:
        return taught
    if guessed := entries(body, "guess"):
        return {"guesses": [{"question": each["number"], "tells": "", "answer": ""} for each in guessed]}
    if shown := entries(body, "questions"):
        return {"answers": [{"question": each["number"], "answer": _answered(each)} for each in shown]}
    asked = next((each["content"] for each in body["messages"] if each["content"].startswith("<document>\n")), None)
    if asked is None:
        return {"notes": [{"note": "Look at the missed concepts once more.", "answers": [1]}]}
    document, order = ordered(asked)
    concepts = order.get("keyConcepts", [])
    told = sorted(_told(document, concepts), key=lambda each: each[0] not in order.get("focusAreas", ()))
    questions = [_question(number, *each, concepts) for number, each in enumerate(told)]
    asked_before = {_core(each) for each in order.get("alreadyAsked", ())}
    questions = [each for each in questions if _core(each["question"]) not in asked_before]
    questions = questions[: order["numQuizQuestions"]]
    asked = {each["quote"] for each in questions}
    cards = [_card(*each) for each in sorted(told, key=lambda each: each[2] in asked)]
    return {"quiz": questions, "flashcards": cards[: order["numFlashcards"]]}


def ordered(asked: str) -> tuple[Json, Json]:
    """The document that a request for material shows, and what is ordered of it."""
    shown, _, order = asked.removeprefix("<document>\n").partition("\n</document>\n\nThe order:\n")
    return json.loads(shown), json.JSONDecoder().raw_decode(order)[0]


def invents(body: Json) -> Json:
    """The same with quotes that stand nowhere in the text."""
    answer = composes(body)
    quoting = ("quiz", "flashcards", "sentences", "examples")
    for entry in (entry for name in quoting for entry in answer.get(name, ()) if entry["quote"]):
        entry["quote"] = f"As everybody knows, {entry['quote']}"
    return answer


def invents_half(body: Json) -> Json:
    """The first of two quotes is invented."""
    true, false = composes(body), invents(body)
    return {
        name: [(false if n % 2 == 0 else true)[name][n] for n in range(len(entries))]
        if isinstance(entries, list)
        else entries
        for name, entries in true.items()
    }


def doubts(body: Json) -> Json:
    """Writes well, but when it is asked itself it knows no answer to the first of two questions."""
    answer = composes(body)
    answer["answers"] = [each for n, each in enumerate(answer.get("answers", ())) if n % 2]
    return {name: entries for name, entries in answer.items() if entries or name != "answers"}


def asks_openly(body: Json) -> Json:
    """Writes well, but of multiple choice makes open questions: how a sentence goes on."""
    answer = composes(body)
    for each in answer.get("quiz", ()):
        if each["type"] == "multiple_choice":
            words = each["quote"].rstrip(".!?").split()
            begun, rest = " ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])
            each |= {"type": "short_answer", "question": f"How does the text go on after “{begun}”?"}
            each |= {"answer": rest, "answers": [rest], "options": [], "reasons": []}
    return answer


def _core(question: str) -> str:
    """The sentence of a question, whatever is asked about it."""
    return question.rpartition("Which term completes the sentence: ")[2]


def _told(document: Json, concepts: list[str]) -> Iterator[tuple[str, str, str]]:
    """(concept, its words there, sentence) where a sentence speaks of a concept."""
    seen: set[str] = set()
    for block in document["blocks"]:
        for sentence in re.split(r"(?<=[.!?])\s+", block["text"]):
            for concept in concepts:
                found = re.search(rf"\b{re.escape(concept)}\b", sentence, re.IGNORECASE)
                if found and sentence not in seen and len(re.findall(re.escape(found[0]), sentence, re.I)) == 1:
                    seen.add(sentence)
                    yield concept, found[0], sentence
                    break


def _question(number: int, concept: str, words: str, sentence: str, concepts: list[str]) -> Json:
    """Multiple choice, cloze and true or false in turn."""
    type = ("multiple_choice", "cloze", "true_false")[number % 3]
    gap = sentence.replace(words, "____", 1)
    others = [each for each in concepts if each.lower() not in sentence.lower()]
    options = [words, *others[:3]] if type == "multiple_choice" else []
    questions = {"multiple_choice": f"Which term completes the sentence: {gap}", "cloze": gap, "true_false": sentence}
    return {
        "type": type,
        "concept": concept,
        "difficulty": "MEDIUM",
        "question": questions[type],
        "options": options,
        "answer": "true" if type == "true_false" else words,
        "answers": [],
        "pairs": [],
        "unit": "",
        "reasons": [[option, f"The text says: {sentence}"] for option in options[:1]],
        "quote": sentence,
    }


def _answered(shown: Json) -> str:
    """The answer to a question of ours, found in its quotes."""
    said = " ".join(shown["quotes"])
    if shown["type"] == "true_false":
        return "true" if str(shown.get("statement", shown["question"])).strip(" .") in said else "false"
    if options := shown.get("options"):
        return str(next((name for name, text in options.items() if text.lower() in said.lower()), ""))
    before, _, after = shown["question"].partition("____")
    return said.removeprefix(before).removesuffix(after)


def _card(concept: str, words: str, sentence: str) -> Json:
    gap = sentence.replace(words, "...")
    return {
        "concept": concept,
        "question": f"What is meant: {gap}",
        "answer": words,
        "quote": sentence,
    }
