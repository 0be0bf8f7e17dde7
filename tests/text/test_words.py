"""Comparing words: the same for whoever writes and whoever checks, and in every thread."""

import random
import string
from concurrent.futures import ThreadPoolExecutor

import pytest
import Stemmer

from services.text.words import content_of, find, fold, inflected, main_stems_of, occurs, stems_of, tells_all


def test_stems_are_the_same_whoever_stems_beside_it() -> None:
    chance = random.Random(7)
    endings = ("ational", "iveness", "ingly", "ousness", "fulness", "ies", "edly")
    texts = [
        " ".join("".join(chance.choices(string.ascii_lowercase, k=9)) + chance.choice(endings) for _ in range(2000))
        for _ in range(4)
    ]
    with ThreadPoolExecutor(4) as threads:
        beside = list(threads.map(lambda text: stems_of(text, "en"), texts))
    alone = Stemmer.Stemmer("english")
    assert beside == [tuple(alone.stemWord(word) for word in text.split()) for text in texts]


@pytest.mark.parametrize("language", ["en", "en-GB", "en_US", ""])
def test_a_region_changes_no_stem(language: str) -> None:
    assert (
        stems_of("Seals were swimming", language) == stems_of("Seals were swimming", "en") == ("seal", "were", "swim")
    )


@pytest.mark.parametrize("language", ["no", "nb", "nn", "nb-NO"])
def test_norwegian_goes_by_several_codes(language: str) -> None:
    assert stems_of("Selene svømte", language) == stems_of("Selene svømte", "no")
    assert content_of("selene", language) == content_of("sel", language)


def test_of_an_unknown_language_the_words_themselves_are_compared() -> None:
    assert stems_of("Vlny Moře", "xx") == ("vlny", "moře")


@pytest.mark.parametrize(
    ("needle", "text", "is_there"),
    [
        ("art", "The heart", False),
        ("heart", "The “heart”.", True),
        ("세포", "세포는 생명의 단위이다.", True),
        ("append", "Call list_append here", False),
        ("कोश", "कोशिका", False),
        ("کشد", "می\u200cکشد", False),
        ("分裂", "細胞分裂", True),
    ],
)
def test_a_word_is_found_whole(needle: str, text: str, is_there: bool) -> None:
    assert occurs(needle, text) is is_there
    assert (find(needle, fold(text)) >= 0) is is_there


def test_marks_at_the_edges_are_no_part_of_what_is_looked_for() -> None:
    assert occurs("“A heart.”", "it is a heart")
    assert find("“A heart.”", fold("it is a heart")) < 0


def test_the_words_that_carry_a_sentence_are_fewer_than_those_that_say_something() -> None:
    text = "The sun is a hot star, and DNA is a molecule"
    assert main_stems_of(text, "en") == {"star", "dna", "molecul"}
    assert content_of(text, "en") == {"sun", "hot", "star", "dna", "molecul"}


def test_inflected_words_stand_side_by_side_and_told_ones_anywhere() -> None:
    assert inflected("harbour seal", "Harbour seals dive", "en")
    assert not inflected("seal harbour", "Harbour seals dive", "en")
    assert tells_all("Harbour seals dive", "seal harbour", "en")
    assert not inflected("", "Harbour seals dive", "en")
    assert not tells_all("Harbour seals dive", "", "en")
