"""What is said to a message of a lesson, in words that the lesson has not had yet. Pure.

What was said stands as marks in the lines of the timeline (`services/text/once.py`), and in the last lines themselves.

1. Of a sentence that was said another form is taken that was not; where all were, it is left out, as long as something
   else is said. An answer and a judgement are told however often.
2. A quotation stands once: later its page stands for it, and of a guideline, which has no pages, nothing. What a
   quotation has is not said before it as well.
3. Where a guideline's task is over and its sentence was quoted before, the reason of its right answer stands for it.
4. What leans on a place to look at is not said without one; what was explained "has it" only where the answer's words
   stand there, else it helps.
5. Two whole options that are left are told by their letters, where they are long; of two in all nothing is told.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from contracts.items import Item, MultipleChoice
from contracts.lessons import AssessTurn
from contracts.message import Phrase
from services.evaluator.items.masking import BLANK
from services.text.alphabets import WORD
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.once import marks_in, marks_of, was_said
from services.text.words import fold, inflected, occurs

_FORMS: Mapping[str, str] = {
    "replies.wrong": "wrong",
    "replies.again": "again",
    "replies.lost": "lost",
    "replies.unread": "unread",
    "replies.points": "points",
    "replies.partly_open": "points",
    "replies.page": "page",
    "replies.page_at": "page_at",
    "replies.look_again": "look_again",
    "replies.right": "right",
    "replies.right_true": "right_true",
    "replies.right_false": "right_false",
    "replies.right_false_here": "right_false",
    "replies.told": "told",
    "replies.told_true": "told_true",
    "replies.told_false": "told_false",
    "replies.told_false_here": "told_false",
    "assessing.greeting": "greeting",
}
"""Sentences that have other forms, and the name of these."""
_KEPT = ("right", "told")
"""What is told even where every form of it was said."""
_QUOTES: Mapping[str, str] = {
    "replies.look": "replies.page",
    "replies.look_at": "replies.page_at",
    "replies.look_here": "replies.look_again",
}
_PLACES = (*_QUOTES, *_QUOTES.values())
_ON_A_PAGE = frozenset(
    f"replies.seek_{what}" for what in ("multiple_choice", "multiple_answer", "true_false", "numeric")
)
_IN_A_GAP = frozenset({"replies.seek_cloze", "replies.seek_gap_letters"})
"""What to do with the place to look at that stands before it: one that may be named only, and one with its gap."""
_SOURCES = ("replies.says", "replies.says_at", "replies.says_here")
_LETTERS = "abcdefgh"
_LONG = 4
"""Words of an answer, or of an option, that is not to be read twice in a turn."""


@dataclass(frozen=True)
class Wording:
    """The lesson so far, as far as it decides what can still be said."""

    command: AssessTurn

    @cached_property
    def _marks(self) -> set[str]:
        lines = [line.text for line in self.command.conversation if line.role == "tutor"]
        return marks_in(self.command.timeline).union(*map(marks_of, lines))

    def is_new(self, text: str) -> bool:
        """Whether none of its sentences was said."""
        return not was_said(text, self._marks)

    def fresh(self, name: str, first: Phrase | None = None, **values: str | int | Phrase) -> Phrase | None:
        """A form of a sentence that was not said; None: all were."""
        return next((each for each in _forms(name, first, values) if self.is_new(self._said(each))), None)

    def again(self, name: str, first: Phrase | None = None, **values: str | int | Phrase) -> Phrase:
        """The same; where all were said, one of them, each turn another."""
        forms = list(_forms(name, first, values))
        return self.fresh(name, first, **values) or forms[len(self.command.timeline) % len(forms)]

    def opened(self, part: Phrase, item: Item) -> list[Phrase]:
        """What stands before a hint; nothing where all forms of it were said."""
        said = self._part(part, item, "")
        return [said] if said is not None else []

    def worded(self, phrase: Phrase, item: Item) -> Phrase:
        """What is said to an answer, sentence by sentence."""
        parts = [each for each in phrase.values.values() if isinstance(each, Phrase)]
        told = list[Phrase]()
        source = next((each for each in parts if each.code in _SOURCES), None)
        quote = self._quote(source) if source else ""
        place: Phrase | None = None
        for part in parts:
            if _leans(part, item, place):
                continue
            said = self._part(part, item, quote if quote and self.is_new(quote) else "")
            if said is not None:
                told.append(said)
            if part.code in _PLACES and not (said and said.code.startswith("assessing.look_helps_")):
                place = said
        if source is not None and (reason := self._reason(item)) and not (quote and self.is_new(quote)):
            told.append(Phrase.listed("space", [reason]))
        return Phrase.listed("space", told or [self.again("wrong")])

    def _part(self, part: Phrase, item: Item, quote: str) -> Phrase | None:
        """One sentence; None: it is left out. `quote`: what is quoted behind it, and is new."""
        if part.code in _SOURCES:
            return part if quote else self._place(part, item)
        if part.code == "replies.look_again" and self.is_new(item.proof.quote):
            return None  # It was not told yet, so it is not to be found above.
        if part.code in _QUOTES:
            if self.is_new(self._quote(part)):
                return part
            places = {name: value for name, value in part.values.items() if name != "quote"}
            part = Phrase(code=_QUOTES[part.code], values=places)
        if part.code == "replies.look_again" and not _stands_in(item.proof.quote, item, self.command.language):
            return self.fresh("look_helps")
        if part.code == "replies.two_left" and isinstance(item, MultipleChoice):
            return self._left(part, item)
        if part.code == "replies.points" and part.values.get("right") == 0:
            return self.fresh("points")
        if part.code == "replies.told_open":
            return self.again("compare") if quote else part
        if part.code in ("replies.right", "replies.told"):
            return self._answer(part, item, quote)
        name = _FORMS.get(part.code)
        if name is None:
            return part if self.is_new(self._said(part)) else None
        values = {key: value for key, value in part.values.items() if not isinstance(value, float)}
        if name.startswith(_KEPT):
            return self.again(name, part, **values)
        return self.fresh(name, part, **values)

    def _answer(self, part: Phrase, item: Item, quote: str) -> Phrase:
        """The answer; a long one not where it stands in what is quoted behind it. That of a choice that was told has
        its letter."""
        answer = part.values["answer"]
        assert isinstance(answer, Phrase)
        key = item.answer_text
        long, quoted = len(WORD.findall(key)) >= _LONG, fold(key).rstrip(".") in fold(quote)
        lettered = part.code == "replies.right" or isinstance(item, MultipleChoice)
        if not long or not (quoted or (lettered and not self.is_new(key))):
            return self.again(part.code.partition(".")[2], part, answer=answer)
        if part.code == "replies.right":
            return self.again("right_plain")
        if isinstance(item, MultipleChoice):
            return self.again("told_letter", letter=Phrase.quoted(_letter(item, item.answer)))
        return self.again("told_plain")

    def _place(self, part: Phrase, item: Item) -> Phrase | None:
        """In the place of what was quoted: where it stands; a guideline has no place."""
        if part.code == "replies.says_here":
            return None
        if part.code == "replies.says_at":
            return self.fresh("stands_at", at=item.proof.at) or Phrase.of("assessing.place_at", at=item.proof.at)
        return self.fresh("stands", page=item.proof.pages) or Phrase.of("assessing.place", page=item.proof.pages)

    def _reason(self, item: Item) -> str:
        """Why the answer of a guideline's task is right, in the words of who wrote it; "": nothing new."""
        if not self.command.guideline.strip() or not isinstance(item.answer, str):
            return ""
        why = next((each.sentence for each in item.explanations if each.option_id == item.answer), "")
        return why if why and self.is_new(why) else ""

    def _left(self, part: Phrase, item: MultipleChoice) -> Phrase | None:
        if len(item.options) <= 2:
            return None
        if all(len(WORD.findall(option.text)) < _LONG for option in item.options) and self.is_new(self._said(part)):
            return part
        shown = self._said(part)
        left = [each for each in item.options if each.text in shown]
        letters = Phrase.listed("and", [Phrase.quoted(_letter(item, each.option_id)) for each in left])
        return self.again("left_letters", letters=letters)

    def _quote(self, part: Phrase) -> str:
        quote = part.values.get("quote")
        return self._said(quote)[1:-1] if isinstance(quote, Phrase) else ""

    def _said(self, phrase: Phrase) -> str:
        return rendered(phrase, self.command.language)


