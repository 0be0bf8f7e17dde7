"""Who is taught shows from the first turn on: in how much is told, what of it, in which tone, and what is asked for."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from contracts.lessons import Pace, PlanLesson, Student, StudyPlan, TeachTurn, TurnTaught
from contracts.mastery import ConceptPlace
from services.coach.lessons.learner import learner_of
from services.curriculum.guideline import Guideline
from services.curriculum.shipped import shipped
from services.text.splitting import spans_of
from services.text.words import fold
from tests.coach.lessons.courses import after, steps_of, taught, teach
from tests.coach.tutor.samples import DOCUMENT, lesson

BRIEF = Student(style="short", learning_style="visual", interests=["football"])
LONG = Student(style="formal, long")
PLAIN = Student()
PROFILES: dict[str, tuple[Student, Pace]] = {
    "visual, short, football": (BRIEF, "normal"),
    "formal, long": (LONG, "normal"),
    "slow": (PLAIN, "slow"),
    "fast": (PLAIN, "fast"),
}
PAIRS = [("visual, short, football", "formal, long"), ("slow", "fast")]


def of_guideline(guideline: Guideline, student: Student, pace: Pace) -> TeachTurn:
    """The first turn of a lesson by a guideline, before the first question is known."""
    terms = guideline.material.digest.terms
    places = [
        ConceptPlace(concept=term.term, definition=term.definition, block_id=term.block_id, ordinal=n)
        for n, term in enumerate(terms)
    ]
    setting: dict[str, Any] = {
        "topic": guideline.place.subtopic,
        "language": guideline.language,
        "guideline": guideline.teacher,
        "objectives": [each.model_dump(exclude={"tasks", "blocks"}) for each in guideline.objectives],
        "student": student,
        "pace": pace,
    }
    names = dict.fromkeys((place.concept for place in places), 8)
    plan = StudyPlan(todo_list=list(steps_of(PlanLesson(places=places, questions=names, **setting))))
    return TeachTurn(
        directive="open",
        pacing="first_turn",
        plan=plan,
        step=plan.todo_list[0],
        blocks=guideline.material.blocks,
        places=places,
        document_sha256=DOCUMENT,
        **setting,
    )


def of_document(student: Student, pace: Pace) -> TeachTurn:
    """The same about a sample document."""
    blocks, places = lesson("photosynthesis.en")
    command = teach(
        directive="open",
        pacing="first_turn",
        blocks=list(blocks),
        places=list(places),
        guideline="",
        item=None,
        topic="chlorophyll",
        student=student,
        pace=pace,
    )
    step = command.plan.todo_list[0].model_copy(update={"concepts": ["chlorophyll"]})
    return command.model_copy(update={"step": step})


def first_turns(student: Student, pace: Pace) -> Iterator[TeachTurn]:
    for guideline in shipped():
        yield of_guideline(guideline, student, pace)
    yield of_document(student, pace)


def sentences(turn: TurnTaught) -> set[str]:
    return {fold(line[start:end]) for line in turn.message.split("\n") for start, end in spans_of(line)}


def quoted(turn: TurnTaught) -> list[str]:
    return [each.quote for each in turn.quotes]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_profiles_are_explained_to_otherwise_from_the_first_turn_on(one: str, other: str) -> None:
    """By each guideline that comes with Pensum and about a document: what is explained is not the same, and of all that
    is said first at most a third is."""
    pairs = list(zip(first_turns(*PROFILES[one]), first_turns(*PROFILES[other]), strict=True))
    assert len(pairs) > 6
    for here, there in pairs:
        mine, others = taught(here), taught(there)
        assert quoted(mine) != quoted(others), here.topic
        shared = sentences(mine) & sentences(others)
        assert 3 * len(shared) <= len(sentences(mine) | sentences(others)), (here.topic, shared)


@pytest.mark.parametrize(("one", "other"), list(combinations(PROFILES, 2)))
def test_no_two_profiles_are_greeted_alike(one: str, other: str) -> None:
    greeted = [taught(of_document(*PROFILES[name])).message.split("\n")[0] for name in (one, other)]
    assert greeted[0] != greeted[1]


def test_who_wants_it_short_is_told_a_sentence_a_turn_and_in_the_end_no_less() -> None:
    """What stands alone of a paragraph comes in the turns behind; nothing twice."""
    [guideline] = [each for each in shipped() if each.place.subtopic == "Halves and quarters"]
    command, told = of_guideline(guideline, BRIEF, "normal"), list[str]()
    for _ in range(6):
        turn = taught(command)
        assert len(turn.quotes) <= 1
        for quote in quoted(turn):
            assert len(list(spans_of(quote))) == 1
            assert quote not in told
            told.append(quote)
        command = after(command, turn, directive="explain", pacing="steady")
    assert len(told) == 6
    at_length = taught(of_guideline(guideline, LONG, "normal"))
    assert len([one for quote in quoted(at_length) for one in spans_of(quote)]) >= 3


def test_who_wants_it_formal_reads_no_welcome_no_cheer_and_no_emoji() -> None:
    manner = {"disengaged": True, "emoji": True}
    for directive in ("open", "ask", "repeat"):
        formal = taught(teach(directive=directive, manner=manner, student=LONG)).message
        other = taught(teach(directive=directive, manner=manner)).message
        assert not any(sign in formal for sign in ("Welcome!", "🙂", "👍", "getting somewhere"))
        assert any(sign in other for sign in ("Welcome!", "🙂", "👍", "getting somewhere"))


@pytest.mark.parametrize(
    ("student", "brief", "thorough", "formal"),
    [
        (Student(style="informal"), False, False, False),
        (Student(style="Kort og saklig"), True, False, True),
        (Student(style="ausführlich"), False, True, False),
        (Student(learning_style="likes to read at length, in depth"), False, True, False),
        (Student(style="playful"), False, False, False),
        (Student(style="short and detailed"), True, False, False),
        (Student(style="plain language"), False, False, False),
        (Student(style="gern langsam"), False, False, False),
        (Student(style="lange Erklärungen"), False, True, False),
    ],
)
def test_a_manner_is_read_from_words_of_ones_own(student: Student, brief: bool, thorough: bool, formal: bool) -> None:
    found = learner_of(teach(student=student))
    assert (found.brief, found.thorough, found.formal) == (brief, thorough, formal)


def test_the_same_profile_is_taught_alike() -> None:
    assert taught(of_document(BRIEF, "slow")) == taught(of_document(BRIEF, "slow"))


@pytest.mark.parametrize(("style", "doing"), [("trying things out", True), ("stories from chemistry", False)])
def test_who_learns_by_doing_says_so(style: str, doing: bool) -> None:
    assert learner_of(teach(student=Student(learning_style=style))).doing == doing
