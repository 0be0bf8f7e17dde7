"""The rules by which notes are written without a language model. Each says what it saw, to the learner. Pure.

regraded       the attempt was graded again: how it went now
mastered       concepts of the attempt that are mastered
pattern_...    a pattern in the mistakes as the Evaluator found it (conceptual, procedural, careless), and what to do
weak_concept   a concept that the evaluation calls weak: answered wrongly, in part, or not at all; of a mastered one how
               many were right, and no more
gap            a gap in knowledge that no other note speaks of, of what is not mastered
difficulty     two or more answers to questions of a difficulty that are not right, about more than one concept, with at
               least three quarters of all that could be earned there lost, and questions of another difficulty went
               better
too_quick      two or more wrong answers within three seconds each, and most of what was answered so quickly is wrong
skipped        questions without an answer
not_known      concepts of the attempt of which it is decided that they are not known
unsure         concepts of the attempt that are not mastered yet, each with what is missing, where no other note speaks
all_right      everything right
score          none of the others, so that the learner hears something
undecided      no answer could be judged surely

An undecided answer counts in none of the others. Wrong is what was answered and earned nothing; partly right is told.
A weak concept with a pattern gets one note that tells both, but for what helps: that the pattern itself says. Of more
than six notes the less telling are left out.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from contracts.coaching import Evidence
from contracts.grading import Evaluation, GradedAnswer
from contracts.mastery import ErrorPattern, Standing
from services.text.catalogue import sentences
from services.text.languages import spoken
from services.text.scores import more, percent
from services.text.words import fold

FORMS = sentences("notes")
DIFFICULTIES = sentences("difficulties")
SIGNS = sentences("signs")


@dataclass(frozen=True)
class Note:
    """A sentence for the learner and what it rests on."""

    sentence: str
    evidence: Evidence


@dataclass(frozen=True)
class Seen:
    """What a rule saw: its words, and the answers they rest on."""

    rule: str
    sentence: str
    answers: Sequence[GradedAnswer]

    def note(self) -> Note:
        """With the results and the rule as evidence."""
        ids = [answer.result_id for answer in self.answers]
        return Note(self.sentence, Evidence(result_ids=ids, made_by=f"rule:{self.rule}:v1"))


def decided_of(evaluation: Evaluation) -> list[GradedAnswer]:
    """The answers that count."""
    return [answer for answer in evaluation.answers if not answer.undecided]


def is_wrong(answer: GradedAnswer) -> bool:
    """Answered, and nothing of it is right."""
    return answer.answer is not None and not answer.is_correct and not answer.credit


def counts(about: Sequence[GradedAnswer], tongue: str) -> dict[str, object]:
    """How many were asked and right, and in words how many were partly right."""
    right = sum(answer.is_correct for answer in about)
    partly = sum(not answer.is_correct and answer.credit > 0 for answer in about)
    told = FORMS[tongue]["partly"].format(partly) if partly else ""
    return {"right": right, "asked": len(about), "partly": told}


_QUICK_SECONDS = 3.0
_LEAST_ALIKE, _MOSTLY = 2, 0.75
_MOST_CONCEPTS, _MOST_NOTES = 5, 6
_SURELY_TOLD = 3  # weak concepts
# What goes first where there are too many; the rest as they stand.
_TELLING = ("regraded", "mastered", "difficulty", "unsure", "not_known", "too_quick", "skipped", "gap")


def notes_from(
    evaluation: Evaluation, language: str, standings: Sequence[Standing] = (), *, regraded: bool = False
) -> list[Note]:
    """One to six notes, in the document's language where there are words for it, else in English.

    That it was graded again is said before them and takes no other note's place.
    """
    tongue = spoken(language, FORMS)
    answers = decided_of(evaluation)
    found = [*_again(evaluation, answers, tongue)] if regraded else []
    found += _fewer([*_seen(evaluation, answers, standings, tongue)], _MOST_NOTES)
    return [each.note() for each in found]


def _again(evaluation: Evaluation, answers: Sequence[GradedAnswer], tongue: str) -> Iterator[Seen]:
    if answers:
        yield Seen("regraded", FORMS[tongue]["regraded"].format(**counts(answers, tongue)), evaluation.answers)


def _seen(
    evaluation: Evaluation, answers: Sequence[GradedAnswer], standings: Sequence[Standing], tongue: str
) -> Iterator[Seen]:
    forms = FORMS[tongue]
    if not answers:
        unsure = evaluation.answers
        yield Seen("undecided", forms[_form("undecided", len(unsure))].format(count=len(unsure)), unsure)
        return
    mastered, others = standing_notes(standings, answers, tongue)
    yield from mastered
    missed = [answer for answer in answers if not answer.is_correct]
    if not missed:
        yield Seen("all_right", forms[_form("all_right", len(answers))].format(asked=len(answers)), answers)
        yield from others
        return
    done = {fold(each.concept) for each in standings if each.mastered}
    concepts = patterned(evaluation, answers, tongue, done)
    found = [*concepts[:_MOST_CONCEPTS], *gaps(evaluation, answers, concepts, tongue, done)]
    told = {fold(answer.concept) for each in found for answer in each.answers}
    left = [each for each in standings if each.decided or fold(each.concept) not in told]
    _, others = standing_notes(left, answers, tongue)
    found += [*_difficulties(answers, tongue), *_habits(answers, concepts, tongue)]
    yield from found or [Seen("score", forms["score"].format(**counts(answers, tongue)), answers)]
    yield from others


def _fewer(found: Sequence[Seen], most: int) -> list[Seen]:
    """The most telling, in the order in which they stand."""

    def worth(place: int) -> tuple[int, int]:
        rule = found[place].rule
        if rule not in _TELLING:
            before = sum(each.rule not in _TELLING for each in found[:place])
            return (0 if before < _SURELY_TOLD else 2, place)
        return (0 if rule in _TELLING[:3] else 1, _TELLING.index(rule))

    kept = sorted(sorted(range(len(found)), key=worth)[:most])
    return [found[place] for place in kept]


def _difficulties(answers: Sequence[GradedAnswer], tongue: str) -> Iterator[Seen]:
    for difficulty, name in DIFFICULTIES[tongue].items():
        about = [answer for answer in answers if answer.difficulty == difficulty and answer.answer is not None]
        missed = [answer for answer in about if not answer.is_correct]
        wrong, lost = sum(map(is_wrong, missed)), sum(1 - answer.credit for answer in missed)
        others = [answer for answer in answers if answer.difficulty != difficulty]
        stands_out = len({fold(answer.concept) for answer in missed}) > 1 and any(each.is_correct for each in others)
        if wrong and stands_out and len(missed) >= _LEAST_ALIKE and lost >= _MOSTLY * len(about):
            told = counts(about, tongue) | {"difficulty": name, "wrong": wrong}
            yield Seen("difficulty", FORMS[tongue]["difficulty"].format(**told), missed)


def _habits(answers: Sequence[GradedAnswer], told: Sequence[Seen], tongue: str) -> Iterator[Seen]:
    missed = [answer for answer in answers if not answer.is_correct]
    careless = {answer.result_id for each in told if each.rule == "pattern_careless" for answer in each.answers}
    every = [answer for answer in answers if answer.answer is not None and 0 < answer.latency_sec < _QUICK_SECONDS]
    quick = [answer for answer in every if is_wrong(answer)]
    if (
        len(quick) >= _LEAST_ALIKE
        and 2 * len(quick) > len(every)
        and not {answer.result_id for answer in quick} <= careless
    ):
        said = FORMS[tongue]["too_quick"].format(wrong=len(quick), seconds=int(_QUICK_SECONDS))
        yield Seen("too_quick", said, quick)
    skipped = [answer for answer in missed if answer.answer is None]
    if skipped:
        said = FORMS[tongue][_form("skipped", len(skipped))].format(count=len(skipped))
        yield Seen("skipped", said, skipped)


def _form(name: str, count: int) -> str:
    return name if count != 1 else f"{name}_one"


_SAYS_NO_MORE = "rule:missed_again:"
"""That a concept was missed more than once is what the note on it begins with."""


def patterned(
    evaluation: Evaluation, answers: Sequence[GradedAnswer], tongue: str, mastered: Collection[str] = ()
) -> list[Seen]:
    """A note for each weak concept, with its first pattern where there is one, then for each other pattern."""
    found: list[Seen] = []
    told: list[ErrorPattern] = []
    patterns = evaluation.error_patterns
    for concept in evaluation.weak_concepts:
        about = [answer for answer in answers if fold(answer.concept) == fold(concept)]
        missed = [answer for answer in about if not answer.is_correct]
        if not missed:
            continue
        form = "weak_mastered" if fold(concept) in mastered else _weak_form(about, missed)
        weak = FORMS[tongue][form].format(concept=concept, **counts(about, tongue))
        own = [each for each in patterns if fold(each.concept) == fold(concept)]
        if own and (resting := _resting(own[0], answers)):
            told += [own[0], *(each for each in own if each.made_by.startswith(_SAYS_NO_MORE))]
            both = list({answer.result_id: answer for answer in [*missed, *resting]}.values())
            said = weak if own[0].made_by.startswith(_SAYS_NO_MORE) else f"{weak} {own[0].description}"
            found.append(Seen(f"pattern_{own[0].pattern_type}", said, both))
        else:
            found.append(Seen("weak_concept", weak, missed))
    for pattern in patterns:
        if pattern not in told and (resting := _resting(pattern, answers)):
            found.append(Seen(f"pattern_{pattern.pattern_type}", pattern.description, resting))
    return found


def gaps(
    evaluation: Evaluation,
    answers: Sequence[GradedAnswer],
    told: Sequence[Seen],
    tongue: str,
    mastered: Collection[str] = (),
) -> Iterator[Seen]:
    """A note for each gap in a concept that is not mastered and of which no other note speaks."""
    known = {fold(answer.concept) for each in told for answer in each.answers} | set(mastered)
    for gap in evaluation.knowledge_gaps:
        resting = [answer for answer in answers if answer.item_id in gap.item_ids and not answer.is_correct]
        if resting and fold(gap.concept) not in known:
            yield Seen("gap", gap.description, resting)


def _resting(pattern: ErrorPattern, answers: Sequence[GradedAnswer]) -> list[GradedAnswer]:
    """The answers to the questions that the pattern names."""
    return [answer for answer in answers if answer.item_id in pattern.affected_questions]


def _weak_form(about: Sequence[GradedAnswer], missed: Sequence[GradedAnswer]) -> str:
    if all(answer.answer is None for answer in missed):
        return "weak_skipped_one" if len(about) == 1 else "weak_skipped"
    if not any(map(is_wrong, missed)):
        return "weak_partly_one" if len(about) == 1 else "weak_partly"
    return "weak_concept_one" if len(about) == 1 else "weak_concept"


_MOST_NAMED = 3


def standing_notes(
    standings: Sequence[Standing], answers: Sequence[GradedAnswer], tongue: str
) -> tuple[list[Seen], list[Seen]]:
    """What is mastered; what is surely not known; and what is neither. Of concepts that were asked in the attempt."""
    asked = {fold(answer.concept) for answer in answers}
    here = [each for each in standings if each.answers and fold(each.concept) in asked]
    mastered = [each for each in here if each.mastered]
    not_known = [each for each in here if each.decided and not each.mastered]
    unsure = [each for each in here if not each.decided]
    others = [*_note("not_known", not_known, answers, tongue), *_note("unsure", unsure, answers, tongue)]
    return [*_note("mastered", mastered, answers, tongue)], others


def _note(rule: str, standings: Sequence[Standing], answers: Sequence[GradedAnswer], tongue: str) -> Iterator[Seen]:
    """One note for all: at most three are named, of what is missing the lowest first."""
    named = sorted(standings, key=lambda each: each.score if rule != "mastered" else 0.0)[:_MOST_NAMED]
    if named:
        concepts = {fold(each.concept) for each in named}
        resting = [answer for answer in answers if fold(answer.concept) in concepts]
        yield Seen(
            rule,
            FORMS[tongue][rule].format(concepts=_listed(named, tongue, "likely" if rule == "unsure" else "standing")),
            resting,
        )


def _listed(standings: Sequence[Standing], tongue: str, form: str) -> str:
    said = [
        FORMS[tongue]["standing_one" if form == "standing" and each.answers == 1 else form].format(
            concept=each.concept, score=percent(each.score), answers=each.answers, more=more(each.needed, tongue)
        )
        for each in standings
    ]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} {SIGNS[tongue]['and']} {said[-1]}"
