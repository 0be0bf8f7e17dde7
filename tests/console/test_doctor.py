"""`pensum doctor` looks and changes nothing; only what nothing runs without makes it fail."""

import sys
from pathlib import Path

import pytest

from services.console.doctor import Finding, disk, examine, fence, folder, house, model, report, tesseract


def test_it_looks_at_everything_and_leaves_no_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "none"
    found = examine(data)
    assert not data.exists()
    names = {each.name for each in found}
    assert names >= {"Python", "Postgres", "Broker", "Data folder", "Disk", "House", "Services", "Model", "Java"}
    assert names >= {"Maven", "Kafka jars", "Tesseract", "Fence", "Chromium"}
    assert report([each for each in found if each.name in ("Python", "Postgres", "Broker")]) == 0
    assert capsys.readouterr().out.count("ok ") == 3


def test_what_is_missing_is_told_with_what_that_disables(capsys: pytest.CaptureFixture[str]) -> None:
    assert report([Finding("Java", False, "not here", "--kafka is not available")]) == 0
    assert "--kafka is not available" in capsys.readouterr().out
    assert report([Finding("Postgres", False, "not here", "nothing runs", must=True)]) == 1


def test_a_data_folder_that_is_a_file_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert not folder(file).ok
    assert not house(file).ok
    assert folder(tmp_path).ok
    assert disk(tmp_path / "a" / "b").here.endswith("GB free")


def test_a_program_that_is_not_on_the_path_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tesseract().disables == "scanned documents cannot be read"
    fake = tmp_path / "tesseract"
    fake.write_text("#!/bin/sh\necho 'List of available languages (1):'\necho eng\n")
    fake.chmod(0o755)
    assert tesseract().disables.startswith("without nor, osd:")


def test_a_models_key_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENSUM_MODEL_BASE_URL", "http://127.0.0.1:11434/v1")
    monkeypatch.setenv("PENSUM_MODEL_API_KEY", "a-secret")
    assert "11434" in model().here
    assert "a-secret" not in model().here


def test_what_does_not_fence_documents_in_here_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert (fence().ok, fence().here) == (False, "the fence around documents cannot be put up")
