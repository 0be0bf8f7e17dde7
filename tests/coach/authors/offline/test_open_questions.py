"""Short answer: a reason, a difference, and in a round what a term means."""

from dataclasses import replace

import pytest

from services.coach.authors.offline.item_types import open_questions
from services.coach.authors.offline.questions import questions_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Open
from services.coach.drafts.order import Order
from services.coach.facts.fact import Cause, Contrast, Definition, Facts
from tests.coach.authors.offline.by_hand import concept, definition, order_about, source, span


@pytest.mark.parametrize(
    ("language", "effect", "link", "cause", "question"),
    [
        (
            "en",
            "Bridges carry joints of steel",
            "because",
            "metal grows longer on hot days",
            "Bridges carry joints of steel. Why?",
        ),
        (
            "no",
            "Broer har skjøter av stål",
            "fordi",
            "metall blir lengre på varme dager",
            "Broer har skjøter av stål. Hvorfor?",
        ),
    ],
)
def test_what_happens_asks_for_its_reason(language: str, effect: str, link: str, cause: str, question: str) -> None:
    text = f"{effect} {link} {cause}."
    read = order_about([text], ["steel" if language == "en" else "stål"], language)
    fact = Cause(read.concepts[0], span(read, text), span(read, effect), span(read, cause))
    (draft,) = open_questions.reason(fact, source(read))
    assert draft.question == question
    assert isinstance(draft.shape, Open)
    assert (draft.shape.answer, [point.text for point in draft.shape.key_points]) == (cause, [cause])
    assert (draft.difficulty, draft.answer_at) == ("HARD", fact.cause)


def test_what_whoever_thinks_can_say_is_not_asked_but_of_what_is_to_be_learnt() -> None:
    for cause, asked in (("warmth helps", False), ("nymphs moult", True), ("blood takes the heat of the air", True)):
        text = f"Lizards of the island lie on stones in the morning because {cause}."
        read = order_about([text, "A nymph is a young dragonfly."], ["lizard", "nymph"])
        fact = Cause(
            concept(read, "lizard"),
            span(read, text),
            span(read, "Lizards of the island lie on stones in the morning"),
            span(read, cause),
        )
        assert bool(list(open_questions.reason(fact, source(read)))) == asked, cause
        assert list(open_questions.reason(fact, source(replace(read, only_focus=True))))


def test_the_name_of_one_thing_is_something_and_means_nothing() -> None:
    for name, asks in (("Quay Wardens Act", "is"), ("slack water", "means")):
        said = "a rule of 1880 that lets the wardens of a harbour stop any ship"
        text = f"The {name} is {said}."
        read = order_about([text], [name.casefold()])
        about = replace(read.concepts[0], name=name)
        fact = Definition(about, span(read, text), span(read, name), span(read, said), name=name)
        (draft,) = open_questions.in_own_words(fact, source(read))
        assert draft.question == f"Explain in your own words what “{name}” {asks}."


def test_of_a_term_that_a_glossary_defines_no_other_sentence_is_its_meaning() -> None:
    line = "tide: rise and fall of the sea that the moon and the sun bring about"
    text = "A tide is a lasting thing that nobody can stop."
    read = order_about([line, text], ["tide"])
    of_line = definition(read, "tide", line, line.partition(": ")[2])
    of_text = definition(read, "tide", text, "a lasting thing that nobody can stop")
    called = definition(read, "tide", text, "a lasting thing that nobody can stop", "is a tide")
    for facts, wanted in (
        ([of_text, replace(of_line, printed=True)], [line]),
        ([of_text, of_line], [text, line]),
        ([of_line, called], [text]),
        ([of_line, replace(called, doubt=1)], [line, text]),
    ):
        read_from = source(read, Facts(definitions=facts))
        assert [fact.at.text for fact in read_from.definitions] == wanted
        assert [fact.at.text for fact in read_from.defined] == wanted


