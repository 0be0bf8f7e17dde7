"""A hostile file ends in a clear failure: never in a crash, never in memory or time without end."""

import struct
import time
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contracts.problems import Code, Failure
from services.reader.formats import media
from services.reader.formats.flow import read_flow
from services.reader.settings import ReaderSettings
from tests.reader.formats import made
from tests.reader.formats.made import put, zipped

_SMALL = ReaderSettings(
    most_unpacked_bytes=400_000,
    most_entries=60,
    most_nesting=40,
    most_characters=5000,
    most_page_characters=300,
    most_pages=3,
)
_MEDIA = {
    "docx": media.DOCX,
    "pptx": media.PPTX,
    "epub": media.EPUB,
    "html": media.HTML,
    "md": media.MARKDOWN,
    "txt": media.TEXT,
    "srt": media.SRT,
    "vtt": media.VTT,
}


def refused(folder: Path, content: bytes | str, media_type: str, limits: ReaderSettings = _SMALL) -> Failure:
    with pytest.raises(Failure) as caught:
        read_flow(put(folder, content), media_type, limits)
    return caught.value


def ended(told: Callable[[], object]) -> int:
    """The status: 200, or that of the failure."""
    try:
        told()
    except Failure as wrong:
        return wrong.problem.status
    return 200


