"""Items, cards and grades as they may be shown. Pure; what a learner must not see yet is left behind here."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from contracts.items import Cloze, Flashcard, Item, ShortAnswer
from contracts.proof import Explanation, Proof
from contracts.quizzes import BESIDE, Refusal, Shortfall
from contracts.views.material import (
    CardView,
    ItemEntry,
    OwnerCard,
    OwnerItem,
    Place,
    PointMatch,
    QuestionView,
    QuizView,
    ResultView,
)
from services.text.alphabets import is_together
from services.text.guessing import group_said
from services.text.matches import content, is_typed, places_of

Row = Mapping[str, Any]
_ITEM: TypeAdapter[Item] = TypeAdapter(Item)
_GAP = re.compile(r"_{3,}")
_SHORT = 2


def item(body: Any) -> Item:
    """The item of a row."""
    return _ITEM.validate_python(body, extra="ignore")


def question(row: Row) -> QuestionView:
    """An item to answer: neither key nor concept nor proof nor explanation."""
    asked = item(row["body"])
    return QuestionView(
        item_id=asked.item_id,
        quiz_id=row["quiz_id"],
        type=asked.type,
        difficulty=asked.difficulty,
        question=posed(asked),
        options=getattr(asked, "options", []),
        prompts=getattr(asked, "prompts", []),
        unit=getattr(asked, "unit", ""),
        statement=getattr(asked, "statement", ""),
        repeat=row["repeat"],
    )


def quiz(row: Row, questions: Sequence[Row]) -> QuizView:
    """A quiz to take. Where repeats filled it up there are no fewer questions than were asked for, so none is missed:
    a quiz of older rules may say otherwise."""
    missed = [Shortfall.model_validate(one, extra="ignore") for one in row["shortfall"]]
    return QuizView(
        quiz_id=row["quiz_id"],
        number=row["number"],
        questions=[question(one) for one in questions],
        attempted=row["attempted"],
        shortfall=[one for one in missed if one.code in BESIDE or one.of != "quiz" or len(questions) < one.asked],
        refused=row["refused"],
        complete=row["complete"],
        purpose=row["purpose"],
        exam=row["exam"],
    )


def card(row: Row) -> CardView:
    """A card with its place in the text."""
    body = row["body"]
    proof = body["proof"]
    place = {name: proof[name] for name in ("source_page", "last_page", "block_id", "quote") if name in proof}
    return CardView.model_validate({**body, **place}, extra="ignore")


def result(row: Row) -> ResultView:
    """A graded answer in words, and now the key, its proof and what explains it."""
    asked = item(row["item"])
    shown = {name: row[name] for name in ResultView.model_fields if name in row}
    return ResultView.model_validate(
        {
            **shown,
            "question": asks(asked),
            "answer_text": asked.said(row["answer"]),
            "correct_answer": asked.answer_text,
            "proof": asked.proof,
            "type": asked.type,
            "options": getattr(asked, "options", []),
            "prompts": getattr(asked, "prompts", []),
            "key": asked.answer,
            "explanations": told_of(
                asked, row["answer"], [Proof.model_validate(one, extra="ignore") for one in row.get("told") or ()]
            ),
            "origin": asked.origin,
            "statement": getattr(asked, "statement", ""),
            "value": getattr(asked, "value", None),
            "tolerance": getattr(asked, "tolerance", None),
            "key_points": [point.text for point in getattr(asked, "key_points", ())],
            "matches": matches(asked, row["answer"]) if isinstance(asked, ShortAnswer) and row["answer"] else [],
        }
    )


def told_of(asked: Item, answer: str | None, told: Sequence[Proof]) -> list[Explanation]:
    """Why each option is right or wrong; of an answer that is typed what it is that was typed, where that is known, and
    then what more the text says of the right one, unless the tutor has `told` that right before the quiz."""
    if asked.by != "words":
        return asked.explanations
    language = _language(asked)
    typed = [
        one
        for one in asked.explanations
        if answer and one.option_id != asked.answer and is_typed(answer, one.option_id, language)
    ]
    more = [one for one in asked.explanations if one.option_id == asked.answer and not _quotes(one, told)]
    return [*typed, *more]


def still_closed(shown: ResultView, waiting: Sequence[Item]) -> ResultView:
    """The same without explanations that quote what a question of the quiz rests on that is not answered yet."""
    proofs = [proof for one in waiting for proof in one.proofs]
    return shown.model_copy(update={"explanations": [one for one in shown.explanations if not _quotes(one, proofs)]})


def _quotes(one: Explanation, places: Sequence[Proof]) -> bool:
    """Whether it quotes something of these places."""
    at = one.proof
    return at is not None and any(
        (at.document_sha256, at.block_id) == (place.document_sha256, place.block_id)
        and at.start < place.end
        and place.start < at.end
        for place in places
    )


def _language(asked: Item) -> str:
    """The language in which an item asks, as its words tell it; "" where they do not."""
    said = group_said(f"{asked.question} {asked.proof.quote}") or ""
    return "no" if said == "scandinavian" else said


def matches(asked: ShortAnswer, answer: str) -> list[PointMatch]:
    """What an open answer and the right one both have of each key point, beside the question's words."""
    language = _language(asked)
    told, found = content(asked.question, language), []
    for point in asked.key_points:
        in_answer, same = places_of(content(point.text, language) - told, answer, language)
        in_correct, _ = places_of(same, asked.answer, language)
        found.append(PointMatch(text=point.text, in_answer=_places(in_answer), in_correct_answer=_places(in_correct)))
    return found


