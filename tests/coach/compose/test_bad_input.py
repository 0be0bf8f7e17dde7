"""Texts that state no facts: a refusal or a shortfall that says what is wrong with them, and no item about nothing."""

import re
from collections.abc import Sequence

import pytest

from contracts.coaching import StudyMaterial, WriteMaterial
from contracts.digest import Term
from contracts.documents import Block
from contracts.problems import Code, Failure
from services.coach.authors.offline.author import written_from
from services.coach.compose.material import material_of
from services.coach.drafts.fitness import fitness_of
from services.coach.drafts.order import order_of
from services.text.words import find, fold
from tests.coach.orders import CELL_TERMS, CELLS, order

CODE = (
    "def area(width, height):\n    return width * height\n\nclass Box:\n    def __init__(self, side):\n"
    "        self.side = side",
    "for (int i = 0; i < total; i++) {\n    sum += values[i];\n}\nreturn sum;",
    "SELECT name, price FROM goods WHERE price > 10 AND kind = 'box'; -- the box table",
)
REFERENCES = (
    "[1] Hansen, K. (2011). The kidney and its vessels. Journal of Small Organs, 12(3), 45-67.",
    "[2] Olsen, P. and Berg, T. (2004). A kidney atlas. Oslo: Lillebjørn Forlag, pp. 12-19.",
    "Smith, J. A. (1999). On the box and the kidney. Annals of Containers 4, 101-120. doi:10.1/abc",
)
POEM = (
    "The kidney of the evening glows\nAnd over all the water goes\nThe box of night without a key\n"
    "The wind that whispers now to me\nOf every road and every stone\nThat I have ever walked alone",
    "O little box beneath the tree\nWho gave thy golden lid to thee\nThe kidney moon is on the rise\n"
    "And all the grass is full of eyes\nI sang to them and they to me\nOf nothing but the open sea",
)
POEM_IN_LINES = tuple(text.replace("\n", " ") for text in POEM)
GARBLED = (
    "En kidney er en liten maskin som bÃ¥de renser blodet og mÃ¥ fÃ¥ vann, sÃ¥ den blir stÃ¸rre nÃ¥r en drikker.",
    "Box er pÃ¥ norsk en eske, og nÃ¥r den er full, mÃ¥ den tÃ¸mmes fÃ¸r den gÃ¥r i stykker pÃ¥ gulvet.",
)
KINDS: dict[str, Sequence[str]] = {
    "code": CODE,
    "reference": REFERENCES,
    "verse": POEM,
    "garbled": GARBLED,
}
NAMES = ("kidney", "box")


def command(
    texts: Sequence[str], kind: str = "paragraph", *, language: str = "en", terms: bool = True
) -> WriteMaterial:
    """An order whose terms stand in the text, as a digest that knows no better would name them."""
    given = order(texts, (), language=language)
    blocks = [block.model_copy(update={"kind": kind}) for block in given.blocks]
    found = []
    for name in NAMES if terms else ():
        block = next((block for block in blocks if find(name, fold(block.text)) >= 0), None)
        if block:
            at = fold(block.text).index(name)
            found.append(Term(term=name, relevance="High", block_id=block.block_id, start=at, end=at + len(name)))
    return given.model_copy(update={"blocks": blocks, "terms": found})


def written(of: WriteMaterial) -> StudyMaterial:
    read = order_of(of)
    return material_of(read, written_from(read))


def refused(of: WriteMaterial) -> str:
    with pytest.raises(Failure) as caught:
        written(of)
    assert caught.value.final
    assert caught.value.problem.code is Code.NOTHING_TO_ASK
    return caught.value.problem.detail


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_known_by_its_looks(kind: str) -> None:
    assert {fitness_of(Block(block_id="b", text=text)) for text in KINDS[kind]} == {kind}


def test_references_that_were_read_as_one_block_are_references() -> None:
    listed = " ".join(f"[{n}] {text.removeprefix('[1] ')}" for n, text in enumerate(REFERENCES[:2], 1))
    assert fitness_of(Block(block_id="b", text=listed)) == "reference"
    told = "The map was drawn in two steps. 1. Hansen, K. walked the coast in 1871. 2. Olsen, P. drew what he had seen."
    assert fitness_of(Block(block_id="b", text=told)) == "prose"


@pytest.mark.parametrize("text", [*CELLS, *(f"{CELLS[0]} {text}" for text in CELLS[1:])])
def test_a_lesson_is_prose(text: str) -> None:
    assert fitness_of(Block(block_id="b", text=text)) == "prose"


