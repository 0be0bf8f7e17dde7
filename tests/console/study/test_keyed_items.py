"""Every type of item on the terminal: its key is marked, it can be answered, and a grade says what it is."""

from uuid import UUID, uuid4

import pytest
from pydantic import TypeAdapter

from contracts.items import Item, written
from services.console.study import show
from services.console.study.client import Json
from services.console.study.course import question
from services.console.study.keyed_items import WRONG, answer_text, given, lines
from tests.console.study.specimens import ORIGIN, proof

QUIZ = UUID(int=7)
OPTIONS = [{"option_id": id, "text": text} for id, text in (("a", "leaf"), ("b", "root"), ("c", "stem"))]
JUDGED = [{"option_id": "true", "text": "True"}, {"option_id": "false", "text": "False"}]
PROMPTS = [{"option_id": "1", "text": "green"}, {"option_id": "2", "text": "brown"}]
EACH: dict[str, Json] = {
    "multiple_choice": {"options": OPTIONS, "answer": "b"},
    "multiple_answer": {"options": OPTIONS, "answer": ["a", "c"]},
    "true_false": {"options": JUDGED, "answer": "false", "statement": "It is red.", "wrong": "red", "right": "green"},
    "cloze": {"answer": "leaf", "accepted": ["leaves"]},
    "matching": {"prompts": PROMPTS, "options": OPTIONS, "answer": {"1": "a", "2": "c"}},
    "ordering": {"options": OPTIONS, "answer": ["b", "c", "a"]},
    "numeric": {"answer": "12", "value": 12, "unit": "m", "tolerance": 0.5},
    "short_answer": {"answer": "It is green.", "key_points": [{"text": "green", "start": 0, "end": 5}]},
}
MARKED: dict[str, list[tuple[bool, str]]] = {
    "multiple_choice": [(False, "a) leaf"), (True, "b) root"), (False, "c) stem")],
    "multiple_answer": [(True, "a) leaf"), (False, "b) root"), (True, "c) stem")],
    "true_false": [(False, "a) True"), (True, "b) False"), (False, "The text has “green”, not “red”.")],
    "cloze": [(True, "leaf (also: leaves)")],
    "matching": [(True, "green: leaf"), (True, "brown: stem"), (False, "(left over: root)")],
    "ordering": [(True, "1. root"), (True, "2. stem"), (True, "3. leaf")],
    "numeric": [(True, "12 m (± 0.5)")],
    "short_answer": [(True, "It is green."), (False, "- green")],
}
WRONGLY: dict[str, object] = {
    "multiple_choice": "a",
    "multiple_answer": ["b"],
    "true_false": "true",
    "cloze": WRONG,
    "matching": {"1": "c", "2": "a"},
    "ordering": ["a", "c", "b"],
    "numeric": WRONG,
    "short_answer": WRONG,
}


def item(kind: str) -> Item:
    common = {
        "type": kind, "item_id": uuid4(), "quiz_id": QUIZ, "concept": "leaf", "difficulty": "EASY",
        "question": "What?", "proof": proof("A leaf is green."), "origin": ORIGIN,
    }  # fmt: skip
    adapter: TypeAdapter[Item] = TypeAdapter(Item)
    return adapter.validate_python({**common, **EACH[kind]})


def shown(kind: str) -> Json:
    """The item as `study` has it."""
    return question(item(kind).model_dump(mode="json"))


@pytest.mark.parametrize("kind", EACH)
def test_the_key_is_marked_and_told_in_the_contracts_words(kind: str) -> None:
    assert lines(shown(kind)) == MARKED[kind]
    assert answer_text(shown(kind)) == shown(kind)["answer_text"] == item(kind).answer_text


@pytest.mark.parametrize("kind", EACH)
def test_it_can_be_answered_rightly_and_wrongly(kind: str) -> None:
    assert given(shown(kind), True) == item(kind).answer
    assert given(shown(kind), False) == WRONGLY[kind]
    assert written(given(shown(kind), False)) != written(item(kind).answer)


def test_every_type_is_printed_with_question_key_and_quote(capfd: pytest.CaptureFixture[str]) -> None:
    show.quiz([shown(kind) | {"place": "p. 2"} for kind in EACH])
    out = capfd.readouterr().out
    for kind in EACH:
        assert kind.replace("_", " ") in out
        for key, words in MARKED[kind]:
            assert f"{'*' if key else ' '} {words}" in out
    assert "What? It is red." in out
    assert out.count("“A leaf is green.” (p. 2)") == len(EACH)


def test_what_is_open_or_taken_back_counts_for_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    graded = {"concept": "leaf", "answer": "a", "answer_text": "A.", "correct_answer": "B.", "is_correct": False}
    right = graded | {"is_correct": True}
    taken = right | {"retracted": "Two are right."}
    show.grades([right, graded, graded | {"undecided": True, "key_points": ["green"]}, taken])
    out = capfd.readouterr().out
    assert "1 of 2 right" in out
    for words in ("1. right", "2. wrong", "3. open", "- green", "4. void", "taken back. Two are right."):
        assert words in out


def test_what_was_typed_or_chosen_wrongly_is_explained_with_its_place(capfd: pytest.CaptureFixture[str]) -> None:
    graded = {"concept": "leaf", "answer": "moss", "answer_text": "moss", "correct_answer": "leaf", "is_correct": False}
    told = [
        {"option_id": "moss", "sentence": "Moss is a small plant.", "proof": {"source_page": 4}},
        {"option_id": "leaf", "sentence": "A leaf is green.", "proof": {"source_page": 2}},
    ]
    show.grades([graded | {"type": "cloze", "explanations": told}])
    out = capfd.readouterr().out
    assert "Moss is a small plant. (p. 4)" in out
    assert "A leaf is green. (p. 2)" in out
    show.grades([graded | {"type": "multiple_choice", "explanations": told}], lambda proof: "slide 4")
    out = capfd.readouterr().out
    assert "Moss is a small plant. (slide 4)" in out
    assert "A leaf is green." not in out
    show.grades([graded | {"type": "cloze", "explanations": told, "is_correct": True}])
    assert "Moss" not in capfd.readouterr().out
