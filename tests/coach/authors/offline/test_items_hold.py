"""Whatever the text: each question and card the offline author drafts proves itself and tells nothing."""

import re
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contracts.coaching import StudyMaterial, WriteMaterial
from contracts.problems import Failure
from contracts.proof import Proof
from contracts.quizzes import BESIDE, ValidateItems
from services.coach.authors.offline.author import written_from
from services.coach.compose.items import entry, flashcard
from services.coach.compose.material import material_of
from services.coach.drafts.draft import Card, Draft, Gap, Number, OneOf, Open, Pairs, SomeOf, Span, Statement, Steps
from services.coach.drafts.order import Order, order_of
from services.evaluator.validation.validate import validate
from services.text.words import content_of, fold, holds, stems_of
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS, DOCUMENT, order

NOISE = (
    "",
    " ",
    "See page 4. ",
    "(",
    "This is it. ",
    "• one • two ",
    "Å\u0301 ﬁne ",
    "[3] ",
    "10 % ",
    "\n\n",
    "A ____ gap. ",
)
NOISE_IN = {
    "en": (
        "The town grew in 1904, burnt down in 1931 and was built again in 1950. ",
        "A loaf needs flour, water, salt and yeast. ",
    ),
    "no": ("Elva frøs i 1904, og isen gikk i 1931. ", "Et brød trenger mel, vann, salt og gjær. "),
}


REPEATS = ("duplicate",)


def shuffled(texts: tuple[str, ...], language: str) -> st.SearchStrategy[list[str]]:
    """The lesson's passages in any order, some left out, with noise before and after."""
    noise = st.sampled_from((*NOISE, *NOISE_IN[language]))
    noisy = st.tuples(noise, st.sampled_from(texts), noise).map("".join)
    return st.lists(noisy, min_size=1, max_size=8)


def orders() -> st.SearchStrategy[WriteMaterial]:
    """Orders in two languages, of any size and difficulty, for anybody."""
    lesson = st.sampled_from([("en", CELLS, CELL_TERMS), ("no", CELLER, CELLE_TERMER)])
    return lesson.flatmap(
        lambda each: st.builds(
            lambda texts, questions, cards, difficulty, goals, focus, audience: order(
                texts,
                [name for name in each[2] if any(name[0] in text.casefold() for text in texts)],
                language=each[0],
                questions=questions,
                cards=cards,
                difficulty=difficulty,
                generationGoals=["flashcards", goals],
                focusAreas=focus,
                targetAudience=audience,
            ),
            shuffled(each[1], each[0]),
            st.integers(1, 20),
            st.integers(0, 20),
            st.sampled_from(["easy", "medium", "hard"]),
            st.sampled_from(["quiz", "multiple_choice_quiz"]),
            st.lists(st.sampled_from([name for name, _ in each[2]]), max_size=3),
            st.sampled_from(["", "beginners", "experts"]),
        )
    )


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(orders())
def test_every_draft_proves_itself_and_is_accepted(command: WriteMaterial) -> None:
    read = order_of(command)
    written = written_from(read)
    for draft in written.quiz:
        holds_itself(draft, read)
        holds_its_proof(entry(draft, read, written.origin).item.proof, command)
    for card in written.cards:
        assert isinstance(card.shape, Card)
        holds_its_proof(flashcard(card, read, written.origin).proof, command)
        assert fold(card.shape.answer) in fold(card.quote)
        assert fold(card.shape.answer) not in fold(card.question)
    judged = validate(
        ValidateItems(
            quiz_id=read.quiz_id,
            document_sha256=DOCUMENT,
            language=read.language,
            items=[entry(draft, read, written.origin).item for draft in written.quiz],
            flashcards=[flashcard(card, read, written.origin) for card in written.cards],
            blocks=list(read.blocks),
        )
    )
    reasons = [reason for verdict in judged.verdicts for reason in verdict.reasons]
    # Drafts are to be chosen among: many ask about one sentence.
    assert [reason.sentence for reason in reasons if reason.code not in REPEATS] == []


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(orders())
def test_what_is_chosen_is_as_much_as_was_ordered_or_says_what_is_missing(command: WriteMaterial) -> None:
    read = order_of(command)
    written = written_from(read)
    if not (written.quiz and read.questions) and not (written.cards and read.flashcards):
        with pytest.raises(Failure):
            material_of(read, written)
        return
    material = material_of(read, written)
    assert material_of(read, written_from(read)).write() == material.write()
    holds_its_order(material, command)
    ids = [e.item.item_id for e in material.quiz] + [card.card_id for card in material.flashcards]
    assert len(set(ids)) == len(ids)


