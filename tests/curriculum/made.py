"""A small guideline of our own, and the same with a line of it written otherwise."""

FRONT = """---
country: Atlantis
board: Sea
grade: 2
subject: Science
topic: Tides
subtopic: Ebb and flood
language: en
title: Ebb and flood
---
"""
TEACHER = f"""
# For the teacher

## Objectives

- `names_ebb`: Tells what ebb is.

## Prerequisites

None.

## Misconceptions

- `ebb_is_high`: Takes ebb for the time of high water.

## Approach

{"Look at the water together and wait. " * 80}
"""
LEARNER = """
# For the learner

The sea comes and goes.

## Ebb
objective: names_ebb
goal: You know what ebb is.
concept: ebb
builds on: sea, shore

When the water falls, that is **ebb**. It lasts about 6 hours.

- Ebb uncovers the mud.

### Example

At noon the sand is dry.

### Tasks

1. multiple_choice, easy: What does falling water uncover?
   - wrong: the moon [ebb_is_high]
     because: The moon is far above
     the water.
   - right: the mud
     because: Ebb uncovers it.
   - hint: It is wet and brown.
   - hint: Boats lie on it.
   - from: Ebb uncovers the mud.
2. numeric, medium: How many hours do 2 such times last together?
   - key: 12
   - shows: 8 [ebb_is_high]
   - works: 2 × 6
   - hint: Add the time to itself.
   - follows from: It lasts about 6 hours.
3. cloze, hard: Ebb uncovers the ____.
   - key: mud
   - also: the mud
   - shows: moon [ebb_is_high]
   - hint: It is brown.
   - from: Ebb uncovers the mud.
4. true_false, easy: Ebb uncovers the moon.
   - key: false
   - wrong: moon
   - right: mud
   - shows: true [ebb_is_high]
   - hint: What lies below the water?
   - from: Ebb uncovers the mud.
5. true_false, easy: At noon the sand is dry.
   - key: true
   - hint: Read the example.
   - from: At noon the sand is dry.
6. short_answer, medium: What happens at that time?
   - key: The water falls.
   - point: the water falls
   - hint: Which way does it move?
   - from: When the water falls, that is ebb.
7. numeric, easy: For how many hours does the water fall?
   - key: 6
   - unit: hours
   - hint: It is a quarter of a day.
   - from: It lasts about 6 hours.
8. multiple_choice, easy: When is the sand dry?
   - right: noon
   - wrong: midnight
   - hint: Look at the example.
   - from: At noon the sand is dry.
"""
TEXT = FRONT + TEACHER + LEARNER


def guideline(**changes: str) -> bytes:
    """The file, with other front matter."""
    text = TEXT
    for name, value in changes.items():
        [line] = [each for each in FRONT.splitlines() if each.startswith(f"{name}:")]
        text = text.replace(line, f"{name}: {value}", 1)
    return text.encode()


def changed(old: str, new: str) -> bytes:
    """The file with a piece of it written otherwise, once."""
    assert old in TEXT
    return TEXT.replace(old, new, 1).encode()


def line_of(text: str, content: bytes | None = None) -> int:
    """The number of the first line that has these words."""
    lines = (content.decode() if content else TEXT).splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)
