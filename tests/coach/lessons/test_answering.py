"""A learner's question in a lesson: nothing unrelated is told for it, and nothing that answers the tutor's own."""

from typing import Any

import pytest

from contracts.documents import Block
from contracts.lessons import TeachTurn
from contracts.mastery import ConceptPlace
from contracts.message import Phrase
from services.coach.lessons.asking import Guard
from services.text.catalogue.phrases import rendered
from tests.coach.lessons.courses import DOCUMENT, LANGUAGES, TEXTS, after, items, standing, taught, teach

SKIN = {
    "b1": "The epidermis is the outer layer of the skin. It is made of four or five layers of cells.",
    "b2": "The dermis connects the epidermis to what lies under it, because it has strong fibres.",
    "b3": "After the sun has shone on the skin, it takes ten days until its colour is darkest.",
    "b4": "Figure: The epidermis is drawn here in blue.",
    "b5": "The epidermis has no blood vessels, so it is fed from below.",
}


def skin(**more: Any) -> TeachTurn:
    """A turn about the epidermis of a document of our own."""
    told = [Block(block_id=id, text=text, source_page=1, document_sha256=DOCUMENT) for id, text in SKIN.items()]
    there = [
        ConceptPlace(concept="epidermis", block_id="b1", ordinal=0, source_page=1, definition=SKIN["b1"][:45]),
        ConceptPlace(concept="dermis", block_id="b2", ordinal=1, source_page=1),
    ]
    command = teach(guideline="", blocks=told, places=there, topic="epidermis", item=None, **more)
    step = command.plan.todo_list[0].model_copy(update={"concepts": ["epidermis"]})
    return command.model_copy(update={"step": step})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("item", range(4))
@pytest.mark.parametrize("said", ["Why?", "but why is it so?", "why not", "Hvorfor?", "Warum?", "Why is that true?"])
def test_why_before_the_answer_quotes_nothing_and_tells_no_key(language: str, item: int, said: str) -> None:
    waits = items(language)[item].model_copy(update={"hints": ["Think of a cake."]})
    turn = taught(teach(language, directive="answer", item=waits, question=said))
    assert turn.quotes == []
    own = turn.message.rpartition(waits.question)[0]
    assert not Guard(waits, language).says(own)
    assert "Think of a cake." in own
    later = {"en": "The why comes with the answer", "nb": "det kommer med svaret", "de": "Das Warum kommt"}
    assert later[language] in own


def test_what_is_told_for_a_question_is_about_what_it_names() -> None:
    turn = taught(skin(directive="answer", question="What is the epidermis made for?"))
    assert all("epidermis" in quote.quote for quote in turn.quotes)
    nothing = taught(skin(directive="answer", question="How does a volcano work?"))
    assert nothing.quotes == []
    assert "I found no sentence that answers this." in nothing.message


def test_what_was_told_is_pointed_back_to_though_more_of_it_must_wait() -> None:
    item = items("en")[1]
    first = taught(teach(directive="open", item=item))
    assert "The denominator is the number below the line." in first.message
    told = [{"block_id": each.block_id, "start": each.start, "end": each.end} for each in first.quotes]
    asked = taught(teach(directive="answer", item=item, question="What is the denominator?", told=told))
    assert "That I have told you before." in asked.message
    assert "my question is about" not in asked.message


@pytest.mark.parametrize(
    "said", ["Why was that right?", "why was it wrong", "Hvorfor var det feil?", "Warum war das richtig?"]
)
def test_why_an_answer_was_right_is_not_taken_for_the_question_that_waits(said: str) -> None:
    asked = taught(teach(directive="answer", item=items("en")[1], question=said))
    assert "That I have told you before." in asked.message
    assert "comes with the answer" not in asked.message


def test_what_a_thing_is_was_told_and_is_not_answered_by_what_only_names_it() -> None:
    first = taught(teach(directive="open", item=None))
    told = [{"block_id": each.block_id, "start": each.start, "end": each.end} for each in first.quotes]
    asked = taught(teach(directive="answer", item=None, question="What is the numerator?", told=told))
    assert "The numerator is the number above the line." in asked.message
    told.append({"block_id": "b02", "start": 0, "end": len(TEXTS["en"][0][2])})
    again = taught(teach(directive="answer", item=None, question="What is the denominator?", told=told))
    assert again.quotes == []
    assert "told you before" in again.message