def test_what_points_back_to_its_reason_is_not_asked() -> None:
    read = order_about(["Rubisco works slowly, so plants need a great deal of it."], ["rubisco"])
    assert source_of(read, read.blocks, Places(read)).facts.causes == []


@pytest.mark.parametrize(("effect", "asked"), [("several experiments", 0), ("a flood of the lower town", 1)])
def test_what_comes_of_a_thing_is_asked_where_the_text_says_what(effect: str, asked: int) -> None:
    text = f"A breach in the old dam of the valley leads to {effect}."
    read = order_about([text], ["dam"])
    fact = Cause(
        concept(read, "dam"), span(read, text), span(read, effect), span(read, "A breach in the old dam of the valley")
    )
    assert len(list(open_questions.what_follows(fact, source(read)))) == asked


def test_a_difference_has_what_is_said_of_both_as_its_points() -> None:
    text = "Arteries carry blood away from the heart, whereas veins carry blood back to it."
    read = order_about([text], ["arteries"])
    said = span(read, "carry blood away from the heart"), span(read, "carry blood back to it")
    fact = Contrast(read.concepts[0], span(read, text), span(read, "Arteries"), said[0], span(read, "veins"), said[1])
    (draft,) = open_questions.difference(fact, source(read))
    assert draft.question == "What is the difference between arteries and veins?"
    assert isinstance(draft.shape, Open)
    assert list(draft.shape.key_points) == list(said)


def test_in_a_round_who_learns_a_term_is_asked_to_say_it_in_their_own_words() -> None:
    text, said = (
        "An isthmus is a strip of land that joins two larger ones.",
        "a strip of land that joins two larger ones",
    )
    read = replace(order_about([text, "Ships go round the isthmus."], ["isthmus"]), only_focus=True)
    fact = Definition(read.concepts[0], span(read, text), span(read, "isthmus"), span(read, said), name="isthmus")
    (draft,) = open_questions.in_own_words(fact, source(read))
    assert draft.question == "Explain in your own words what “isthmus” means."
    assert isinstance(draft.shape, Open)
    assert [point.text for point in draft.shape.key_points] == [said]


def test_of_a_term_that_the_text_names_once_it_is_asked_what_it_tells() -> None:
    text = "Large ships still go round the isthmus in the winter months. Two railways cross the hills near the coast."
    read = replace(order_about([text], ["isthmus"]), only_focus=True)
    found = source_of(read, read.blocks, Places(read))
    (draft,) = open_questions.what_is_told(found)
    assert draft.question == "What does the text tell about “isthmus”? Say it in your own words."
    assert draft.quote in read.blocks[0].text
    assert "told" in {each.frame for each in questions_of(found)}
    plain = replace(found, order=replace(read, only_focus=False))
    assert "told" not in {each.frame for each in questions_of(plain)}


def test_of_a_term_that_the_text_names_again_nobody_can_know_which_sentence_is_meant() -> None:
    text = "Large ships still go round the isthmus in the winter months."
    read = replace(order_about([text, "Two railways cross the isthmus near its middle."], ["isthmus"]), only_focus=True)
    assert not list(open_questions.what_is_told(source_of(read, read.blocks, Places(read))))


_LEFT = "The first keeper leaves the gate because the flood has come over the quay."


def _left(read: Order, name: str) -> Cause:
    effect, _, reason = _LEFT.rstrip(".").partition(" because ")
    return Cause(concept(read, name), span(read, _LEFT), span(read, effect), span(read, reason))


