"""Drafts become study material: chosen, made messages, and counted against the order. Pure."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from contracts.coaching import Dropped, StudyMaterial
from contracts.items import Flashcard
from contracts.problems import Failure
from contracts.proof import Origin
from contracts.quizzes import Shortfall
from services.coach.compose.choose import Chosen, Of
from services.coach.compose.items import entry, flashcard
from services.coach.compose.shortfall import none_left, nothing, nothing_held, reasons_of, shortfall, unmet
from services.coach.drafts.draft import Draft, Written
from services.coach.drafts.order import Order
from services.text.words import fold


def material_of(order: Order, *written: Written, early: Sequence[Draft] = ()) -> StudyMaterial:
    """What is chosen. Raises `Failure` where a whole quiz or cards were ordered and nothing can be made: 422, the text
    gives nothing, or nothing that was not asked before; 502, what a model wrote did not hold up, and nobody else may
    write."""
    material = chosen_of(order, *written, early=early)
    if order.is_new and (order.questions or order.flashcards) and not material.quiz and not material.flashcards:
        looked = [each for each in written if each.origin.author == "offline"]
        if looked:
            raise _had(order, written) or nothing(order, sum(each.sentences or 0 for each in looked))
        if not material.dropped:
            raise _had(order, written) or nothing_held(order, (), written[0].tokens)
        if not order.filled_later:
            raise nothing_held(order, material.dropped, written[0].tokens)
    return material.model_copy(
        update={
            "shortfall": [
                *material.shortfall,
                *unmet(order, material.quiz, written, lambda draft: _holds(entry, draft, order)),
            ]
        }
    )


def chosen_of(order: Order, *written: Written, early: Sequence[Draft] = ()) -> StudyMaterial:
    """Chooses among the drafts of each author, the first author's first. `early`: questions that stand already."""
    quiz = Chosen((), order, holds=lambda draft: _holds(entry, draft, order))
    cards = Chosen((), order, "flashcards", holds=lambda draft: _holds(flashcard, draft, order))
    quiz.keep(early)
    entries = [entry(draft, order, written[0].origin) for draft in early]
    shown: list[Flashcard] = []
    for each in written:
        quiz.add(each.quiz)
        entries += [entry(draft, order, each.origin) for draft in quiz.fill(order.questions)[len(entries) :]]
        cards.complement(quiz.taken)
        cards.add(each.cards)
        shown += [flashcard(draft, order, each.origin) for draft in cards.fill(order.flashcards)[len(shown) :]]
    if order.of_a_round:  # What rests on a sentence that was read a minute ago shows little: it comes last.
        entries.sort(key=lambda each: order.was_explained(fold(each.item.proof.quote)))
    return StudyMaterial(
        quiz_id=order.quiz_id,
        flashcards=shown,
        quiz=entries,
        shortfall=[
            *_short("quiz", order.questions, len(entries), quiz, written, order),
            *_short("flashcards", order.flashcards, len(shown), cards, written, order),
        ],
        dropped=[*_dropped("quiz", written), *_dropped("flashcards", written)],
    )


def _had(order: Order, written: Sequence[Written]) -> Failure | None:
    """Where something could be made of it in a session that has nothing yet: that it was asked before."""
    anew = chosen_of(replace(order, asked=(), cards=()), *written)
    return none_left(order) if anew.quiz or anew.flashcards else None


def _dropped(of: Of, written: Sequence[Written]) -> list[Dropped]:
    """What a model wrote and its author let go; that it could not be asked for all is no fault of what it wrote."""
    found = Counter[str]()
    for each in written:
        if each.origin.author != "offline":
            found.update(each.dropped_quiz if of == "quiz" else each.dropped_cards)
    return [
        Dropped(of=of, code=code, count=count)
        for code, count in found.items()
        if count and not code.startswith("model_")
    ]


def early_of(order: Order, written: Written, wanted: int) -> tuple[Sequence[Draft], StudyMaterial]:
    """The first questions of an order: their drafts, to keep, and the message.

    Of a hard quiz none but hard ones; where there are focus areas, none but about the foremost of them.
    """
    focus = [concept for concept in order.concepts if concept.focus]
    fit = [draft for draft in written.quiz if draft.difficulty == "HARD" or order.difficulty != "HARD"]
    if focus:
        had = {draft.concept for draft in fit}
        foremost = set(takewhile(had.__contains__, focus))
        fit = [draft for draft in fit if draft.concept in foremost]
    chosen = Chosen(fit, order, holds=lambda draft: _holds(entry, draft, order)).fill(wanted)
    entries = [entry(draft, order, written.origin) for draft in chosen]
    return chosen, StudyMaterial(quiz_id=order.quiz_id, flashcards=[], quiz=entries)


def _short(of: Of, asked: int, made: int, chosen: Chosen, written: Sequence[Written], order: Order) -> list[Shortfall]:
    """One entry where less was made than ordered."""
    if made >= asked:
        return []
    left_out = chosen.repeated, chosen.at_limit(), chosen.unfit, asked - made, chosen.opened, chosen.waiting()
    reasons = reasons_of(of, order, written, *left_out)
    if order.choice_only and of == "quiz":  # Of the text it knows only what multiple choice can ask.
        reasons = {"choices_exhausted" if why == "text_exhausted" else why: count for why, count in reasons.items()}
    return shortfall(of, asked, made, reasons, order)


def _holds(make: Callable[[Draft, Order, Origin], object], draft: Draft, order: Order) -> bool:
    """Whether the contract takes it: one that it refuses costs itself, not the order."""
    try:
        make(draft, order, Origin(author="offline", name="", version=""))
    except ValueError:
        return False
    return True
