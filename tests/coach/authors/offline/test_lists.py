"""What the text lists is to be named."""

from services.coach.authors.offline.item_types import open_questions
from services.coach.drafts.draft import Open
from tests.coach.authors.offline.by_hand import enumeration, order_about, source

STEIN = "Det finnes tre slags stein: granitt, basalt og marmor."
TRAER = "Tre treslag vokser der: gran, bjørk og rogn."


def test_what_is_listed_is_to_be_named() -> None:
    read = order_about([STEIN, TRAER], ["stein", "treslag"], "no")
    fact = enumeration(read, "stein", STEIN, "tre slags stein", ["granitt", "basalt", "marmor"])
    (draft,) = open_questions.name_them(fact, source(read))
    assert draft.question == "Det finnes tre slags stein. Nevn dem."
    assert isinstance(draft.shape, Open)
    assert draft.shape.answer == "granitt, basalt og marmor"
    assert [point.text for point in draft.shape.key_points] == ["granitt", "basalt", "marmor"]


def test_what_is_listed_is_asked_for_with_whose_it_is() -> None:
    text = "Pathogens belong to two groups: bacteria and viruses."
    read = order_about([text], ["pathogens"])
    fact = enumeration(read, "pathogens", text, "two groups", ["bacteria", "viruses"])
    (draft,) = open_questions.name_them(fact, source(read))
    assert draft.question == "Pathogens belong to two groups. Name them."


def test_a_sentence_that_breaks_off_before_its_list_is_to_be_ended() -> None:
    text = "Et ur består av fjær, tannhjul og visere."
    read = order_about([text], ["ur"], "no")
    fact = enumeration(read, "ur", text, "Et ur", ["fjær", "tannhjul", "visere"])
    (draft,) = open_questions.name_them(fact, source(read))
    assert draft.question == "Fullfør setningen: «Et ur består av …» Nevn alle tre."


def test_of_a_list_that_comes_first_only_its_last_words_are_quoted() -> None:
    text = "Spruce, birch and rowan are native trees."
    read = order_about([text], ["native trees"])
    fact = enumeration(read, "native trees", text, "native trees", ["Spruce", "birch", "rowan"])
    (draft,) = open_questions.name_them(fact, source(read))
    assert draft.question == "What belongs to “native trees”? Name all three."


def test_of_cases_there_are_always_more() -> None:
    text = "Ships are moored to other things, such as quays, buoys and piles."
    read = order_about([text], ["ships"])
    fact = enumeration(read, "ships", text, "other things", ["quays", "buoys", "piles"])
    assert list(open_questions.name_them(fact, source(read))) == []
