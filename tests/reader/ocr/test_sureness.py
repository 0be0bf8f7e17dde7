"""How sure a recognised word must be: what may well be misread must be surer than what hardly can be."""

import pytest

from services.reader.ocr.sureness import needed, of_its_own

BLURRED, CLEAN = 88.0, 96.0


@pytest.mark.parametrize("page", [BLURRED, CLEAN])
@pytest.mark.parametrize(
    ("sooner", "later"),
    [
        ("each", "cach"),
        ("of", "cf"),
        ("quarters", "quartets"),  # one letter from a far commoner word
        ("turn", "tum"),
        ("firm", "finn"),
        ("many", "marry"),
        ("chlorophyll", "chlorophyli"),
        ("different", "1999"),
        ("apart", "apart,.and"),
    ],
)
def test_what_may_well_be_misread_must_be_surer(sooner: str, later: str, page: float) -> None:
    assert needed(sooner, "en", page) < needed(later, "en", page)


def test_a_long_word_is_believed_sooner_than_a_short_one() -> None:
    assert needed("different", "en", BLURRED) < needed("each", "en", BLURRED) < needed("of", "en", BLURRED)


def test_no_reading_makes_a_splinter_sure_on_a_page_that_is_not_clean() -> None:
    assert needed("mgs", "en", BLURRED) > 100 > needed("mgs", "en", CLEAN)


def test_capitals_marks_around_and_a_genitive_change_nothing() -> None:
    assert needed("“Different,”", "en", BLURRED) == needed("different", "en", BLURRED)
    assert needed("chlorophyll’s", "en", BLURRED) == needed("chlorophyll", "en", BLURRED)


def test_a_number_is_one_also_with_marks_or_letters_in_it() -> None:
    numbers = ("1999", "(1979).", "3,420", "CO2")
    assert {needed(word, "en", BLURRED) for word in numbers} == {needed("77", "en", BLURRED)}


def test_a_figure_by_itself_may_be_a_letter_out_of_focus() -> None:
    """ "The new gas was 4 poison": two readings saw the figure."""
    assert needed("4", "en", BLURRED) > needed("44", "en", BLURRED)
    assert needed("4", "en", CLEAN) == needed("44", "en", CLEAN)


def test_each_language_has_its_own_words_and_one_without_a_list_asks_the_same_of_all() -> None:
    assert needed("fordampning", "no", BLURRED) < needed("fordampning", "en", BLURRED)
    assert needed("each", "und", BLURRED) == needed("cach", "und", BLURRED) < 100


@pytest.mark.parametrize("word", ["cars", "cat,", "car", "case", "Map", "$5", "$77", "$", "§", "SO,", "I", "l"])
def test_what_another_word_or_a_figure_looks_like_out_of_focus_is_never_sure_there(word: str) -> None:
    assert needed(word, "en", BLURRED) > 100 > needed(word, "en", CLEAN)


@pytest.mark.parametrize("page", [BLURRED, CLEAN])
@pytest.mark.parametrize("word", ["isthe", "ofthe", "Itis", "canbe"])
def test_two_of_the_commonest_words_without_a_blank_are_never_sure(word: str, page: float) -> None:
    assert needed(word, "en", page) > 100
    assert all(needed(whole, "en", page) < 100 for whole in ("into", "areas", "overall", "therapist", "cofactor"))


@pytest.mark.parametrize("page", [BLURRED, CLEAN])
@pytest.mark.parametrize("word", ["å", "Ån", "öf", "thé"])
def test_a_word_with_a_letter_of_another_language_is_never_sure_where_it_is_common_without(
    word: str, page: float
) -> None:
    assert needed(word, "en", page) > 100


def test_words_with_letters_of_their_language_and_names_are_as_sure_as_others() -> None:
    assert needed("å", "no", BLURRED) < 100
    assert all(needed(word, "de", CLEAN) < 100 for word in ("schön", "für", "müssen"))
    assert all(needed(word, "en", CLEAN) < 100 for word in ("café", "Møller", "Tromsø", "Galápagos"))


def test_a_letter_by_itself_and_a_word_with_a_twin_must_be_surer_than_others_of_their_length() -> None:
    assert needed("i", "no", BLURRED) > needed("og", "no", BLURRED)
    assert needed("it", "en", BLURRED) > needed("my", "en", BLURRED)
    assert needed("a", "en", BLURRED) < 99


def test_a_capital_that_looks_like_two_small_letters_is_doubted_and_the_small_one_is_not() -> None:
    assert needed("Map", "en", BLURRED) > 100 > needed("map", "en", BLURRED)
    assert all(needed(word, "en", BLURRED) < 100 for word in ("May", "Many", "Most", "Moon"))


@pytest.mark.parametrize(("word", "of"), [("muscie", "muscle"), ("refiex", "reflex"), ("harmiess", "harmless")])
def test_what_no_list_has_and_one_blurred_letter_makes_a_word_is_hardly_ever_sure(word: str, of: str) -> None:
    assert needed(word, "en", 93.0) > 100
    assert needed(word, "en", 96.0) > 99, "a page may be clean but for its drawings"
    assert needed(of, "en", 93.0) < 90


@pytest.mark.parametrize("word", ["suscles", "mustles", "muscless", "uscles", "rnuscles", "Suscles’", "govemment"])
def test_what_no_list_has_and_one_letter_makes_a_word_is_not_sure_for_one_reading_of_a_clean_page(word: str) -> None:
    assert needed(word, "en", CLEAN) > 99
    assert needed("keratinocytic", "en", CLEAN) < 90, "what is near to no listed word is believed"


def test_a_word_that_a_document_has_again_and_again_is_its_own_where_it_has_no_other_that_it_may_be() -> None:
    heard = [(word, 96.0) for word in ("Mascle,", "mascle", "(mascle)", "the", "rides")]
    own = of_its_own(heard, "en")
    assert own == {"mascle"}
    assert needed("mascle", "en", CLEAN, own) < 90 < 99 < needed("mascle", "en", CLEAN)
    assert not of_its_own(heard[1:], "en"), "twice may be chance"
    assert not of_its_own([*heard, *[("muscle", 96.0)] * 3], "en"), "it may be misread now and then"
    assert of_its_own([*heard, ("muscle", 96.0)], "en") == own
    assert not of_its_own([(word, 80.0) for word, _ in heard], "en"), "none of them was heard well"


@pytest.mark.parametrize(
    ("word", "of"), [("les", "løs"), ("lest", "løst"), ("strem", "strøm"), ("kretslep", "kretsløp")]
)
def test_an_o_with_a_stroke_out_of_focus_is_an_e(word: str, of: str) -> None:
    assert needed(word, "no", BLURRED) > 100 > needed(of, "no", BLURRED)


def test_a_listed_word_that_is_near_to_a_far_commoner_one_and_a_letter_that_may_be_a_figure_need_more() -> None:
    for word in ("erve", "thine", "I", "|"):
        assert 92 < needed(word, "en", CLEAN) < 96, word
    assert needed("nerve", "en", CLEAN) == 70


@pytest.mark.parametrize("word", ["am", "UV", "U.S.", "don't", "We're"])
def test_one_reading_of_a_clean_page_is_enough_for_what_is_too_short_to_have_no_neighbour(word: str) -> None:
    assert needed(word, "en", CLEAN) <= 95
