"""Whatever the text: each item the offline author writes proves itself and tells nothing."""

import re
from hashlib import sha256

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contracts.coaching import StudyMaterial, WriteMaterial
from contracts.problems import Failure
from contracts.quizzes import Cloze, Item, MultipleChoice, Proof
from services.coach.authors.offline.write import written_from
from services.coach.compose import material_of
from services.coach.order import order_of
from services.coach.words import content_of, fold, holds, stems_of
from tests.coach.lessons import CELL_TERMS, CELLE_TERMER, CELLER, CELLS, DOCUMENT, order

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


def shuffled(texts: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    """The lesson's passages in any order, some left out, with noise before and after."""
    noisy = st.tuples(st.sampled_from(NOISE), st.sampled_from(texts), st.sampled_from(NOISE)).map("".join)
    return st.lists(noisy, min_size=1, max_size=8)


def orders() -> st.SearchStrategy[WriteMaterial]:
    """Orders in two languages, of any size and difficulty."""
    lesson = st.sampled_from([("en", CELLS, CELL_TERMS), ("no", CELLER, CELLE_TERMER)])
    return lesson.flatmap(
        lambda each: st.builds(
            lambda texts, questions, cards, difficulty, goals, focus: order(
                texts,
                [name for name in each[2] if any(name[0] in text.casefold() for text in texts)],
                language=each[0],
                questions=questions,
                cards=cards,
                difficulty=difficulty,
                generationGoals=["flashcards", goals],
                focusAreas=focus,
            ),
            shuffled(each[1]),
            st.integers(1, 20),
            st.integers(0, 20),
            st.sampled_from(["easy", "medium", "hard"]),
            st.sampled_from(["quiz", "multiple_choice_quiz"]),
            st.lists(st.sampled_from([name for name, _ in each[2]]), max_size=3),
        )
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(orders())
def test_every_item_and_card_holds(command: WriteMaterial) -> None:
    read = order_of(command)
    failure: Failure | None
    try:
        material = material_of(read, written_from(read))
    except Failure as failed:
        failure = failed
    else:
        failure = None
    if failure:
        assert failure.problem.status == 422
        return
    assert material_of(read, written_from(read)).write() == material.write()
    holds_its_order(material, command)
    for entry in material.quiz:
        holds_its_proof(entry.item.proof, command)
        holds_its_answer(entry.item, read.language)
    for card in material.flashcards:
        holds_its_proof(card.proof, command)
        assert fold(card.answer) in fold(card.proof.quote)
        assert fold(card.answer) not in fold(card.question)
    ids = [e.item.item_id for e in material.quiz] + [card.card_id for card in material.flashcards]
    assert len(set(ids)) == len(ids)


def holds_its_order(material: StudyMaterial, command: WriteMaterial) -> None:
    shape = command.handover.instructions_for_coach.constraints
    short = {str(each.of): each for each in material.shortfall}
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
    assert proof.answer_start is not None
    assert proof.answer_end is not None
    assert proof.start <= proof.answer_start < proof.answer_end <= proof.end


def holds_its_answer(item: Item, language: str) -> None:
    start, end = item.proof.answer_start or 0, item.proof.answer_end or 0
    spoken = item.proof.quote[start - item.proof.start : end - item.proof.start]
    assert fold(spoken) == fold(item.answer_text)
    if isinstance(item, MultipleChoice):
        texts = [fold(option.text) for option in item.options]
        assert len(set(texts)) == len(texts) >= 3
        for option in item.options:
            wrong = option.option_id != item.answer
            assert not (wrong and holds(stems_of(item.proof.quote, language), stems_of(option.text, language)))
        others = frozenset[str]().union(
            *(content_of(option.text, language) for option in item.options if option.option_id != item.answer)
        )
        shown = re.sub(r"^.*?[\"«]|[\"»]\?$", "", item.question) if '"' in item.question or "«" in item.question else ""
        assert content_of(shown, language) & content_of(item.answer_text, language) <= others
    else:
        assert isinstance(item, Cloze)
        assert item.question.count("____") == 1
        assert item.question.replace("____", item.answer) == item.proof.quote
        assert not content_of(item.question, language) & content_of(item.answer, language)
