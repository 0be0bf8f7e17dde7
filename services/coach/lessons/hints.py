"""Hints to a question, the gentlest first: the item's own, else by rule. None has the answer's words. Pure."""

import re
from collections.abc import Iterator

from contracts.items import Cloze, Item, MultipleAnswer, MultipleChoice, Numeric, Ordering
from contracts.lessons import Hint, TeachTurn
from contracts.message import Phrase
from services.coach.lessons.asking import Guard
from services.coach.lessons.words import Words
from services.text.alphabets import WORD
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.words import fold, is_small

_MOST = 3
_LEAST_OPTIONS = 3
"""Of fewer options, to rule one out tells the other."""


def next_hints(command: TeachTurn, guard: Guard, words: Words) -> list[Hint]:
    """The gentlest hint that was not given yet, so that they come in steps and none comes twice; none is left: none."""
    new = (hint for hint in hints_of(command, guard, words) if words.hears(hint.text))
    return [hint for hint in [next(new, None)] if hint is not None]


def hints_of(command: TeachTurn, guard: Guard, words: Words) -> list[Hint]:
    """Up to three, of the house's own each in a form that is new; none without a question."""
    item = command.item
    if item is None:
        return []
    own = [Hint(text=text) for text in item.hints if text.strip() and not guard.says(text)]
    if own:
        return own[:_MOST]
    phrases = (_new(each, words, command) for each in _ruled(item, command))
    ruled = [Hint(text=rendered(each, command.language), phrase=each) for each in phrases if each is not None]
    return [hint for hint in ruled if not guard.says(hint.text)][:_MOST]


def _new(phrase: Phrase, words: Words, command: TeachTurn) -> Phrase | None:
    """The phrase in a form that was not said yet; where all were, as it is. None: the same was said of this question
    in whatever form, or the feedback names its place."""
    name, language = phrase.code.partition(".")[2], command.language
    page = phrase.values.get("page")
    if page is not None and re.search(rf"\b{page}\b", command.feedback):
        return None
    at = phrase.values.get("at")
    if isinstance(at, Phrase) and rendered(at, language) in command.feedback:
        return None
    if name == "words":
        count = phrase.values["0"]
        name = "one_word" if count == 1 else "some_words"
        phrase_values: dict[str, str | int | Phrase] = {"count": int(count)} if isinstance(count, int) else {}
    else:
        phrase_values = {key: value for key, value in phrase.values.items() if not isinstance(value, float)}
    forms = [phrase]
    while (code := f"{name}_{len(forms) - 1}") in sentences("lesson_turn")["en"]:
        forms.append(Phrase(code=f"lesson_turn.{code}", values=phrase_values))
    if any(words.was_given(rendered(each, language)) for each in forms):
        return None
    return next((each for each in forms if words.is_new(rendered(each, language))), phrase)


def _ruled(item: Item, command: TeachTurn) -> Iterator[Phrase]:
    """Where it stands, then how the answer looks."""
    place = next((each for each in command.places if fold(each.concept) == fold(item.concept)), None)
    document = not command.guideline.strip()
    if document and not item.proof.is_paged:
        yield Phrase.of("lesson_turn.where_at", at=item.proof.at)
    elif document:
        yield Phrase.of("lesson_turn.where_page", page=item.proof.pages)
    elif not (place and place.section):
        yield Phrase.of("lesson_turn.where_told")
    # The section is the concept's; what is asked may be told of it elsewhere.
    if item.proof.is_paged and place and place.section and place.source_page == item.proof.source_page:
        yield Phrase.of("lesson_turn.where_section", section=Phrase.quoted(place.section))
    match item:
        case MultipleChoice() if len(item.options) >= _LEAST_OPTIONS:
            wrong = next(each.text for each in item.options if each.option_id != item.answer)
            yield Phrase.of("lesson_turn.not_it", option=Phrase.quoted(wrong))
        case MultipleAnswer():
            yield Phrase.of("lesson_turn.right", len(item.answer))
        case Ordering():
            first = next(each.text for each in item.options if each.option_id == item.answer[0])
            yield Phrase.of("lesson_turn.first", letter=_initial(first))
        case Numeric() if abs(item.value) >= 1:
            count = len(str(int(abs(item.value))))
            yield Phrase.of("replies.digit") if count == 1 else Phrase.of("replies.digits", digits=count)
        case Cloze():
            yield Phrase.of("lesson_turn.words", len(WORD.findall(item.answer)) or 1)
            yield Phrase.of("lesson_turn.begins", letter=_initial(item.answer))
        case _:
            return


def _initial(answer: str) -> Phrase:
    """The first letter of the first word that says something."""
    words: list[str] = WORD.findall(answer) or [answer]
    return Phrase.quoted(next((word for word in words if not is_small(word)), words[0])[0])