@pytest.mark.parametrize(
    ("heading", "named", "question"),
    [
        ("3.2 Storm Locks", [], "Under “Storm Locks”: The first keeper leaves the gate. Why?"),
        ("IV. Storm Locks", [], "Under “Storm Locks”: The first keeper leaves the gate. Why?"),
        ("X Window System", [], "Under “X Window System”: The first keeper leaves the gate. Why?"),
        ("Storm Locks", ["keeper"], "Under “Storm Locks”: The first keeper leaves the gate. Why?"),
        ("", [], "The first keeper leaves the gate. Why?"),
        ("Introduction", [], "The first keeper leaves the gate. Why?"),
        ("The Keeper of the", [], "The first keeper leaves the gate. Why?"),  # torn
        ("The first gate", [], "The first keeper leaves the gate. Why?"),  # nothing that it does not say
        ("Floods of the river", [], "The first keeper leaves the gate. Why?"),  # it tells the answer
        ("Who leaves first?", [], "The first keeper leaves the gate. Why?"),
    ],
)
def test_a_reason_is_asked_for_under_its_heading(heading: str, named: list[str], question: str) -> None:
    read = order_about([_LEFT], ["quarry", *named])
    read = replace(read, headings={block.block_id: heading for block in read.blocks})
    fact = _left(read, "quarry")
    (draft,) = open_questions.reason(fact, source(read))
    assert draft.question == question


@pytest.mark.parametrize(
    ("name", "said", "made"),
    [
        ("weir", "a low wall that holds back a river", 1),
        ("weir", "a wall built across a river", 1),
        ("weir", "a special form of wall", 0),
        ("water level", "the level at which the water stands in a harbour", 0),
        ("homecoming", "the coming home of boats that were at sea for long", 0),
        ("homecoming", "the feast that ends a winter at sea", 1),
        ("bollard hitch", "a hitch by which a bollard holds the rope of a barge", 0),
    ],
)
def test_a_term_is_explained_by_what_tells_it_apart_and_not_by_its_own_words(name: str, said: str, made: int) -> None:
    text = f"A {name} is {said}."
    read = order_about([text, "The harbour has a quay."], [name, "harbour"])
    fact = definition(read, name, text, said)
    assert len(list(open_questions.in_own_words(fact, source(read)))) == made


def test_a_word_that_everybody_knows_is_explained_as_what_it_is_under_its_heading() -> None:
    text = "Nature is the influence of the sea on the people of the coast."
    for heading, question in (
        ("Island or Town", "Under “Island or Town”: Explain in your own words what “nature” means."),
        ("Glossary", "Explain in your own words what “nature” means."),
    ):
        read = order_about([text], ["nature"])
        read = replace(read, headings={block.block_id: heading for block in read.blocks})
        fact = definition(read, "nature", text, "the influence of the sea on the people of the coast")
        (draft,) = open_questions.in_own_words(fact, source(read))
        assert draft.question == question


@pytest.mark.parametrize(
    ("language", "done", "way", "question"),
    [
        ("en", "The keeper largely empties the lock", "by opening both sluices",
         "How does the keeper largely empty the lock?"),
        ("en", "On calm days, the lock is emptied", "by opening one sluice only",
         "On calm days, how is the lock emptied?"),
        ("no", "Slusevakten tømmer kammeret", "ved å åpne begge portene",
         "Hvordan tømmer slusevakten kammeret?"),
        ("de", "Der Wärter leert die Kammer", "indem er beide Tore öffnet", "Wie leert der Wärter die Kammer?"),
    ],
)  # fmt: skip
def test_what_is_done_asks_how(language: str, done: str, way: str, question: str) -> None:
    text = f"{done}{',' if language == 'de' else ''} {way}."
    read = order_about([text], [{"en": "lock", "no": "kammeret", "de": "kammer"}[language]], language)
    fact = Cause(read.concepts[0], span(read, text), span(read, done), span(read, way))
    (draft,) = open_questions.how(fact, source(read))
    assert draft.question == question
    assert isinstance(draft.shape, Open)
    assert (draft.shape.answer, draft.level) == (way, "recall")


