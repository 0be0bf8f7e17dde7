"""What the reading of played learners objects to, each once planted; and what it must not object to."""

from typing import Any

from tests.measuring.players.reading import Reading

VIEW: dict[str, Any] = {
    "concepts": [],
    "mastery_threshold": 0.85,
    "mastery_score": 0.4,
    "phase": "QUIZ_ACTIVE",
    "learning_cycle_count": 1,
    "remediation": [],
    "learning_path": [],
    "improvement_areas": [],
    "knowledge_gaps": [],
}
TIDE = {"concept": "tide", "score": 0.9, "mastered": True, "answers_needed": 0}


def question(number: str, text: str, *options: str) -> dict[str, Any]:
    return {"item_id": number, "question": text, "options": [{"option_id": each, "text": each} for each in options]}


def item(type: str, answer: str, concept: str) -> dict[str, Any]:
    return {"type": type, "answer": answer, "concept": concept, "options": []}


def quiz(*questions: dict[str, Any]) -> dict[str, Any]:
    return {"purpose": "quiz", "questions": list(questions)}


def test_what_is_missing_may_rise_by_a_wrong_answer_alone() -> None:
    reading = Reading()
    given = {"concept": "tide", "score": 0.4, "mastered": False}
    for answers, correct, needed in ((1, 1, 4), (2, 1, 5), (3, 2, 4)):
        reading.of_view(VIEW | {"concepts": [given | dict(answers=answers, correct=correct, answers_needed=needed)]})
    assert not reading.faults
    reading.of_view(VIEW | {"concepts": [given | dict(answers=4, correct=3, answers_needed=5)]})
    assert list(reading.faults) == ["“tide” lacked 4, lacks 5, and nothing was wrong"]


def test_a_score_that_denies_the_mastery_beside_it_is_objected_to() -> None:
    reading = Reading()
    reading.of_view(VIEW | {"concepts": [TIDE]})
    assert not reading.faults
    reading.of_view(VIEW | {"concepts": [TIDE | {"score": 0.84}]})
    reading.of_view(VIEW | {"concepts": [TIDE | {"answers_needed": 1}]})
    reading.of_view(VIEW | {"concepts": [TIDE, TIDE]})
    told = "Next is “tide” (page 3): you stand at 2 % after 6 answers, and nothing else comes before it."
    reading.of_view(VIEW | {"concepts": [TIDE], "path_reasoning": told})
    reading.of_view(VIEW | {"concepts": [TIDE], "path_reasoning": told.replace(" 2 %", " 90 %")})
    assert sum("the path says 2 %" in fault for fault in reading.faults) == 1
    reading.of_view(VIEW | {"phase": None})
    reading.of_view(VIEW | {"concepts": [TIDE], "improvement_areas": ["tide"]})
    reading.of_view(VIEW | {"phase": "MASTERED", "mastery_score": 0.86})
    assert len(reading.faults) == 6
    reading.of_view(VIEW | {"phase": "MASTERED", "mastery_score": 0.84})
    assert len(reading.faults) == 7


def test_another_first_thing_to_do_is_objected_to_where_nothing_was_answered_since() -> None:
    reading, ebb = Reading(), {"concept": "ebb", "score": 0.1, "mastered": False, "answers_needed": 9, "answers": 2}
    reading.of_view(VIEW | {"concepts": [ebb], "next_topic": "ebb"})
    reading.of_view(VIEW | {"concepts": [ebb | {"answers": 3}], "next_topic": "tide"})
    reading.of_view(VIEW | {"concepts": [TIDE | {"answers": 3}], "next_topic": "ebb"})
    assert not reading.faults
    reading.of_view(VIEW | {"concepts": [ebb | {"answers": 3}], "next_topic": "fetch"})
    assert len(reading.faults) == 1


def test_a_question_that_tells_another_is_objected_to_and_a_named_term_is_not() -> None:
    items = {
        "1": item("short_answer", "The tide is the rise and fall of the sea.", "tide"),
        "2": item("true_false", "true", "tide"),
        "3": item("cloze", "spring tide", "spring tide"),
    }
    means = question("1", "What does tide mean?")
    gap = question("3", "At new moon comes a ____, and it is high.")
    reading = Reading()
    reading.of_quiz(quiz(means, gap, question("2", "A spring tide is rare.", "true", "false")), items)
    assert not reading.faults
    tells = question("2", "The tide is the rise and fall of the sea.")
    reading.of_quiz(quiz(means, tells), items)
    assert not reading.faults, "what is told was asked before"
    reading.of_quiz(quiz(tells, means), items)
    reading.of_quiz(quiz(question("2", "At new moon comes a spring tide, and it is high."), gap), items)
    reading.of_quiz(quiz(), items)
    reading.of_quiz(quiz(means, means), items)
    assert len(reading.faults) == 4
    reading = Reading()
    reading.of_quiz(quiz(means, tells) | {"exam": True}, items)
    assert len(reading.faults) == 1


def test_what_is_told_twice_or_in_four_notes_or_nowhere_the_same_is_objected_to() -> None:
    line = {
        "role": "tutor",
        "text": "“The sea rises and falls twice in a day.” “The sea rises and falls twice in a day.”",
    }
    for opens, closes in (("«", "»"), ("„", "“")):
        text = line["text"].replace("“", opens).replace("”", closes)
        reading = Reading()
        reading.of_messages([], [{"role": "tutor", "text": text}])
        assert len(reading.faults) == 1, "Norwegian and German quotes are read too"
    cited = "“tide” (“The rise and fall of the sea”), “neap tide” (“The rise and fall of the sea”)."
    reading = Reading()
    reading.of_messages([], [{"role": "tutor", "text": cited}])
    assert not reading.faults, "a heading cites a place"
    path = "„Nipptide“ (Seite 3); „Springtide“ (Seite 18), das auf „Gezeiten“ aufbaut."
    for _ in range(3):
        reading.of_messages([], [{"role": "tutor", "text": path}])
    assert not reading.faults, "what stands between two quotes is none"
    reading = Reading()
    reading.of_messages([], [line, {"role": "tutor", "text": " "}])
    reading.of_notes([{"attempt_id": "a", "note": ""} for _ in range(4)], VIEW)
    reading.of_notes([{"attempt_id": "b", "note": "You struggle with “tide”: 0 of 2."}], VIEW | {"concepts": [TIDE]})
    assert len(reading.faults) == 4
    card = {"sessions": [{"strengths": [{"concept": "tide", "score": 0.9}], "weaknesses": []}]}
    same = (
        {"mastery_score": 0.4},
        {"mastery_score": None},
        {"reviews_due": 1, "sessions": 1},
        card,
        {"total": 1},
        {"due_now": 1},
    )
    reading.of_figures(VIEW | {"concepts": [TIDE]}, *same)
    assert len(reading.faults) == 4
    other = (
        {"mastery_score": 0.5},
        {"mastery_score": 0.6},
        {"reviews_due": 2, "sessions": 1, "concepts": 2},
        card,
        {"total": 1},
        {"due_now": 1},
    )
    told = {"concepts": [TIDE | {"score": 0.8}], "path_reasoning": "3 reviews are due now."}
    reading.of_figures(VIEW | told, *other)
    assert len(reading.faults) == 10
