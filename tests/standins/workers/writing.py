"""A trivial Coach and Evaluator: an item for every block and a card; of a long document in two parts, the last one bad.

What is bad is a draft, and refused; asked again, it is written well. An item that is to be replaced gets another about
its concept.
"""

import hashlib
from collections.abc import Sequence
from uuid import UUID, uuid5

from contracts.coaching import QuizEntry, StudyMaterial, WriteMaterial
from contracts.documents import Block, Part
from contracts.items import Cloze, Flashcard
from contracts.proof import Origin, Proof
from contracts.quizzes import ItemsValidated, Refusal, ValidateItems, Verdict

SHA = hashlib.sha256(b"a document").hexdigest()
ORIGIN = Origin(author="offline", name="stand-in", version="1")
AT_LENGTH = "at length"
DRAFT = "Draft: "


def material(command: WriteMaterial) -> Sequence[StudyMaterial]:
    """What a Coach would write."""
    quiz, blocks = command.quiz_id, command.blocks
    told = command.handover.instructions_for_coach
    if command.replaces is not None:
        [concept] = told.focus_areas
        [block] = [block for block in blocks if _term(block) == concept][:1]
        if told.generation_goals == ["flashcards"]:
            return [_message(quiz, [], [card(block, quiz, command.replaces, "again")])]
        return [_message(quiz, [item(block, quiz, command.replaces, "again", f"Again, {block.text}")])]
    had = {each.quote for each in command.asked if each.beside}
    if command.tries:
        quotes = {each.quote for each in command.refused} - had
        bad = [block for block in blocks if block.text in quotes]
        return [_message(quiz, [item(block, quiz, quiz, f"{command.tries}:{block.block_id}") for block in bad])]
    if had:  # The quiz was begun from the first blocks: these are the others.
        items = [item(block, quiz, quiz, f"rest:{block.block_id}") for block in blocks if block.text not in had]
        return [_message(quiz, items)]
    items = [item(block, quiz, quiz, f"item:{n}") for n, block in enumerate(blocks)]
    cards = [card(blocks[0], quiz, quiz, "card:0")]
    if AT_LENGTH not in command.handover.metadata.source_title:
        return [_message(quiz, items, cards)]
    if len(items) <= told.constraints.num_quiz_questions:  # Else one that is refused is not missed.
        items[-1] = items[-1].model_copy(update={"question": DRAFT + items[-1].question})
    return [_message(quiz, items[:1], part=1), _message(quiz, items[1:], cards, part=2)]


def verdicts(command: ValidateItems) -> ItemsValidated:
    """What an Evaluator would say."""
    why = Refusal(code="answer_leaked", sentence="It is a draft.")
    found = [(each.item_id, each.question) for each in command.items]
    found += [(each.card_id, each.question) for each in command.flashcards]
    judged = [
        Verdict(item_id=id, accepted=not bad, reasons=[why] if bad else [])
        for id, question in found
        for bad in [question.startswith(DRAFT)]
    ]
    return ItemsValidated(quiz_id=command.quiz_id, verdicts=judged)


def item(block: Block, quiz: UUID, cause: UUID, name: str, question: str = "") -> Cloze:
    """A gap in a block."""
    term = _term(block)
    return Cloze(
        item_id=uuid5(cause, name),
        quiz_id=quiz,
        concept=term,
        difficulty="MEDIUM",
        question=(question or block.text).replace(term, "____"),
        answer=term,
        proof=_proof(block),
        origin=ORIGIN,
    )


def card(block: Block, quiz: UUID, cause: UUID, name: str) -> Flashcard:
    """A card about a block."""
    return Flashcard(
        card_id=uuid5(cause, name),
        question="What is it?",
        answer=block.text,
        concept=_term(block),
        proof=_proof(block),
        origin=ORIGIN,
    )


def _message(quiz: UUID, items: list[Cloze], cards: Sequence[Flashcard] = (), part: int = 0) -> StudyMaterial:
    return StudyMaterial(
        quiz_id=quiz,
        quiz=[QuizEntry(question=each.question, item=each) for each in items],
        flashcards=list(cards),
        part=Part(number=part, of=2) if part else None,
    )


def _term(block: Block) -> str:
    return block.text.split()[1]


def _proof(block: Block) -> Proof:
    return Proof(
        document_sha256=block.document_sha256 or SHA,
        block_id=block.block_id,
        block_sha256=hashlib.sha256(block.text.encode()).hexdigest(),
        source_page=block.source_page,
        start=0,
        end=len(block.text),
        quote=block.text,
    )
