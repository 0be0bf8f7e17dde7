"""What a whole order asked for beside its numbers and did not get: a difficulty, a focus area. Pure.

Told as shortfalls with codes of their own (`contracts.quizzes.BESIDE`), in the document's language.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from contracts.coaching import QuizEntry
from contracts.quizzes import Shortfall
from services.coach.compose.choose import Chosen
from services.coach.drafts.draft import Draft, Written
from services.coach.drafts.order import Order
from services.text.catalogue import counted, sentences
from services.text.languages import spoken
from services.text.words import tells_all

_MOST_NAMED = 5
_LEAST = 2
"""Of one question nothing is counted."""
_LEVELS = sentences("unmet")
"""For the difficulties that may be missed, and of focus areas that stand nowhere."""
_WHY = sentences("unmet_why")
"""Why there are no more of them, as it was: `{}` is how many more there would be but for that."""
_SIGNS = sentences("signs")
_TIMES = counted("counted")


def unmet(
    order: Order,
    quiz: Sequence[QuizEntry],
    written: Sequence[Written] = (),
    holds: Callable[[Draft], bool] = lambda draft: True,
) -> list[Shortfall]:
    """At most one for the difficulty and one for the focus areas; nothing for an order that is not for a whole quiz.

    `written`: what the quiz was chosen from; `holds`: what a message can be made of.
    """
    if not order.is_new or not quiz:
        return []
    return [*_difficulty(order, quiz, written, holds), *_focus(order)]


def _difficulty(
    order: Order, quiz: Sequence[QuizEntry], written: Sequence[Written], holds: Callable[[Draft], bool]
) -> list[Shortfall]:
    """Where fewer than half are as hard, or as easy, as ordered."""
    language = spoken(order.language, _LEVELS)
    sentence = _LEVELS[language].get(order.difficulty)
    made = sum(entry.item.difficulty == order.difficulty for entry in quiz)
    if sentence is None or len(quiz) < _LEAST or 2 * made >= len(quiz):
        return []
    words, most = _WHY[language], _TIMES[language]["times"][order.per_concept != 1].format(order.per_concept)
    reasons = level_reasons(order, len(quiz), made, written, holds)
    told = "; ".join(words[reason].format(count, most=most) for reason, count in reasons.items())
    said = sentence.format(made, len(quiz), told)
    return [Shortfall(of="quiz", asked=len(quiz), made=made, code="difficulty", sentence=said)]


def level_reasons(
    order: Order, wanted: int, made: int, written: Sequence[Written], holds: Callable[[Draft], bool]
) -> dict[str, int]:
    """Why only `made` of the `wanted` questions have the ordered difficulty: each reason with how many more there would
    be but for it. That the text has no more is said only where nothing else stood in the way."""
    drafts = [draft for each in written for draft in each.quiz if draft.difficulty == order.difficulty]

    def could(under: Order, fits: Callable[[Draft], bool] = holds) -> int:
        return len(Chosen(drafts, under, holds=fits).fill(wanted))

    able = could(order)
    reasons = {
        "left_out": able - made,
        "asked_before": could(replace(order, asked=(), refused=())) - able,
        "at_limit": could(replace(order, per_concept=max(wanted, order.per_concept))) - able,
        "not_choice": could(replace(order, choice_only=False)) - able if order.choice_only else 0,
        "beside_focus": could(replace(order, only_focus=False)) - able if order.only_focus else 0,
        "no_message": could(order, lambda draft: True) - able,
    }
    found = {reason: count for reason, count in reasons.items() if count > 0}
    if found:
        return found
    by_rules = all(each.origin.author == "offline" for each in written)
    return {order.difficulty if by_rules else "unwritten": wanted - made}


def _focus(order: Order) -> list[Shortfall]:
    """Focus areas whose words stand in no block."""
    absent = [
        area
        for area in dict.fromkeys(order.unfound)
        if not any(tells_all(block.text, area, order.language) for block in order.whole)
    ]
    if not absent:
        return []
    language = spoken(order.language, _LEVELS)
    named = ", ".join(_SIGNS[language]["quoted"].format(area) for area in absent[:_MOST_NAMED])
    said = _LEVELS[language]["absent"].format(named + (", …" if len(absent) > _MOST_NAMED else ""))
    return [Shortfall(of="quiz", asked=len(absent), made=0, code="focus_not_in_text", sentence=said)]
