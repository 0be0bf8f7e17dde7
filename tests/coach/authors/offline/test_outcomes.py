"""What happens if, or when, something is so: asked of what it happens to, so that one answer fits."""

from dataclasses import replace

import pytest

from services.coach.authors.offline.item_types.outcomes import Outcome, outcome_of, what_happens
from services.coach.drafts.draft import Open
from services.coach.facts.fact import Cause
from tests.coach.authors.offline.by_hand import order_about, source, span


@pytest.mark.parametrize(
    ("language", "condition", "then", "question", "answer"),
    [
        ("en", "If the keeper sleeps", "the storm lock is opened by its own weight",
         "What happens to the storm lock if the keeper sleeps?", ""),
        ("en", "If the keeper sleeps", "the storm lock will not be shut before the next high tide",
         "What happens to the storm lock if the keeper sleeps?", ""),
        ("en", "When the tide turns", "young eels leave the harbour by night",
         "What do young eels do when the tide turns?", ""),
        ("en", "When the tide turns", "the Pilot looks for a boat in the outer harbour",
         "What does the Pilot do when the tide turns?", ""),
        ("en", "When the tide turns", "the pilot must signal the keeper with two lamps",
         "What must the pilot do when the tide turns?", ""),
        ("en", "When the tide turns", "the price of a passage is a barrel of salted herring",
         "What is the price of a passage when the tide turns?", ""),
        ("en", "If the keeper sleeps", "a red lamp appears over the bridge",
         "What appears over the bridge if the keeper sleeps?", "a red lamp"),
        ("en", "If the keeper sleeps", "a place in the queue may be reserved for it",
         "What happens if the keeper sleeps?", ""),
        ("en", "If the keeper sleeps", "a good many lamps appear over the bridge",
         "What appears over the bridge if the keeper sleeps?", "a good many lamps"),
        ("en", "If the keeper sleeps", "a curious boatman begins looking for the lamps",
         "What does a curious boatman do if the keeper sleeps?", ""),
        ("en", "If the keeper sleeps", "the bridge can be left open to the wind",
         "What happens to the bridge if the keeper sleeps?", ""),
        ("en", "If the keeper sleeps", "damage of the hinges may occur",
         "What may occur if the keeper sleeps?", "damage of the hinges"),
        ("en", "If the keeper sleeps", "further salted rope is required",
         "What is required if the keeper sleeps?", "further salted rope"),
        ("en", "If the keeper sleeps", "a second watchman may be sent",
         "What may be sent if the keeper sleeps?", "a second watchman"),
        ("en", "If the keeper sleeps", "red lamps are shown over the bridge",
         "What is shown over the bridge if the keeper sleeps?", "red lamps"),
        ("en", "If the keeper sleeps", "the harbour will have no boats of its own",
         "What happens if the keeper sleeps?", ""),
        ("en", "When closing the gate", "the keeper counts the boats in the chamber",
         "What does the keeper do when closing the gate?", ""),
        ("en", "If the keeper sleeps", "no boat passes the outer gate",
         "What happens if the keeper sleeps?", ""),
        ("en", "If the keeper sleeps", "most of the boats will not pass the outer gate",
         "What happens if the keeper sleeps?", ""),
        ("en", "If a boat strikes the gate", "the planks of the gate become weak within a year",
         "What happens to the planks of the gate if a boat strikes the gate?", ""),
        ("en", "If a boat strikes the gate", "the boat was lost at sea",
         "What happens if a boat strikes the gate?", ""),
        ("no", "Hvis vakten sover", "har sluseporten stanset helt i isen",
         "Hva skjer hvis vakten sover?", ""),
        ("no", "Hvis vakten sover", "kan Ola Nordmann gå hjem til kveld",
         "Hva skjer hvis vakten sover?", ""),
        ("en", "If a boat strikes the gate", "it is taken out of the water at once",
         "What happens if a boat strikes the gate?", ""),
        ("no", "Hvis vakten sover", "vil Sluseprogrammet lukke den ytre porten",
         "Hva vil Sluseprogrammet gjøre hvis vakten sover?", ""),
        ("no", "Hvis vakten sover", "slipper sluseporten vannet ut i havnen",
         "Hva gjør sluseporten hvis vakten sover?", ""),
        ("no", "Hvis vakten sover", "blir sluseporten lukket av den sterke strømmen",
         "Hva skjer med sluseporten hvis vakten sover?", ""),
        ("no", "Hvis vakten sover", "er enten den ytre porten eller broen åpen",
         "Hva skjer hvis vakten sover?", ""),
        ("de", "Wenn die Wache schläft", "schließt die Schleuse das äußere Tor",
         "Was geschieht, wenn die Wache schläft?", ""),
    ],
)  # fmt: skip
def test_it_is_asked_of_what_it_happens_to(
    language: str, condition: str, then: str, question: str, answer: str
) -> None:
    text = f"{condition}, {then}."
    read = order_about([text], ["lock"], language)
    fact = Cause(read.concepts[0], span(read, text), span(read, then), span(read, condition))
    (draft,) = what_happens(fact, source(read))
    assert draft.question == question
    assert isinstance(draft.shape, Open)
    assert draft.shape.key_points[0].text == (answer or then)
    assert draft.shape.answer in (answer or then, text)


