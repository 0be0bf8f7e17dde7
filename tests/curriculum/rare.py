"""A guideline whose keys are long numbers that stand nowhere in its text: where one is found, an answer was told."""

COUNTRY, BOARD, GRADE, SUBJECT, TOPIC, SUBTOPIC = "Laputa", "Sky", 4, "Mathematics", "Sums", "Long sums"
_ADDENDS = (7316925, 2846137, 5391846, 8274613, 6457382, 3769218, 9182564, 4628579, 1957346, 5813792)
_TASK = """{number}. {type}, {difficulty}: {question}
   - key: {key}
   - works: {left} + {right}
   - hint: Begin with the ones.
   - follows from: A long sum is found place by place, from the ones on.
"""
_TEXT = """---
country: {country}
board: {board}
grade: {grade}
subject: {subject}
topic: {topic}
subtopic: {subtopic}
language: en
title: {subtopic}
---

# For the teacher

## Objectives

- `adds_long`: Finds a long sum.

## Prerequisites

None.

## Misconceptions

- `no_carry`: Forgets what is carried.

## Approach

{approach}

# For the learner

Some numbers are too long for the head.

## Adding place by place
objective: adds_long
goal: You add long numbers.
concept: long sum

A **long sum** is found place by place, from the ones on. What is more than nine is carried to the next place.

### Example

To add 48 and 37, begin with 8 and 7. They make 15, so write 5 and carry 1.

Write the numbers below each other. Each place has its own column.

### Tasks

{tasks}"""


def answers() -> list[str]:
    """The keys of all tasks."""
    return [str(_left(n) + addend) for n, addend in enumerate(_ADDENDS)]


def guideline() -> bytes:
    """The file."""
    return _TEXT.format(
        country=COUNTRY,
        board=BOARD,
        grade=GRADE,
        subject=SUBJECT,
        topic=TOPIC,
        subtopic=SUBTOPIC,
        approach="Show how to carry, and wait. " * 90,
        tasks="".join(_task(n, addend) for n, addend in enumerate(_ADDENDS)),
    ).encode()


def _left(number: int) -> int:
    return 40_000_000 + 1_111_111 * number


def _task(number: int, right: int) -> str:
    left = _left(number)
    sentence = (
        f"What is the long sum of {left} and {right}?" if number % 2 else f"The long sum {left} + {right} is ____."
    )
    return _TASK.format(
        number=number + 1,
        type="numeric" if number % 2 else "cloze",
        difficulty=("easy", "medium", "hard")[number % 3],
        question=sentence,
        key=left + right,
        left=left,
        right=right,
    )
