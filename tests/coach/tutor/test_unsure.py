"""What was not read surely is told by its place alone: no word of it, and only where nothing else answers."""

import pytest

from contracts.documents import Block, Continued
from contracts.learning import Explain, Explained, Said
from services.coach.tutor.handler import Tutor
from services.text.catalogue.phrases import rendered
from tests.coach.orders import Noted
from tests.coach.tutor.samples import DOCUMENT

HEAD = Block(block_id="h", text="The lighthouse", kind="heading", level=1)
READ = Block(block_id="a", text="The lighthouse stands on a skerry. Its lamp was lit in 1871.", source_page=1)
DOUBTED = Block(
    block_id="u",
    text="The keeper rowed t0 the village whenever flour ran 1ow.",
    source_page=3,
    material=False,
    aside="low_confidence",
)


async def told(question: str, *unsure: Block, language: str = "en", said: tuple[str, ...] = ()) -> Explained:
    command = Explain(
        concepts=[],
        question=question,
        conversation=[Said(role="learner" if at % 2 == 0 else "tutor", text=text) for at, text in enumerate(said)],
        language=language,
        blocks=[HEAD, READ],
        unsure=[HEAD, *unsure] if unsure else [],
        document_sha256=DOCUMENT,
    )
    (explained,) = await Tutor(None, 12_000).explain(command, Noted())
    assert isinstance(explained, Explained)
    return explained


async def test_where_nothing_answers_the_place_is_told_and_no_word_of_it() -> None:
    explained = await told("Why did the keeper row to the village?", DOUBTED)
    assert not explained.found
    place = explained.unsure[0].model_dump()
    assert place == {"document_sha256": DOCUMENT, "block_id": "u", "source_page": 3, "last_page": None}
    assert explained.explanation.endswith(
        "Page 3 has a passage that I could not read surely and that may be about this; look at it there."
    )
    said = explained.model_dump_json()
    assert not any(word in said for word in ("rowed", "village", "whenever", "1ow"))
    assert all(proof.block_id != "u" for proof in explained.quotes)


@pytest.mark.parametrize(
    ("language", "sentence"), [("no", "På side 3 står det noe"), ("de", "Auf Seite 3 steht etwas")]
)
async def test_it_is_said_in_the_readers_language(language: str, sentence: str) -> None:
    explained = await told("Why did the keeper row to the village?", DOUBTED)
    assert explained.phrase is not None
    assert sentence in rendered(explained.phrase, language)


@pytest.mark.parametrize(
    "question",
    [
        "When was the lamp lit?",  # What was read surely answers.
        "How many visitors come in summer?",  # Nothing of it stands there.
        "What does the lighthouse cost?",  # Only what everything here is about.
    ],
)
async def test_nothing_is_said_of_it_where_it_does_not_fit(question: str) -> None:
    explained = await told(question, DOUBTED)
    assert explained.unsure == []
    assert "could not read" not in explained.explanation


async def test_a_follow_up_is_understood_before_a_place_is_told() -> None:
    before = ("Why did the keeper row?", "I found no sentence that answers this.")
    assert [at.block_id for at in (await told("and to the village?", DOUBTED, said=before)).unsure] == ["u"]
    assert (await told("explain it simpler", DOUBTED, said=before)).unsure == []
    assert (await told("and why?", DOUBTED, said=before)).unsure == []


async def test_a_passage_that_goes_on_on_the_next_page_and_names_its_document_is_told_so() -> None:
    over = DOUBTED.model_copy(
        update={"continues": [Continued(start=30, source_page=4)], "document_sha256": "c" * 64},
    )
    explained = await told("Why did the keeper row to the village?", over)
    (place,) = explained.unsure
    assert (place.document_sha256, place.source_page, place.last_page) == ("c" * 64, 3, 4)
    assert "Page 3–4 has" in explained.explanation


async def test_two_passages_of_a_page_are_two_places_and_one_sentence() -> None:
    """The better one by its words was only about it, and the one that answers was named nowhere."""
    other = DOUBTED.model_copy(
        update={"block_id": "v", "text": "The keeper rowed t0 the village for flour on Mondays."}
    )
    explained = await told("Why did the keeper row to the village?", DOUBTED, other)
    assert {place.block_id for place in explained.unsure} == {"u", "v"}
    assert explained.explanation.count("Page 3") == 1