@pytest.mark.parametrize(("before", "asked"), [("A barge carries sand.", 0), ("The barge carries sand.", 1)])
def test_one_of_many_that_was_told_of_before_is_not_asked_about(before: str, asked: int) -> None:
    done, way = "The barge is emptied", "by opening both flaps of its hold"
    read = order_about([before, f"{done} {way}."], ["barge"])
    fact = Cause(read.concepts[0], span(read, f"{done} {way}."), span(read, done), span(read, way))
    assert len(list(open_questions.how(fact, source(read)))) == asked


@pytest.mark.parametrize(
    ("before", "then", "asked"),
    [
        ("A cargo is weighed by night.", "the outer harbour is shut by two keepers", 0),
        ("The cargo is weighed by night.", "the outer harbour is shut by two keepers", 1),
        ("A cargo is weighed by night.", "cargo is carried to the outer harbour", 1),
        ("The cargo is weighed by night.", "the outer harbour meets that duty", 0),
        ("The cargo is weighed by night.", "a different lamp is lit by two keepers", 0),
    ],
)
def test_in_which_case_something_is_so_is_no_case_of_one_that_was_told_of_before(
    before: str, then: str, asked: int
) -> None:
    text = f"If the cargo is weighed, {then}."
    read = order_about([before, text], ["harbour", "lamp"])
    fact = Cause(read.concepts[0], span(read, text), span(read, then), span(read, "If the cargo is weighed"))
    assert len(list(open_questions.when(fact, source(read)))) == asked


def test_what_a_term_is_against_another_is_answered_without_what_sets_it_against_that() -> None:
    text = "A sluice, on the other hand, is a gate that holds the water of a canal back until the keeper opens it."
    read = order_about([text], ["sluice"])
    (fact,) = source_of(read, read.blocks, Places(read)).facts.definitions
    (draft,) = open_questions.in_own_words(fact, source(read))
    assert isinstance(draft.shape, Open)
    assert draft.shape.answer == "a gate that holds the water of a canal back until the keeper opens it"


def test_a_way_that_says_what_is_done_again_is_not_asked_for() -> None:
    done, way = "A harbour crane is started", "by calling the crane driver"
    read = order_about([f"{done} {way}."], ["crane"])
    fact = Cause(read.concepts[0], span(read, f"{done} {way}."), span(read, done), span(read, way))
    assert list(open_questions.how(fact, source(read))) != []
    way = "by starting a crane of the harbour"
    read = order_about([f"{done} {way}."], ["crane"])
    fact = Cause(read.concepts[0], span(read, f"{done} {way}."), span(read, done), span(read, way))
    assert list(open_questions.how(fact, source(read))) == []


@pytest.mark.parametrize(
    ("language", "condition", "then", "question"),
    [
        ("en", "If the keeper sleeps", "the storm lock is opened by its own weight",
         "When is the storm lock opened by its own weight?"),
        ("en", "Once the tide turns", "the storm lock can be left open at night",
         "When can the storm lock be left open at night?"),
        ("en", "When the tide turns", "the Pilot looks for a boat in the outer harbour",
         "When does the Pilot look for a boat in the outer harbour?"),
        ("en", "When the tide turns", "the storm lock is no longer watched by night",
         "When is the storm lock no longer watched by night?"),
        ("en", "When the tide turns", "the price of a passage is a barrel of salted herring", ""),
        ("en", "When the tide turns", "the pilot marks it with two red lamps", ""),
        ("en", "When the tide turns", "the storm lock won't hold the salted water back", ""),
        ("en", "When the tide turns", "the storm lock is shut and the pilot lights two red lamps", ""),
        ("en", "When the tide turns", "the picture below shows the salted boats", ""),
        ("en", "When the tide turns", "a lamp appears", ""),
        ("en", "When the pilot rows home", "the pilot rows home by night", ""),
        ("en", "When a boat needs a pilot", "the keeper looks whether that boat may use this right", ""),
        ("en", "If the boat is built with a stern", "the midsternline is drawn in by the pilot", ""),
        ("no", "Hvis vakten sover", "slipper sluseporten vannet ut i havnen",
         "Når slipper sluseporten vannet ut i havnen?"),
        ("no", "Hvis vakten sover", "slipper den vannet ut i den ytre havnen", ""),
        ("de", "Wenn die Wache schläft", "schließt die Schleuse das äußere Tor",
         "Wann schließt die Schleuse das äußere Tor?"),
    ],
)  # fmt: skip
def test_what_happens_as_a_rule_asks_in_which_case(language: str, condition: str, then: str, question: str) -> None:
    text = f"{condition}, {then}."
    read = order_about([text], ["lock"], language)
    fact = Cause(read.concepts[0], span(read, text), span(read, then), span(read, condition))
    drafts = [*open_questions.when(fact, source(read))]
    assert [draft.question for draft in drafts] == ([question] if question else [])
    for draft in drafts:
        assert isinstance(draft.shape, Open)
        assert (draft.shape.answer, draft.level) == (condition, "understand")


