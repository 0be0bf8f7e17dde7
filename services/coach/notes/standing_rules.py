"""Notes on where the learner stands in the concepts of an attempt, and how sure that is. Pure."""

from collections.abc import Iterator, Sequence

from contracts.mastery import Standing
from contracts.quizzes import GradedAnswer
from services.coach.notes.noted import Seen, percent
from services.coach.notes.words import FORMS, SIGNS
from services.text.words import fold

_MOST_NAMED = 3
_LOW = 0.5


def standing_notes(
    standings: Sequence[Standing], answers: Sequence[GradedAnswer], tongue: str
) -> tuple[list[Seen], list[Seen]]:
    """What is mastered; and what is decided otherwise, or not decided. Of concepts that were asked in the attempt."""
    asked = {fold(answer.concept) for answer in answers}
    here = [each for each in standings if each.answers and fold(each.concept) in asked]
    mastered = [each for each in here if each.decided and each.mastered]
    not_known = [each for each in here if each.decided and not each.mastered and each.score < _LOW]
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
        FORMS[tongue][f"{form}_one" if each.answers == 1 else form].format(
            concept=each.concept, score=percent(each.score), answers=each.answers
        )
        for each in standings
    ]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} {SIGNS[tongue]['and']} {said[-1]}"
