"""In the chat of a course what is said of the subject changes no task, and is mostly left to the tutor."""

import pytest

from tests.assistant.agent.speaking import say
from tests.assistant.agent.standings import COURSE, THREE, Standing, shown

AT = Standing(tasks=THREE, metadata=shown(THREE), course=COURSE)


@pytest.mark.parametrize(
    "text",
    """I think it's because plants need light
the mitochondria is done producing energy
you have to multiply both sides by two
i have to multiply by two
remove the x from both sides
the first answer is correct
complete the square
it moves from left to right
list three examples
show me an example
give me a list of organelles
make a list of the steps
I finished the chapter
set x to 3
i don't want to do this anymore
remember what I said about chloroplasts?
can you make it shorter
what do I have to do to pass
how many questions are left
remind me what osmosis is
new topic
delete my account
2
no
jeg må gange med to
fjern parentesen
vis meg et eksempel
jeg har lest teksten
hva må jeg gjøre for å bestå
skriv en oppsummering
gi meg en liste over organellene
det er ferdig med en gang vannet koker
minn meg på hva osmose er
slett kurset
bytt tema""".splitlines(),
)
async def test_what_is_said_of_the_subject_is_left_to_the_tutor(text: str) -> None:
    said = await say(text, AT)
    assert not said.answered.response.handled
    assert said.shelf.made == []


@pytest.mark.parametrize("text", ["add 3 and 4", "add an example", "can you add more detail?"])
async def test_what_may_be_a_task_or_not_is_asked_about(text: str) -> None:
    said = await say(text, AT)
    assert said.shelf.made == []
    assert said.answered.response.status == "confirmation_required"


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("call john is done", "complete_task"),
        ("complete 2", "complete_task"),
        ("task 1 is finished", "complete_task"),
        ("add a task to read chapter 4", "add_task"),
        ("add read chapter 4 on friday", "add_task"),
        ("i have to hand in the report on friday", "add_task"),
        ("show my tasks", "list_tasks"),
        ("move review docs to friday", "update_task"),
    ],
)
async def test_what_is_said_of_a_task_is_done(text: str, tool: str) -> None:
    said = await say(text, AT)
    assert said.answered.response.handled
    assert [each["tool"] for each in said.calls] == [tool]
