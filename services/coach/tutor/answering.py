"""Answers a question with the document's own passages, or says that none does, and which is nearest. Pure.

1. "What is X" is answered by the explanation of X where the document introduces X, else by a passage that defines it.
2. "The difference between X and Y" by a passage that has both, else by one about each.
3. Any other question by what the search finds (`finding.py`). The passage always stands there with its page.
4. A question that leans on what was said before is asked again as it was meant (`following.py`).
"""

import re
from collections.abc import Sequence

from services.coach.drafts.draft import Span
from services.coach.tutor.asked import Asked, telling
from services.coach.tutor.explaining import told_of
from services.coach.tutor.finding import Text
from services.coach.tutor.following import understood
from services.coach.tutor.lesson import Lesson, lesson_of
from services.coach.tutor.passages import definition_of, overlap, repeats
from services.coach.tutor.wording import Label, Line, Paragraph, Told, tutor
from services.text.words import holds, stems_of

_MOST_ANSWERS, _MOST_SHOWN = 2, 3
_AS_GOOD = 0.12
_NEAR = 0.2
_BETWEEN = re.compile(
    r"\b(?:between|mellom|på|zwischen|do|does|skiller|unterscheiden sich) (?:an? |the |en |et |ei |der |die |das )?"
    r"(?P<one>[\w()-]+(?: [\w()-]+)*?)"
    r" (?:and|og|und|differ from|seg fra) (?:an? |the |en |et |ei |der |die |das )?(?P<other>[\w() -]+?)(?: differ)?$",
    re.IGNORECASE,
)


def answered_of(lesson: Lesson, question: str) -> Told:
    """The answer to a question."""
    asked = understood(question, lesson.command.conversation, lesson.language)
    text = Text(lesson.command.blocks, lesson.language)
    if asked.kind == "what" and (told := _explained(asked, lesson)):
        return told
    hits = text.found(asked)
    good = [hit for hit in hits if hit.answers != "no"]
    named = _named(asked, lesson)
    if not good and asked.kind == "difference" and (told := _side_by_side(asked, text, lesson)):
        return told
    if not good:
        return nearest([hit.span for hit in hits if hit.share >= _NEAR], named)
    best = _apart([hit.span for hit in good if hit.score >= good[0].score - _AS_GOOD])
    first: Label = "answer" if good[0].answers == "yes" else "perhaps"
    most = _MOST_ANSWERS if first == "answer" else _MOST_SHOWN
    lines = [Line(first if n == 0 else "more", at) for n, at in enumerate(best[:most])]
    shown = _apart([*(line.at for line in lines), *(hit.span for hit in hits)])[:_MOST_SHOWN]
    return Told(named, [Paragraph("", lines)], shown=shown)


def nearest(near: Sequence[Span], named: Sequence[str]) -> Told:
    """An honest sentence, with the passage that comes nearest where there is one."""
    shown = _apart(near)[:_MOST_SHOWN]
    if not shown:
        return Told(named, said=tutor("not_told"))
    return Told(named, said=tutor("not_told_nearest", quote=Line("answer", shown[0]).quoted), shown=shown)


def _apart(spans: Sequence[Span]) -> list[Span]:
    """Without those that share text with a better one, or repeat it."""
    kept = list[Span]()
    for at in spans:
        if not any(repeats(at, other) for other in kept):
            kept.append(at)
    return kept


def _explained(asked: Asked, lesson: Lesson) -> Told | None:
    """The explanation of X, where the document says what X is."""
    key = stems_of(asked.subject, lesson.language)
    if not key:
        return None
    name = next((each.name for each in lesson.concepts if each.key == key), asked.subject)
    times = lesson.command.times + asked.simpler
    update = {"concepts": [name], "question": "", "times": times}
    if asked.simpler:
        update["learner_level"] = "beginner"
    about = lesson_of(lesson.command.model_copy(update=update))
    return told_of(about) if definition_of(about.wanted[0], about) else None


def _side_by_side(asked: Asked, text: Text, lesson: Lesson) -> Told | None:
    """A passage about each of two things whose difference is asked for."""
    found = _BETWEEN.search(asked.text)
    if found is None:
        return None
    told = list[tuple[str, Span]]()
    for subject in (found["one"], found["other"]):
        hits = text.found(Asked(subject, "what", subject))
        if not telling(subject, lesson.language) or not hits or hits[0].answers != "yes":
            return None
        told.append((subject, hits[0].span))
    (one, first), (other, second) = told
    if overlap(first, second):
        return Told([one, other], [Paragraph("", [Line("answer", first)])])
    return Told([one, other], [Paragraph(name, [Line("definition", at)]) for name, at in told])


def _named(asked: Asked, lesson: Lesson) -> list[str]:
    """The concepts that the question names, in the document's order."""
    key = stems_of(f"{asked.text} {asked.topic}", lesson.language)
    return [concept.name for concept in lesson.concepts if holds(key, concept.key)]
