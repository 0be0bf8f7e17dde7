"""What the rows of a bank say of one another: whose question, statement, prompts or options tell whose answer."""

from typing import Any
from uuid import UUID, uuid5

from contracts.items import Item, ItemType
from contracts.proof import Option
from services.orchestrator.learning.lookup import beside
from tests.gateway.kinds import every_type

QUIZ = UUID(int=71)
KINDS = {item.type: item for item in every_type(QUIZ, "x")}


def changed(kind: ItemType, name: str, **fields: Any) -> Item:
    return KINDS[kind].model_copy(update={"item_id": uuid5(QUIZ, name), **fields})


def options(*texts: str) -> list[Option]:
    return [Option(option_id=name, text=text) for name, text in zip("abc", texts, strict=False)]


def told(*items: Item) -> dict[str, tuple[set[str], set[str]]]:
    """By whom each is told, and by whose options it is shown, by their questions."""
    rows = [
        {"item_id": item.item_id, "concept": "c", "type": item.type, "body": item.model_dump(mode="json")}
        for item in items
    ]
    names = {item.item_id: item.question for item in items}
    return {
        names[one.item_id]: ({names[n] for n in one.told_by}, {names[n] for n in one.shown_by})
        for one in beside(rows, "en")
    }


def test_whatever_a_learner_reads_of_another_question_tells_an_answer_and_options_only_what_is_typed() -> None:
    gap = changed("cloze", "gap", question="The ____ is small.", answer="neap tide", accepted=[])
    choice = changed(
        "multiple_choice", "choice", question="Which falls?", options=options("ebb", "neap tides"), answer="a"
    )
    judged = changed("true_false", "judged", question="Is it true?", statement="At neap tide all ships are blue.")
    pairs = changed(
        "matching", "pairs", question="Join.", prompts=options("the ebb", "the flood"), answer={"a": "a", "b": "c"}
    )
    number = changed("numeric", "number", question="How high?", answer="3", value=3.0, unit="metres")
    asks = changed("numeric", "asks", question="Which ebb falls 3 metres?", answer="8", value=8.0, unit="")
    assert told(gap, choice, judged, pairs, number, asks) == {
        gap.question: ({judged.question}, {choice.question}),
        choice.question: ({pairs.question, asks.question}, set()),
        judged.question: (set(), set()),
        pairs.question: (set(), set()),
        number.question: ({asks.question}, set()),
        asks.question: (set(), set()),
    }


def test_a_sentence_with_the_name_in_it_gives_the_name_and_a_question_that_only_has_the_name_does_not() -> None:
    says = "A quay is a wall along which ships lie."
    gap = changed("cloze", "gap", question=says.replace("quay", "____"), answer="quay", accepted=[], concept="quay")
    judged = changed(
        "true_false",
        "judged",
        question='Is this true of "quay"?',
        statement=says,
        answer="true",
        wrong="",
        right="",
        concept="quay",
    )
    point = KINDS["short_answer"].key_points[0].model_copy(update={"text": says})  # type: ignore[union-attr]
    own = changed("short_answer", "own", question='Say what "quay" means.', key_points=[point], concept="quay")
    items = (gap, judged, own)
    rows = [
        {"item_id": one.item_id, "concept": "quay", "type": one.type, "body": one.model_dump(mode="json")}
        for one in items
    ]
    given = {one.item_id: set(one.given_by) for one in beside(rows, "en")}
    assert given == {gap.item_id: {judged.item_id}, judged.item_id: set(), own.item_id: {judged.item_id}}


def test_questions_are_alike_that_have_one_answer_in_any_form_typed_or_chosen_but_no_statements_or_numbers() -> None:
    first = changed("cloze", "first", question="Of ____ it is made.", answer="quay walls", accepted=[])
    second = changed("cloze", "second", question="Ships lie at a ____.", answer="Quay wall", accepted=[])
    third = changed("multiple_choice", "third", question="Which?", options=options("pier", "quay wall"), answer="b")
    other = changed("cloze", "other", question="Walls are of ____.", answer="stone", accepted=[])
    judged = [changed("true_false", f"judged{n}", question=f"Is it true {n}?") for n in range(2)]
    counted = [changed("numeric", f"counted{n}", question=f"How many {n}?", answer="3", value=3.0) for n in range(2)]
    items = (first, second, third, other, *judged, *counted)
    rows = [
        {"item_id": one.item_id, "concept": "c", "type": one.type, "body": one.model_dump(mode="json")} for one in items
    ]
    ids = {first.item_id, second.item_id, third.item_id}
    found = {one.item_id: set(one.alike) for one in beside(rows, "en")}
    assert found == {one.item_id: ids - {one.item_id} if one.item_id in ids else set() for one in items}


def test_answers_are_not_alike_that_a_letter_a_small_word_or_a_sign_tells_apart() -> None:
    answers = ["vitamin A", "vitamin D", "AND gate", "OR gate", "C", "C++", "the quay", "A quay"]
    items = [
        changed("cloze", f"own{n}", question=f"It is ____ {n}.", answer=answer, accepted=[])
        for n, answer in enumerate(answers)
    ]
    rows = [
        {"item_id": one.item_id, "concept": "c", "type": one.type, "body": one.model_dump(mode="json")} for one in items
    ]
    named = {one.item_id: answer for one, answer in zip(items, answers, strict=True)}
    found = {named[one.item_id]: [named[id] for id in one.alike] for one in beside(rows, "en")}
    assert {answer for answer, others in found.items() if others} == {"the quay", "A quay"}
    assert [one.given_away for one in beside(rows, "en", "vitamin D")] == [answer == "vitamin D" for answer in answers]
    assert not any(one.given_away for one in beside(rows, "en", "..."))


