"""Words with slips in them are mended to those of commands, and nothing else is; what was written is never lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.assistant.reading.clauses import clauses, cleaned
from services.assistant.reading.cues import WORDS
from services.assistant.reading.wording import mend, wording


@pytest.mark.parametrize(
    ("written", "meant"),
    [("delte", "delete"), ("compelte", "complete"), ("tomorow", "tomorrow"), ("opgave", "oppgave"), ("ferdg", "ferdig"),
     ("remid", "remind"), ("shwo", "show"), ("flyt", "flytt"), ("rmeove", "remove"), ("thrusday", "thursday")],
)  # fmt: skip
def test_a_slip_is_mended(written: str, meant: str) -> None:
    assert mend(written) == meant


@pytest.mark.parametrize(
    "word",
    ["sett", "frist", "noter", "legger", "text", "talks", "last", "chance", "remote", "slutt", "2", "milk", "park"],
)
def test_a_right_word_is_left_alone(word: str) -> None:
    assert mend(word) == word


def test_no_word_of_the_patterns_is_taken_for_another() -> None:
    """Else "sett oppgave 1 som ferdig" is read as "slett". Two of Nynorsk are read as bokmål has them."""
    assert {word: mend(word) for word in WORDS if mend(word) != word} == {"gjer": "gjør", "ikkje": "ikke"}


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_given_back_as_it_was_written(text: str) -> None:
    said = wording(text)
    assert said.written == text
    assert said.original(0, len(said.said)) == text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("add milk and show my tasks", ["add milk", "show my tasks"]),
        ("buy milk and bread", ["buy milk and bread"]),
        ("yes, delete task 3", ["yes", "delete task 3"]),
        ('add "call Anna and delete the file"', ['add "call Anna and delete the file"']),
        ("legg til melk, og vis lista", ["legg til melk", "vis lista"]),
        ("", []),
        ("...", []),
    ],
)
def test_a_message_is_parted_where_another_command_begins(text: str, parts: list[str]) -> None:
    assert [each.written.strip() for each in clauses(text)] == parts


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("buy milk to my list please", "buy milk"),
        ("“Buy milk”", "Buy milk"),
        ("trene på listen min", "trene"),
        ("Read Chapter 3.", "Read Chapter 3"),
        ("to call mom, thanks", "call mom"),
    ],
)
def test_a_title_is_what_is_to_be_done_and_no_more(written: str, title: str) -> None:
    assert cleaned(written) == title
