"""Which numbers of a sentence are facts, what they are worth, and which are labels, ranges or names."""

import pytest

from tests.coach.facts.found import facts


@pytest.mark.parametrize(
    ("language", "text", "concept", "found"),
    [
        (
            "en",
            "A full-grown oak can lose more than 400 litres of water on a warm day.",
            "oak",
            [("400", 400, "litres")],
        ),
        (
            "en",
            "Human cells carry 46 chromosomes in the nucleus of nearly every tissue.",
            "nucleus",
            [("46", 46, "")],
        ),
        (
            "en",
            "The lithosphere is 100 kilometres thick there and up to 250 kilometres elsewhere.",
            "lithosphere",
            [("100", 100, "kilometres"), ("250", 250, "kilometres")],
        ),
        (
            "en",
            "Some 12 million books were printed on a press before the year 1501.",
            "press",
            [("12 million", 12e6, "")],
        ),
        (
            "no",
            "Rundt 86 prosent av fordampningen på jorda skjer fra havet.",
            "fordampning",
            [("86", 86, "prosent")],
        ),
        (
            "no",
            "Glomma har et nedbørfelt på rundt 42 000 kvadratkilometer i alt.",
            "nedbørfelt",
            [("42 000", 42000, "kvadratkilometer")],
        ),
        ("de", "Rund 86 % der Verdunstung auf der Erde kommen aus dem Meer.", "Verdunstung", [("86", 86, "%")]),
    ],
)
def test_measures_and_counts_are_facts(
    language: str, text: str, concept: str, found: list[tuple[str, float, str]]
) -> None:
    told = facts(text, concept, language=language).quantities
    assert [(each.number.text, each.value, each.unit) for each in told] == found
    assert all(each.at.text == text and each.concept.name == concept for each in told)


@pytest.mark.parametrize(
    ("language", "text", "concept"),
    [
        ("en", "A leaf cell may hold between 20 and 100 chloroplasts in bright light.", "chloroplasts"),
        ("en", "One square of the leaf has 100 to 300 chloroplasts in every cell.", "chloroplasts"),
        ("en", "The war lasted from 1939–1945 and slowed the study of chloroplasts.", "chloroplasts"),
        ("en", "The leaf holds from about 285 to more than 420 parts of chloroplasts.", "chloroplasts"),
        ("en", "Debian 12 was named after chloroplasts by a careful student of plants.", "chloroplasts"),
        ("en", "The release of version 2.15 made pictures of chloroplasts much clearer.", "chloroplasts"),
        ("en", "The study of chloroplasts took place on 14 March at the old university.", "chloroplasts"),
        ("en", "The cells held 2, 3 and 5 chloroplasts when the light was weak.", "chloroplasts"),
        ("en", "The 64-bit program counts all the chloroplasts of a leaf at once.", "chloroplasts"),
        ("en", "The program sets x to 17 when chloroplasts are found in a picture.", "chloroplasts"),
        ("en", "The study of chloroplasts grew quickly in the 1990s and after.", "chloroplasts"),
        ("en", "The study of chloroplasts (1912) was made by one man alone.", "chloroplasts"),
        ("en", "In 1912 a book on chloroplasts was printed by the old university.", "chloroplasts"),
        ("no", "Den kjente boken om kloroplaster ble trykt i Bergen i 1827.", "kloroplaster"),
        ("de", "Das Projekt wurde im August 1993 von einem Studenten begonnen.", "Projekt"),
        ("en", "The growth of chloroplasts was measured in 2000 patients of one clinic.", "chloroplasts"),
        ("en", "Nearly 3/4 of the chloroplasts were lost when the leaf dried out.", "chloroplasts"),
        ("no", "Den 17. mai ble det talt om kloroplaster på det gamle universitetet.", "kloroplaster"),
        ("no", "En celle har mellom 20 og 100 kloroplaster i sterkt lys.", "kloroplaster"),
        ("no", "Bladet har 100 til 300 kloroplaster i hver eneste celle.", "kloroplaster"),
        ("no", "Oppdagelsen av kloroplaster kom i det 19. århundre i Tyskland.", "kloroplaster"),
        ("de", "Zwischen 1914 und 1918 ruhte die Arbeit am Projekt ganz und gar.", "Projekt"),
        ("de", "Das Projekt hat 1.300 Mitglieder in vielen Ländern der Erde.", "Projekt"),
    ],
)
def test_labels_ranges_names_lists_and_years_are_no_facts(language: str, text: str, concept: str) -> None:
    assert facts(text, concept, language=language).quantities == []


def test_a_number_in_a_sentence_without_a_concept_is_about_one_that_stands_before_it() -> None:
    text = (
        "The heart pumps blood through the whole body. An adult at rest needs about 5 litres a minute for all organs."
    )
    (found,) = facts(text, "heart").quantities
    assert found.concept.name == "heart"
    assert found.doubt == 1
    assert facts(text, "heart", relevance="Low").quantities == []
    assert facts("An adult needs about 5 litres a minute for all organs.", "heart").quantities == []
