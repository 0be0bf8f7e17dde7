"""The rules by which notes are written without a language model. Each says what it saw, to the learner. Pure.

regraded       what counts changed after the attempt was graded: how it went now
undecided      answers that could not be judged surely: where to compare them
all_right      all that counts is right, and what to do next
mastered       what went well, where that is mastered by now
went_well      what went well: concepts that were right throughout, where something else was not; how many in all
struggle       a concept with two wrong answers or more, and no more right than wrong, that is neither mastered nor one
               or two right answers short of it
reread         any other concept with an answer that is not right; of one that is mastered, that it is so all the same
difficulty     three or more answers to questions of a difficulty that are not right, about more than one concept, with
               at least three quarters of all that could be earned there lost, and questions of another difficulty
               went better
pattern_...    slips or a way of doing that two answers or more show, over several concepts (procedural, careless)
too_quick      two or more wrong answers within three seconds each, and most of what was answered so quickly is wrong

There are three at most. What went well comes first, and is none of what is to be reread; then the weakest concepts,
each with the place to reread, why, and what to do next; of a habit the last one tells. An undecided answer counts in
none of the others, which say beside their counts how many were not judged. Wrong is what was answered and earned
nothing. No note has another figure than counts of this attempt's answers, but for how many right answers are missing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from contracts.coaching import AnsweredPlace, Evidence
from contracts.grading import Evaluation, GradedAnswer
from contracts.mastery import Standing
from contracts.message import Phrase, shortened
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.scores import more_named
from services.text.splitting import unquoted
from services.text.words import fold

DIFFICULTIES = sentences("difficulties")["en"]
_NOTES = sentences("notes")["en"]
MOST = 3


@dataclass(frozen=True)
class Note:
    """A sentence or a few for the learner and what they rest on. `phrase` None: a model wrote them."""

    sentence: str
    evidence: Evidence
    phrase: Phrase | None = None


@dataclass(frozen=True)
class Seen:
    """What a rule saw: its words, and the answers they rest on."""

    rule: str
    phrase: Phrase
    answers: Sequence[GradedAnswer]

    def note(self, language: str) -> Note:
        """With the results and the rule as evidence."""
        ids = [answer.result_id for answer in self.answers]
        evidence = Evidence(result_ids=ids, made_by=f"rule:{self.rule}:v1")
        return Note(rendered(self.phrase, language), evidence, self.phrase)


@dataclass(frozen=True)
class About:
    """The answers about one concept that count, in their order. `other`: what was taken for it; "" for nothing.
    `unsure`: how many more were not judged. `nearly`: one or two right answers are missing, as the learner reads."""

    concept: str
    answers: Sequence[GradedAnswer]
    mastered: bool
    other: str
    unsure: int = 0
    nearly: bool = False

    @property
    def right(self) -> int:
        """How many are right."""
        return sum(answer.is_correct for answer in self.answers)

    @property
    def wrong(self) -> int:
        """How many were answered and earned nothing."""
        return sum(map(is_wrong, self.answers))

    @property
    def missed(self) -> list[GradedAnswer]:
        """Those that are not right, the wrong ones first, then what was skipped."""
        worst_first = sorted(self.answers, key=lambda answer: (not is_wrong(answer), answer.credit > 0))
        return [answer for answer in worst_first if not answer.is_correct]

    @property
    def is_struggle(self) -> bool:
        """One wrong of three is none."""
        return self.wrong >= _LEAST_ALIKE and self.right <= self.wrong and not (self.mastered or self.nearly)

    @property
    def worth(self) -> tuple[bool, bool, float, int]:
        """The weakest are the least."""
        share = sum(answer.credit for answer in self.answers) / len(self.answers)
        return (not self.is_struggle, not self.wrong, share, -len(self.missed))


def decided_of(evaluation: Evaluation) -> list[GradedAnswer]:
    """The answers that count."""
    return [answer for answer in evaluation.answers if not answer.undecided]


def is_wrong(answer: GradedAnswer) -> bool:
    """Answered, and nothing of it is right."""
    return answer.answer is not None and not answer.is_correct and not answer.credit


Places = Mapping[UUID, AnsweredPlace]
"""Where the text has what was asked, by item; of some it may not be known."""

_QUICK_SECONDS = 3.0
_LEAST_ALIKE = 2
_LEAST_OFTEN = 3
_MOSTLY = 0.75
_NEARLY = 2
_MOST_NAMED = 3
_LEAST_NAME, _ENDING = 4, 2  # letters
_MOST_GIVEN, _MOST_QUOTE, _MOST_HEADING = 80, 240, 80


def notes_from(
    evaluation: Evaluation,
    language: str,
    standings: Sequence[Standing] = (),
    places: Sequence[AnsweredPlace] = (),
    *,
    changed: bool = False,
) -> list[Note]:
    """One to three notes, in the document's language where there are words for it, else in English.

    `places`: where the text has what was asked. `changed`: what counts is another than when it was graded first.
    """
    at = {place.item_id: place for place in places}
    answers = decided_of(evaluation)
    unsure = [answer for answer in evaluation.answers if answer.undecided]
    abouts = _abouts(evaluation, answers, standings)
    found = [*_again(evaluation, answers)] if changed else []
    found += _well(len(unsure), answers, abouts, standings)
    weak = sorted((about for about in abouts if about.missed), key=lambda about: about.worth)
    habits = [*_habits(evaluation, answers)][:1]
    counted = len(abouts) > 1  # Of a single concept the first note has told how many are right.
    told = [_reread(about, at, counted=counted) for about in weak[: max(1, MOST - len(found) - len(habits))]]
    found += [*told, *habits, *_unsure(unsure, at)]
    return [each.note(language) for each in found[:MOST]]


def _say(name: str, **told: str | int | Phrase) -> Phrase:
    """The sentence of that name."""
    return Phrase.of(f"notes.{name}", **told)


def _together(said: Sequence[str | Phrase]) -> Phrase:
    """Several sentences; one by itself."""
    return said[0] if len(said) == 1 and isinstance(said[0], Phrase) else Phrase.listed("space", said)


def _counted(name: str, count: int) -> Phrase:
    """The sentence for one, for two where it has one, or for several."""
    form = {1: f"{name}_one", 2: f"{name}_two"}.get(count, name)
    return _say(form if form in _NOTES else name, count=count)


def _counts(about: Sequence[GradedAnswer], unsure: int = 0) -> dict[str, str | int | Phrase]:
    """How many were judged and right, and in words how many were partly right, and how many were not judged."""
    partly = sum(not answer.is_correct and answer.credit > 0 for answer in about)
    told: str | Phrase = _say("partly", count=partly) if partly else ""
    told = _say("unjudged", before=told, count=unsure) if unsure else told
    return {"right": sum(answer.is_correct for answer in about), "asked": len(about), "partly": told}


def _quoted(text: str, most: int) -> Phrase:
    """In quotation marks, cut to so many characters."""
    return Phrase.quoted(shortened(unquoted(text), most))


def _at(place: AnsweredPlace) -> Phrase:
    """ "“Tides” (page 3)": heading, and page or time; of a text without pages its heading is enough."""
    heading = _quoted(place.heading, _MOST_HEADING) if place.heading else None
    if place.page_kind == "section" and heading:
        return heading
    if place.page_kind == "cue" and place.start_sec is not None:
        spot = _say("at_time", time=_clock(place.start_sec))
    else:
        spot = _say(f"at_{place.page_kind}", page=place.source_page)
    return Phrase.of("signs.beside", heading, spot) if heading else spot


def _clock(seconds: float) -> str:
    hours, left = divmod(int(seconds), 3600)
    minutes, left = divmod(left, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def _abouts(evaluation: Evaluation, answers: Sequence[GradedAnswer], standings: Sequence[Standing]) -> list[About]:
    by_concept: dict[str, list[GradedAnswer]] = {}
    for answer in answers:
        by_concept.setdefault(fold(answer.concept), []).append(answer)
    done = {fold(each.concept) for each in standings if each.mastered}
    nearly = {fold(each.concept) for each in standings if 0 < each.needed <= _NEARLY}
    taken = {fold(gap.concept): gap.mistaken_for for gap in evaluation.knowledge_gaps}
    unsure = Counter(fold(answer.concept) for answer in evaluation.answers if answer.undecided)
    return [
        About(about[0].concept, about, name in done, taken.get(name, ""), unsure[name], name in nearly)
        for name, about in by_concept.items()
    ]


def _again(evaluation: Evaluation, answers: Sequence[GradedAnswer]) -> Iterator[Seen]:
    if answers:
        yield Seen("regraded", _say("regraded", **_counts(answers, _unjudged(evaluation))), evaluation.answers)


def _unjudged(evaluation: Evaluation) -> int:
    return sum(answer.undecided for answer in evaluation.answers)


def _well(
    unsure: int,
    answers: Sequence[GradedAnswer],
    abouts: Sequence[About],
    standings: Sequence[Standing],
) -> Iterator[Seen]:
    good = sorted((about for about in abouts if about.right), key=lambda about: (len(about.missed), -about.right))
    done = [about for about in good if about.mastered and not about.missed]
    if answers and all(answer.is_correct for answer in answers):
        said = [
            # Where some were not judged, nobody knows whether all is right.
            _say("in_all", **_counts(answers, unsure)) if unsure else _counted("all_right", len(answers)),
            *_mastered(done),
            *_next(standings, abouts, sure=not unsure),
        ]
        yield Seen("all_right", _together(said), answers)
    elif good:
        named = [about for about in good if not about.missed]
        told = [*_mastered(done), *_named([about for about in named if about not in done])]
        said = [*told, _say("in_all", **_counts(answers, unsure))]
        resting = [answer for about in named or good for answer in about.answers if answer.is_correct]
        yield Seen("mastered" if done else "went_well", _together(said), resting)


def _mastered(done: Sequence[About]) -> Iterator[Phrase]:
    if done:
        yield _say(
            "mastered", concepts=Phrase.listed("and", [_quoted(each.concept, 110) for each in done[:_MOST_NAMED]])
        )


def _named(good: Sequence[About]) -> Iterator[Phrase]:
    if good:
        said = [_right_of(each) for each in good[:_MOST_NAMED]]
        yield _say("went_well", concepts=Phrase.listed("and", said))


def _right_of(about: About) -> Phrase:
    told: dict[str, str | int] = {"concept": about.concept, "right": about.right, "asked": len(about.answers)}
    return _say("right_of_unjudged", **told, unjudged=about.unsure) if about.unsure else _say("right_of", **told)


def _next(standings: Sequence[Standing], abouts: Sequence[About], *, sure: bool) -> Iterator[Phrase]:
    """After all was right: how the topic that is learnt gets mastered, else what is nearest to it. `sure`: nothing is
    left to compare. That nothing is to be read again is never said: an earlier attempt's note, the path or a gap may
    say so of the same concept."""
    here = {fold(about.concept) for about in abouts}
    left = [each for each in standings if fold(each.concept) in here and not each.mastered and each.needed]
    if not left:
        yield from [_say("next_new")] if sure else []
        return
    more = Phrase.of(f"missing.{more_named(left[0].needed)}", count=left[0].needed)
    yield Phrase.of("missing.sentence", concept=left[0].concept, answers=more)


def _reread(about: About, places: Places, *, counted: bool) -> Seen:
    """Where to read again, why, and what to do then: of the answer that shows most. `counted`: with how many of them
    are right."""
    missed = about.missed
    first = next((answer for answer in missed if places.get(answer.item_id)), missed[0])
    place = places.get(first.item_id)
    counts = _counts(about.answers, about.unsure)
    said = []
    if about.is_struggle:
        said.append(_say("struggle", concept=about.concept, **counts))
    elif (counted or not about.right) and len(about.answers) + about.unsure > 1:
        said.append(_say("of_concept", concept=about.concept, **counts))
    if about.mastered:
        said.append(_say("mastered_together", concept=about.concept))
    why = _why(about, first, place)
    if place:
        said.append(_say("reread", at=_at(place), why=why))
    else:
        said.append(_say("reread_nowhere", concept=about.concept, why=why))
    said.append(_then(about, first, place))
    return Seen("struggle" if about.is_struggle else "reread", _together(said), missed)


def _why(about: About, answer: GradedAnswer, place: AnsweredPlace | None) -> Phrase:
    """What was answered, and what the text says where that may be told."""
    if answer.answer is None:
        return _say("why_skipped", concept=about.concept)
    quote = _quoted(place.quote, _MOST_QUOTE) if place and place.quote else ""
    given = _quoted(place.given, _MOST_GIVEN) if place and place.given else ""
    if not is_wrong(answer):
        form, given = "why_partly", ""
    elif given:
        form = "why_given"
        if place and place.printed and quote:
            return _say("why_printed", concept=about.concept, given=given, quote=quote)
    else:
        form = "why_judged" if place and place.type == "true_false" else "why_wrong"
    return _say(f"{form}_quote" if quote else form, concept=about.concept, given=given, quote=quote)


def _then(about: About, answer: GradedAnswer, place: AnsweredPlace | None) -> Phrase:
    """What to do after reading."""
    if answer.answer is None:
        return _say("then_answer")
    if not is_wrong(answer):
        return _say("then_complete")
    if about.other:
        return _say("then_compare", concept=about.concept, other=about.other)
    kind = place.type if place else ""
    if kind not in ("ordering", "numeric") and place and not (place.printed or _names(place.quote, about.concept)):
        return _say("then_again")
    return _say({"ordering": "then_order", "numeric": "then_number"}.get(kind, "then_explain"), concept=about.concept)


def _names(quote: str, concept: str) -> bool:
    """Whether what the text says there has a word of the concept, in any form; it has where it is not known."""
    said = fold(quote)
    return not said or any(word[: max(_LEAST_NAME, len(word) - _ENDING)] in said for word in fold(concept).split())


def _habits(evaluation: Evaluation, answers: Sequence[GradedAnswer]) -> Iterator[Seen]:
    """What several answers show over several concepts. That a concept is not understood its own note tells."""
    for difficulty in DIFFICULTIES:
        about = [answer for answer in answers if answer.difficulty == difficulty and answer.answer is not None]
        missed = [answer for answer in about if not answer.is_correct]
        wrong, lost = sum(map(is_wrong, missed)), sum(1 - answer.credit for answer in missed)
        others = [answer for answer in answers if answer.difficulty != difficulty]
        stands_out = len({fold(answer.concept) for answer in missed}) > 1 and any(each.is_correct for each in others)
        if wrong and stands_out and len(missed) >= _LEAST_OFTEN and lost >= _MOSTLY * len(about):
            named = Phrase.of(f"difficulties.{difficulty}")
            said = _say("difficulty", **_counts(about), difficulty=named, wrong=wrong)
            yield Seen("difficulty", said, missed)
    for pattern in evaluation.error_patterns:
        resting = [answer for answer in answers if answer.item_id in pattern.affected_questions]
        if pattern.pattern_type != "conceptual" and len(resting) >= _LEAST_ALIKE:
            said = _together(
                [
                    pattern.phrase or pattern.description,
                    pattern.remediation_phrase or pattern.suggested_remediation,
                ]
            )
            yield Seen(f"pattern_{pattern.pattern_type}", said, resting)
    every = [answer for answer in answers if answer.answer is not None and 0 < answer.latency_sec < _QUICK_SECONDS]
    quick = [answer for answer in every if is_wrong(answer)]
    if len(quick) >= _LEAST_ALIKE and 2 * len(quick) > len(every):
        yield Seen("too_quick", _say("too_quick", wrong=len(quick), seconds=int(_QUICK_SECONDS)), quick)


def _unsure(unsure: Sequence[GradedAnswer], places: Places) -> Iterator[Seen]:
    if unsure:
        found = (_at(place) for answer in unsure if (place := places.get(answer.item_id)))
        at = list({each.model_dump_json(): each for each in found}.values())[:_MOST_NAMED]
        where = _say("compare_at", at=Phrase.listed("and", at)) if at else _say("compare")
        yield Seen("undecided", _together([_counted("undecided", len(unsure)), where]), unsure)
