"""A lesson on the terminal: its plan, a turn with its question and sources, where one stands, how it ended."""

import re
from collections.abc import Sequence

from contracts.proof import pages_said
from services.console.study import show
from services.console.study.client import Json
from services.text.quotation import alike
from services.text.scores import percent

STATUSES = {"completed": ("done", "green"), "in_progress": ("now", "bold"), "blocked": ("stuck", "yellow")}
ENDS = {
    "complete": "The lesson is complete.",
    "intervention": "The lesson ends here: look at this with somebody, a teacher or a friend.",
    "stopped": "The lesson was stopped. What you answered counts.",
}
NEAR = 40
"""Within so many characters of a quote its page is named, if the text does so."""


def plan(lesson: Json, *, changed: bool = False) -> None:
    """What the lesson is about, and its steps with how they stand. `changed`: another plan than before."""
    steps = _steps(lesson)
    show.heading(f"Another plan: {about(lesson)}" if changed else f"Lesson: {about(lesson)}")
    for objective in lesson["topic_info"]["learning_objectives"]:
        show.line((f"- {objective}", "dim"), indent=1)
    for number, step in enumerate(steps, 1):
        word, style = STATUSES.get(step["status"], ("", ""))
        show.line(f"{number}. {step['title']}", (f"  {word}" if word else "", style), indent=1)


def about(lesson: Json) -> str:
    """The subtopic, else the topic."""
    info = lesson["topic_info"]
    return str(info["subtopic"] or info["topic"] or "what you know least")


def told(turn: Json, lesson: Json | None, place: str) -> None:
    """A turn: where it stands, what the tutor says, the question in bold, quotes whose place the text does not name.

    `place`: what stands before a page's number; "": the lesson's text has no pages.
    """
    show.line()
    show.line((stands(turn, lesson), "dim"))
    asked = (turn.get("question") or "").split("\n")
    first, *more = turn["message"].split("\n\n")
    _paragraph(first, asked)
    # They prove what was said of the answer: behind the next question they would look like its hint.
    for quote in unplaced(turn, pages=bool(place)):
        at = f" ({place} {pages_said(quote['source_page'], quote.get('last_page'))})" if place else ""
        show.line((f"“{quote['quote']}”{at}", "dim italic"), indent=4)
    for paragraph in more:
        show.line()
        _paragraph(paragraph, asked)


def stands(turn: Json, lesson: Json | None) -> str:
    """Step k of n with its title, and the mastery."""
    steps = _steps(lesson) if lesson else []
    mastery = f"mastery {percent(turn['mastery_score'])}%"
    at = turn["step_idx"]
    if not at < len(steps):
        return mastery
    return f"Step {at + 1} of {len(steps)}: {steps[at]['title']} · {mastery}"


def unplaced(turn: Json, *, pages: bool) -> list[Json]:
    """The quotes that the text does not hold, or without their page nearby, where there are pages. Pure."""
    text, found = alike(turn["message"]), []
    for quote in turn.get("quotes") or ():
        at = text.find(alike(quote["quote"]))
        around = text[max(0, at - NEAR) : at] + " " + text[at + len(quote["quote"]) :][:NEAR]
        if at < 0 or (pages and str(quote["source_page"]) not in re.findall(r"\d+", around)):
            found.append(quote)
    return found


def ended(lesson: Json, onward: Sequence[str]) -> None:
    """How it ended, each concept with its score, and what is next."""
    show.heading(ENDS.get(lesson["ended"] or "", "The lesson is over."))
    for concept, score in lesson["mastery_estimates"].items():
        show.line(f"{percent(score):>3}%  {concept}", indent=1)
    for each in onward:
        show.line(f"Next: {each}", indent=1)


def _paragraph(text: str, asked: Sequence[str]) -> None:
    for line in text.splitlines():
        show.line((line, "bold" if line.strip() and line in asked else ""), indent=2 if line else 0)


def _steps(lesson: Json) -> list[Json]:
    steps: list[Json] = (lesson["study_plan"] or {"todo_list": []})["todo_list"]
    return steps
