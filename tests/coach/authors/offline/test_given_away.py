"""What gives itself away is asked in another form, or not at all."""

from dataclasses import replace

import pytest

from services.coach.authors.offline.author import worth_asking, written_from
from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.ease import is_lay
from services.coach.compose.material import material_of
from services.coach.drafts.draft import DOUBTFUL, Draft
from services.coach.drafts.order import order_of
from services.coach.sentences.split import doubt_of
from tests.coach.authors.offline.by_hand import order_about
from tests.coach.orders import order

FAMILY = ("A family is a group of people who live together and look after one another at home.",)
BESIDE = (
    "Some keepers paint the old bollards by the fish hall every second spring.",
    "In heavy storms the town closes the capstans off with a red rope and a sign.",
    "The mayor gave a long speech about the moorings when the fair was opened.",
    "Children of the school count the fenders on their way along the quay.",
    "A postcard of the year shows two of the pilings with a cat and a gull.",
)
NAMED = ("bollards", "capstans", "moorings", "fenders", "pilings")
LARCH = ("A hyphoma is a thread of fungal plasma that links the mycelia of two larches under ground.",)


@pytest.mark.parametrize(
    ("term", "language", "lay"),
    [
        ("family", "en", True),
        ("peer group", "en", True),
        ("the hidden price", "en", True),
        ("hyphoma", "en", False),
        ("flux", "en", False),
        ("synovial group", "en", False),
        ("familie", "no", True),
        ("family", "xx", False),
    ],
)
def test_a_name_of_everyday_words_says_what_it_is(term: str, language: str, lay: bool) -> None:
    assert is_lay(term, language) is lay


def drafts(texts: tuple[str, ...], name: str) -> list[Draft]:
    return [draft for draft in written_from(order_about(texts, [name])).quiz if draft.doubt < DOUBTFUL]


def test_of_what_everybody_knows_nothing_is_to_be_recognised() -> None:
    assert {draft.frame for draft in drafts(FAMILY, "family")} == {"own"}
    assert "gap" in {draft.frame for draft in drafts(LARCH, "hyphoma")}


@pytest.mark.parametrize(
    ("shown", "key", "told"),
    [
        ("The rising angle is called the ____ (RD for short).", "Right Descent", True),
        ("The angle to the side is called ____ (Dev for short).", "Deviation", True),
        ("The angle is called the ____ (for short).", "Right Descent", False),
        ("The enzyme turns the salt into cyclic paste.", "cyclase", True),
        ("The enzyme turns the salt into solid paste.", "cyclase", False),
    ],
)
def test_its_short_form_or_its_root_beside_it_tells_a_term(shown: str, key: str, told: bool) -> None:
    assert tells(shown, key, ["Left Turn", "lipase"], "en") is told


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Actually, the tide gauge of the harbour shows the depth of the water.", "en"),
        ("In reality, the tide gauge of the harbour shows the depth of the water.", "en"),
        ("In response, the keeper of the lock opens the gates of the basin.", "en"),
        ("For kort, og sluseporten slipper ut alt vannet i bassenget.", "no"),
    ],
)
def test_what_opens_as_an_answer_to_the_sentence_before_does_not_stand_alone(sentence: str, language: str) -> None:
    assert doubt_of(sentence, language) is None


def test_a_group_before_the_comma_is_what_the_sentence_is_about() -> None:
    assert doubt_of("In harbours, the tide gauge shows the depth of the water by the quay.", "en") == 0


def test_filler_is_left_out_where_a_text_gives_anything_better() -> None:
    texts = (*LARCH, "Some visitors look for the hyphoma on their way through the old larches by the lake.")
    found = written_from(order_about(texts, ["hyphoma", "visitors"]))
    assert found.quiz
    assert all(draft.doubt < DOUBTFUL for draft in (*found.quiz, *found.cards))
    assert worth_asking([], []) == ([], [])
    weak = [replace(draft, doubt=DOUBTFUL) for draft in found.quiz]
    assert worth_asking(weak, [*found.cards]) == (weak, [*found.cards]), "a quiz of no question is none"


def test_where_nothing_is_worth_asking_three_questions_are_the_most() -> None:
    read = order_of(order(BESIDE, [(name, "High") for name in NAMED], questions=10, cards=0))
    written = written_from(read)
    assert len(written.quiz) > 3
    assert all(draft.doubt >= DOUBTFUL for draft in written.quiz)
    assert len(material_of(read, written).quiz) == 3