def holds_its_order(material: StudyMaterial, command: WriteMaterial) -> None:
    shape = command.handover.instructions_for_coach.constraints
    short = {str(each.of): each for each in material.shortfall if each.code not in BESIDE}
    for of, asked, made in (
        ("quiz", shape.num_quiz_questions, len(material.quiz)),
        ("flashcards", shape.num_flashcards, len(material.flashcards)),
    ):
        assert made == asked or (short[of].asked, short[of].made) == (asked, made)
        assert made <= asked
        assert (of in short) == (made < asked)


def holds_its_proof(proof: Proof, command: WriteMaterial) -> None:
    block = next(block for block in command.blocks if block.block_id == proof.block_id)
    assert block.text[proof.start : proof.end] == proof.quote
    assert proof.block_sha256 == sha256(block.text.encode()).hexdigest()
    assert (proof.document_sha256, proof.source_page) == (DOCUMENT, block.source_page)
    if proof.answer_start is not None and proof.answer_end is not None:
        assert proof.start <= proof.answer_start < proof.answer_end <= proof.end


def holds_itself(draft: Draft, read: Order) -> None:
    """What is right stands in the quote, what is wrong does not, and the question does not tell."""
    assert 0 <= draft.ease <= 1
    match draft.shape:
        case OneOf(key, others):
            assert 1 <= len(others) <= 3
            assert fold(key.text) in fold(draft.quote)
            texts = [fold(each.text) for each in (key, *others)]
            assert len(set(texts)) == len(texts)
            for other in others:
                assert other.why
                assert not holds(stems_of(draft.quote, read.language), stems_of(other.text, read.language))
            assert key.at is not None
            assert key.why
            wrong = frozenset[str]().union(*(content_of(other.text, read.language) for other in others))
            shown = " ".join(re.findall(r"[\"«“](.*)[\"»”]", draft.question))
            assert content_of(shown, read.language) & content_of(key.text, read.language) <= wrong
        case SomeOf(keys, others):
            assert len(keys) >= 2 <= len(others)
            assert all(fold(key.text) in fold(draft.quote) for key in keys)
            assert not any(fold(other.text) in fold(draft.quote) for other in others)
        case Statement(text, _, wrong_words, right):
            assert text.replace(wrong_words, right, 1) == draft.quote if wrong_words else text == draft.quote
        case Gap(answer):
            assert draft.question.replace("____", answer) == draft.quote
            assert not content_of(draft.question, read.language) & content_of(answer, read.language)
        case Number(answer, _, _, tolerance):
            assert draft.question.replace("____", answer) == draft.quote
            assert tolerance >= 0
        case Pairs(pairs):
            assert 3 <= len(pairs) <= 5
            for prompt, option in pairs:
                assert isinstance(prompt.at, Span)
                assert option in prompt.at.text
            assert len({(prompt.at.block.block_id, prompt.at.start) for prompt, _ in pairs if prompt.at}) == len(pairs)
        case Steps(steps):
            assert all(step.at and fold(step.text) in fold(step.at.text) for step in steps)
        case Open(answer, points):
            assert answer in draft.quote
            assert points
            assert all(draft.at.start <= point.start < point.end <= draft.at.end for point in points)
        case _:
            raise AssertionError(draft.shape)