def test_what_a_thing_is_is_its_definition_and_where_it_was_told_its_page_is_named() -> None:
    asks = {"directive": "answer", "question": "What is the epidermis?"}
    first = taught(skin(**asks))
    assert SKIN["b1"][:45] in first.message
    told = [{"block_id": each.block_id, "start": each.start, "end": each.end} for each in first.quotes]
    again = taught(skin(**asks, told=told))
    assert again.quotes == []
    assert again.message == "That I have told you before. See page 1."
    headed = [place.model_copy(update={"page_kind": "section"}) for place in skin().places]
    assert (
        taught(skin(**asks, told=told).model_copy(update={"places": headed})).message == "That I have told you before."
    )
    waits = items("en")[1].model_copy(update={"concept": "epidermis", "question": "The ____ layer is the epidermis."})
    proof = waits.proof.model_copy(update={"block_id": "b1", "start": 0, "end": 45, "quote": SKIN["b1"][:45]})
    kept = taught(skin(**asks).model_copy(update={"item": waits.model_copy(update={"proof": proof})}))
    assert kept.quotes == []
    assert "That is just what my question is about" in kept.message


def test_what_only_names_what_is_asked_about_is_no_answer_of_a_document() -> None:
    first = taught(skin(directive="answer", question="What is the epidermis?"))
    assert "outer layer" in first.message
    told = [{"block_id": each.block_id, "start": each.start, "end": each.end} for each in first.quotes]
    again = taught(skin(directive="answer", question="What is the epidermis?", told=told))
    assert "dermis connects" not in again.message
    other = taught(skin(directive="answer", question="How many days does it take until it is darkest?"))
    assert "ten days" in other.message


def test_an_example_is_one_or_it_is_said_that_there_is_none() -> None:
    none = taught(skin(directive="answer", question="Can you give me an example?"))
    assert none.quotes == []
    assert "I found no example of that." in none.message
    shown = taught(teach(directive="answer", question="Can you give me an example?"))
    assert len(shown.quotes) == 1
    assert any(char.isdigit() for char in shown.quotes[0].quote) or "example" in shown.quotes[0].quote


def test_a_figure_alone_makes_no_example_of_a_document_and_a_hint_beside_it_is_said_to_be_one() -> None:
    command = skin(directive="answer", question="Can you give me an example?")
    number = Block(block_id="b6", text="The epidermis is 0.1 mm thick on the lids.", document_sha256=DOCUMENT)
    command = command.model_copy(update={"blocks": [*command.blocks, number], "item": items("en")[1]})
    turn = taught(command)
    assert turn.quotes == []
    assert "I found no example of that. As for my question: Look at page 1." in turn.message


def test_that_there_is_no_example_is_said_in_other_words_the_next_time() -> None:
    command = skin(directive="answer", question="Can you give me an example?")
    first = taught(command)
    later = command.model_copy(update={"timeline": [first.turn_summary]})
    assert "There is no further example here." in taught(later).message


def test_a_first_turn_tells_what_is_about_its_concept_and_calls_nothing_its_reason_that_is_not() -> None:
    turn = taught(skin(directive="open", pacing="first_turn"))
    assert "The epidermis is the outer layer" in turn.message
    assert "dermis connects" not in turn.message
    assert "Figure" not in turn.message
    rest = taught(skin(directive="explain", manner={"length": "long"}))
    assert "reason in the text: “The dermis" not in rest.message


def test_what_leans_on_another_sentence_is_told_behind_it_or_not_at_all() -> None:
    first = taught(skin(directive="open", pacing="first_turn"))
    told = [{"block_id": each.block_id, "start": each.start, "end": each.end} for each in first.quotes]
    later = taught(skin(directive="explain", told=told, manner={"length": "long"}))
    assert all(not quote.quote.startswith("It ") for quote in later.quotes)


def test_a_part_of_a_lessons_own_text_is_called_by_its_heading() -> None:
    command = teach(directive="explain", new_step=True)
    headed = [each.model_copy(update={"section": "Equal parts of one thing"}) for each in command.places[:1]]
    turn = taught(command.model_copy(update={"places": headed}))
    assert turn.message.startswith("Now to “Equal parts of one thing”.")


def test_without_its_headings_a_lessons_own_text_is_told_by_its_parts_all_the_same() -> None:
    command = teach(directive="explain", new_step=True)
    bare = [each for each in command.blocks if each.kind != "heading"]
    second = command.plan.todo_list[2]
    turn = taught(command.model_copy(update={"blocks": bare, "step": second, "item": None}))
    assert second.concepts == ["numerator"]
    assert turn.quotes
    assert {each.source_page for each in turn.quotes} == {2}


