"""What stands in a document beside its text, as it comes out in the course: its own questions and its own glossary."""

import json
from functools import cache
from pathlib import Path

from tests.measuring.quality.course import Course, course_of
from tests.measuring.quality.documents import Paper, Reading, read_all

LESSONS = Path(__file__).parents[2] / "console" / "samples"
TEXT = (LESSONS / "plate-tectonics.en.md").read_text(encoding="utf-8")
TERMS: dict[str, str] = {
    each["term"]: each["definition"]
    for each in json.loads((LESSONS / "plate-tectonics.en.glossary.json").read_text(encoding="utf-8"))["terms"]
}
FALSE = (
    "A volcano is a lake of sea water that boils under the sand of a desert",
    "The mantle is the thin layer of ice that covers both poles of the Earth",
    "An earthquake is the noise that the air makes when a storm leaves the coast",
    "A rift valley is the shadow that a mountain throws on the plain at noon",
    "The lithosphere is the part of the air in which all of the clouds are found",
    "A trench is a wall that was built to keep the sea away from the fields",
)
QUESTIONS = "\n\n".join(
    f"{number}. Which of the following is true?\n\na. {FALSE[number % 6]}.\n\nb. {FALSE[(number + 1) % 6]}.\n\n"
    f"c. Plates move by a few centimetres a year.\n\nd. {FALSE[(number + 2) % 6]}."
    for number in range(1, 7)
)


@cache
def made(added: str) -> Course:
    (reading,) = read_all(iter([Paper("lesson.md", f"{TEXT}\n\n{added}\n".encode())]))
    assert isinstance(reading, Reading)
    return course_of(reading.kept)


def told(course: Course) -> list[str]:
    """All that the course rests on, defines or takes for right."""
    quotes = [proof.quote for item in course.items for proof in item.proofs] + [
        card.proof.quote for card in course.cards
    ]
    answers = [item.answer_text for item in course.items] + [card.answer for card in course.cards]
    return [*quotes, *answers, *(term.definition for term in course.digest.terms)]


def test_no_wrong_option_of_a_printed_question_is_evidence_or_an_answer() -> None:
    course = made(f"## More about plates\n\n{QUESTIONS}\n\nAnswers: 1 c, 2 c, 3 c, 4 c, 5 c, 6 c")
    assert len(course.items) >= 5
    assert [text for text in told(course) if any(false in text for false in FALSE)] == []


def test_a_printed_glossary_takes_no_term_from_the_course() -> None:
    lines = "\n\n".join(f"**{term}**: {meaning}" for term, meaning in TERMS.items())
    without, glossary = made(""), made(f"## Glossary\n\n{lines}")

    def asked(course: Course) -> int:
        said = " \n ".join(
            [*(item.answer_text for item in course.items), *(f"{card.question} {card.answer}" for card in course.cards)]
        )
        return sum(term.casefold() in said.casefold() for term in TERMS)

    def found(course: Course) -> int:
        return len({term.term.casefold() for term in course.digest.terms} & {term.casefold() for term in TERMS})

    assert found(glossary) == len(TERMS)
    assert asked(glossary) >= asked(without)
    assert found(without) < len(TERMS), "it is the glossary that names the others"