def changed(content: bytes, name: str, change: tuple[bytes, bytes]) -> bytes:
    """A zip whose entry of that name has `change[0]` replaced."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        held = {each: archive.read(each) for each in archive.namelist()}
    assert change[0] in held[name]
    return zipped(held | {name: held[name].replace(*change)})


@pytest.mark.parametrize("kind", ["docx", "pptx", "epub"])
def test_a_zip_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(tmp_path: Path, kind: str) -> None:
    with zipfile.ZipFile(BytesIO(made.SAMPLES[kind])) as archive:
        held = {each: archive.read(each) for each in archive.namelist()}
    wrong = refused(tmp_path, zipped(held | {"bomb.bin": bytes(500_000)}), _MEDIA[kind]).problem
    assert wrong.code is Code.READING_LIMIT
    assert wrong.numbers["limit"] == 400_000
    assert wrong.numbers["found"] > 500_000
    assert "400,000" in wrong.detail


def test_a_part_that_unpacks_to_many_times_its_size_is_refused(tmp_path: Path) -> None:
    wrong = refused(tmp_path, zipped({"bomb.xml": bytes(20_000_000)}), media.EPUB, ReaderSettings()).problem
    assert wrong.code is Code.READING_LIMIT
    assert "times its size" in wrong.detail


def test_a_size_that_lies_is_not_believed(tmp_path: Path) -> None:
    held = bytearray(zipped({"META-INF/container.xml": "x" * 9000}))
    place = held.rindex(b"PK\x01\x02") + 24
    held[place : place + 4] = struct.pack("<I", 10)
    assert refused(tmp_path, bytes(held), media.EPUB).problem.code is Code.DAMAGED


def test_too_many_parts_are_refused(tmp_path: Path) -> None:
    wrong = refused(tmp_path, zipped({f"{n}": "" for n in range(61)}), media.EPUB).problem
    assert (wrong.code, wrong.numbers) == (Code.READING_LIMIT, {"found": 61, "limit": 60})


def test_parts_locked_with_a_password_are_named(tmp_path: Path) -> None:
    held = bytearray(made.SAMPLES["epub"])
    place = held.index(b"PK\x01\x02") + 8
    held[place] |= 1
    assert refused(tmp_path, bytes(held), media.EPUB).problem.code is Code.ENCRYPTED


def test_a_book_locked_by_its_seller_is_named(tmp_path: Path) -> None:
    locked = '<encryption><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></encryption>'
    wrong = refused(tmp_path, made.book(**{"META-INF/encryption.xml": locked}), media.EPUB).problem
    assert (wrong.code, "DRM" in wrong.detail) == (Code.ENCRYPTED, True)


def test_scrambled_fonts_lock_no_book(tmp_path: Path) -> None:
    fonts = '<encryption><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></encryption>'
    path = put(tmp_path, made.book(**{"META-INF/encryption.xml": fonts}))
    assert read_flow(path, media.EPUB, _SMALL).pages == 2


@pytest.mark.parametrize("depth", [60, 5000])
def test_what_nests_too_deep_is_refused(tmp_path: Path, depth: int) -> None:
    deep = "<div>" * depth + "kettle" + "</div>" * depth
    chapter = made.book(**{"OPS/two.xhtml": f"<html><body>{deep}</body></html>"})
    control = changed(
        made.word(), "word/document.xml", (b"<w:body>", b"<w:body>" + b"<w:sdt>" * depth + b"</w:sdt>" * depth)
    )
    for content, media_type in (
        (f"<html>{deep}</html>", media.HTML),
        (chapter, media.EPUB),
        (deep, media.MARKDOWN),
        (control, media.DOCX),
    ):
        wrong = refused(tmp_path, content, media_type, ReaderSettings(most_nesting=40)).problem
        assert (wrong.code, wrong.numbers["limit"]) == (Code.READING_LIMIT, 40)


def test_quotes_within_quotes_are_refused_and_never_lost(tmp_path: Path) -> None:
    limits = ReaderSettings(most_nesting=40)
    assert refused(tmp_path, ">" * 90 + " kettle", media.MARKDOWN, limits).problem.code is Code.READING_LIMIT
    flow = read_flow(put(tmp_path, ">" * 30 + " kettle"), media.MARKDOWN, limits)
    assert [each.text for each in flow.blocks] == ["kettle"]


def test_lists_within_lists_without_end_are_no_crash(tmp_path: Path) -> None:
    content = "\n".join("  " * n + f"- kettle {n}" for n in range(600))
    assert ended(lambda: read_flow(put(tmp_path, content), media.MARKDOWN, ReaderSettings())) in (200, 422)


def test_links_within_links_cost_no_time_without_end(tmp_path: Path) -> None:
    deep = "<a><b>" * 18 + "kettle" + "</b></a>" * 18
    content = f"<html><body><dl><dt>{deep}</dt><dd>holds what boils</dd></dl></body></html>"
    began = time.process_time()
    flow = read_flow(put(tmp_path, content), media.HTML, ReaderSettings())
    assert "kettle" in " ".join(each.text for each in flow.blocks)
    assert time.process_time() - began < 1


_LAUGHS = (
    '<!DOCTYPE html [<!ENTITY a "kettlekettle"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">'
    '<!ENTITY f SYSTEM "file:///etc/passwd">]>'
)


def test_entities_are_neither_expanded_nor_fetched(tmp_path: Path) -> None:
    page = f"{_LAUGHS}<html><body><p>Heat &c; and &f; it.</p></body></html>"
    for content, media_type in ((page, media.HTML), (made.book(**{"OPS/two.xhtml": page}), media.EPUB)):
        text = " ".join(block.text for block in read_flow(put(tmp_path, content), media_type, ReaderSettings()).blocks)
        assert "Heat" in text
        assert "kettlekettle" not in text
        assert "root:" not in text
    doctype = b"<!DOCTYPE x [<!ENTITY f SYSTEM 'file:///etc/passwd'><!ENTITY a 'kettlekettle'>]><w:document"
    spied = changed(made.word(), "word/document.xml", (b"<w:document", doctype))
    spied = changed(spied, "word/document.xml", (b"into heat", b"into &f;&a; heat"))
    text = " ".join(block.text for block in read_flow(put(tmp_path, spied), media.DOCX, ReaderSettings()).blocks)
    assert "root:" not in text
    assert "kettlekettle" not in text


def test_a_path_inside_a_file_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "two.xhtml").write_text("<html><body><p>Not ours.</p></body></html>")
    spine = made.book()
    moved = changed(spine, "OPS/book.opf", (b'href="two.xhtml"', b'href="../../two.xhtml"'))
    assert refused(tmp_path, moved, media.EPUB).problem.code is Code.DAMAGED


def test_too_much_text_is_refused_with_the_numbers(tmp_path: Path) -> None:
    wrong = refused(tmp_path, "kettle " * 900, media.TEXT).problem
    assert (wrong.code, wrong.numbers["limit"]) == (Code.READING_LIMIT, 5000)
    assert refused(tmp_path, "kettle " * 9000, media.TEXT).problem.code is Code.READING_LIMIT


def test_a_slide_or_a_deck_that_is_too_long_is_refused(tmp_path: Path) -> None:
    limits = ReaderSettings(most_page_characters=30)
    assert "Slide 2 has" in refused(tmp_path, made.slides(), media.PPTX, limits).problem.detail
    wrong = refused(tmp_path, made.slides(), media.PPTX, ReaderSettings(most_pages=1)).problem
    assert (wrong.code, wrong.status) == (Code.TOO_MANY_PAGES, 413)


def test_missing_parts_are_damage(tmp_path: Path) -> None:
    for kind in ("docx", "pptx", "epub"):
        wrong = refused(tmp_path, zipped({"[Content_Types].xml": "<Types/>"}), _MEDIA[kind]).problem
        assert wrong.code is Code.DAMAGED


def test_a_transcript_without_cues_to_tell_apart_is_damaged(tmp_path: Path) -> None:
    assert refused(tmp_path, "kettle\nkettle\nkettle\n", media.SRT).problem.code is Code.DAMAGED


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
@pytest.mark.parametrize("kind", list(_MEDIA))
def test_a_broken_file_raises_nothing_but_a_failure(tmp_path: Path, kind: str, data: st.DataObject) -> None:
    content = bytearray(made.SAMPLES[kind])
    if data.draw(st.booleans()):
        content = content[: data.draw(st.integers(1, len(content) - 1))]
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=8)):
        content[place] = data.draw(st.integers(0, 255))
    path = put(tmp_path, bytes(content))
    assert ended(lambda: media.media_type_of(path)) in (200, 415, 422)
    assert ended(lambda: read_flow(path, _MEDIA[kind], ReaderSettings())) in (200, 413, 422)
