"""What is typed becomes the raw answer of its type; what is none is said, and asked again."""

from typing import Any, get_args

import pytest

from contracts.items import ItemType
from services.console.study import prompts as study_prompts

OPTIONS = [{"option_id": f"o{n}", "text": text} for n, text in enumerate(("Leaf", "Root", "Stem"), 1)]
PROMPTS = [{"option_id": f"p{n}", "text": text} for n, text in enumerate(("makes sugar", "drinks"), 1)]


def asked(type: str, **more: Any) -> dict[str, Any]:
    return {"type": type, "question": "Which?", "options": OPTIONS, **more}


@pytest.mark.parametrize(
    ("question", "typed", "raw"),
    [
        (asked("multiple_choice"), "b", "o2"),
        (asked("multiple_choice"), " B) ", "o2"),
        (asked("multiple_choice"), "stem", "o3"),
        (asked("true_false"), "Leaf", "o1"),
        (asked("multiple_answer"), "a c", ["o1", "o3"]),
        (asked("multiple_answer"), "ca", ["o3", "o1"]),
        (asked("multiple_answer"), "b", ["o2"]),
        (asked("ordering"), "c, a, b", ["o3", "o1", "o2"]),
        (asked("ordering"), "bca", ["o2", "o3", "o1"]),
        (asked("matching", prompts=PROMPTS), "1b 2a", {"p1": "o2", "p2": "o1"}),
        (asked("matching", prompts=PROMPTS), "2 = c", {"p2": "o3"}),
        (asked("cloze", options=[]), "  chlorophyll ", "chlorophyll"),
        (asked("numeric", options=[]), "3.5 km", "3.5 km"),
        (asked("short_answer", options=[]), "Because it is green.", "Because it is green."),
        (asked("multiple_choice"), "   ", None),
        (asked("matching", prompts=PROMPTS), "", None),
    ],
)
def test_what_is_typed_becomes_a_raw_answer(question: dict[str, Any], typed: str, raw: object) -> None:
    assert study_prompts.raw(question, typed) == raw


@pytest.mark.parametrize(
    ("question", "typed", "said"),
    [
        (asked("multiple_choice"), "d", "one letter from a to c"),
        (asked("multiple_choice"), "a b", "one letter"),
        (asked("multiple_answer"), "a a", "letters from a to c"),
        (asked("multiple_answer"), "leaf", "letters from a to c"),
        (asked("ordering"), "a b", "all 3 letters"),
        (asked("matching", prompts=PROMPTS), "3a", "1 to 2 and a to c"),
        (asked("matching", prompts=PROMPTS), "1z", "1 to 2 and a to c"),
        (asked("matching", prompts=PROMPTS), "what", "1b 2a"),
    ],
)
def test_what_is_no_answer_is_said(question: dict[str, Any], typed: str, said: str) -> None:
    with pytest.raises(study_prompts.Unclear, match=said):
        study_prompts.raw(question, typed)


@pytest.mark.parametrize("type", get_args(ItemType))
def test_every_type_is_shown_with_what_to_type(type: str, capsys: pytest.CaptureFixture[str]) -> None:
    study_prompts.put(asked(type, prompts=PROMPTS if type == "matching" else [], repeat=True), 3, 10)
    shown = capsys.readouterr().out
    assert " 3 of 10  Which?" in shown
    assert "(asked before)" in shown
    assert study_prompts.hint(type) in shown
    assert "a) Leaf" in shown
