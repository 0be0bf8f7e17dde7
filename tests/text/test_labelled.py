"""Which lines of a list put a label before what they say of it."""

import pytest

from services.text.labelled import labelled_in


@pytest.mark.parametrize(
    ("line", "label", "said"),
    [
        ("▶ keel.tar: the files of the boat", "keel.tar", "the files of the boat"),
        ("Ebb: water that runs back to the sea.", "Ebb", "water that runs back to the sea"),
        ("• Patience – waiting for the wind to turn", "Patience", "waiting for the wind to turn"),
        ("- Tørketid: perioden uten regn i året", "Tørketid", "perioden uten regn i året"),
        ("The Harbour Master: whom every ship reports to", "The Harbour Master", "whom every ship reports to"),
    ],
)
def test_a_label_and_what_is_said_of_it(line: str, label: str, said: str) -> None:
    spans = labelled_in(line)
    assert spans is not None
    assert [line[start:end] for start, end in spans] == [label, said]


@pytest.mark.parametrize(
    "line",
    [
        "The boat sails at dawn.",
        "▶ Three kinds of boats:",
        "▶ For Windows: install the compiler first",
        "▶ If unsure: ask the harbour master",
        "Note: the boat is not for sale",
        "Example: a boat with two masts",
        "▶ Main file: boat.txt",
        "12: the boats that came in spring",
        "▶ Sources: see https://boats.example/list of ships",
        "It was late - but the boat was not there.",
        "What the master of the harbour said: the boat is not for sale",
        "▶ Steering: what must be held?",
    ],
)
def test_what_only_looks_so_is_none(line: str) -> None:
    assert labelled_in(line) is None
