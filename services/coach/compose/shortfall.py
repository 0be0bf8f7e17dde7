"""What was ordered and not made, as counts and as a sentence that says why, in the document's language. Pure.

What is asked for beside numbers (a difficulty, a focus area) and missed has a code of its own (`quizzes.BESIDE`).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from contracts.coaching import Dropped, QuizEntry
from contracts.problems import Code, Failure, failure, problem
from contracts.quizzes import Shortfall
from services.coach.compose.choose import CARDS_A_CONCEPT, Chosen, Of
from services.coach.drafts.draft import Draft, Written
from services.coach.drafts.fitness import Fitness, kinds_of, sentences_in
from services.coach.drafts.order import Order
from services.text.catalogue import counted as pairs
from services.text.catalogue import sentences
from services.text.languages import spoken
from services.text.shortfalls import REASONS, has_count, said, told_as
from services.text.words import tells_all

MADE, KINDS, NOTHING, SIGNS = map(sentences, ("shortfall_made", "shortfall_kinds", "nothing_to_ask", "signs"))
COUNTED = pairs("counted")
_COUNTED_AS = {"quiz": "questions", "flashcards": "flashcards"}
PATTERNED = ("en", "no", "de")
"""The languages of whose sentences the offline author knows what they state."""
_MOST_NAMED = 5
_LEAST = 2  # of one question nothing is counted
_LEVELS = sentences("unmet")
"""For the difficulties that may be missed, and of focus areas that stand nowhere."""
_WHY = sentences("unmet_why")
"""Why there are no more of them, as it was: `{}` is how many more there would be but for that."""
_FEW = 3
_LEFT, _INSTEAD = "Nothing is left to ask", "Practise what was asked, or study another text."


def reasons_of(
    of: Of,
    order: Order,
    written: Sequence[Written],
    repeated: int,
    at_limit: int,
    unfit: int = 0,
    missing: int = 0,
) -> dict[str, int]:
    """What stood in the way, by code: first what is true of the whole text, then what was counted; where that explains
    fewer than are `missing`, last that there is no more."""
    offline = [each for each in written if each.origin.author == "offline"]
    reasons = Counter[str](_of_the_text(order) if offline else ())
    if offline and order.language not in PATTERNED:
        reasons["language_without_patterns"] = 1
    for each in written:
        reasons.update(each.dropped_quiz if of == "quiz" else each.dropped_cards)
    reasons["unreadable"] += unfit
    if order.only_focus:
        reasons["concept_exhausted"] = 1
    reasons.update({"duplicate": repeated, "concept_limit": at_limit})
    found = {reason: count for reason, count in reasons.items() if count}
    counted = all(map(has_count, found))
    # A concept at its limit may explain any number.
    if not found or (counted and not at_limit and sum(found.values()) < missing):
        found["text_exhausted" if offline else "author_wrote_fewer"] = 1
    return found


def shortfall(of: Of, asked: int, made: int, reasons: Mapping[str, int], order: Order) -> list[Shortfall]:
    """One entry where less was made than asked, else none. Its code is the first reason that counts."""
    if made >= asked:
        return []
    language = _spoken(order)
    counted = Counter[str]()
    for reason, count in reasons.items():
        counted[told_as(reason)] += count
    about = {
        "most": _number("times", language, order.per_concept if of == "quiz" else CARDS_A_CONCEPT),
        "kinds": _kinds(kinds_of(order.whole), language),
        "sentences": _number("sentences", language, _sentences(order)),
    }
    told = [said(reason, count, language, about) for reason, count in counted.items()]
    sentence = MADE[language][of].format(made, asked, "; ".join(told))
    return [Shortfall(of=of, asked=asked, made=made, code=next(iter(reasons)), sentence=sentence)]


def nothing(order: Order, alone: int) -> Failure:
    """The 422 of a text that gives no question and no card. `alone`: sentences that can be understood by themselves."""
    language = _spoken(order)
    kinds, count, found = kinds_of(order.whole), len(order.whole), _sentences(order)
    words = sum(len(block.text.split()) for block in order.whole)
    unfit = _of_the_text(order)
    if kinds["garbled"] and kinds["garbled"] * 2 >= count:
        why = "garbled"
    elif kinds["verse"] and kinds["verse"] * 2 >= count:
        why = "verse"
    elif not kinds["prose"]:
        why = "kinds"
    elif found < _FEW:
        why = "short"
    else:
        why = "terms" if "no_terms" in unfit else "looked"
    sentence = NOTHING[language][why].format(
        blocks=_number("blocks", language, count),
        kinds=_kinds(kinds, language),
        count=kinds["garbled"],
        sentences=_number("sentences", language, found),
        words=words,
        terms=len(order.concepts),
        alone=alone,
    )
    return failure(Code.NOTHING_TO_ASK, sentence, blocks=count, words=words, terms=len(order.concepts), sentences=found)


def none_left(order: Order) -> Failure:
    """The 422 of a text of which all that was found to ask was asked before: how much that was."""
    language, counts = _spoken(order), {}
    if order.questions:
        counts["quiz"] = len(order.asked)
    if order.flashcards:
        counts["flashcards"] = len(order.cards)
    had = f" {SIGNS[language]['and']} ".join(
        _number(_COUNTED_AS[of], language, count) for of, count in counts.items() if count
    )
    sentence = NOTHING[language]["asked"].format(had=had)
    told = problem(Code.NOTHING_TO_ASK, sentence, asked_before=sum(counts.values()))
    # The table's words speak of a text that gives nothing.
    return Failure(told.model_copy(update={"title": _LEFT, "action": _INSTEAD}), final=True)


def nothing_held(order: Order, dropped: Sequence[Dropped], tokens: int | None) -> Failure:
    """The 502 of a model that wrote nothing that can be proved, which is no fault of the text; the 422 of one that
    wrote nothing at all."""
    count, language = sum(each.count for each in dropped), _spoken(order)
    if not count:
        blocks, words = len(order.whole), sum(len(block.text.split()) for block in order.whole)
        sentence = MADE[language]["unwritten"].format(words=words)
        return Failure(problem(Code.NOTHING_TO_ASK, sentence, blocks=blocks, words=words), final=True, tokens=tokens)
    counted = Counter[str]()
    for each in dropped:
        counted[told_as(each.code)] += each.count
    why = "; ".join(said(code, many, language) for code, many in counted.items())
    sentence = MADE[language]["unproved"].format(count=count, why=why)
    return Failure(problem(Code.MODEL_UNREADABLE, sentence, items=count), final=True, tokens=tokens)


def _of_the_text(order: Order) -> list[str]:
    """What is true of the whole text and leaves little to ask."""
    kinds, count = kinds_of(order.whole), len(order.whole)
    if kinds["garbled"] and kinds["garbled"] * 2 >= count:
        return ["text_garbled"]
    unfit = count - kinds["prose"] - kinds["fragment"]
    if unfit * 2 > count or not kinds["prose"]:
        return ["text_not_prose"]
    if _sentences(order) < _FEW:
        return ["text_too_short"]
    return [] if order.concepts else ["no_terms"]


def _kinds(kinds: Counter[Fitness], language: str) -> str:
    """The kinds that are no prose, the most frequent first."""
    names = [KINDS[language][kind] for kind, _ in kinds.most_common() if kind in KINDS[language]]
    return f" {SIGNS[language]['and']} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _sentences(order: Order) -> int:
    return sum(sentences_in(block.text) for block in order.blocks)


def _number(what: str, language: str, count: int) -> str:
    return COUNTED[language][what][count != 1].format(count)


def _spoken(order: Order) -> str:
    return spoken(order.language, REASONS)


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
    words, most = _WHY[language], _number("times", language, order.per_concept)
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
    named = ", ".join(SIGNS[language]["quoted"].format(area) for area in absent[:_MOST_NAMED])
    said = _LEVELS[language]["absent"].format(named + (", …" if len(absent) > _MOST_NAMED else ""))
    return [Shortfall(of="quiz", asked=len(absent), made=0, code="focus_not_in_text", sentence=said)]
