"""Items whose quote holds and whose key is wrong all the same, or could not be told from another."""

from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest
from pydantic import TypeAdapter

from contracts.documents import Block
from contracts.items import Item
from contracts.proof import Proof
from contracts.quizzes import ValidateItems
from services.evaluator.validation.validate import validate
from tests.evaluator.conftest import DOCUMENT, ORIGIN, QUIZ

ITEM: TypeAdapter[Item] = TypeAdapter(Item)
TRUTHS = [{"option_id": "true", "text": "True"}, {"option_id": "false", "text": "False"}]
ANCHOR = "The harbour is a sheltered place where ships can lie at anchor."
TUG = "A tug pulls ships and a crane lifts cargo."


def proof(text: str, quote: str, answer: str = "") -> Proof:
    start = text.index(quote)
    at = start + quote.find(answer)
    return Proof(
        document_sha256=DOCUMENT,
        block_id="b",
        block_sha256=sha256(text.encode()).hexdigest(),
        source_page=1,
        start=start,
        end=start + len(quote),
        quote=quote,
        answer_start=at if answer else None,
        answer_end=at + len(answer) if answer else None,
    )


def codes(
    type: str, text: str, quote: str = "", *, language: str = "en", concept: str = "x", **fields: Any
) -> set[str]:
    """The reasons for which an item about a text of one block is refused."""
    question = fields.pop("question", "Is this true, by the text?")
    common = {"item_id": UUID(int=1), "quiz_id": QUIZ, "concept": concept, "difficulty": "EASY", "origin": ORIGIN}
    where = fields.pop("proof", None) or proof(text, quote or text)
    item = ITEM.validate_python({"type": type, "question": question, "proof": where, **common, **fields})
    blocks = [Block(block_id="b", text=text)]
    command = ValidateItems(quiz_id=QUIZ, document_sha256=DOCUMENT, language=language, items=[item], blocks=blocks)
    (verdict,) = validate(command).verdicts
    return {reason.code for reason in verdict.reasons}


@pytest.mark.parametrize(
    ("text", "said", "language"),
    [
        ("It is not true that the old harbour is deeper.", "the old harbour is deeper", "en"),
        ("Many believed that the old harbour is deeper.", "the old harbour is deeper", "en"),
        ("If the wind turns, the old harbour is deeper.", "the old harbour is deeper", "en"),
        ("Det er ikke slik at den gamle havnen er dypest.", "den gamle havnen er dypest", "no"),
        ("Mange trodde at den gamle havnen er dypest.", "den gamle havnen er dypest", "no"),
    ],
)
def test_a_part_of_a_sentence_that_denies_it_is_no_true_statement(text: str, said: str, language: str) -> None:
    found = codes("true_false", text, language=language, statement=said, options=TRUTHS, answer="true")
    assert found == {"statement_not_in_quote"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The old harbour is not deeper.", "The old harbour is not deeper."),
        ("In 1820, as maps show, the old harbour was deeper.", "the old harbour was deeper"),
    ],
)
def test_a_sentence_with_its_own_denial_and_a_part_without_one_stay_true(text: str, said: str) -> None:
    assert codes("true_false", text, statement=said, options=TRUTHS, answer="true") == set()


def test_what_the_text_says_in_another_place_is_not_false() -> None:
    text = "Quays are built of granite. Bollards are cast in iron. Quays are built of concrete."
    false = {"statement": "Quays are built of concrete.", "wrong": "concrete", "right": "granite", "answer": "false"}
    granite = "Quays are built of granite."
    assert codes("true_false", text, granite, options=TRUTHS, **false) == {"key_ambiguous"}
    assert codes("true_false", text[:54], granite, options=TRUTHS, **false) == set()


@pytest.mark.parametrize(("answer", "concept", "held"), [("is", "x", False), ("The", "x", False), ("is", "is", True)])
def test_a_gap_for_a_small_word_asks_nothing(answer: str, concept: str, held: bool) -> None:
    question = ANCHOR.replace(answer, "____", 1)
    found = codes(
        "cloze", ANCHOR, question=question, answer=answer, concept=concept, proof=proof(ANCHOR, ANCHOR, answer)
    )
    assert ("answer_says_nothing" not in found) is held


def pairs(quotes: tuple[str, str]) -> set[str]:
    text = f"{TUG} A pilot boat guides strangers. {' '.join(quotes)}"
    why = [{"option_id": str(n), "sentence": "So.", "proof": proof(text, quote)} for n, quote in enumerate(quotes, 1)]
    return codes(
        "matching",
        text,
        question="Match each with what it moves.",
        prompts=[{"option_id": "1", "text": "tug"}, {"option_id": "2", "text": "crane"}],
        options=[{"option_id": "a", "text": "ships"}, {"option_id": "b", "text": "cargo"}],
        answer={"1": "a", "2": "b"},
        explanations=why,
        proof=proof(text, quotes[0]),
    )


def test_pairs_that_one_sentence_proves_could_be_joined_either_way() -> None:
    assert pairs((TUG, TUG)) == {"key_ambiguous"}
    assert pairs(("A tug pulls ships.", "A crane lifts cargo.")) == set()


@pytest.mark.parametrize(
    ("language", "text", "answer", "value", "held"),
    [
        ("no", "Det ligger 1.300 skip her.", "1.300", 1300, True),
        ("no", "Det ligger 1.300 skip her.", "1.300", 1.3, False),
        ("nb", "Moloen er 2,500 meter lang.", "2,500", 2.5, True),
        ("nb", "Moloen er 2,500 meter lang.", "2,500", 2500, False),
        ("fr", "Il y a 1.500 navires ici.", "1.500", 1.5, False),
        ("en", "It holds 1,300 ships here.", "1,300", 1300, True),
        ("en", "It holds 1,300 ships here.", "1,300", 1.3, False),
        ("en", "In 1990 50 ships came here.", "1990", 1990, True),
        ("en", "Only 1/3 of it is dry.", "1", 1, False),
        ("en", "At 14:30 the ferry sails.", "14", 14, False),
    ],
)
def test_a_number_means_what_its_language_says(language: str, text: str, answer: str, value: float, held: bool) -> None:
    question, where = text.replace(answer, "____", 1), proof(text, text, answer)
    found = codes("numeric", text, language=language, question=question, answer=answer, value=value, proof=where)
    assert (found == set()) is held, found


@pytest.mark.parametrize(("tolerance", "refused"), [(0, False), (3, False), (10, False), (11, True), (1e300, True)])
def test_a_tolerance_that_takes_almost_any_number_is_refused(tolerance: float, refused: bool) -> None:
    text = "A large crane in the harbour lifts 40 tonnes at once."
    fields: dict[str, Any] = {"question": text.replace("40", "____"), "answer": "40", "value": 40, "unit": "tonnes"}
    found = codes("numeric", text, proof=proof(text, text, "40"), tolerance=tolerance, **fields)
    assert found == ({"tolerance_too_wide"} if refused else set())


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("Which of these cheeses is made of goat milk?", True),
        ("What can ships do in a harbour?", False),
        ("What is done by a shipping company there?", False),
    ],
)
def test_a_question_about_something_else_than_its_quote_is_refused(question: str, refused: bool) -> None:
    options = [
        {"option_id": id, "text": text}
        for id, text in zip("abc", ("lie at anchor", "sail away", "run dry"), strict=True)
    ]
    where = proof(ANCHOR, ANCHOR, "lie at anchor")
    found = codes("multiple_choice", ANCHOR, proof=where, question=question, options=options, answer="a")
    assert found == ({"stem_elsewhere"} if refused else set())
