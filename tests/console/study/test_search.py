"""`pensum search`: passages as they are printed, what became of the words, and its exit statuses."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.views.search import PassageView, SoughtWord
from services.console.study.search import search
from tests.console.study.gateway_standin import StandIn
from tests.console.study.specimens import SESSION, TOKEN, Json

PASSAGE = PassageView(
    document_sha256="a" * 64,
    filename="tides.pdf",
    title="Tides",
    page_kind="page",
    source_page=3,
    block_id="p3b1",
    start=10,
    end=40,
    heading="The [moon]",
    before="It is large.",
    quote="A spring tide comes at full moon.",
    after="A neap tide does not.",
    share=0.9,
    words=["tide"],
)


@pytest.fixture
def gateway() -> Iterator[StandIn]:
    with StandIn() as started:
        yield started


def found(*passages: PassageView, notice: str = "", words: tuple[SoughtWord, ...] = ()) -> Json:
    return {
        "passages": [each.model_dump(mode="json") for each in passages],
        "total": len(passages),
        "words": [each.model_dump(mode="json") for each in words],
        "languages": ["en"],
        "notice": notice,
    }


def asked(gateway: StandIn, tmp_path: Path, *, session: str = str(SESSION), as_json: bool = False) -> int:
    return search(
        session, "what is a tyde?", limit=5, as_json=as_json, url=gateway.url, token=TOKEN, data=tmp_path / "data"
    )


def test_each_passage_is_printed_with_its_place_and_what_a_slip_was_taken_for(
    gateway: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (
        SoughtWord(word="tyde", how="typo", written=["tide", "tides"]),
        SoughtWord(word="quark", how="nowhere", written=[]),
    )
    gateway.passages = found(PASSAGE, words=words)
    assert asked(gateway, tmp_path) == 0
    assert capsys.readouterr().out.splitlines() == [
        "“tyde” was taken for “tide”, “tides”.",
        "“quark” does not stand in the text.",
        "",
        " 1. p. 3, The [moon]",
        "    It is large. A spring tide comes at full moon. A neap tide does not.",
    ]


def test_of_several_documents_each_is_named(
    gateway: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = PASSAGE.model_copy(update={"document_sha256": "b" * 64, "filename": "b.pptx", "page_kind": "slide"})
    gateway.passages = found(PASSAGE, other.model_copy(update={"heading": "", "before": "", "after": ""}))
    assert asked(gateway, tmp_path) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[1] == " 1. tides.pdf, p. 3, The [moon]"
    assert said[4:] == [" 2. b.pptx, slide 3", "    A spring tide comes at full moon."]


def test_nothing_found_is_said_and_ends_with_1(
    gateway: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gateway.passages = found(notice="Der Text ist auf Englisch.")
    assert asked(gateway, tmp_path) == 1
    assert capsys.readouterr().out.splitlines() == ["Der Text ist auf Englisch.", "Nothing was found."]


def test_json_is_the_answer_as_it_came(gateway: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gateway.passages = found(PASSAGE)
    assert asked(gateway, tmp_path, as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == gateway.passages


def test_a_text_that_is_not_there_yet_and_no_session_are_said(
    gateway: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(gateway, tmp_path) == 1
    assert "are being read" in capsys.readouterr().err
    assert asked(gateway, tmp_path, session="nonsense") == 1
    assert "is no session's id" in capsys.readouterr().err
