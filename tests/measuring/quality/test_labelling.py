"""A sheet names no source and loses nothing, and what is kept of it is no text."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.measuring.quality.labelling import Label, drawn, entries, labelled, main, read, shares, sheet, table
from tests.measuring.quality.metrics.made import card, sound

PEOPLE = {
    "port.pdf": {"items": [{"question": "Why dredge?", "options": ["sand", "wind"], "key": "sand", "answer": "x"}]}
}


def ours() -> dict[str, dict[str, Any]]:
    repeated, fresh = (
        card("b1", "What is a breakwater?", "a wall in the sea"),
        card("b4", "What is dredging?", "the digging of mud"),
    )
    return {
        "port.pdf": {
            "items": [item.model_dump(mode="json") for item in sound()],
            "cards": [each.model_dump(mode="json") for each in (repeated, fresh)],
        }
    }


def test_every_type_is_shown_with_its_key_and_no_source() -> None:
    all_of = [*entries("ours", ours()), *entries("people", PEOPLE)]
    text = sheet(all_of, 1)
    assert text.count("\nmarks: \n") == len(all_of) == 11
    assert "people" not in text
    assert "ours" not in text
    for key in (
        "* breakwater",
        "= false",
        "= Dredging",
        "= breakwater : a wall in the sea",
        "= 200 tonnes",
        "  * sand",
    ):
        assert key in text
    assert sheet(all_of, 1) == text != sheet(all_of, 2)


def test_documents_are_drawn_in_turn_and_alike() -> None:
    courses = {name: ours()["port.pdf"] for name in ("a.pdf", "b.pdf")}
    found = drawn(entries("ours", courses), 6, 3)
    assert [entry.document for entry in found].count("a.pdf") == 3
    assert found == drawn(entries("ours", courses), 6, 3)
    assert len(drawn(entries("ours", courses), 99, 3)) == 20


def test_a_filled_sheet_is_kept_without_text_and_scored_by_source(tmp_path: Path, capsys: Any) -> None:
    for name, made in (("ours", ours()), ("people", PEOPLE)):
        (tmp_path / f"{name}.json").write_text(json.dumps(made))
    paths = [str(tmp_path / name) for name in ("sheet.md", "key.json", "labels.tsv")]
    main(["sheet", *paths[:2], f"ours={tmp_path}/ours.json", f"people={tmp_path}/people.json"])
    key = json.loads(Path(paths[1]).read_text())
    blocks = Path(paths[0]).read_text().split("## ")[1:]
    filled = ["## " + each.replace("marks: ", "marks: wb" if "Why dredge" in each else "marks: -") for each in blocks]
    Path(paths[0]).write_text("".join(filled))
    main(["keep", *paths])
    labels = read(Path(paths[2]))
    assert len(labels) == len(key) == 11
    assert "wall" not in Path(paths[2]).read_text()
    main(["score", paths[2]])
    told = capsys.readouterr().out
    assert "0.00 of 1" in told
    main(["sheet", *paths[:2], f"ours={tmp_path}/ours.json", "--without", paths[2]])
    assert Path(paths[0]).read_text() == ""


def test_marks_that_are_missing_or_unknown_are_refused() -> None:
    entry = entries("people", PEOPLE)[0]
    key = {entry.key: {"source": "people", "document": "port.pdf", "kind": "multiple_choice", "repeats": False}}
    for marks in ("", "x"):
        with pytest.raises(ValueError, match="marks"):
            labelled(sheet([entry], 1).replace("marks: ", f"marks: {marks}"), key)


def test_the_page_tells_what_the_labels_that_are_kept_say() -> None:
    here = Path(__file__).parent
    labels = [label for path in sorted(here.glob("labels/*.tsv")) for label in read(path)]
    told = (here.parents[2] / "docs" / "quality.md").read_text(encoding="utf-8")
    assert told.partition("<!-- labels: begin -->")[2].partition("<!-- labels: end -->")[0].strip() == table(labels)


def test_each_letter_fails_its_line_and_a_repeat_is_not_kept() -> None:
    labels = [
        Label("1", "ours", "a", "multiple_choice", "dt"),
        Label("2", "ours", "a", "cloze", "b"),
        Label("3", "ours", "a", "card", "-"),
        Label("4", "ours", "a", "card", "r"),
    ]
    found = {name.split()[0]: share for name, share in shares(labels).items()}
    assert (found["M24"].good, found["M24"].of) == (0, 1)
    assert (found["M23"].good, found["M23"].of) == (1, 2)
    assert (found["M25"].good, found["M29"].good, found["M20"].good) == (1, 1, 2)
    assert (found["M26"].good, found["M26"].of) == (1, 2)
    head, _, row = table(labels).splitlines()
    assert head.startswith("|  | M19")
    assert head.endswith("| M26 cards sound by themselves | M26 cards kept |")
    assert row.startswith("| ours | ")
    assert row.endswith("| 1.00 of 2 | 0.50 of 2 |")