def _places(spans: Sequence[tuple[int, int]]) -> list[Place]:
    return [Place(start=start, end=end) for start, end in spans]


def reasons(row: Row) -> list[Refusal]:
    """Why an item or card was refused."""
    return [Refusal.model_validate(one, extra="ignore") for one in row["reasons"] or ()]


def owner_item(row: Row) -> OwnerItem:
    """An item with its key, for the owner."""
    return OwnerItem(
        item=item(row["body"]),
        accepted=row["accepted"],
        reasons=reasons(row),
        state=row["state"],
        revision=row["revision"],
    )


def owner_card(row: Row) -> OwnerCard:
    """A card with its proof, for the owner."""
    return OwnerCard(
        flashcard=Flashcard.model_validate(row["body"], extra="ignore"),
        accepted=row["accepted"],
        reasons=reasons(row),
        state=row["state"],
        revision=row["revision"],
    )


def entry(row: Row) -> ItemEntry:
    """What was done to an item or a card."""
    shown = {name: row[name] for name in ItemEntry.model_fields}
    return ItemEntry.model_validate({**shown, "reason": row["reason"] or "", "reasons": reasons(row)})


def posed(asked: Item) -> str:
    """The question as it is put to be answered: behind a gap that is typed stands how its words begin ("c… n…"), since
    other words are often right as well."""
    if isinstance(asked, Cloze) and (begins := beginnings(asked.answer)):
        return _GAP.sub(rf"\g<0> ({begins})", asked.question, count=1)
    return asks(asked)


def beginnings(answer: str) -> str:
    """The first letter of each of its words, in small letters: a capital tells a name. Of a short word or a number it
    says no more than that there is one; "" where that is all, or letters are words."""
    words = answer.split()
    if is_together(answer) or not any(_begins(word) for word in words):
        return ""
    return " ".join(f"{_begins(word)}…" for word in words)


def _begins(word: str) -> str:
    first = word[:1]
    return first.lower() if first.isalpha() and len(word) > _SHORT else ""


def asks(asked: Item) -> str:
    """The question; of a statement to judge with the statement, which is what it asks about."""
    statement: str = getattr(asked, "statement", "")
    return asked.question if statement in asked.question else f"{asked.question} {statement}"
