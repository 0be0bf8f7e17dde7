"""Words put for another are found in all their forms."""

from services.text.vocabulary.synonyms import synonyms_of


def test_a_strong_verb_stands_for_a_word_in_all_its_forms() -> None:
    assert {"begin", "began", "begun"} <= synonyms_of("start", "en")
    assert "began" not in synonyms_of("begin", "en"), "it is the same word"


def test_a_form_that_is_another_verb_takes_no_more_along() -> None:
    assert "founder" not in synonyms_of("find", "en")