@pytest.mark.parametrize(
    "text",
    [
        "In C, a for loop such as for (i = 0; i < 10; i++) repeats its body ten times, and the counter is then 10.",
        "Hansen, who led the clinic from 1871 to 1912, found the bacterium that causes leprosy in Bergen.",
        "The Kingdom of Norway and The Kingdom of Denmark shared a king until 1814. The union was then dissolved.",
        "Prices rose from 10-12 kr in 2001 to 30-35 kr in 2010 (see Berg 2012), which few had expected.",
        "Rivers carry sand. \nLakes hold it. \nSeas spread it. \nWinds lift it again from dry shores.",
        "Café owners in Århus paid 3 € for naïve art: “très cher”, they said – and bought it.",
    ],
)
def test_prose_that_holds_a_little_of_all_that_stays_prose(text: str) -> None:
    assert fitness_of(Block(block_id="b", text=text)) == "prose"


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (CODE, "3 blocks, but only code"),
        (REFERENCES, "3 blocks, but only references"),
        ((*CODE, *REFERENCES), "6 blocks, but only code and references"),
        (POEM, "verse for the most part"),
        (POEM_IN_LINES, "verse for the most part"),
        (GARBLED, "2 of 2 blocks are garbled"),
    ],
)
def test_a_text_without_facts_is_a_422_that_says_what_it_is(texts: Sequence[str], says: str) -> None:
    assert says in refused(command(texts))


def test_tables_only_are_a_422_that_says_so() -> None:
    rows = ("Kidney | 150 g | 2", "Box | 90 g | 1", "Lid | 12 g | 1")
    assert refused(command(rows, "table_row")) == "The text has 3 blocks, but only tables: no sentence states a fact."


def test_tables_code_and_references_are_named_together() -> None:
    mixed = command((*CODE, *REFERENCES, "Kidney | 150 g | 2"))
    blocks = [*mixed.blocks[:-1], mixed.blocks[-1].model_copy(update={"kind": "table_row"})]
    said = refused(mixed.model_copy(update={"blocks": blocks}))
    assert said == "The text has 7 blocks, but only code, references and tables: no sentence states a fact."


def test_a_norwegian_text_is_refused_in_norwegian_and_a_german_one_in_german() -> None:
    assert refused(command(CODE, language="nb")).startswith("Teksten har 3 blokker, men bare kode")
    assert refused(command(CODE, language="de")).startswith("Der Text hat 3 Blöcke, aber nur Code")


def test_a_digest_that_found_no_term_is_said_to_have_found_none() -> None:
    said = refused(
        command(
            ("Nothing here was ever said by them. It was so, and so it went. They left then too, all of them.",),
            terms=False,
        )
    )
    assert said.startswith("No key term was found in 1 block (")


def test_one_sentence_gives_what_it_gives_and_the_shortfall_says_why_no_more() -> None:
    made = written(command(("A kidney is a small organ that cleans the blood of all land animals.",)))
    assert 1 <= len(made.quiz) <= 3
    (quiz,) = [short for short in made.shortfall if short.of == "quiz"]
    assert quiz.code == "text_too_short"
    assert "the text has only 1 sentence" in quiz.sentence
    assert refused(command(("It is so with that one there too.",), terms=False)).startswith(
        "The text has only 1 sentence"
    )


@pytest.mark.parametrize("texts", [CODE, REFERENCES, GARBLED])
def test_between_facts_these_are_passed_over_and_the_facts_asked_about(texts: Sequence[str]) -> None:
    plain = order((*CELLS[:4], *texts), CELL_TERMS[:4])
    terms = [*plain.terms, *(term.model_copy(update={"term": name}) for name in NAMES for term in plain.terms[:1])]
    made = written(plain.model_copy(update={"terms": terms}))
    asked = [entry.item.proof.block_id for entry in made.quiz] + [card.proof.block_id for card in made.flashcards]
    assert asked
    assert set(asked) <= {"b1", "b2", "b3", "b4"}


def test_a_language_without_patterns_is_told_only_where_something_is_short() -> None:
    texts = ("Kissa on pieni eläin joka nukkuu usein päivällä ja metsästää yöllä hiiriä.",)
    terms = [Term(term="kissa", relevance="High", block_id="b1", start=0, end=5)]
    made = written(order(texts, (), language="fi", questions=5, cards=5).model_copy(update={"terms": terms}))
    for short in made.shortfall:
        assert "for this language only gaps and cards are written" in short.sentence
    assert made.shortfall
    enough = written(order(texts, (), language="fi", questions=1, cards=1).model_copy(update={"terms": terms}))
    assert enough.shortfall == []


def test_every_sentence_for_a_learner_is_filled_in() -> None:
    for texts in (CODE, REFERENCES, POEM, GARBLED):
        for language in ("en", "no", "de", "fi"):
            assert not re.search(r"[{}]|  ", refused(command(texts, language=language)))
