"""Answers "the difference between X and Y" by both definitions, where no sentence sets them apart. Pure."""

import re

from services.coach.drafts.draft import Span
from services.coach.tutor.asked import Asked
from services.coach.tutor.lesson import Lesson, lesson_of
from services.coach.tutor.passages import definition_of, overlap
from services.coach.tutor.wording import Line, Paragraph, Told

_BETWEEN = re.compile(
    r"\b(?:between|mellom|på) (?:an? |the |en |et |ei )?(?P<one>[\w -]+?)"
    r" (?:and|og) (?:an? |the |en |et |ei )?(?P<other>[\w -]+)$",
    re.IGNORECASE,
)
_PLURALS = (("ies", "y"), ("es", ""), ("s", ""), ("er", ""), ("er", "e"), ("ene", ""), ("en", ""), ("et", ""))


def side_by_side(asked: Asked, lesson: Lesson) -> Told | None:
    """The definitions of two concepts whose difference is asked for."""
    found = _BETWEEN.search(asked.text)
    defined = [_defined(found[side], lesson) for side in ("one", "other")] if found else []
    sides = [each for each in defined if each]
    if len(sides) != 2 or overlap(sides[0][1], sides[1][1]):
        return None
    return Told([name for name, _ in sides], [Paragraph(name, [Line("definition", at)]) for name, at in sides])


def _defined(subject: str, lesson: Lesson) -> tuple[str, Span] | None:
    """What something is, in any of the forms that it may be named in."""
    forms = [subject, *(subject.removesuffix(end) + start for end, start in _PLURALS if subject.endswith(end))]
    for name in forms:
        about = lesson_of(lesson.command.model_copy(update={"concepts": [name], "question": ""}))
        if about.wanted and (at := definition_of(about.wanted[0], about)):
            return name, at
    return None
