"""`python -m contracts.schemas`: writes what is new, never edits what landed, and says what broke."""

import json
from pathlib import Path

import pytest

from contracts.message import Message
from contracts.schemas import __main__ as command
from contracts.schemas.snapshot import FROZEN, MESSAGES, complaints, schema_of, write

SPEC = {"pensum.coach.quiz_spec.v1": MESSAGES["pensum.coach.quiz_spec.v1"]}


def test_the_house_holds_its_own_contracts(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--check"]) == 0
    assert capsys.readouterr().out == f"{len(MESSAGES)} messages as frozen\n"


def test_check_or_write_must_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main([])
    assert ended.value.code == 2
    assert "--check" in capsys.readouterr().err


def test_a_message_without_its_file_is_named(tmp_path: Path) -> None:
    (line,) = complaints(tmp_path, SPEC)
    assert line.startswith("pensum.coach.quiz_spec.v1: no frozen schema")


def test_write_freezes_what_is_new_and_leaves_the_rest(tmp_path: Path) -> None:
    assert [path.name for path in write(tmp_path, SPEC)] == ["pensum.coach.quiz_spec.v1.json"]
    path = tmp_path / "pensum.coach.quiz_spec.v1.json"
    path.write_text("{}")
    assert write(tmp_path, SPEC) == []
    assert path.read_text() == "{}"
    assert write(tmp_path, SPEC, force=True) == [path]
    assert json.loads(path.read_text()) == schema_of(SPEC["pensum.coach.quiz_spec.v1"])


def test_a_narrowed_message_is_a_complaint_and_a_widened_one_is_not(tmp_path: Path) -> None:
    write(tmp_path, SPEC)
    path = tmp_path / "pensum.coach.quiz_spec.v1.json"
    frozen = json.loads(path.read_text())
    frozen["properties"]["num_questions"]["maximum"] = 60  # so the code has narrowed it to 50
    path.write_text(json.dumps(frozen))
    (line,) = complaints(tmp_path, SPEC)
    assert line == "pensum.coach.quiz_spec.v1: num_questions: maximum tightened; this needs a new version"
    frozen["properties"]["num_questions"]["maximum"] = 40
    path.write_text(json.dumps(frozen))
    assert complaints(tmp_path, SPEC) == []


def test_a_message_that_went_without_its_file_is_named(tmp_path: Path) -> None:
    write(tmp_path, SPEC)
    none: dict[str, type[Message]] = {}
    (line,) = complaints(tmp_path, none)
    assert line.startswith("pensum.coach.quiz_spec.v1: frozen, but no such message")


def test_an_old_or_missing_asyncapi_document_is_a_complaint(tmp_path: Path) -> None:
    written = tmp_path / "asyncapi.json"
    assert command.asyncapi_complaints(written) != []
    written.write_text(command.DOCUMENT.read_text(encoding="utf-8"), encoding="utf-8")
    assert command.asyncapi_complaints(written) == []
    written.write_text("{}")
    assert command.asyncapi_complaints(written) != []


def test_frozen_schemas_let_a_later_optional_field_pass() -> None:
    """Readers leave out what they do not know; a schema that forbade it would break on every addition."""
    for path in FROZEN.glob("*.json"):
        assert '"additionalProperties": false' not in path.read_text(encoding="utf-8")
