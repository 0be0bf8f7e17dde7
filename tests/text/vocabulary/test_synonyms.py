"""Words put for another are found in all their forms."""

from services.text.vocabulary.synonyms import synonyms_of
from services.text.words import stem_of


def test_a_strong_verb_stands_for_a_word_in_all_its_forms() -> None:
    assert {"begin", "began", "begun"} <= synonyms_of("start", "en")
    assert "began" not in synonyms_of("begin", "en"), "it is the same word"


def test_a_form_that_is_another_verb_takes_no_more_along() -> None:
    assert "founder" not in synonyms_of("find", "en")


def test_norwegian_everyday_words_stand_for_one_another() -> None:
    for asked, written in (("sender", "overfører"), ("farge", "pigment"), ("lagrer", "oppbevares")):
        assert stem_of(written, "no") in synonyms_of(stem_of(asked, "no"), "no")
    assert stem_of("gift", "no") not in synonyms_of(stem_of("kone", "no"), "no"), "a poison"
