"""The learning cycle on the terminal: what the test before it showed, each round, where one stands, how it ended."""

from services.console.study import show
from services.console.study.client import Json
from services.text.scores import more, percent


def began(learner: Json, told: str) -> str:
    """The round's heading, and its explanation unless that was `told` before; returns what is told by now."""
    if not learner["phase"]:
        show.heading("First a test of what you know already.")
        return told
    about = f"Cycle {learner['learning_cycle_count']} of {learner['max_cycles']}: {learner['current_topic']}"
    show.heading(about.rstrip(": "))
    explanation = str(learner["explanation"])
    if explanation == told:
        show.line(("The explanation is the same as before.", "dim"), indent=1)
        return told
    show.line(explanation, indent=1)
    for example in learner["examples_provided"]:
        show.line((f"For example: {example}", "dim"), indent=1)
    return explanation


def tested(learner: Json) -> None:
    """What the test before the first round showed."""
    level = "" if learner["learner_level"] == "unknown" else f" Your level: {learner['learner_level']}."
    gaps = learner["prerequisite_gaps"]
    show.heading("What the test showed")
    show.line(
        (f"Missing underneath: {', '.join(gaps)}." if gaps else "Nothing is missing underneath.") + level, indent=1
    )
    for sentence in learner["recommendations"]:
        show.line(f"- {sentence}", indent=1)


def stands(learner: Json) -> None:
    """The concepts that were asked, each with its score, and what is missing."""
    show.heading(f"Where you stand (mastered from {learner['mastery_threshold']:.0%})")
    for each in learner["concepts"]:
        if each["answers"]:
            word = ("mastered", "green") if each["mastered"] else (more(each["answers_needed"], "en"), "dim")
            show.line(f"{percent(each['score']):>3}%  {each['concept']}  ", word, indent=1)
    for pattern in learner["error_patterns"]:
        show.line((f"{pattern['description']} {pattern['suggested_remediation']}", "yellow"), indent=1)


def ended(learner: Json) -> None:
    """Mastered, or what to do instead; and what comes next."""
    mastered = learner["phase"] == "MASTERED"
    show.heading("Mastered." if mastered else "Not mastered yet: what to do now")
    for sentence in learner["remediation"] if not mastered else ():
        show.line(f"- {sentence}", indent=1)
    if learner["path_reasoning"]:
        show.line(learner["path_reasoning"], indent=1)
    if learner["next_topic"]:
        show.line(f"Next: {learner['next_topic']}", indent=1)
