"""Multiple answer and naming: what the text lists, and what it lists elsewhere."""

from services.coach.authors.offline import lists
from services.coach.drafts.draft import Open, SomeOf
from tests.coach.authors.offline.by_hand import enumeration, order_about, source

ROCKS = "There are three kinds of rock: granite, basalt and marble."
TREES = "Three trees grow there: spruce, birch and rowan."
STEIN = "Det finnes tre slags stein: granitt, basalt og marmor."
TRAER = "Tre treslag vokser der: gran, bjørk og rogn."


def test_some_are_listed_and_others_are_listed_elsewhere() -> None:
    read = order_about([ROCKS, TREES], ["rock", "trees"])
    rocks = enumeration(read, "rock", ROCKS, "three kinds of rock", ["granite", "basalt", "marble"])
    trees = enumeration(read, "trees", TREES, "Three trees", ["spruce", "birch", "rowan"])
    (draft,) = lists.which_are_listed(rocks, [rocks, trees], source(read))
    assert draft.question == "There are three kinds of rock. Which of these are they?"
    assert isinstance(draft.shape, SomeOf)
    assert [key.text for key in draft.shape.keys] == ["granite", "basalt", "marble"]
    assert [other.text for other in draft.shape.others] == ["spruce", "birch", "rowan"]
    assert draft.shape.others[0].why == f'"spruce" is not listed there. The text says of it: "{TREES}"'
    assert draft.difficulty == "HARD"


def test_what_is_listed_is_to_be_named() -> None:
    read = order_about([STEIN, TRAER], ["stein", "treslag"], "no")
    fact = enumeration(read, "stein", STEIN, "tre slags stein", ["granitt", "basalt", "marmor"])
    (draft,) = lists.name_them(fact, source(read))
    assert draft.question == "Det finnes tre slags stein. Nevn dem."
    assert isinstance(draft.shape, Open)
    assert draft.shape.answer == "granitt, basalt og marmor"
    assert [point.text for point in draft.shape.key_points] == ["granitt", "basalt", "marmor"]


def test_a_list_alone_in_its_document_makes_no_multiple_answer() -> None:
    read = order_about([ROCKS], ["rock"])
    fact = enumeration(read, "rock", ROCKS, "three kinds of rock", ["granite", "basalt", "marble"])
    assert list(lists.which_are_listed(fact, [fact], source(read))) == []


def test_members_of_another_shape_are_no_distractors() -> None:
    other = "The crew had four men: Old Tom Bowling, Harry Hawser, Ned Land and Jack Tar."
    read = order_about([ROCKS, other], ["rock", "crew"])
    rocks = enumeration(read, "rock", ROCKS, "three kinds of rock", ["granite", "basalt", "marble"])
    crew = enumeration(read, "crew", other, "four men", ["Old Tom Bowling", "Harry Hawser", "Ned Land", "Jack Tar"])
    assert list(lists.which_are_listed(rocks, [rocks, crew], source(read))) == []


def test_an_article_tells_no_member_from_the_others() -> None:
    text = "The heart has two pumps: the left ventricle and the right ventricle."
    ship = "A ship has four things: the red lantern, old sail cloth, the tall mast and thick hemp rope."
    read = order_about([text, ship], ["heart", "ship"])
    pumps = enumeration(read, "heart", text, "two pumps", ["the left ventricle", "the right ventricle"])
    things = ["the red lantern", "old sail cloth", "the tall mast", "thick hemp rope"]
    others = enumeration(read, "ship", ship, "four things", things)
    (draft,) = lists.which_are_listed(pumps, [pumps, others], source(read))
    assert isinstance(draft.shape, SomeOf)
    assert [other.text for other in draft.shape.others] == ["the red lantern", "the tall mast"]


def test_what_is_listed_is_asked_for_with_whose_it_is() -> None:
    text = "Pathogens belong to two groups: bacteria and viruses."
    read = order_about([text], ["pathogens"])
    fact = enumeration(read, "pathogens", text, "two groups", ["bacteria", "viruses"])
    (draft,) = lists.name_them(fact, source(read))
    assert draft.question == "Pathogens belong to two groups. Name them."


def test_a_sentence_that_breaks_off_before_its_list_is_to_be_ended() -> None:
    text = "Et ur består av fjær, tannhjul og visere."
    read = order_about([text], ["ur"], "no")
    fact = enumeration(read, "ur", text, "Et ur", ["fjær", "tannhjul", "visere"])
    (draft,) = lists.name_them(fact, source(read))
    assert draft.question == "Fullfør setningen: «Et ur består av …» Nevn alle tre."


def test_of_a_list_that_comes_first_only_its_last_words_are_quoted() -> None:
    text = "Spruce, birch and rowan are native trees."
    read = order_about([text], ["native trees"])
    fact = enumeration(read, "native trees", text, "native trees", ["Spruce", "birch", "rowan"])
    (draft,) = lists.name_them(fact, source(read))
    assert draft.question == 'What belongs to "native trees"? Name all three.'


def test_mere_terms_are_no_distractors_of_a_list() -> None:
    copper = "Copper melts late."
    read = order_about(
        [ROCKS, copper, "A hammer strikes.", "A lantern shines."], ["rock", "copper", "hammer", "lantern"]
    )
    fact = enumeration(read, "rock", ROCKS, "three kinds of rock", ["granite", "basalt", "marble"])
    assert list(lists.which_are_listed(fact, [fact], source(read))) == []