def test_what_a_round_is_about_is_given_away_in_any_form_and_nothing_is_where_it_is_about_several() -> None:
    own = changed(
        "cloze", "own", question="Long ____ are of stone.", answer="quay walls", accepted=[], concept="quay wall"
    )
    other = changed(
        "cloze", "other", question="A quay wall is of ____.", answer="stone", accepted=[], concept="quay wall"
    )
    items = (own, other)
    rows = [
        {"item_id": one.item_id, "concept": "quay wall", "type": one.type, "body": one.model_dump(mode="json")}
        for one in items
    ]

    def given_away(topic: str) -> list[bool]:
        return [one.given_away for one in beside(rows, "en", topic)]

    assert (given_away("quay wall"), given_away("")) == ([True, False], [False, False])


def test_what_is_told_of_a_question_that_is_over_tells_the_answers_of_others() -> None:
    first = changed("cloze", "first", question="It is ____.", answer="formal education", accepted=[], concept="school")
    second = changed("cloze", "second", question="Informal and ____ differ.", answer="formal education", accepted=[])
    name = changed("cloze", "name", question="A ____ is there.", answer="quay", accepted=[], concept="quay")
    quay = first.proof.model_copy(update={"quote": "A quay with a crane."})
    other = changed("cloze", "other", question="Of ____ it is made.", answer="stone", accepted=[], proof=quay)
    crane = changed("cloze", "crane", question="It has a ____.", answer="crane", accepted=[])
    items = (first, second, name, other, crane)
    rows = [
        {"item_id": one.item_id, "concept": "c", "type": one.type, "body": one.model_dump(mode="json")} for one in items
    ]
    names = {one.item_id: one.question for one in items}
    after = {names[one.item_id]: {names[n] for n in one.told_after} for one in beside(rows, "en")}
    assert after[second.question] == {first.question}
    assert after[crane.question] == {other.question}
    judged = changed(
        "true_false",
        "judged",
        question="Is it?",
        statement="A kerb is there.",
        right="quay",
        wrong="kerb",
        answer="false",
    )
    pair = [
        {"item_id": one.item_id, "concept": "c", "type": one.type, "body": one.model_dump(mode="json")}
        for one in (judged, name)
    ]
    assert [one.told_after for one in beside(pair, "en")] == [[], [judged.item_id]]
    assert after[name.question] == set()  # The name of a concept stands in many a sentence.


def test_an_answer_is_its_concepts_name_in_any_form_and_with_an_article() -> None:
    answers = {"quay": True, "the quay": True, "Quays": True, "quay wall": False, "stone": False}
    made = [changed("cloze", said, question=f"{n} ____", answer=said, concept="quay") for n, said in enumerate(answers)]
    rows = [
        {"item_id": one.item_id, "concept": "quay", "type": one.type, "body": one.model_dump(mode="json")}
        for one in made
    ]
    assert [one.named for one in beside(rows, "en")] == list(answers.values())


def rows_of(*items: Item, definition: str = "") -> list[dict[str, Any]]:
    return [
        {
            "item_id": one.item_id,
            "concept": one.concept,
            "type": one.type,
            "body": one.model_dump(mode="json"),
            "definition": definition,
        }
        for one in items
    ]


def on(quote: str, name: str, **fields: Any) -> Item:
    """A gap about the quay, made from a sentence."""
    proof = KINDS["cloze"].proof.model_copy(update={"quote": quote})
    more = {"question": f"{name} ____", "answer": "crane", "accepted": [], "concept": "quay", "proof": proof, **fields}
    return changed("cloze", name, **more)


def test_a_statement_whose_right_word_is_its_concept_is_named_by_it() -> None:
    fields = {"statement": "A kerb is there.", "right": "quay", "wrong": "kerb", "answer": "false", "concept": "quays"}
    judged = changed("true_false", "judged", **fields)
    assert [one.named for one in beside(rows_of(judged), "en")] == [True]


def test_what_a_concept_is_cannot_be_told_before_what_rests_on_it_or_has_its_answer_there() -> None:
    definition = "a wall at which ships lie."
    of_it = on("A quay is a wall at which ships lie.", "of it", answer="harbour")
    there, elsewhere = on("A quay is long.", "there", answer="walls"), on("A quay is long.", "elsewhere")
    found = beside(rows_of(of_it, there, elsewhere, definition=definition), "en")
    assert [one.defines for one in found] == [True, True, False]
    assert not any(one.defines for one in beside(rows_of(of_it, there, elsewhere), "en"))


def test_a_sentence_that_only_names_its_concept_is_about_something_else_unless_it_was_written_for_it() -> None:
    passing = "With the new law of that year boats were moored at the quay."
    written = KINDS["cloze"].origin.model_copy(update={"author": "guideline"})
    own = KINDS["cloze"].origin.model_copy(update={"author": "offline"})
    asked = [
        on(passing, "passing", origin=own),
        on(passing, "written", origin=written),
        on("The old quays are long.", "about", origin=own),
    ]
    assert [one.aside for one in beside(rows_of(*asked), "en")] == [True, False, False]
