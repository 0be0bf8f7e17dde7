"""Where sentences and the lines of lists begin and end."""

import pytest

from services.text.splitting import spans_of, unquoted


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ice melts. Water boils! Why?", ["Ice melts.", "Water boils!", "Why?"]),
        ("Some gases, e.g. Neon, glow. Dr. Who left.", ["Some gases, e.g. Neon, glow.", "Dr. Who left."]),
        ("Møtet var 17. Mai i Oslo. Alle kom.", ["Møtet var 17. Mai i Oslo.", "Alle kom."]),
        ("Two rules – old ones – hold. Yes.", ["Two rules – old ones – hold.", "Yes."]),
        ("- a line of a list ", ["a line of a list"]),
        ("• first line ▶ second line", ["first line", "second line"]),
        ("1. Wash your hands. 2 of 3 do.", ["Wash your hands.", "2 of 3 do."]),
        ("The light moves to SQ2. There it stays.", ["The light moves to SQ2.", "There it stays."]),
        ("It cost 3.5 kr. i fjor.", ["It cost 3.5 kr. i fjor."]),
        ("The groups are A, B and O. Karl found them.", ["The groups are A, B and O.", "Karl found them."]),
        ("Most patients have type 2. Few have type 1.", ["Most patients have type 2.", "Few have type 1."]),
        (
            "En vei som strømmen går rundt i. Kretsen er lukket.",
            ["En vei som strømmen går rundt i.", "Kretsen er lukket."],
        ),
        ("Den 2. Verdenskrig tok slutt. J. Smith skrev.", ["Den 2. Verdenskrig tok slutt.", "J. Smith skrev."]),
        (
            "Nervous System The first thing that is seen is how one walks. It tells much.",
            ["Nervous System", "The first thing that is seen is how one walks.", "It tells much."],
        ),
        ("Bratte Fjell Når du går der, er du alene.", ["Bratte Fjell", "Når du går der, er du alene."]),
        ("Star Trek The Next Generation was long.", ["Star Trek The Next Generation was long."]),
        ("Ada Byron wrote it. The rest is known.", ["Ada Byron wrote it.", "The rest is known."]),
        ("", []),
    ],
)
def test_sentences_are_found(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in spans_of(text)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Den 2. Verdenskrig. Den varte lenge.", ["Den 2. Verdenskrig.", "Den varte lenge."]),
        ("Am 16. August kam er. Dann ging er.", ["Am 16. August kam er.", "Dann ging er."]),
        ("It runs on Python 3. Nobody minds.", ["It runs on Python 3.", "Nobody minds."]),
        ("海水每天涨落两次。这是因为月球的引力！", ["海水每天涨落两次。", "这是因为月球的引力！"]),
    ],
)
def test_whoever_parts_a_text_parts_it_alike(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in spans_of(text)] == found


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("“Tides rise.”", "Tides rise"),
        ("«Tides»", "Tides"),
        ("“Tides rise", "Tides rise"),
        ("1.2 How one says »Tide«", "1.2 How one says »Tide«"),
        ("“Ebb” and “flood”", "“Ebb” and “flood”"),
        ("Tides  rise\nand fall.", "Tides rise and fall"),
        ("", ""),
    ],
)
def test_only_marks_around_all_of_it_are_taken_away(text: str, bare: str) -> None:
    assert unquoted(text) == bare
