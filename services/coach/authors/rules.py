"""The rules by which notes are written without a language model. Each says what it saw, to the learner. Pure.

weak_concept   a concept that the evaluation calls weak: answered wrongly, in part, or not at all
difficulty     two or more answers to questions of a difficulty, at least three quarters of them wrong
too_quick      two or more wrong answers within three seconds each
skipped        questions without an answer
all_right      everything right
score          none of the others, so that the learner hears something
undecided      no answer could be judged surely

An undecided answer counts in none of the others. Wrong is what was answered and earned nothing; partly right is told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contracts.coaching import Evidence
from contracts.quizzes import Evaluation, GradedAnswer
from services.coach.authors.notewords import DIFFICULTIES, FORMS, PARTLY, Tongue, tongue_of
from services.coach.words import fold

_QUICK_SECONDS = 3.0
_LEAST_ALIKE, _MOSTLY = 2, 0.75
_MOST_CONCEPTS = 5


@dataclass(frozen=True)
class Note:
    """A sentence for the learner and what it rests on."""

    sentence: str
    evidence: Evidence


def decided_of(evaluation: Evaluation) -> list[GradedAnswer]:
    """The answers that count."""
    return [answer for answer in evaluation.answers if not answer.undecided]


def notes_from(evaluation: Evaluation, language: str) -> list[Note]:
    """At least one note, in the document's language where there are words for it, else in English."""
    tongue = tongue_of(language)
    notes = []
    for rule, form, numbers, answers in _seen(evaluation, tongue):
        evidence = Evidence(result_ids=[answer.result_id for answer in answers], made_by=f"rule:{rule}:v1")
        notes.append(Note(FORMS[tongue][form].format(**numbers), evidence))
    return notes


_Seen = tuple[str, str, dict[str, object], Sequence[GradedAnswer]]


def _seen(evaluation: Evaluation, tongue: Tongue) -> Iterator[_Seen]:
    """Rule, form of words, what fills it, and the answers it rests on."""
    answers = decided_of(evaluation)
    if not answers:
        unsure = evaluation.answers
        yield "undecided", _form("undecided", len(unsure)), {"count": len(unsure)}, unsure
        return
    missed = [answer for answer in answers if not answer.is_correct]
    if not missed:
        yield "all_right", _form("all_right", len(answers)), {"asked": len(answers)}, answers
        return
    found = [*_weak(evaluation.weak_concepts, answers, tongue), *_difficulties(answers, tongue), *_habits(missed)]
    yield from found or [("score", "score", _counts(answers, tongue), answers)]


def _weak(concepts: Sequence[str], answers: Sequence[GradedAnswer], tongue: Tongue) -> Iterator[_Seen]:
    for concept in concepts[:_MOST_CONCEPTS]:
        about = [answer for answer in answers if fold(answer.concept) == fold(concept)]
        missed = [answer for answer in about if not answer.is_correct]
        if missed:
            how = "weak_concept" if any(map(_wrong, missed)) else "weak_partly"
            form = how if any(answer.answer is not None for answer in missed) else "weak_skipped"
            yield "weak_concept", form, {"concept": concept, **_counts(about, tongue)}, missed


def _difficulties(answers: Sequence[GradedAnswer], tongue: Tongue) -> Iterator[_Seen]:
    for difficulty, name in DIFFICULTIES[tongue].items():
        about = [answer for answer in answers if answer.difficulty == difficulty and answer.answer is not None]
        wrong = list(filter(_wrong, about))
        if len(wrong) >= _LEAST_ALIKE and len(wrong) >= _MOSTLY * len(about):
            numbers: dict[str, object] = {"difficulty": name, "wrong": len(wrong), "asked": len(about)}
            yield "difficulty", "difficulty", numbers, wrong


def _habits(missed: Sequence[GradedAnswer]) -> Iterator[_Seen]:
    quick = [answer for answer in missed if _wrong(answer) and 0 < answer.latency_sec < _QUICK_SECONDS]
    if len(quick) >= _LEAST_ALIKE:
        yield "too_quick", "too_quick", {"wrong": len(quick), "seconds": int(_QUICK_SECONDS)}, quick
    skipped = [answer for answer in missed if answer.answer is None]
    if skipped:
        yield "skipped", _form("skipped", len(skipped)), {"count": len(skipped)}, skipped


def _wrong(answer: GradedAnswer) -> bool:
    """Answered, and nothing of it is right."""
    return answer.answer is not None and not answer.is_correct and not answer.credit


def _counts(about: Sequence[GradedAnswer], tongue: Tongue) -> dict[str, object]:
    right = sum(answer.is_correct for answer in about)
    partly = sum(not answer.is_correct and answer.credit > 0 for answer in about)
    told = PARTLY[tongue].format(partly) if partly else ""
    return {"right": right, "asked": len(about), "partly": told}


def _form(name: str, count: int) -> str:
    return name if count != 1 else f"{name}_one"
