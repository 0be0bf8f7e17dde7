"""Wrong answers: of the key's shape, not in the sentence, and the question tells none of them from the key."""

import pytest

from services.coach.authors.offline.distractors import about_as_long, alike, other_terms, tells
from tests.coach.authors.offline.by_hand import concept, order_about, source


@pytest.mark.parametrize(
    ("shown", "key", "others", "language", "told"),
    [
        ("a break along which two faults meet", "transform fault", ["ocean trench"], "en", True),
        ("a break along which two faults meet", "transform fault", ["normal fault"], "en", False),
        ("a break in the crust", "transform fault", ["ocean trench"], "en", False),
        ("Request For Anchorage", "RFA", ["ITM", "QBS"], "en", True),
        ("what a boat sends to a harbour", "RFA", ["ITM", "QBS"], "en", False),
        ("vann i form av gass", "vanndamp", ["nedbør", "dugg"], "no", True),
        ("vann i form av gass", "vanndamp", ["vannskille", "dugg"], "no", False),
        ("et stykke sjø mellom øyer", "sjøarm", ["elv", "dal"], "no", True),
        ("eine Gebühr, die Bearbeitungsgebühr heißt", "Darlehensgebühr", ["Stundung"], "de", True),
        ("eine Bearbeitungsgebühr am Anfang", "Darlehensgebühr", ["Stundung"], "de", True),
        ("eine Bearbeitungsgebühr am Anfang", "Darlehensgebühr", ["Mahngebühr"], "de", False),
        ("eine Bereitschaft zu zahlen", "Eigenschaft", ["Stundung"], "de", False),
        ("ein Strom aus Eis", "Eisberg", ["Gletscher", "Moräne"], "de", True),
    ],
)
def test_a_question_tells_by_a_word_or_a_part_of_one(
    shown: str, key: str, others: list[str], language: str, told: bool
) -> None:
    assert tells(shown, key, others, language) == told


def test_terms_of_another_shape_or_in_the_sentence_or_defined_by_the_key_are_left_out() -> None:
    texts = [
        "A fjord is a long arm of the sea between steep walls and glaciers.",
        "The moraine, the delta, the lagoon and the estuary shape the coast as much as NATO, Oslo or two rivers do.",
    ]
    names = ["fjord", "moraine", "delta", "lagoon", "NATO", "glaciers", "rivers", "fjord arm", "skerry"]
    read = order_about(texts, names, choice=True)
    # "skerry" is said to be part of a fjord: it may be right too.
    concepts = [
        each if each.name != "skerry" else type(each)(each.name, each.key, each.rank, each.focus, "a rock in a fjord")
        for each in read.concepts
    ]
    read = type(read)(**{**vars(read), "concepts": concepts})
    found = other_terms("fjord", concept(read, "fjord"), texts[0], source(read))
    assert {each.name for each in found} == {"moraine", "delta", "lagoon"}


def test_options_have_one_kind_of_first_letter_and_about_one_length() -> None:
    assert alike(["slab pull", "Osmosis"]) == ["Slab pull", "Osmosis"]
    assert alike(["slab pull", "osmosis"]) == ["slab pull", "osmosis"]
    assert about_as_long("one two three four", "one two three four five six")
    assert not about_as_long("one two three four", "one two three four five six seven")
