"""Which drafts ask the same as another, or as what a session has already: by rules 1 to 3. Pure.

1. The same normalised answer to the same kind of question: with a gap, typed or chosen; or without one, and of the same
   type where that is known. A number, or whether a statement is true, is no answer in this sense.
2. Questions that read alike: 85 % by their sets of words, without those of our frames ("which term", "the text") and
   of the heading that they are placed under.
3. The same sentence of the text, or one that reads much like it; where an earlier quiz asked about it, only a second
   gap in it, or a second statement to judge made of it.
What was refused comes not again as it was, but may be corrected: by other words or another answer, and what a model
wrote also by other options or reasons, where it has them and was refused for these (`_MENDED_BY_OPTIONS`); what is the
same in these too has the same id, which `choose.py` looks at.
In a round, where a learner is led to master a concept, what earlier quizzes asked may come again in another form.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz.fuzz import token_set_ratio

from contracts.items import Asked
from contracts.quizzes import Refused
from services.coach.authors.items.registry import kind_of, rules_of, said_by
from services.coach.authors.offline.wording import unplaced
from services.coach.drafts.draft import GAP, Draft
from services.text.alphabets import WORD
from services.text.truths import TRUTHS
from services.text.words import content_of, fold, is_small, stems_of

_STEMS_ALIKE, _QUOTES_ALIKE = 85, 88
_ENOUGH = 3  # fewer words of its own make a question a part of many others
_ENOUGH_SAID, _SAID_ALIKE = 4, 0.5
_FRAMES = frozenset(
    WORD.findall(
        """
        according called complete completes define defined defines definition describe described describes description
        describing differ earliest events fits following give given gives how list listed lists match mean means meant
        name order put reason right said say says sentence statement steps stated states term terms text true false
        what where why word words years does did among choose count end them they
        explain own happens happen consequence complete
        begrep begrepene begrepet beskrivelse betyr definerer definert disse fullfører følgende forskjell forskjellen
        gir grunn hendelsene hva hvilke hvilken hvilket hver hvert hvordan hvorfor ifølge kalles mener nevn ordet passer
        alle avslutter dem med nevner forklar egne skjer følgen forteller
        regner regnes rekkefølge riktig sant sett setning setningen sier tekst teksten trinn trinnene usant årene
        aufzählen begriff begriffe beschreibung definiert ereignisse falsch genannt grund laut meint nennt reihenfolge
        richtig sagt satz schritte steht text textes unterscheidet vervollständigt warum was welche welchem welchen
        welcher welches wie wird zählt erkläre eigenen worten bedeutet geschieht folge
        expliquez propres mots désigne que passe arrive peut causer
        """
    )
)


_MENDED_BY_REASONS = frozenset(
    ("explanation_elsewhere", "explanation_unproved", "explanation_without_option", "model_budget", "review_failed")
)
_MENDED_BY_OPTIONS = _MENDED_BY_REASONS | frozenset(
    ("answer_leaked", "item_writing_flaws", "key_ambiguous", "option_shape", "options_alike", "pair_unproved")
)
"""Refusals that other reasons, or other options and pairs, mend, with question and answer as they are."""


@dataclass(frozen=True)
class Sight:
    """What is compared of a question. `kind` None: of what was asked before it is not known; `answer` "": none.
    `judged`: a statement to judge, of which no more than its frame and its quote are known once it was asked. `said`:
    stems of what is asked and answered. `key`: the answer also where it tells nothing of the question, as a number.
    `offers`: it has options or pairs beside them. `form`: the question, its words without their endings."""

    kind: str | None
    gap: bool
    answer: str
    stem: frozenset[str]
    question: str
    quote: str
    judged: bool = False
    said: frozenset[str] = frozenset()
    key: str = ""
    offers: bool = False
    form: tuple[str, ...] = ()

    @classmethod
    def of(cls, draft: Draft, language: str) -> "Sight":
        """A draft's. Where the question is but a frame, what is to be judged, joined or ordered makes it."""
        shape = draft.shape
        rules = rules_of(shape)
        more = " ".join(rules.shown_with(shape)) if rules else ""
        key = bare(said_by(shape, language))
        answer = key if rules is None or rules.answer_tells else ""
        said = f"{unplaced(draft.question)} {more}"
        judged = rules is not None and rules.judged
        own = stem_of(said)
        words = content_of(f"{' '.join(own)} {answer}", language)
        gap, quote = GAP in draft.question, fold(draft.quote)
        offers = rules is not None and bool(rules.options(shape))
        form = form_of(said, language)
        return cls(kind_of(shape), gap, answer, own, fold(said), quote, judged, words, key, offers, form)

    @classmethod
    def of_asked(cls, asked: Asked | Refused, language: str) -> "Sight":
        """That of what a session has already."""
        question, answer = unplaced(asked.question), bare(asked.answer)
        gap = GAP in question
        judged = answer in TRUTHS and not gap
        stem = frozenset[str]() if judged else stem_of(question)
        said = "" if answer in TRUTHS else answer
        words = content_of(f"{' '.join(stem)} {answer}", language)
        form = form_of(question, language)
        return cls(None, gap, said, stem, fold(question), fold(asked.quote), judged, words, answer, form=form)

    def asks_like(self, other: "Sight") -> bool:
        """Rules 1 and 2."""
        same_kind = self.gap == other.gap and (self.gap or None in (self.kind, other.kind) or self.kind == other.kind)
        if self.answers_like(other) and (same_kind or self.quote == other.quote):
            return True
        if self.form == other.form:
            return True
        if self.quote == other.quote and ((self.gap and other.gap) or (self.judged and other.judged)):
            return True
        if min(len(self.stem), len(other.stem)) < _ENOUGH:
            return bool(self.stem) and self.stem == other.stem
        return token_set_ratio(" ".join(sorted(self.stem)), " ".join(sorted(other.stem))) >= _STEMS_ALIKE

    def is_twin(self, other: "Sight") -> bool:
        """Whether two of one quiz ask much the same, whatever their kinds: they have one answer, or question and answer
        more than half of their words."""
        least = min(len(self.said), len(other.said))
        alike = least >= _ENOUGH_SAID and len(self.said & other.said) > _SAID_ALIKE * least
        return alike or self.answers_like(other)

    def comes_back(self, other: "Sight") -> bool:
        """Whether it is the other in the same form: what is being learnt may be asked again in another one."""
        same_form = self.gap == other.gap and self.judged == other.judged
        return self.form == other.form or (
            same_form and self.quote == other.quote and (self.answers_like(other) or self.judged)
        )

    def answers_like(self, other: "Sight") -> bool:
        """Whether both have one answer, whatever the kind of question."""
        return bool(self.answer) and self.answer == other.answer

    def rests_on(self, quote: str) -> bool:
        """Rule 3; `quote` is folded."""
        return bool(quote) and token_set_ratio(self.quote, quote) >= _QUOTES_ALIKE