def _forms(name: str, first: Phrase | None, values: Mapping[str, str | int | Phrase]) -> Iterator[Phrase]:
    if first is not None:
        yield first
    known, number = sentences("assessing")["en"], 0
    while (code := f"{name}_{number}") in known:
        yield Phrase(code=f"assessing.{code}", values=values)
        number += 1


def _leans(part: Phrase, item: Item, place: Phrase | None) -> bool:
    """Whether a sentence is nothing without a place to look at that is not said."""
    if part.code in _IN_A_GAP and item.type != "cloze":
        return place is None or place.code not in _QUOTES
    if part.code == "replies.seek_numeric" and place is not None and place.code in _QUOTES:
        return BLANK not in str(place.values.get("quote"))  # What is quoted has another way to the number.
    return part.code in _ON_A_PAGE and place is None


def _stands_in(quote: str, item: Item, language: str) -> bool:
    """Whether a sentence has the answer; a statement stands there right or otherwise."""
    key: str = getattr(item, "right", "") or ("" if item.type == "true_false" else item.answer_text)
    return not key or inflected(key, quote, language) or occurs(key, quote)


def _letter(item: MultipleChoice, option_id: str) -> str:
    places: Sequence[str] = [option.option_id for option in item.options]
    return _LETTERS[places.index(option_id)]
