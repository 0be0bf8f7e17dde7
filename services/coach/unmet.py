"""What a whole order asked for beside its numbers and did not get: a difficulty, a focus area. Pure.

Told as shortfalls with codes of their own (`contracts.quizzes.BESIDE`), in the document's language.
"""

from collections.abc import Sequence

from contracts.coaching import QuizEntry
from contracts.proof import Difficulty
from contracts.quizzes import Shortfall
from services.coach.order import Order
from services.coach.words import tells_all

_MOST_NAMED = 5
_LEAST = 2
"""Of one question nothing is counted."""
_LEVELS: dict[str, dict[Difficulty, str]] = {
    "en": {
        "HARD": "{} of {} questions are hard: the text states no more reasons, contrasts and lists.",
        "EASY": "{} of {} questions are easy: the text says no more in plain definitions and short sentences.",
    },
    "no": {
        "HARD": "{} av {} spørsmål er vanskelige: teksten sier ikke flere grunner, motsetninger og lister.",
        "EASY": "{} av {} spørsmål er lette: teksten har ikke mer i enkle definisjoner og korte setninger.",
    },
    "de": {
        "HARD": "{} von {} Fragen sind schwierig: der Text nennt nicht mehr Gründe, Gegensätze und Aufzählungen.",
        "EASY": "{} von {} Fragen sind leicht: der Text hat nicht mehr einfache Definitionen und kurze Sätze.",
    },
}
_ABSENT = {
    "en": "Nothing was asked about {}, which does not stand in the text.",
    "no": "Ingenting er spurt om {}, som ikke står i teksten.",
    "de": "Nach {} wurde nicht gefragt: das steht nicht im Text.",
}
_QUOTES = {"en": "“{}”", "no": "«{}»", "de": "„{}“"}


def unmet(order: Order, quiz: Sequence[QuizEntry]) -> list[Shortfall]:
    """At most one for the difficulty and one for the focus areas; nothing for an order that is not for a whole quiz."""
    if not order.is_new or not quiz:
        return []
    return [*_difficulty(order, quiz), *_focus(order)]


def _difficulty(order: Order, quiz: Sequence[QuizEntry]) -> list[Shortfall]:
    """Where fewer than half are as hard, or as easy, as ordered."""
    sentence = _LEVELS[_spoken(order)].get(order.difficulty)
    made = sum(entry.item.difficulty == order.difficulty for entry in quiz)
    if sentence is None or len(quiz) < _LEAST or 2 * made >= len(quiz):
        return []
    said = sentence.format(made, len(quiz))
    return [Shortfall(of="quiz", asked=len(quiz), made=made, code="difficulty", sentence=said)]


def _focus(order: Order) -> list[Shortfall]:
    """Focus areas whose words stand in no block."""
    absent = [
        area
        for area in dict.fromkeys(order.unfound)
        if not any(tells_all(block.text, area, order.language) for block in order.whole)
    ]
    if not absent:
        return []
    spoken = _spoken(order)
    named = ", ".join(_QUOTES[spoken].format(area) for area in absent[:_MOST_NAMED])
    said = _ABSENT[spoken].format(named + (", …" if len(absent) > _MOST_NAMED else ""))
    return [Shortfall(of="quiz", asked=len(absent), made=0, code="focus_not_in_text", sentence=said)]


def _spoken(order: Order) -> str:
    return order.language if order.language in _LEVELS else "en"