def test_a_clause_that_ends_with_its_verb_is_asked_of_what_it_speaks_of() -> None:
    assert outcome_of("a heavy barge is", "en") == Outcome("happens_to", ("a heavy barge",))


def test_what_stands_first_is_asked_of_without_the_capital_of_its_sentence() -> None:
    text = "A heavy barge is pulled into the lock by hand if the engine stops."
    read = order_about([text], ["barge"])
    then, condition = "A heavy barge is pulled into the lock by hand", "if the engine stops"
    fact = Cause(read.concepts[0], span(read, text), span(read, then), span(read, condition))
    (draft,) = what_happens(fact, source(read))
    assert draft.question == "What happens to a heavy barge if the engine stops?"


def test_a_condition_stands_under_its_heading_though_it_names_a_term_and_the_answer_one_of_its_words() -> None:
    text = "If the keeper leaves the gate, the storm lock opens by its own weight after an hour."
    read = order_about([text], ["keeper"])
    read = replace(read, headings={block.block_id: "Night Rules" for block in read.blocks})
    then = "the storm lock opens by its own weight after an hour"
    fact = Cause(read.concepts[0], span(read, text), span(read, then), span(read, "If the keeper leaves the gate"))
    (draft,) = what_happens(fact, source(read))
    assert draft.question == 'Under "Night Rules": What does the storm lock do if the keeper leaves the gate?'


@pytest.mark.parametrize(
    ("text", "then", "condition"),
    [
        # One of many boats, or locks, of which the text told before.
        ("If the boat strikes a wall, all gates stay shut until noon.",
         "all gates stay shut until noon", "If the boat strikes a wall"),
        ("If a keeper sleeps, the boat is taken out by hand.",
         "the boat is taken out by hand", "If a keeper sleeps"),
        # What leans on what stands behind it in the question.
        ("If a keeper sleeps, boats of that lock are taken out.",
         "boats of that lock are taken out", "If a keeper sleeps"),
        # How something is, and much may come of it.
        ("If the tide turns by night, long ropes are better than short chains.",
         "long ropes are better than short chains", "If the tide turns by night"),
        ("If the keeper sleeps, the lock is a dry lock until the morning.",
         "the lock is a dry lock until the morning", "If the keeper sleeps"),
        ("When several boats are moored, they form a long row at the quay.",
         "they form a long row at the quay", "When several boats are moored"),
    ],
)  # fmt: skip
def test_what_leans_on_the_text_or_has_many_answers_is_not_asked(text: str, then: str, condition: str) -> None:
    read = order_about([text, "A boat waits before the lock."], ["lock"])
    fact = Cause(read.concepts[0], span(read, text), span(read, then), span(read, condition))
    assert list(what_happens(fact, source(read))) == []


def test_a_condition_without_a_subject_is_asked_only_of_what_it_speaks_of() -> None:
    text = "When closing the gate, it takes an hour until the chamber is full."
    read = order_about([text], ["gate"])
    then, condition = "it takes an hour until the chamber is full", "When closing the gate"
    fact = Cause(read.concepts[0], span(read, text), span(read, then), span(read, condition))
    assert list(what_happens(fact, source(read))) == []


def test_what_a_thing_is_in_a_case_is_no_outcome() -> None:
    text = "Dredging is the removal of the mud by a barge when the chamber has silted up."
    read = order_about([text], ["dredging"])
    then, condition = "Dredging is the removal of the mud by a barge", "when the chamber has silted up"
    fact = Cause(read.concepts[0], span(read, text), span(read, then), span(read, condition))
    assert list(what_happens(fact, source(read))) == []


def test_of_the_boat_that_was_told_of_before_one_reads_in_the_answer_where_the_condition_says_enough() -> None:
    text = "If no keeper opens the upper lock before midnight, the boat is taken out by hand."
    read = order_about([text, "A boat waits before the lock."], ["lock"])
    then, condition = "the boat is taken out by hand", "If no keeper opens the upper lock before midnight"
    fact = Cause(read.concepts[0], span(read, text), span(read, then), span(read, condition))
    (draft,) = what_happens(fact, source(read))
    assert draft.question == "What happens if no keeper opens the upper lock before midnight?"


def test_of_a_part_of_something_it_is_asked_what_happens() -> None:
    assert outcome_of("part of the water drives the mill of the lock", "en") is None
    assert outcome_of("the brook drives the mill of the lock", "en") is not None
