"""The rules by which notes are written without a language model. Each says what it saw, to the learner. Pure.

regraded       the attempt was graded again: how it went now
mastered       concepts of the attempt in which mastery is decided
pattern_...    a pattern in the mistakes as the Evaluator found it (conceptual, procedural, careless), and what to do
weak_concept   a concept that the evaluation calls weak: answered wrongly, in part, or not at all
gap            a gap in knowledge that no other note speaks of
difficulty     two or more answers to questions of a difficulty that are not right, about more than one concept, with at
               least three quarters of all that could be earned there lost, and questions of another difficulty went
               better
too_quick      two or more wrong answers within three seconds each, and most of what was answered so quickly is wrong
skipped        questions without an answer
not_known      concepts of the attempt of which it is decided that they are not known
unsure         concepts of the attempt of which nothing is decided yet and no other note speaks
all_right      everything right
score          none of the others, so that the learner hears something
undecided      no answer could be judged surely

An undecided answer counts in none of the others. Wrong is what was answered and earned nothing; partly right is told.
A weak concept with a pattern gets one note that tells both, but for what helps: that the pattern itself says. Of more
than six notes the less telling are left out.
"""

from collections.abc import Iterator, Sequence

from contracts.mastery import Standing
from contracts.quizzes import Evaluation, GradedAnswer
from services.coach.notes.noted import Note, Seen, counts, decided_of, is_wrong
from services.coach.notes.pattern_rules import gaps, patterned
from services.coach.notes.standing_rules import standing_notes
from services.coach.notes.words import DIFFICULTIES, FORMS, tongue_of
from services.text.words import fold

__all__ = ["Note", "decided_of", "notes_from"]

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
    tongue = tongue_of(language)
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
    concepts = patterned(evaluation, answers, tongue)
    found = [*concepts[:_MOST_CONCEPTS], *gaps(evaluation, answers, concepts, tongue)]
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
