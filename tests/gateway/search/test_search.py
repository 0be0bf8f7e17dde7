"""Search: what is found, where it says that it stands, and what of a session nobody finds."""

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest

from contracts.documents import Block, Recognition
from contracts.problems import Code
from contracts.session import Status
from tests.gateway.conftest import As, Sent
from tests.gateway.kinds import SHA
from tests.gateway.shelf import START, Kept, Shelf

OTHER = "b" * 64
BLOCKS = [
    Block(block_id="h1", text="Water in plants", kind="heading", level=1),
    Block(
        block_id="a",
        text="Leaves are thin. Transpiration is the loss of water vapour from leaves. It cools them.",
        source_page=2,
    ),
    Block(block_id="b", text="A guard cell swells when it takes up water. The pore opens then."),
    Block(block_id="h2", text="Food", kind="heading", level=1),
    Block(block_id="c", text="Sugar moves through the phloem. Aphids feed on it.", start_sec=12.5, end_sec=20),
    Block(block_id="r", text="Transpiration, page 7", material=False, aside="running"),
    Block(block_id="l", text="Transpirution of laaves", material=False, aside="low_confidence"),
]


def lesson(shelf: Shelf, tenant: str, user: str = "ann", **more: Any) -> Kept:
    """A session with these blocks."""
    kept = shelf.session(tenant, user, blocks=0, **more)
    shelf.blocks(kept, BLOCKS)
    return kept


