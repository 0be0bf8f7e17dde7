"""Which drafts make the quiz and the cards: focus areas first, by relevance, mixed, none twice. Pure.

1. Nothing that the session has, that was refused, or that another says already (`alike.py`). Only where a quiz would
   have fewer than three questions a gap in a sentence that was explained just now, or whether it is true (of a round:
   fewer than two), what asks for a round's very topic, what is hardly worth asking (`DOUBTFUL`), and, but of a focus
   area, what tells another question's answer or has its own told (`telling.py`). No question of a round says the
   answer of another, or rests on a sentence that a question rests on which the round has already. Of a round about one
   topic a gap in a sentence that begins with it, or says at once what of it something is, is about it, whichever other
   term is to be filled in.
2. At most so many questions about a concept as are ordered, and so many cards as `CARDS_A_CONCEPT`. At most one in five
   questions is a statement to judge (whoever guesses is right every other time), and one in four that the offline
   author has answered in one's own words, which nobody grades at once: but in a round, of a focus area, or among the
   first three; where the quiz would lack questions, half of its questions, or three of four that were ordered.
3. Each focus area gets one while it has drafts; then half of the places go to focus areas; where only they are
   ordered, all.
4. For each place the least costly draft is taken: doubt costs most, then lower relevance, another question about the
   same concept, another difficulty than ordered, the same type, frame or answer again, a sentence that an earlier quiz
   asked about or that was explained just now, what is too hard for beginners or too easy for the advanced, and where
   rule 1 allows it what tells an answer or has its own told. An order for hard questions takes hard ones before all
   others; of an order with a mix of levels one more of a level that has its share costs much.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from math import inf
from typing import Literal

from services.chassis import progress
from services.coach.authors.items.registry import RULES, Kind, is_by_model, kind_of, rules_of, said_by
from services.coach.authors.offline.wording import WORDINGS
from services.coach.compose.alike import Known, Sight, bare
from services.coach.compose.items import id_of
from services.coach.compose.telling import told_of, told_of_asked
from services.coach.drafts.draft import DOUBTFUL, GAP, Draft, Gap, OneOf, Open
from services.coach.drafts.order import Order
from services.text.telling import Told, either_says, either_shows
from services.text.words import fold, holds, stems_of

Of = Literal["flashcards", "quiz"]
CARDS_A_CONCEPT, LEAST, _ENOUGH = 3, 3, 2
_FOREMOST, _SUBJECT, _NEAR = 3, 5, 8  # words
_IS = re.compile(r"\W*(?:[:–—-]\s|(?:is|are|was|were|er|var|ist|sind|war|waren|est|sont)\b)")
_ONE_IN = {"judged": 5, "open": 4, "gap": 4, "repeat": 4}
_DEFINING = ("what", "which")  # frames
_LEVEL = {"EASY": 0, "MEDIUM": 1, "HARD": 2}
_DOUBT, _RANK, _AGAIN, _DISTANCE, _EASE, _FRAME, _ANSWER, _STALE = 5.0, 4.0, 3.0, 3.0, 12.0, 1.0, 4.0, 8.0
_GIVEN_AWAY, _TOLD, _EXPLAINED, _BEYOND_SHARE, _REPEATED, _RECALLED = 40.0, 20.0, 4.0, 12.0, 10.0, 3.0


class Chosen:
    """Takes drafts one by one. `repeated` counts those left out because they were asked before or say the same,
    `unfit` those that `holds` is not true of: no item can be made of them."""

    def __init__(
        self,
        drafts: Iterable[Draft],
        order: Order,
        of: Of = "quiz",
        holds: Callable[[Draft], bool] = lambda draft: True,
    ) -> None:
        self._order = order
        self._holds = holds
        self._most = order.per_concept if of == "quiz" else CARDS_A_CONCEPT
        # What is written for a second time, for what a quiz lacks, must not ask what that quiz asks.
        earlier = order.is_new or order.replaced
        asked, again = (order.asked, order.of_a_round) if of == "quiz" else (order.cards, False)
        self._known = Known(asked, order.refused, order.language, earlier=earlier or again, of_a_round=again)
        self._gone = frozenset(each.item_id for each in order.refused if each.item_id)
        self._choice_only = of == "quiz" and order.choice_only
        # What the quiz has counts as well.
        self._levels = Counter[str](each.level for each in asked if each.level)
        self._whole = order.questions + sum(self._levels.values())
        self._concepts: Counter[tuple[str, ...]] = Counter()
        self._kinds: Counter[str] = Counter()
        self._frames: Counter[str] = Counter()
        self._answers: set[str] = set()
        self._left: dict[int, Draft] = {}
        self._stale: set[int] = set()
        self._given_away: set[int] = set()
        self._explained: set[int] = set()
        self._told: list[Told] = []
        # Cards that repeat the quiz, or are gaps: no more than a share.
        others = order.asked if of == "flashcards" else [] if order.is_new else order.cards
        self._beside = [fold(each.quote) for each in others]
        self._mixed = of == "flashcards"
        self._mixture: Counter[str] = Counter()
        # Cards ordered alone, or of a language in which nothing but a gap can be asked, would else be none.
        self._beside_a_quiz = (order.questions > 0 or not order.is_new) and order.language in WORDINGS
        # What is written for what a quiz lacks stands beside what that quiz has.
        beside = order.asked if of == "quiz" and (again or not order.is_new) else ()
        self._told_before = [told_of_asked(each, order.language) for each in beside]
        self._sights = [Sight.of_asked(each, order.language) for each in beside]
        # Of a statement to judge only the sentence is known that it rests on.
        self._in_this_quiz = {fold(each.quote) for each in order.asked if each.beside} if again else set[str]()
        self._number = 0
        # Open ones beyond their share, which are taken where the quiz would lack questions without them.
        self._kept_back: dict[int, Draft] = {}
        self._lacks = False
        self._put_off = set[str]()
        self.taken: list[Draft] = []
        self.repeated = 0
        self.unfit = 0
        self.add(drafts)

    def add(self, drafts: Iterable[Draft]) -> None:
        """More to choose from, but for what is taken."""
        for draft in map(self._about_the_topic, drafts):
            fits = isinstance(draft.shape, OneOf) or not self._choice_only
            if fits and (draft.concept.focus or not self._order.only_focus) and draft not in self.taken:
                self._left[self._number] = draft
                if self._is_given_away(draft):
                    self._given_away.add(self._number)
                if self._order.was_explained(fold(draft.quote)):
                    self._explained.add(self._number)
                if self._known.stale and fold(draft.quote) in self._known.stale:
                    self._stale.add(self._number)
                self._number += 1

    def keep(self, drafts: Sequence[Draft]) -> None:
        """Takes drafts that were chosen before."""
        for draft in drafts:
            self._take(draft, Sight.of(draft, self._order.language))

    def complement(self, quiz: Sequence[Draft]) -> None:
        """Cards are chosen that tell what a quiz does not ask."""
        self._beside += [fold(at) for draft in quiz for at in (draft.quote, *_quotes(draft))]

    def fill(self, wanted: int) -> list[Draft]:
        """At most `wanted` drafts in the order of their choosing."""
        for key in [concept.key for concept in self._order.concepts if concept.focus]:
            if len(self.taken) < wanted and not self._concepts[key]:
                self._next(lambda draft, key=key: draft.concept.key == key)  # type: ignore[misc]
        while len(self.taken) < (wanted + 1) // 2 and self._next(lambda draft: draft.concept.focus):
            pass
        while len(self.taken) < wanted and self._next(lambda draft: True):
            pass
        self._left |= self._kept_back
        self._kept_back, self._lacks = {}, True
        while len(self.taken) < wanted and self._next(lambda draft: True):
            pass
        self._lacks = False
        return self.taken

    @property
    def opened(self) -> int:
        """How many open ones would have been more than a share."""
        return len(self._kept_back)

    def waiting(self) -> int:
        """How many a round leaves to a later one, as they repeat what was explained just now, ask for its topic, or say
        the answer of another: one for each sentence that nothing taken rests on."""
        left = {fold(self._left[number].quote) for number in self._given_away & self._left.keys()} | self._put_off
        return len(left - {fold(draft.quote) for draft in self.taken}) if self._order.of_a_round else 0

    def at_limit(self) -> int:
        """How many concepts have been asked about as often as they may be, and have more to ask."""
        left = {draft.concept.key for draft in self._left.values()}
        return sum(count >= self._most and key in left for key, count in self._concepts.items())

    def _next(self, fits: Callable[[Draft], bool]) -> bool:
        """Takes the best draft that fits; False: there is none."""
        fitting = [
            (*self._cost(draft, number), number)
            for number, draft in self._left.items()
            if fits(draft)
            and self._concepts[draft.concept.key] < self._most
            and len(self.taken) < self._most_beside(draft, number)
        ]
        heapify(fitting)
        held_back = set[int]()
        while fitting:
            first, cost, number = heappop(fitting)
            draft = self._left[number]
            told = told_of(draft, self._order.language)
            if self._order.of_a_round and (
                fold(draft.quote) in self._in_this_quiz or any(either_says(told, one) for one in self._told)
            ):
                del self._left[number]
                self._put_off.add(fold(draft.quote))
                continue
            beside = (*self._told, *self._told_before)
            if number not in held_back and any(either_says(told, one) or either_shows(told, one) for one in beside):
                if self._differs(draft) and len(self.taken) >= LEAST:
                    del self._left[number]
                    self.repeated += 1
                    continue
                held_back.add(number)
                heappush(fitting, (first, cost + _TOLD, number))
                continue
            del self._left[number]
            sight = Sight.of(draft, self._order.language)
            twin = self._defines_again(draft) or (
                self._differs(draft) and any(sight.is_twin(each) for each in self._sights)
            )
            if twin or self._known.repeats(sight, _quotes(draft), by_model=is_by_model(draft)):
                self.repeated += 1
                continue
            if self._is_one_too_many(draft, sight):
                if self._is_open(draft):
                    self._kept_back[number] = draft
                else:
                    self.repeated += 1
                continue
            if not self._holds(draft):
                self.unfit += 1
                continue
            if self._gone and id_of(draft, self._order) in self._gone:
                self.repeated += 1
                continue
            self._take(draft, sight)
            return True
        return False

    def _take(self, draft: Draft, sight: Sight) -> None:
        progress.made()
        self._concepts[draft.concept.key] += 1
        self._levels[draft.level] += 1
        self._kinds[kind_of(draft.shape)] += 1
        self._frames[draft.frame] += 1
        self._answers.add(sight.answer)
        self._known.take(sight, _quotes(draft))
        self._sights.append(sight)
        self._mixture.update(self._shares_of(draft, sight))
        self._told.append(told_of(draft, self._order.language))
        self.taken.append(draft)

    def _is_one_too_many(self, draft: Draft, sight: Sight) -> bool:
        """Whether more than a share (`_ONE_IN`) of the cards would repeat the quiz (some may until there are three, and
        two where none is ordered), or of those that are ordered be a gap (two may); or of the questions a statement to
        judge (one may), or open (three may where there is nothing else; where some are lacking as many as are not, or
        three of four that are ordered)."""
        ordered, least = (self._order.flashcards, 2) if self._mixed else (self._order.questions, 1)
        for share in self._shares_of(draft, sight):
            most = max(least, ordered // _ONE_IN[share])
            if share == "repeat" and not is_by_model(draft):  # of those that there are, however many were ordered
                others = len(self.taken) - self._mixture[share]
                few = LEAST - others - len(self._order.cards) if self._beside_a_quiz else least
                most = max(few, others // (_ONE_IN[share] - 1))
            if share == "open":
                has = len(self._told_before)
                most = LEAST if len(self.taken) + has < LEAST else 0 if has else -(-ordered // _ONE_IN[share])
                others = len(self.taken) - self._mixture[share]
                most = max(most, others, -(-3 * ordered // 4)) if self._lacks else most
            if self._mixture[share] >= most:
                return True
        return False

    def _shares_of(self, draft: Draft, sight: Sight) -> list[str]:
        """Of which kinds, each of which may be no more than a share of all, it is one."""
        if not self._mixed:
            rules = rules_of(draft.shape)
            judged = ["judged"] if rules is not None and rules.judged else []
            return ["open"] if self._is_open(draft) else judged
        gap = ["gap"] if GAP in draft.question else []
        return [*gap, "repeat"] if any(sight.rests_on(quote) for quote in self._beside) else gap

    def _differs(self, draft: Draft) -> bool:
        """Whether it must differ from the quiz's others: not in a round, which has rules of its own, nor where it is
        about what is to be learnt foremost. What a model writes is reviewed and graded."""
        free = self._mixed or self._order.of_a_round or self._order.replaced or draft.concept.focus
        return not free and not is_by_model(draft)

    def _defines_again(self, draft: Draft) -> bool:
        """Whether a card asks what a term is, or which it is, that another asks: of two definitions one is enough."""
        defines = self._mixed and draft.frame in _DEFINING and not self._order.only_focus
        return defines and any(each.frame in _DEFINING and each.concept.key == draft.concept.key for each in self.taken)

    def _is_open(self, draft: Draft) -> bool:
        return isinstance(draft.shape, Open) and self._differs(draft)

    def _most_beside(self, draft: Draft, number: int) -> float:
        """How many there may be for it to be taken: what is a last resort where a quiz, or cards, would have fewer than
        three; in a round, which others fill up that were asked before, what was told just now as its second."""
        if number in self._given_away:
            return _ENOUGH if number in self._explained and self._order.of_a_round else LEAST
        doubtful = draft.doubt >= DOUBTFUL and not self._order.only_focus and not draft.concept.focus
        return LEAST if doubtful else inf

    def _about_the_topic(self, draft: Draft) -> Draft:
        """A gap in a sentence that names a round's very topic is about that, whatever is to be filled in: the topic's
        own name is known before the sentence is read. That is one that begins with the topic, or that asks what is
        something of the topic ("the ____ is a layer of the epidermis"): not one that only comes to it."""
        topic = self._order.topic
        if topic is None or draft.concept.focus or not isinstance(draft.shape, Gap):
            return draft
        before, _, behind = draft.question.partition(GAP)
        if len(before.split()) < _FOREMOST:
            said = behind.split()[:_NEAR] if _IS.match(behind) else []
        else:
            said = draft.question.split()[:_SUBJECT]
        about = holds(stems_of(" ".join(said), self._order.language), topic.key)
        return replace(draft, concept=topic) if about else draft

    def _is_given_away(self, draft: Draft) -> bool:
        """Whether the question is a sentence that was explained just now, to be filled or judged, or asks for the very
        topic of a round."""
        rules, topic = rules_of(draft.shape), self._order.topic
        if topic is not None and stems_of(said_by(draft.shape), self._order.language) == topic.key:
            return True
        repeats = GAP in draft.question or (rules is not None and rules.judged)
        return repeats and self._order.was_explained(fold(draft.quote))

    def _cost(self, draft: Draft, number: int) -> tuple[int, float]:
        """What comes before all else, and the cost."""
        kind, ordered = kind_of(draft.shape), _LEVEL[self._order.difficulty]
        distance = abs(_LEVEL[draft.difficulty] - ordered)
        hard_first = self._order.difficulty == "HARD" and kind != "flashcard"
        too_easy = {"beginner": 1 - draft.ease, "advanced": draft.ease}.get(self._order.audience_level or "", 0.0)
        return (distance if draft.doubt < 2 else 2) if hard_first else 0, (
            _DOUBT * draft.doubt
            + _RANK * draft.concept.rank
            + _AGAIN * self._concepts[draft.concept.key]
            + _DISTANCE * distance
            + _wear(kind) * (self._kinds[kind] + 0.5)
            + _FRAME * self._frames[draft.frame]
            + _ANSWER * (bare(said_by(draft.shape)) in self._answers)
            + _EASE * too_easy
            + _STALE * (number in self._stale)
            + _GIVEN_AWAY * (number in self._given_away)
            + _EXPLAINED * (number in self._explained)
            + _REPEATED * (fold(draft.quote) in self._beside)
            + _BEYOND_SHARE * self._has_its_share(draft)
            # Of the few that may be answered in one's own words those that take more than to remember.
            + _RECALLED * (self._is_open(draft) and draft.level == "recall")
        )

    def _has_its_share(self, draft: Draft) -> bool:
        """Whether the quiz has as many of the draft's level as were ordered of so many questions; a model's also where
        no mix was ordered."""
        shares = {} if self._mixed else self._order.mix if is_by_model(draft) else self._order.levels
        whole = sum(shares.values())
        return whole > 0 and self._levels[draft.level] * whole >= self._whole * shares.get(draft.level, 0)


def _quotes(draft: Draft) -> list[str]:
    """What the pairs of a matching question rest on, folded."""
    rules = rules_of(draft.shape)
    return [fold(at.text) for at in rules.quotes(draft.shape)] if rules else []


def _wear(kind: Kind) -> float:
    """What one more of a type costs for each that is there."""
    return 0.0 if kind == "flashcard" else RULES[kind].wear
