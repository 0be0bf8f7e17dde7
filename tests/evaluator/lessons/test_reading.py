"""What a message in a lesson is: an answer, a question, confusion, off the topic, to go on, a greeting, a stop."""

import pytest

from contracts.mastery import ConceptPlace
from services.evaluator.conversation.wishes import wish_of
from services.evaluator.lessons.assess import assess
from services.evaluator.lessons.reading import read
from tests.evaluator.lessons.honest import HONEST
from tests.evaluator.lessons.lesson import ITEMS, PLACES, assessed, turn
from tests.evaluator.lessons.said import SAID


@pytest.mark.parametrize(("kind", "language", "said", "intent"), SAID)
def test_intent(kind: str, language: str, said: str, intent: str) -> None:
    assert assessed(said, kind, language).intent == intent


def test_each_intent_is_read_with_a_question_that_waits_and_all_but_an_answer_without() -> None:
    kinds = {"answer", "question", "confusion", "off_topic", "continuation", "greeting", "stop"}
    assert {intent for kind, _, _, intent in SAID if kind} == kinds
    assert {intent for kind, _, _, intent in SAID if not kind} == kinds - {"answer"}


def test_without_a_question_that_waits_nothing_is_an_answer() -> None:
    assert [said for said in HONEST if assessed(said).intent == "answer"] == []


@pytest.mark.parametrize(
    ("said", "concept"),
    [("What is a bollard?", "bollard"), ("why?", "dredging"), ("How is the port fed with cargo?", "port")],
)
def test_a_question_names_the_concept_that_it_asks_about_else_the_one_at_hand(said: str, concept: str) -> None:
    assert assessed(said, "cloze").concept == concept


def test_without_a_question_that_waits_the_step_is_at_hand() -> None:
    assert assessed("why?").concept == "breakwater"


def test_who_gives_up_is_told_from_who_does_not_understand() -> None:
    for said in ("I don't know", "tell me the answer", "idk", "gir opp", "ich gebe auf"):
        assert read(turn(said, ITEMS["cloze"])).gives_up
    for said in ("I don't understand", "dredging", "next"):
        assert not read(turn(said, ITEMS["cloze"])).gives_up


def test_the_words_of_the_guideline_are_on_topic_but_one_of_them_alone_may_be_chance() -> None:
    guideline = "Teachers show how the lighthouse and the pilot guide a ship through fog."
    assert assessed("Does the pilot see the lighthouse?", guideline=guideline).intent == "question"
    assert assessed("Is my pilot late today?", guideline=guideline).intent == "off_topic"


@pytest.mark.parametrize("text", ["what does it do?", "why is that?", "hva gjør det?", "how do they work?"])
def test_a_short_question_that_points_is_about_what_is_at_hand(text: str) -> None:
    found = read(turn(text, ITEMS["cloze"]))
    assert (found.intent, bool(found.concept)) == ("question", True)


@pytest.mark.parametrize("text", ["what time is it?", "who is the president?", "how old is he?"])
def test_a_short_question_about_something_else_is_not(text: str) -> None:
    assert read(turn(text, ITEMS["cloze"])).intent == "off_topic"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("multiple_choice", "I have 3 slices and you have 1, so I have more!"),
        ("multiple_choice", "When 2 of us share it there is more for each"),
    ],
)
def test_a_thought_with_numbers_of_ones_own_is_on_a_subject_of_numbers_and_no_try(kind: str, said: str) -> None:
    choice = ITEMS[kind]
    options = [each.model_copy(update={"text": f"1/{n}"}) for n, each in enumerate(choice.options, 2)]  # type: ignore
    asked = choice.model_copy(update={"options": options, "question": "Which part is the biggest?"})
    found = read(turn(said, asked, topic="Comparing fractions", conversation=[]))
    assert (found.intent, found.remark) == ("continuation", True)
    assert assess(turn(said, asked, conversation=[]), found).feedback.startswith("That is a thought of your own.")
    assert read(turn(said, ITEMS["cloze"], conversation=[])).intent == "off_topic"


@pytest.mark.parametrize(
    "said",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)> and then some more words",
        "select name from users where id = 1 or 1 = 1",
        "{{7*7}} so what do you say now",
        "12345 67890 24680 13579",
        "http://example.com/a/1/b/2 is a good place",
    ],
)
def test_markup_and_code_are_no_thought_on_a_subject_of_numbers(said: str) -> None:
    choice = ITEMS["multiple_choice"]
    options = [each.model_copy(update={"text": f"1/{n}"}) for n, each in enumerate(choice.options, 2)]  # type: ignore
    asked = choice.model_copy(update={"options": options, "question": "Which part is the biggest?"})
    found = read(turn(said, asked, topic="Comparing fractions", conversation=[]))
    assert (found.intent, found.remark) == ("off_topic", False)


def test_what_the_tutor_is_asked_to_do_is_no_word_of_the_topic() -> None:
    birds = turn("Can you sing me a song about pirates?", ITEMS["cloze"], topic="Birds sing")
    assert read(birds).intent == "off_topic"
    assert read(turn("Can you explain dredging?", ITEMS["cloze"])).intent == "question"


@pytest.mark.parametrize("language", ["en", "no", "de"])
def test_who_asks_what_the_lesson_is_about_is_told_but_for_what_answers_the_question(language: str) -> None:
    told = assessed("What is this lesson about?", "multiple_choice", language)
    assert ("“Harbours”" if language == "en" else "Harbours") in told.feedback
    assert told.phase is None
    assert "2" in told.feedback
    item = ITEMS["cloze"]
    secret = assess(turn("what is it about?", item, topic=item.answer_text), read(turn("what is it about?", item)))
    assert item.answer_text.casefold() not in secret.feedback.casefold()
    assert secret.feedback


def test_a_concept_of_the_document_that_the_lesson_is_not_about_can_be_asked_about() -> None:
    other = ConceptPlace(concept="tide gauge", block_id="b9", ordinal=9)
    asked = read(turn("What are tide gauges?", ITEMS["cloze"], places=[*PLACES, other]))
    assert (asked.intent, asked.concept) == ("question", "tide gauge")
    assert read(turn("What are tide gauges?", ITEMS["cloze"])).intent == "off_topic"
    assert read(turn("We tide ourselves over.", ITEMS["cloze"], places=[*PLACES, other])).intent == "off_topic"


def test_what_leads_away_from_a_choice_asks_for_an_option_and_for_no_sentence() -> None:
    assert "name one of the options" in assessed("I like pizza", "multiple_choice").off_topic_response
    assert "in a full sentence" in assessed("my dog ate a sock yesterday", "cloze").off_topic_response


@pytest.mark.parametrize(
    ("said", "told"),
    [("I need a break", "all of it is kept"), ("I have a question", "Ask it"), ("tell me more", "Gladly.")],
)
def test_a_break_a_question_that_is_announced_and_to_hear_more_are_met_with_words_of_their_own(
    said: str, told: str
) -> None:
    assert told in assessed(said, "cloze").feedback


@pytest.mark.parametrize(
    "said", ["explain photosynthesis", "help me understand tides", "they help each other", "help the man"]
)
def test_a_word_of_any_subject_makes_it_no_wish_of_the_tutor(said: str) -> None:
    assert wish_of(said) is None
