"""Validating and grading in other scripts, and proofs from several documents."""

from hashlib import sha256

import pytest

from contracts.documents import Block
from contracts.items import Cloze
from contracts.proof import Proof
from contracts.quizzes import ValidateItems
from services.evaluator.items import typed
from services.evaluator.items.shared_rules import size_of
from services.evaluator.validation.validate import validate
from services.text.words import fold, main_stems_of, occurs, tells_all
from tests.evaluator.conftest import DOCUMENT, ORIGIN, QUIZ


def cloze(block: Block, answer: str, document: str = DOCUMENT) -> Cloze:
    at = block.text.index(answer)
    return Cloze(
        item_id=QUIZ,
        quiz_id=QUIZ,
        concept=answer,
        difficulty="MEDIUM",
        question=block.text.replace(answer, "____", 1),
        answer=answer,
        proof=Proof(
            document_sha256=document,
            block_id=block.block_id,
            block_sha256=sha256(block.text.encode()).hexdigest(),
            source_page=1,
            start=0,
            end=len(block.text),
            quote=block.text,
            answer_start=at,
            answer_end=at + len(answer),
        ),
        origin=ORIGIN,
    )


def codes(block: Block, item: Cloze, language: str = "") -> set[str]:
    command = ValidateItems(quiz_id=QUIZ, document_sha256=DOCUMENT, language=language, items=[item], blocks=[block])
    (verdict,) = validate(command).verdicts
    return {reason.code for reason in verdict.reasons}


@pytest.mark.parametrize(
    ("text", "answer", "language"),
    [
        ("يرتفع ماء البحر مرتين في اليوم بسبب جاذبية القمر.", "جاذبية", "ar"),
        ("光合作用是植物利用阳光制造糖的过程。", "阳光", "zh"),
        ("चंद्रमा समुद्र के जल को अपनी ओर खींचता है।", "जल", "hi"),
        ("น้ำทะเลขึ้นวันละสองครั้ง", "สองครั้ง", "th"),
    ],
)
def test_a_good_gap_is_accepted_in_any_script(text: str, answer: str, language: str) -> None:
    block = Block(block_id="b1", text=text)
    assert codes(block, cloze(block, answer), language) == set()


def test_what_stands_around_a_gap_tells_in_any_script() -> None:
    block = Block(block_id="b1", text="阳光很强，植物利用阳光制造糖。")
    assert "answer_leaked" in codes(block, cloze(block, "阳光"), "zh")


def test_a_proof_must_name_the_document_of_its_block() -> None:
    other = "b" * 64
    block = Block(block_id="b1", text="The glacier carries stones slowly.", document_sha256=other)
    assert codes(block, cloze(block, "stones", other)) == set()
    assert codes(block, cloze(block, "stones", DOCUMENT)) == {"document_wrong"}
    unnamed = block.model_copy(update={"document_sha256": None})
    assert codes(unnamed, cloze(unnamed, "stones", other)) == {"document_wrong"}


def test_a_block_is_judged_in_its_own_language() -> None:
    text = "Fjorden er dyp, og mange fjorder har en terskel."
    block = Block(block_id="b1", text=text, language="no")
    assert codes(block, cloze(block, "Fjorden"), "en") == {"answer_leaked"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("كِتَاب", "كتاب"),
        ("الكتاب", "كتاب"),
        ("ادوات", "أدوات"),
        ("البرمجـة", "البرمجة"),
        ("ＤＮＡ", "DNA"),
        ("١٩١٤", "1914"),
        ("l'eau", "eau"),
        ("ecole", "école"),
        ("น้ำ", "น้ำ"),
        ("細胞", "細胞"),
    ],
)
def test_what_writers_of_a_script_leave_out_or_mix_up_is_forgiven(given: str, expected: str) -> None:
    assert typed.same(given, expected, quote="", known=())


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("كاتب", "كتاب"),
        ("がき", "かき"),
        ("นำ", "น้ำ"),
        ("사랑", "사람"),
        ("細胞", "細胞膜"),
        ("किताबें", "किताब"),
        ("कताब", "किताब"),
    ],
)
def test_where_one_letter_makes_another_word_no_slip_is_forgiven(given: str, expected: str) -> None:
    assert not typed.same(given, expected, quote="", known=())


def test_words_and_boundaries_of_any_script() -> None:
    assert occurs("القمر", "جاذبية القمر كبيرة")
    assert not occurs("قمر", "جاذبية القمر كبيرة")
    assert occurs("阳光", "植物利用阳光。")
    assert tells_all("किताब पढ़ो", "किताब", "hi")
    assert not tells_all("कताब", "त", "hi")
    assert main_stems_of("光合作用", "zh") == {"光合", "合作", "作用"}
    assert size_of("光合作用") == 4
    assert fold("ＤＮＡ") == "dna"