def test_who_understood_nothing_gets_the_same_once_more_and_no_promise_where_a_person_is_called() -> None:
    phrase = Phrase.of("assessing.lost_0")
    lost: dict[str, Any] = {"feedback": rendered(phrase, "en"), "feedback_phrase": phrase}
    command = teach(directive="explain", new_step=True, **lost)
    again = command.plan.metadata.model_copy(update={"replan_count": 1, "plan_version": 2})
    plan = command.plan.model_copy(update={"metadata": again})
    assert "Once more to “denominator”." in taught(command.model_copy(update={"plan": plan})).message
    assert taught(teach(directive="intervene", **lost)).message.startswith("Let us stop here for today.")


def test_a_part_of_which_all_is_told_is_not_explained_by_another() -> None:
    command = teach(directive="explain", new_step=True, item=None, manner={"length": "long"})
    told = [
        {"block_id": each.block_id, "start": 0, "end": len(each.text)}
        for each in command.blocks
        if each.block_id.startswith("b0")
    ]
    turn = taught(TeachTurn.model_validate({**command.model_dump(), "told": told}))
    assert turn.quotes == []
    assert "I have told you all that there is to tell of this" in turn.message


def test_practice_by_another_plan_is_not_called_the_same_once_more() -> None:
    command = teach(directive="explain", new_step=True, standings=[standing("denominator", 0.9, 3)])
    last = command.plan.todo_list[-1]
    again = command.plan.metadata.model_copy(update={"replan_count": 1, "plan_version": 2})
    plan = command.plan.model_copy(update={"metadata": again})
    message = taught(command.model_copy(update={"plan": plan, "step": last})).message
    assert last.type == "practice"
    assert message.startswith("Let us go on to the next part.")


def test_the_same_by_another_plan_is_no_new_part() -> None:
    command = teach(directive="explain", new_step=True, standings=[standing("denominator", 0.2, 1)])
    assert taught(command).message.startswith("Now to")
    again = command.plan.metadata.model_copy(update={"replan_count": 1, "plan_version": 2})
    plan = command.plan.model_copy(update={"metadata": again})
    assert taught(command.model_copy(update={"plan": plan})).message.startswith("Once more to “denominator”.")


def test_what_is_told_behind_the_definition_leads_to_the_question() -> None:
    more = {"b6": "The epidermis is thin on the lids.", "b7": "The epidermis holds dyes against strong sun."}
    told_before = [{"block_id": "b1", "start": 0, "end": len(SKIN["b1"])}]
    command = skin(directive="explain", manner={"length": "short"}, told=told_before)
    added = [Block(block_id=id, text=text, source_page=1, document_sha256=DOCUMENT) for id, text in more.items()]
    waits = items("en")[1].model_copy(
        update={"concept": "epidermis", "question": "Against the strong sun ____ help.", "answer": "hats"}
    )
    command = command.model_copy(update={"blocks": [*command.blocks, *added], "item": waits})
    told = taught(command).message
    assert "holds dyes against strong sun" in told
    assert "thin on the lids" not in told


def test_no_hint_names_a_section_in_which_the_answer_does_not_stand() -> None:
    """The place of a concept is where it is introduced; a question about it may rest on another page."""
    waits = items("en")[1].model_copy(update={"concept": "epidermis"})
    placed = [each.model_copy(update={"section": "Layers"}) for each in skin().places]

    def hints(page: int) -> str:
        item = waits.model_copy(update={"proof": waits.proof.model_copy(update={"source_page": page})})
        command = skin(directive="ask").model_copy(update={"item": item, "places": placed})
        said = list[str]()
        for _ in range(3):
            turn = taught(command)
            said += [each.text for each in turn.hints]
            command = after(command, turn, directive="repeat")
        return " ".join(said)

    assert "Layers" in hints(1)
    assert "Layers" not in hints(7)


def test_without_pages_a_hint_names_the_heading_of_what_is_asked() -> None:
    """Not the concept's, and no page: the text has but one."""
    waits = items("en")[1].model_copy(update={"concept": "epidermis"})
    placed = [each.model_copy(update={"section": "Layers", "page_kind": "section"}) for each in skin().places]
    proof = waits.proof.model_copy(update={"page_kind": "section", "heading": "Colour"})
    asking = skin(directive="ask").model_copy(
        update={"item": waits.model_copy(update={"proof": proof}), "places": placed}
    )
    said, command = list[str](), asking
    for _ in range(3):
        turn = taught(command)
        said += [each.text for each in turn.hints]
        command = after(command, turn, directive="repeat")
    assert "“Colour”" in said[0]
    assert not any("Layers" in each or "page" in each.casefold() for each in said), said
