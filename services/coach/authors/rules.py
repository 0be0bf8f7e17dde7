"""The rules by which notes are written without a language model. Each says what it saw, to the learner. Pure.

weak_concept   a concept that the evaluation calls weak
difficulty     two or more questions of a difficulty, at least three quarters of them wrong
too_quick      two or more wrong answers within three seconds each
skipped        questions without an answer
all_right      everything right
score          none of the others, so that the learner hears something
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contracts.coaching import Evidence
from contracts.quizzes import Evaluation, GradedAnswer
from services.coach.words import fold

_QUICK_SECONDS = 3.0
_LEAST_ALIKE, _MOSTLY = 2, 0.75
_MOST_CONCEPTS = 5

_WORDS = {
    "en": {
        "weak_concept": "You struggle with '{concept}': {right} of {asked} right.",
        "difficulty": "You consistently answer `{difficulty}` questions incorrectly: {wrong} of {asked} wrong.",
        "too_quick": "{wrong} of your wrong answers took under {seconds} seconds each: read on before you answer.",
        "skipped_one": "You skipped one question: a guess shows you more than an empty answer.",
        "skipped": "You skipped {count} questions: a guess shows you more than an empty answer.",
        "all_right": "Well done: all {asked} right.",
        "score": "You had {right} of {asked} right.",
    },
    "no": {
        "weak_concept": "Du strever med «{concept}»: {right} av {asked} riktig.",
        "difficulty": "Du svarer gjennomgående feil på `{difficulty}`-spørsmål: {wrong} av {asked} feil.",
        "too_quick": "{wrong} av de gale svarene dine tok under {seconds} sekunder hver: les ferdig før du svarer.",
        "skipped_one": "Du hoppet over ett spørsmål: en gjetning viser deg mer enn et tomt svar.",
        "skipped": "Du hoppet over {count} spørsmål: en gjetning viser deg mer enn et tomt svar.",
        "all_right": "Godt jobbet: alle {asked} riktige.",
        "score": "Du hadde {right} av {asked} riktig.",
    },
}


@dataclass(frozen=True)
class Note:
    """A sentence for the learner and what it rests on."""

    sentence: str
    evidence: Evidence


def notes_from(evaluation: Evaluation, language: str) -> list[Note]:
    """At least one note. `language`: Norwegian for "no", "nb" or "nn", else English."""
    tongue = "no" if language.lower()[:2] in ("no", "nb", "nn") else "en"
    notes = []
    for rule, form, numbers, answers in _seen(evaluation):
        evidence = Evidence(result_ids=[answer.result_id for answer in answers], made_by=f"rule:{rule}:v1")
        notes.append(Note(_WORDS[tongue][form].format(**numbers), evidence))
    return notes


_Seen = tuple[str, str, dict[str, object], Sequence[GradedAnswer]]


def _seen(evaluation: Evaluation) -> Iterator[_Seen]:
    """Rule, form of words, what fills it, and the answers it rests on."""
    answers = evaluation.answers
    wrong = [answer for answer in answers if not answer.is_correct]
    counts: dict[str, object] = {"asked": len(answers), "right": len(answers) - len(wrong)}
    if not wrong:
        yield "all_right", "all_right", counts, answers
        return
    found = [*_weak(evaluation), *_difficulties(answers), *_habits(wrong)]
    yield from found or [("score", "score", counts, answers)]


def _weak(evaluation: Evaluation) -> Iterator[_Seen]:
    for concept in evaluation.weak_concepts[:_MOST_CONCEPTS]:
        about = [answer for answer in evaluation.answers if fold(answer.concept) == fold(concept)]
        missed = [answer for answer in about if not answer.is_correct]
        if missed:
            numbers: dict[str, object] = {"concept": concept, "right": len(about) - len(missed), "asked": len(about)}
            yield "weak_concept", "weak_concept", numbers, missed


def _difficulties(answers: Sequence[GradedAnswer]) -> Iterator[_Seen]:
    for difficulty in ("HARD", "MEDIUM", "EASY"):
        about = [answer for answer in answers if answer.difficulty == difficulty]
        missed = [answer for answer in about if not answer.is_correct]
        if len(missed) >= _LEAST_ALIKE and len(missed) >= _MOSTLY * len(about):
            numbers: dict[str, object] = {"difficulty": difficulty, "wrong": len(missed), "asked": len(about)}
            yield "difficulty", "difficulty", numbers, missed


def _habits(wrong: Sequence[GradedAnswer]) -> Iterator[_Seen]:
    given = [answer for answer in wrong if answer.answer is not None]
    quick = [answer for answer in given if 0 < answer.latency_sec < _QUICK_SECONDS]
    if len(quick) >= _LEAST_ALIKE:
        yield "too_quick", "too_quick", {"wrong": len(quick), "seconds": int(_QUICK_SECONDS)}, quick
    skipped = [answer for answer in wrong if answer.answer is None]
    if skipped:
        yield "skipped", "skipped" if len(skipped) > 1 else "skipped_one", {"count": len(skipped)}, skipped
