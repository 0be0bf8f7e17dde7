"""Notes on weak concepts, on the patterns in their mistakes, and on gaps; no two say the same. Pure.

A note says what a pattern is. What helps is said by the pattern itself, beside which the notes are read.
"""

from collections.abc import Iterator, Sequence

from contracts.mastery import ErrorPattern
from contracts.quizzes import Evaluation, GradedAnswer
from services.coach.notes.noted import Seen, counts, is_wrong
from services.coach.notes.words import FORMS
from services.text.words import fold

_SAYS_NO_MORE = "rule:missed_again:"
"""That a concept was missed more than once is what the note on it begins with."""


def patterned(evaluation: Evaluation, answers: Sequence[GradedAnswer], tongue: str) -> list[Seen]:
    """A note for each weak concept, with its first pattern where there is one, then for each other pattern."""
    found: list[Seen] = []
    told: list[ErrorPattern] = []
    patterns = evaluation.error_patterns
    for concept in evaluation.weak_concepts:
        about = [answer for answer in answers if fold(answer.concept) == fold(concept)]
        missed = [answer for answer in about if not answer.is_correct]
        if not missed:
            continue
        weak = FORMS[tongue][_form(about, missed)].format(concept=concept, **counts(about, tongue))
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


def gaps(evaluation: Evaluation, answers: Sequence[GradedAnswer], told: Sequence[Seen], tongue: str) -> Iterator[Seen]:
    """A note for each gap in a concept of which no other note speaks."""
    known = {fold(answer.concept) for each in told for answer in each.answers}
    for gap in evaluation.knowledge_gaps:
        resting = [answer for answer in answers if answer.item_id in gap.item_ids and not answer.is_correct]
        if resting and fold(gap.concept) not in known:
            yield Seen("gap", gap.description, resting)


def _resting(pattern: ErrorPattern, answers: Sequence[GradedAnswer]) -> list[GradedAnswer]:
    """The answers to the questions that the pattern names."""
    return [answer for answer in answers if answer.item_id in pattern.affected_questions]


def _form(about: Sequence[GradedAnswer], missed: Sequence[GradedAnswer]) -> str:
    if all(answer.answer is None for answer in missed):
        return "weak_skipped_one" if len(about) == 1 else "weak_skipped"
    if not any(map(is_wrong, missed)):
        return "weak_partly_one" if len(about) == 1 else "weak_partly"
    return "weak_concept_one" if len(about) == 1 else "weak_concept"