def test_a_purpose_of_two_words_is_no_reason_that_is_worth_asking() -> None:
    done = "Old lamps of the harbour use mirrors"
    for purpose, asked in (("to obtain light", 0), ("to warn the pilots of the outer rocks", 1)):
        read = order_about([f"{done} {purpose}."], ["mirrors"])
        fact = Cause(read.concepts[0], span(read, f"{done} {purpose}."), span(read, done), span(read, purpose))
        assert len([*open_questions.reason(fact, source(read))]) == asked


def test_what_only_can_be_done_so_is_done_in_other_ways_too() -> None:
    for language, text, way in (
        ("en", "On calm days, the lock can be emptied by opening one sluice only.", "by opening one sluice only"),
        ("no", "Slusevakten kan tømme kammeret ved å åpne begge portene.", "ved å åpne begge portene"),
    ):
        read = order_about([text], ["lock", "kammeret"], language)
        fact = Cause(read.concepts[0], span(read, text), span(read, text[: text.index(way) - 1]), span(read, way))
        assert list(open_questions.how(fact, source(read))) == []


@pytest.mark.parametrize(
    ("done", "purpose", "asked"),
    [
        ("The keeper closes the lock at dusk", "in order to save the water of the brook", 1),
        ("A transfer of the boats is made at dusk", "in order to transfer cargo into the harbour", 0),
    ],
)
def test_a_purpose_that_what_is_done_tells_is_not_asked_for(done: str, purpose: str, asked: int) -> None:
    text = f"{done} {purpose}."
    read = order_about([text], ["lock", "boats"])
    fact = Cause(read.concepts[0], span(read, text), span(read, done), span(read, purpose))
    assert len(list(open_questions.reason(fact, source(read)))) == asked


def test_a_difference_that_is_said_of_one_thing_has_one_point() -> None:
    read = order_about(["Unlike a barge, the lock is made of oak."], ["lock"])
    (contrast,) = source_of(read, read.blocks, Places(read)).facts.contrasts
    (draft,) = open_questions.difference(contrast, source(read))
    assert draft.question == "What is the difference between the lock and a barge?"
    assert isinstance(draft.shape, Open)
    assert [point.text for point in draft.shape.key_points] == ["is made of oak"]


@pytest.mark.parametrize(
    ("language", "text", "name", "question"),
    [
        ("no", "For å spare vannet i bekken, er en sluse stengt hver natt.", "sluse",
         "Hvorfor er en sluse stengt hver natt?"),
        ("de", "Um das Wasser des Baches zu sparen, ist die Schleuse in jeder Nacht geschlossen.", "Schleuse",
         "Warum ist die Schleuse in jeder Nacht geschlossen?"),
    ],
)  # fmt: skip
def test_what_begins_with_its_verb_is_asked_as_it_stands(language: str, text: str, name: str, question: str) -> None:
    read = order_about([text], [name], language)
    (cause,) = source_of(read, read.blocks, Places(read)).facts.causes
    (draft,) = open_questions.reason(cause, source(read))
    assert draft.question == question
