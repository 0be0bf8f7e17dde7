"""The digest of texts in other scripts, of very short ones, of recognised ones, and of those that have nothing."""

import pytest

from contracts.digest import DocumentDigested
from contracts.documents import Block, DocMeta, PageKind
from contracts.reading import StoredReading
from services.reader.digest.assembly import digested
from services.reader.words.segmenting import words_in
from services.reader.words.sentences import is_whole
from services.text.splitting import spans_of

ARABIC = (
    "يرتفع ماء البحر مرتين في اليوم بسبب جاذبية القمر. يعرف الصيادون أوقات المد معرفة جيدة؟ نعم هذا صحيح في كل يوم.",
    "جاذبية الشمس أضعف من جاذبية القمر. يكون المد أعلى عندما يكتمل القمر في وسط الشهر.",
)
JAPANESE = (
    "潮汐は月の引力によって海面が上下する現象である。プランクトンは水中を漂う小さな生物である。",
    "月の引力は太陽の引力よりも強く海水を引く。多くの魚はプランクトンを食べて育つ。",
)


def digest(
    *texts: str, language: str, kind: PageKind = "page", confidence: tuple[float | None, ...] = ()
) -> DocumentDigested:
    sure = confidence or (None,) * len(texts)
    blocks = [
        Block(block_id=f"b{n}", text=text, source_page=n, confidence=sure[n - 1]) for n, text in enumerate(texts, 1)
    ]
    meta = DocMeta(title="A text", language=language, pages=len(texts), page_kind=kind)
    return digested(StoredReading(doc_meta=meta, document_sha256="0" * 64, reader="test", blocks=blocks))


def names(found: DocumentDigested) -> list[str]:
    return [term.term for term in found.terms]


def test_sentences_end_by_the_marks_of_their_script() -> None:
    text = ARABIC[0]
    assert [text[a:b][-1] for a, b in spans_of(text)] == [".", "؟", "."]
    text = "海水每天涨落两次。这是因为月球的引力！为什么？"
    assert [text[a:b] for a, b in spans_of(text)] == ["海水每天涨落两次。", "这是因为月球的引力！", "为什么？"]
    text = "चाँद जल को खींचता है। यह रोज़ होता है।"
    assert len([*spans_of(text)]) == 2
    assert is_whole("海水每天涨落两次，这是因为月球的引力。")
    assert not is_whole("海水。")


def test_words_without_blanks_are_parted_by_the_word_list() -> None:
    text = "月の引力は海水を引く。"
    words = [text[a:b] for a, b in words_in(text, "ja")]
    assert {"月", "引力", "海水"} <= set(words)
    assert [text[a:b] for a, b in words_in("Pythonمن أدوات", "ar")][0:0] == []
    mixed = "Pythonمن أدوات"
    assert [mixed[a:b] for a, b in words_in(mixed, "ar")] == ["Python", "من", "أدوات"]


@pytest.mark.parametrize(
    ("texts", "language", "term"),
    [(ARABIC, "ar", "القمر"), (JAPANESE, "ja", "引力"), (JAPANESE, "ja", "プランクトン")],
)
def test_other_scripts_have_terms_blocks_and_a_summary(texts: tuple[str, ...], language: str, term: str) -> None:
    found = digest(*texts, language=language)
    assert term in names(found)
    assert found.blocks == ["b1", "b2"]
    assert found.context.full_summary
    for each in found.terms:
        assert texts[int(each.block_id[1:]) - 1][each.start : each.end] == each.term


def test_a_very_short_text_is_asked_about_its_rarest_noun_and_not_how_it_opens() -> None:
    found = digest(
        "This is a page that was made for printing. Anyway, there could be more of the glacier.", language="en"
    )
    assert "glacier" in names(found)
    assert "Anyway" not in names(found)
    assert {term.relevance for term in found.terms} == {"Low"}


@pytest.mark.parametrize(
    "texts",
    [
        ("Maria Souza, Per Hansen, John Smith and Li Wei, Anna Berg", "Oslo, Bergen, Trondheim"),
        ("12 345 678 90 11 12 13 14",),
    ],
)
def test_a_list_of_names_or_numbers_has_nothing_to_ask(texts: tuple[str, ...]) -> None:
    assert digest(*texts, language="en").terms == []


def test_words_that_were_recognised_badly_are_left_out_where_others_are_there() -> None:
    good = "The fjord was carved by a glacier in the last ice age of the north."
    bad = "The fjorb vvas carvcd by a glacjer in the lasf ice agc of the norlh."
    assert digest(good, bad, language="en", confidence=(93.0, 41.0)).blocks == ["b1"]
    assert digest(bad, language="en", confidence=(41.0,)).blocks == ["b1"]
    assert not {"glacjer", "fjorb", "carvcd", "norlh"} & set(names(digest(bad, language="en", confidence=(80.0,))))


@pytest.mark.parametrize(
    ("kind", "language", "title"),
    [
        ("page", "en", "Page 1"),
        ("slide", "en", "Slide 1"),
        ("slide", "no", "Lysbilde 1"),
        ("cue", "en", "The glacier carries stones and sand slowly down the long …"),
        ("section", "no", "Isbreen bærer stein og sand sakte ned gjennom den lange …"),
    ],
)
def test_parts_without_headings_are_named_by_pages_that_can_be_turned_to_else_by_how_they_begin(
    kind: PageKind, language: str, title: str
) -> None:
    text = "The glacier carries stones and sand slowly down the long valley."
    if language == "no":
        text = "Isbreen bærer stein og sand sakte ned gjennom den lange dalen hvert år."
    sections = digest(text, text, language=language, kind=kind).context.main_sections
    assert sections[0].section_title == title