class Known:
    """What must not come again. `earlier`: it was asked in other quizzes, so that its sentences may be asked about in
    another way where there are no fresh ones; `stale` has these, folded."""

    def __init__(
        self,
        asked: Iterable[Asked],
        refused: Iterable[Refused],
        language: str,
        *,
        earlier: bool,
        of_a_round: bool = False,
    ) -> None:
        before = [Sight.of_asked(each, language) for each in asked]
        self._sights = [] if of_a_round else before
        self._forms = before if of_a_round else []
        quotes = [sight.quote for sight in before]
        self.stale = frozenset(quotes if earlier else ())
        self._quotes = [] if earlier else quotes
        refused = list(refused)
        codes = [frozenset(why.code for why in each.reasons) for each in refused]
        self._refused = list(zip((Sight.of_asked(each, language) for each in refused), codes, strict=True))
        # What repeats something will repeat it in another frame too.
        self._quotes += [fold(each.quote) for each in refused if any(why.code == "duplicate" for why in each.reasons)]

    def take(self, sight: Sight, pairs: Iterable[str] = ()) -> None:
        """From now on it is known."""
        self._sights.append(sight)
        self._quotes += [sight.quote, *pairs]

    def repeats(self, sight: Sight, pairs: Iterable[str] = (), *, by_model: bool = False) -> bool:
        """Whether it asks what is known. `pairs`: a matching question's folded quotes."""
        if any(sight.asks_like(known) for known in self._sights):
            return True
        if any(sight.comes_back(known) for known in self._forms):
            return True
        if any(sight.rests_on(quote) for quote in self._quotes):
            return True
        for refused, codes in self._refused:
            mended = by_model and codes and codes <= (_MENDED_BY_OPTIONS if sight.offers else _MENDED_BY_REASONS)
            if _written_again(sight, refused) and not mended:
                return True
        return any(quote in self._quotes for quote in pairs)


def _written_again(sight: Sight, refused: Sight) -> bool:
    """Whether it is what was refused: its question, and its answer where both have one. The same fact may come again in
    other words, or with another answer: so is an item corrected. A frame that many share says less than its quote."""
    if refused.question not in sight.question or (sight.judged and sight.quote != refused.quote):
        return False
    return not (sight.key and refused.key) or sight.key == refused.key


def bare(text: str) -> str:
    """Folded, without marks at the edges."""
    return fold(text).strip(".,;:!?…\"'“”„‘’«»()[] ")


def form_of(question: str, language: str) -> tuple[str, ...]:
    """A question as it is known again where only an ending differs ("lock", "locks"); one with a gap as it stands."""
    return (fold(question),) if GAP in question else stems_of(question, language)


def stem_of(question: str) -> frozenset[str]:
    """The question's own words."""
    return frozenset(w for w in WORD.findall(fold(question)) if w not in _FRAMES and not is_small(w))
