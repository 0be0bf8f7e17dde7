"""The offline tutor: a command becomes what it tells. Pure; the same command gives the same words."""

from dataclasses import replace

from contracts.learning import Explain
from contracts.proof import Origin
from services.coach.tutor.answering import answered_of, nearest
from services.coach.tutor.explaining import told_of
from services.coach.tutor.leading import with_led_in
from services.coach.tutor.lesson import Lesson, lesson_of
from services.coach.tutor.unsure import unsure_of
from services.coach.tutor.wording import Told

ORIGIN = Origin(author="offline", name="pensum-offline", version="1")


def tutored(command: Explain) -> Told:
    """The answer where there is a question, else the explanation of the concepts."""
    lesson = lesson_of(command)
    told = answered_of(lesson, command.question) if command.question.strip() else told_of(lesson)
    return _with_unsure(with_led_in(told, command.blocks).cited(command.headings), lesson)


def without_answer(told: Told, command: Explain) -> Told:
    """The same where somebody else found that the document does not tell it: what is near is shown as that."""
    if not told.found:
        return told
    return _with_unsure(nearest(told.quotes, told.concepts).cited(command.headings), lesson_of(command))


def _with_unsure(told: Told, lesson: Lesson) -> Told:
    """The same; where nothing answers, with the place that may and was not read surely."""
    question = lesson.command.question
    return replace(told, unsure=unsure_of(lesson, question)) if question.strip() and not told.found else told