async def found(client: httpx.AsyncClient, kept: Kept, question: str, **more: Any) -> dict[str, Any]:
    """What a search answers."""
    answer = await client.get(f"/v1/sessions/{kept.session}/search", params={"q": question, **more})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_a_passage_has_its_sentence_within_its_neighbours_and_its_place(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    told = await found(ann, lesson(shelf, tenant), "What is transpiration?")
    first = told["passages"][0]
    assert first | {"share": 1} == {
        "document_sha256": SHA,
        "filename": "leaves.pdf",
        "title": "Leaves",
        "page_kind": "page",
        "source_page": 2,
        "last_page": None,
        "block_id": "a",
        "start": 17,
        "end": 71,
        "heading": "Water in plants",
        "before": "Leaves are thin.",
        "quote": "Transpiration is the loss of water vapour from leaves.",
        "after": "It cools them.",
        "start_sec": None,
        "end_sec": None,
        "share": 1,
        "words": ["transpiration"],
        "likeness": None,
    }
    assert first["share"] == pytest.approx(1)
    assert BLOCKS[1].text[first["start"] : first["end"]] == first["quote"]
    assert told["words"] == [{"word": "transpiration", "how": "same", "written": ["transpiration"]}]
    assert (told["total"], told["languages"], told["notice"]) == (1, ["en"], "")


@pytest.mark.parametrize(
    ("question", "block", "how"),
    [
        ("transpir", "a", "same"),
        ("transpirasion", "a", "form"),
        ("tranpsiration", "a", "typo"),
        ("what do they lose as vapor", "a", "form"),
        ("swollen guard cells", "b", "same"),
        ("aphid feeding", "c", "same"),
        ("WATER IN PLANTS pores", "b", "same"),
    ],
)
async def test_typos_and_inflections_find_their_words(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, question: str, block: str, how: str
) -> None:
    told = await found(ann, lesson(shelf, tenant), question)
    assert told["passages"][0]["block_id"] == block
    assert how in {word["how"] for word in told["words"]}


async def test_a_slip_is_shown_as_the_text_has_it(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    told = await found(ann, lesson(shelf, tenant), "tranpsiration of quarks")
    assert told["words"] == [
        {"word": "tranpsiration", "how": "typo", "written": ["transpiration"]},
        {"word": "quarks", "how": "nowhere", "written": []},
    ]
    assert 0 < told["passages"][0]["share"] < 0.6


async def test_a_transcript_has_times(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    first = (await found(ann, lesson(shelf, tenant), "phloem"))["passages"][0]
    assert (first["start_sec"], first["end_sec"], first["heading"]) == (12.5, 20, "Food")


async def test_nothing_is_found_of_running_lines_and_of_what_was_read_badly(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = lesson(shelf, tenant)
    for question in ("page 7", "laaves", "transpirution"):
        told = await found(ann, kept, question)
        assert {passage["block_id"] for passage in told["passages"]} <= {"a", "b", "c"}


async def test_what_the_text_has_nowhere_finds_nothing(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    told = await found(ann, lesson(shelf, tenant), "volcano")
    assert (told["passages"], told["total"], [word["how"] for word in told["words"]]) == ([], 0, ["nowhere"])


async def test_all_documents_of_the_course_are_searched_each_in_its_language(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept, second, both = lesson(shelf, tenant), uuid4(), uuid4()
    own = {"tenant_id": tenant, "user_id": "ann"}
    shelf.insert(
        "documents",
        course_id=kept.course,
        sha256=OTHER,
        filename="skyer.pdf",
        media_type="application/pdf",
        bytes=10,
        blob=f"documents/{OTHER}",
        uploaded_at=START,
        ordinal=1,
        reading_id=second,
        **own,
    )
    for reading, sha, language in ((second, OTHER, "nb"), (both, "", "en")):
        meta = {"title": "Skyer", "language": language, "pages": 1}
        shelf.insert(
            "readings",
            reading_id=reading,
            document_sha256=sha,
            doc_meta=meta,
            complete=True,
            created_at=START,
            **own,
        )
    shelf.blocks(kept, [Block(block_id="n", text="Skyer er små vanndråper. Water is vann.")], "nb", second)
    for ordinal, reading in enumerate((kept.reading, second)):
        shelf.insert("reading_members", set_id=both, reading_id=reading, ordinal=ordinal, **own)
    shelf.ask("update courses set reading_id = %(r)s where course_id = %(c)s", r=both, c=kept.course)
    told = await found(ann, kept, "water")
    assert {passage["filename"] for passage in told["passages"]} == {"leaves.pdf", "skyer.pdf"}
    norwegian = await found(ann, kept, "Hva er skyene laget av?")
    assert (norwegian["passages"][0]["filename"], norwegian["passages"][0]["title"]) == ("skyer.pdf", "Skyer")
    assert (norwegian["notice"], norwegian["languages"]) == ("", ["en", "nb"])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Hva er det som skjer med vann i planter?", "Teksten er på engelsk"),
        ("Was passiert mit dem Wasser in der Pflanze?", "Der Text ist auf Englisch"),
        ("Que se passe-t-il avec la sève dans les plantes et pourquoi ?", "The text is in English"),
    ],
)
async def test_a_question_in_another_language_is_told_so_in_that_language(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, sent: Sent, question: str, said: str
) -> None:
    told = await found(ann, lesson(shelf, tenant), question)
    assert told["notice"].startswith(said)
    assert sent.messages == []  # The house has no model for what it means, so nobody is asked.


async def test_no_more_is_shown_than_wanted_and_a_sentence_once(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.session(tenant, "ann", blocks=0)
    sentences = " ".join(f"Cell number {number} divides." for number in range(9))
    shelf.blocks(kept, [Block(block_id=f"b{number}", text=sentences) for number in range(20)])
    told = await found(ann, kept, "cell", limit=5)
    assert len(told["passages"]) == 5 < 50 < told["total"]
    told = await found(ann, kept, "cell", limit=50)
    shown = [f"{one['block_id']} {part}" for one in told["passages"] for part in one["quote"].split(". ")]
    assert len(shown) == len(set(shown)) == 50


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({}, "q"),
        ({"q": ""}, "q"),
        ({"q": "  "}, "q"),
        ({"q": "x" * 501}, "q"),
        ({"q": "a\0b"}, "q"),
        ({"q": "leaf", "limit": 0}, "limit"),
        ({"q": "leaf", "limit": 51}, "limit"),
    ],
)
async def test_a_bad_question_is_a_400_that_names_its_field(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, values: dict[str, str], field: str
) -> None:
    kept = lesson(shelf, tenant)
    answer = await ann.get(f"/v1/sessions/{kept.session}/search", params=values)
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/problem+json")
    assert field in answer.json()["detail"]


@pytest.mark.parametrize("question", ["?!", "'", "\\ ' | & ! <-> :*", "🌱", "a" * 500, "the " * 120, "%L %(session)s"])
async def test_any_text_is_a_question(ann: httpx.AsyncClient, shelf: Shelf, tenant: str, question: str) -> None:
    assert (await found(ann, lesson(shelf, tenant), question))["notice"] == ""


async def test_a_session_that_is_not_read_yet_is_202_and_one_that_failed_says_why(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    reading = shelf.session(tenant, "ann", status=Status.READING, blocks=0)
    answer = await ann.get(f"/v1/sessions/{reading.session}/search", params={"q": "a leaf"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (202, "1")
    assert answer.headers["Location"] == f"/v1/sessions/{reading.session}/search?q=a%20leaf"
    failed = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.TEXT_TOO_SHORT, blocks=0)
    answer = await ann.get(f"/v1/sessions/{failed.session}/search?q=leaf")
    assert (answer.status_code, answer.json()["code"]) == (422, "text_too_short")


async def test_a_text_of_which_nothing_is_material_finds_nothing(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.session(tenant, "ann", blocks=0)
    shelf.blocks(kept, BLOCKS[-2:])
    told = await found(ann, kept, "transpiration")
    assert (told["passages"], told["languages"]) == ([], [])


async def test_another_persons_session_is_404(as_user: As, shelf: Shelf, tenant: str) -> None:
    kept = lesson(shelf, tenant)
    answer = await as_user("bob", "owner").get(f"/v1/sessions/{kept.session}/search?q=transpiration")
    assert (answer.status_code, "Transpiration" in answer.text) == (404, False)


async def test_a_document_that_waits_for_review_is_not_searched(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = lesson(shelf, tenant, status=Status.PENDING_REVIEW, error=Code.LOW_CONFIDENCE)
    answer = await ann.get(f"/v1/sessions/{kept.session}/search?q=transpiration")
    assert (answer.status_code, answer.json()["code"]) == (422, "low_confidence")
    assert "Transpiration" not in answer.text


@pytest.mark.parametrize(("question", "begins"), [("Fordampning", "Teksten er på engelsk"), ("transpiration", "")])
async def test_who_reads_another_language_and_finds_nothing_is_told_in_which_the_text_is(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, question: str, begins: str
) -> None:
    path = f"/v1/sessions/{lesson(shelf, tenant).session}/search"
    told = (await ann.get(path, params={"q": question}, headers={"Accept-Language": "nb"})).json()
    assert told["notice"][: len(begins) or 1] == begins


DOUBTED = Block(
    block_id="u",
    text="Stornata close at n1ght in a drought.",
    source_page=2,
    material=False,
    aside="low_confidence",
)


def scan(shelf: Shelf, tenant: str) -> Kept:
    """The same session of a scan, with a passage that was not read surely."""
    kept = lesson(shelf, tenant)
    shelf.blocks(kept, [DOUBTED])
    judged = Recognition(passed=True, confidence=93, least_confidence=60, least_coverage=0.7)
    shelf.ask(
        "update readings set recognition = %(judged)s::json where reading_id = %(reading)s",
        judged=judged.model_dump_json(),
        reading=kept.reading,
    )
    return kept


async def test_where_a_passage_that_was_not_read_surely_has_more_of_it_its_place_is_told_and_no_word(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = scan(shelf, tenant)
    told = await found(ann, kept, "close in a drought")
    assert told["unsure"] == [{"document_sha256": SHA, "block_id": "u", "source_page": 2, "last_page": None}]
    assert told["notice"].startswith("Page 2 has a passage that could not be read surely")
    assert not any(word in json.dumps(told) for word in ("Stornata", "n1ght"))
    path = f"/v1/sessions/{kept.session}/search?q=close in a drought"
    assert (await ann.get(path, headers={"Accept-Language": "de"})).json()["notice"].startswith("Auf Seite 2 steht")


async def test_what_was_read_surely_or_holds_hardly_any_of_it_names_no_such_place(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = scan(shelf, tenant)
    for question in ("transpiration", "water close to aphids", "quark"):
        told = await found(ann, kept, question)
        assert (told["unsure"], "surely" in told["notice"]) == ([], False)


@pytest.mark.parametrize(
    ("word", "begins"),
    [("jordskjelv", "The text is in English"), ("erdbeben", "The text is in English"), ("quark", "")],
)
async def test_a_single_word_of_another_language_is_known_by_itself(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, word: str, begins: str
) -> None:
    told = await found(ann, lesson(shelf, tenant), word)
    assert told["passages"] == []
    assert told["notice"][: len(begins) or 1] == begins
