"""What a whole order asked for beside its numbers and did not get: a difficulty, a focus area. Pure.

Told as shortfalls with codes of their own (`contracts.quizzes.BESIDE`), in the document's language.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from contracts.coaching import QuizEntry
from contracts.proof import Difficulty
from contracts.quizzes import Shortfall
from services.coach.compose.choose import Chosen
from services.coach.compose.shortfall_words import TIMES
from services.coach.drafts.draft import Draft, Written
from services.coach.drafts.order import Order
from services.text.words import tells_all

_MOST_NAMED = 5
_LEAST = 2
"""Of one question nothing is counted."""
_LEVELS: dict[str, dict[Difficulty, str]] = {
    "en": {"HARD": "{} of {} questions are hard: {}.", "EASY": "{} of {} questions are easy: {}."},
    "no": {"HARD": "{} av {} spørsmål er vanskelige: {}.", "EASY": "{} av {} spørsmål er lette: {}."},
    "de": {"HARD": "{} von {} Fragen sind schwierig: {}.", "EASY": "{} von {} Fragen sind leicht: {}."},
}
_WHY: dict[str, dict[str, str]] = {
    "en": {
        "left_out": "{} more could be asked, and gave way to others that are about more relevant concepts, of other "
        "kinds, or surer",
        "asked_before": "{} more were asked before, or say what was asked before",
        "at_limit": "{} more are about concepts that are asked about {most}, which is the most",
        "not_choice": "{} more are not multiple choice",
        "beside_focus": "{} more are about other concepts than were ordered",
        "no_letter": "{} more could not be put in the agreed shape",
        "unwritten": "the author wrote no more",
        "HARD": "no more reasons, contrasts and lists were found in the text that can be asked by themselves",
        "EASY": "no more plain definitions and short sentences were found in the text",
    },
    "no": {
        "left_out": "{} til kunne vært stilt, men veik for andre som er om viktigere begreper, av andre slag eller "
        "sikrere",
        "asked_before": "{} til er stilt før, eller sier det som er spurt om før",
        "at_limit": "{} til er om begreper som er spurt om {most}, som er det meste",
        "not_choice": "{} til er ikke flervalg",
        "beside_focus": "{} til er om andre begreper enn de bestilte",
        "no_letter": "{} til kunne ikke gis avtalt form",
        "unwritten": "forfatteren skrev ikke flere",
        "HARD": "flere grunner, motsetninger og lister som kan spørres om for seg selv, ble ikke funnet i teksten",
        "EASY": "flere enkle definisjoner og korte setninger ble ikke funnet i teksten",
    },
    "de": {
        "left_out": "{} weitere wären möglich gewesen und wichen anderen, die wichtigere Begriffe betreffen, von "
        "anderer Art oder sicherer sind",
        "asked_before": "{} weitere wurden schon gestellt oder sagen schon Gefragtes",
        "at_limit": "{} weitere betreffen Begriffe, nach denen {most} gefragt wird, mehr ist nicht vorgesehen",
        "not_choice": "{} weitere sind nicht Multiple Choice",
        "beside_focus": "{} weitere betreffen andere Begriffe als die bestellten",
        "no_letter": "{} weitere ließen sich nicht in die vereinbarte Form bringen",
        "unwritten": "der Autor schrieb nicht mehr",
        "HARD": "mehr Gründe, Gegensätze und Aufzählungen, nach denen man für sich fragen kann, fanden sich nicht im "
        "Text",
        "EASY": "mehr einfache Definitionen und kurze Sätze fanden sich nicht im Text",
    },
}
"""Why there are no more of them, as it was: `{}` is how many more there would be but for that."""
_ABSENT = {
    "en": "Nothing was asked about {}, which does not stand in the text.",
    "no": "Ingenting er spurt om {}, som ikke står i teksten.",
    "de": "Nach {} wurde nicht gefragt: das steht nicht im Text.",
}
_QUOTES = {"en": "“{}”", "no": "«{}»", "de": "„{}“"}


def unmet(
    order: Order,
    quiz: Sequence[QuizEntry],
    written: Sequence[Written] = (),
    holds: Callable[[Draft], bool] = lambda draft: True,
) -> list[Shortfall]:
    """At most one for the difficulty and one for the focus areas; nothing for an order that is not for a whole quiz.

    `written`: what the quiz was chosen from; `holds`: what a letter can be made of.
    """
    if not order.is_new or not quiz:
        return []
    return [*_difficulty(order, quiz, written, holds), *_focus(order)]


def _difficulty(
    order: Order, quiz: Sequence[QuizEntry], written: Sequence[Written], holds: Callable[[Draft], bool]
) -> list[Shortfall]:
    """Where fewer than half are as hard, or as easy, as ordered."""
    spoken = _spoken(order)
    sentence = _LEVELS[spoken].get(order.difficulty)
    made = sum(entry.item.difficulty == order.difficulty for entry in quiz)
    if sentence is None or len(quiz) < _LEAST or 2 * made >= len(quiz):
        return []
    words, most = _WHY[spoken], TIMES[spoken][order.per_concept != 1].format(order.per_concept)
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
        "no_letter": could(order, lambda draft: True) - able,
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
    spoken = _spoken(order)
    named = ", ".join(_QUOTES[spoken].format(area) for area in absent[:_MOST_NAMED])
    said = _ABSENT[spoken].format(named + (", …" if len(absent) > _MOST_NAMED else ""))
    return [Shortfall(of="quiz", asked=len(absent), made=0, code="focus_not_in_text", sentence=said)]


def _spoken(order: Order) -> str:
    return order.language if order.language in _LEVELS else "en"
