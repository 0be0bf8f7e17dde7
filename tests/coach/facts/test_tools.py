"""Which sentences say what a command or a function does, and which only look so."""

import pytest

from tests.coach.facts.found import facts


@pytest.mark.parametrize(
    ("text", "language", "asks", "name", "does"),
    [
        (
            "The touch command creates an empty file or renews the date of an old file.",
            "en",
            "Which command",
            "touch",
            "creates an empty file or renews the date of an old file",
        ),
        (
            "The touch command creates an empty file in the folder, and you can give it a date.",
            "en",
            "Which command",
            "touch",
            "creates an empty file in the folder",
        ),
        (
            "The touch command gives a file the same date as the folder and those of its friends.",
            "en",
            "Which command",
            "touch",
            "gives a file the same date as the folder and those of its friends",
        ),
        (
            "The function median() returns the middle value of a file with sorted numbers.",
            "en",
            "Which function",
            "median()",
            "returns the middle value of a file with sorted numbers",
        ),
        (
            "The function sort_by(file, key) returns the lines of a file in the order of a column.",
            "en",
            "Which function",
            "sort_by",
            "returns the lines of a file in the order of a column",
        ),
        (
            "Kommandoen tell viser antallet linjer og ord i en fil.",
            "no",
            "Hvilken kommando",
            "tell",
            "viser antallet linjer og ord i en fil",
        ),
        (
            "Der Befehl zaehle zeigt die Anzahl der Zeilen und Wörter einer Datei.",
            "de",
            "Welcher Befehl",
            "zaehle",
            "zeigt die Anzahl der Zeilen und Wörter einer Datei",
        ),
    ],
)
def test_what_a_named_tool_does(text: str, language: str, asks: str, name: str, does: str) -> None:
    (found,) = facts(text, {"en": "file", "no": "fil", "de": "Datei"}[language], language=language).tools
    assert (found.asks, found.name.text, found.does.text) == (asks, name, does)


@pytest.mark.parametrize(
    "text",
    [
        "The function is then applied to each line of the file by itself.",
        "The next command creates an empty file in the folder of the reader.",
        "The usual command creates an empty file in the folder of the reader.",
        "The command history of the shell shows each file that was opened.",
        "The printing command needs the name of the file that is to be printed.",
        "The touch command has a very useful option for the date of a file.",
        "The touch command can give you all sorts of information about a file.",
        "The touch command creates the file that was described above in this chapter.",
        "The multiplication function can be replaced by another one from a file.",
        "The Option class encodes the very common case of a file that may be there or not.",
        "The function modreg might show that a file is written in one piece by the disk.",
        "The function modreg is in the standard set of files, together with code for smooth curves.",
        "The function modreg takes a table such as a list of files as its argument.",
        "The command print sends what the print command was given to a file.",
    ],
)
def test_what_names_nothing_or_leans_is_none(text: str) -> None:
    assert facts(text, "file").tools == []


def test_what_takes_something_and_does_something_with_it_is_told() -> None:
    for does in (
        "takes a file name as its argument and sets its mode",
        "takes a path and returns an open file as input for others",
    ):
        (found,) = facts(f"The chmod command {does}.", "file").tools
        assert found.does.text == does
