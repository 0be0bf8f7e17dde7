"""What was ordered and not made, as counts and as a sentence that says why, in the document's language. Pure.

What is asked for beside numbers (a difficulty, a focus area) and missed has a code of its own (`quizzes.BESIDE`).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from contracts.coaching import Dropped, QuizEntry
from contracts.message import Phrase
from contracts.problems import Code, Failure, failure, problem
from contracts.quizzes import Shortfall
from services.coach.compose.choose import CARDS_A_CONCEPT, Chosen, Of
from services.coach.drafts.draft import Draft, Written
from services.coach.drafts.fitness import Fitness, kinds_of, sentences_in
from services.coach.drafts.order import Order
from services.text.catalogue import sentences
from services.text.catalogue.phrases import named, rendered
from services.text.catalogue.shortfalls import has_count, plain, told_as
from services.text.words import tells_all

_KINDS = sentences("shortfall_kinds")["en"]
PATTERNED = ("en", "no", "de")
"""The languages of whose sentences the offline author knows what they state."""
_MOST_NAMED = 5
_LEAST = 2  # of one question nothing is counted
_LEVELS = ("HARD", "EASY")
"""The difficulties that may be missed."""
_FEW = 3
_ASKED = "nothing_to_ask_asked"


def reasons_of(
    of: Of,
    order: Order,
    written: Sequence[Written],
    repeated: int,
    at_limit: int,
    unfit: int = 0,
    missing: int = 0,
    opened: int = 0,
    waiting: int = 0,
) -> dict[str, int]:
    """What stood in the way, by code: first what is true of the whole text, then what was counted; where that explains
    fewer than are `missing`, last that there is no more. `waiting`: what a round leaves to a later one."""
    offline = [each for each in written if each.origin.author == "offline"]
    # Of a round only the blocks about its concepts come along, which say nothing of the whole text.
    reasons = Counter[str](_of_the_text(order) if offline and not order.only_focus else ())
    if offline and order.language not in PATTERNED:
        reasons["language_without_patterns"] = 1
    for each in written:
        reasons.update(each.dropped_quiz if of == "quiz" else each.dropped_cards)
    reasons["unreadable"] += unfit
    if order.only_focus and not waiting:
        reasons["concept_exhausted"] = 1
    reasons["kept_for_later"] = min(waiting, missing)
    reasons.update({"duplicate": repeated, "open_limit": opened, "concept_limit": at_limit})
    found = {reason: count for reason, count in reasons.items() if count}
    counted = all(map(has_count, found))
    # A concept at its limit may explain any number.
    if not found or (counted and not at_limit and sum(found.values()) < missing):
        exhausted = "concept_exhausted" if order.only_focus and waiting else "text_exhausted"
        found[exhausted if offline else "author_wrote_fewer"] = 1
    return found


def shortfall(of: Of, asked: int, made: int, reasons: Mapping[str, int], order: Order) -> list[Shortfall]:
    """One entry where less was made than asked, else none. Its code is the first reason that counts."""
    if made >= asked:
        return []
    counted = Counter[str]()
    for reason, count in reasons.items():
        counted[told_as(reason)] += count
    about = {
        "most": _number("times", order.per_concept if of == "quiz" else CARDS_A_CONCEPT),
        "kinds": _kinds(kinds_of(order.whole)),
        "sentences": _number("sentences", _sentences(order)),
    }
    told = [_filled(f"shortfall.{reason}", count, **about) for reason, count in counted.items()]
    phrase = Phrase.of(f"shortfall_made.{of}", made, asked, Phrase.listed("semicolon", told))
    return [_shortfall(of, asked, made, next(iter(reasons)), phrase, order)]


def nothing(order: Order, alone: int) -> Failure:
    """The 422 of a text that gives no question and no card. `alone`: sentences that can be understood by themselves."""
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
    phrase = _filled(
        f"nothing_to_ask.{why}",
        blocks=_number("blocks", count),
        kinds=_kinds(kinds),
        count=kinds["garbled"],
        sentences=_number("sentences", found),
        words=words,
        terms=len(order.concepts),
        alone=alone,
    )
    said, terms = rendered(phrase, order.language), len(order.concepts)
    return failure(Code.NOTHING_TO_ASK, said, phrase=phrase, blocks=count, words=words, terms=terms, sentences=found)


def none_left(order: Order) -> Failure:
    """The 422 of a text of which all that was found to ask was asked before: how much that was."""
    counts = {}
    if order.questions:
        counts["questions"] = len(order.asked)
    if order.flashcards:
        counts["flashcards"] = len(order.cards)
    had = Phrase.listed("and", [_number(what, count) for what, count in counts.items() if count])
    phrase = Phrase.of("nothing_to_ask.asked", had=had)
    said = rendered(phrase, order.language)
    told = problem(Code.NOTHING_TO_ASK, said, phrase=phrase, asked_before=sum(counts.values()))
    # The table's words speak of a text that gives nothing.
    words = {of: rendered(Phrase.of(f"refusal_{of}s.{_ASKED}"), "en") for of in ("title", "action")}
    return Failure(told.model_copy(update=words), final=True)


def nothing_held(order: Order, dropped: Sequence[Dropped], tokens: int | None) -> Failure:
    """The 502 of a model that wrote nothing that can be proved, which is no fault of the text; the 422 of one that
    wrote nothing at all."""
    count = sum(each.count for each in dropped)
    if not count:
        blocks, words = len(order.whole), sum(len(block.text.split()) for block in order.whole)
        phrase = Phrase.of("shortfall_made.unwritten", words=words)
        said = rendered(phrase, order.language)
        told = problem(Code.NOTHING_TO_ASK, said, phrase=phrase, blocks=blocks, words=words)
        return Failure(told, final=True, tokens=tokens)
    counted = Counter[str]()
    for each in dropped:
        counted[told_as(each.code)] += each.count
    reasons = [Phrase.of(f"shortfall.{plain(code)}", many) for code, many in counted.items()]
    phrase = Phrase.of("shortfall_made.unproved", count=count, why=Phrase.listed("semicolon", reasons))
    told = problem(Code.MODEL_UNREADABLE, rendered(phrase, order.language), phrase=phrase, items=count)
    return Failure(told, final=True, tokens=tokens)


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


def _shortfall(of: Of, asked: int, made: int, code: str, phrase: Phrase, order: Order) -> Shortfall:
    told = rendered(phrase, order.language)
    return Shortfall(of=of, asked=asked, made=made, code=code, sentence=told, phrase=phrase)


def _filled(code: str, *numbered: int, **about: int | Phrase) -> Phrase:
    """The phrase with those values that it names."""
    return Phrase.of(code, *numbered, **{name: about[name] for name in named(code)})


def _kinds(kinds: Counter[Fitness]) -> Phrase:
    """The kinds that are no prose, the most frequent first."""
    names = [Phrase.of(f"shortfall_kinds.{kind}") for kind, _ in kinds.most_common() if kind in _KINDS]
    return Phrase.listed("and", names)


def _sentences(order: Order) -> int:
    return sum(sentences_in(block.text) for block in order.blocks)


def _number(what: str, count: int) -> Phrase:
    return Phrase.of(f"counted.{what}", count)


def unmet(
    order: Order,
    quiz: Sequence[QuizEntry],
    written: Sequence[Written] = (),
    holds: Callable[[Draft], bool] = lambda draft: True,
) -> list[Shortfall]:
    """At most one for the difficulty, the mix of levels and the focus areas each; nothing where a whole quiz is not
    ordered.

    `written`: what the quiz was chosen from; `holds`: what a message can be made of.
    """
    if not order.is_new or not quiz:
        return []
    return [*_difficulty(order, quiz, written, holds), *_levels(order, quiz), *_focus(order)]


def _difficulty(
    order: Order, quiz: Sequence[QuizEntry], written: Sequence[Written], holds: Callable[[Draft], bool]
) -> list[Shortfall]:
    """Where fewer than half are as hard, or as easy, as ordered."""
    made = sum(entry.item.difficulty == order.difficulty for entry in quiz)
    if order.difficulty not in _LEVELS or len(quiz) < _LEAST or 2 * made >= len(quiz):
        return []
    most = _number("times", order.per_concept)
    reasons = level_reasons(order, len(quiz), made, written, holds)
    told = [_filled(f"unmet_why.{reason}", count, most=most) for reason, count in reasons.items()]
    phrase = Phrase.of(f"unmet.{order.difficulty}", made, len(quiz), Phrase.listed("semicolon", told))
    return [_shortfall("quiz", len(quiz), made, "difficulty", phrase, order)]


def _levels(order: Order, quiz: Sequence[QuizEntry]) -> list[Shortfall]:
    """Where fewer questions go beyond recall than of so many were ordered."""
    whole = sum(order.levels.values())
    wanted = len(quiz) * (whole - order.levels.get("recall", 0)) // whole if whole else 0
    made = sum(entry.item.level != "recall" for entry in quiz)
    if made >= wanted:
        return []
    return [_shortfall("quiz", wanted, made, "levels", Phrase.of("unmet.levels", made, len(quiz), wanted), order)]


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
    said: list[str | Phrase] = [Phrase.quoted(area) for area in absent[:_MOST_NAMED]]
    phrase = Phrase.of("unmet.absent", Phrase.listed("comma", said + ["…"] * (len(absent) > _MOST_NAMED)))
    return [_shortfall("quiz", len(absent), 0, "focus_not_in_text", phrase, order)]
