"""Typed answers: slips are forgiven, other answers are not."""

import pytest

from services.evaluator.items.typed import same, words

EN = "The enzyme that is found in the cell is called by this name."
NO = "Dette er en celle som kalles det på norsk, og den har en kjerne."


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Photosynthesis", "photosynthesis"),
        ("  photo synthesis ", "photosynthesis"),
        ("photosynthesis.", "photosynthesis"),
        ("the mitochondrion", "mitochondrion"),
        ("mitochondrion", "the mitochondrion"),
        ("ein Gen", "Gen"),
        ("eine Zelle", "die Zelle"),
        ("wave particle duality", "wave-particle duality"),
        ("waveparticle duality", "wave-particle duality"),
        ("naive", "naïve"),
        ("cafe", "CAFÉ"),
        ("fjord", "ｆｊｏｒｄ"),
        ("red blood cell", "red blood cells"),
        ("batteries", "battery"),
        ("gas", "gases"),
        ("boxes", "box"),
        ("photosyntesis", "photosynthesis"),
        ("photosynthsis", "photosynthesis"),
        ("photosynthseis", "photosynthesis"),
        ("enzmye", "enzyme"),
        ("resistence", "resistance"),
        ("conducter", "conductor"),
        ("deffusion", "diffusion"),
        ("3.5", "3,5"),
        ("1000", "1,000"),
        ("1 000", "1000"),
        ("5km", "5 km"),
        ("-40", "−40"),
        ("+", "+"),
    ],
)
def test_a_slip_is_forgiven(typed: str, expected: str) -> None:
    assert same(typed, expected, quote=EN, known=())


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("celle", "celler"),
        ("cellene", "celle"),
        ("celler", "cellen"),
        ("isbreen", "isbre"),
        ("fjorder", "fjord"),
        ("havarmen", "havarm"),
        ("vaeske", "væske"),
        ("Okosystem", "økosystem"),
        ("en isbre", "isbre"),
    ],
)
def test_norwegian_inflections_are_forgiven_in_norwegian(typed: str, expected: str) -> None:
    assert same(typed, expected, quote=NO, known=())


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("bacteria", "bacterium"),
        ("nuclei", "nucleus"),
        ("fungi", "fungus"),
        ("phenomena", "phenomenon"),
        ("analyses", "analysis"),
        ("indices", "index"),
        ("matrices", "matrix"),
        ("algae", "alga"),
        ("leaves", "leaf"),
        ("knives", "knife"),
        ("children", "child"),
        ("feet", "foot"),
        ("mice", "mouse"),
    ],
)
def test_irregular_and_latin_plurals_are_forgiven_both_ways(plural: str, singular: str) -> None:
    assert same(plural, singular, quote=EN, known=())
    assert same(singular, plural, quote=EN, known=())
    assert same(f"the {plural}", singular, quote=EN, known=words([plural, singular]))


@pytest.mark.parametrize(("typed", "expected"), [("føtter", "fot"), ("hendene", "hånd"), ("tenner", "tann")])
def test_irregular_norwegian_plurals_are_forgiven_in_norwegian(typed: str, expected: str) -> None:
    assert same(typed, expected, quote=NO, known=())


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("ammonia", "ammonium"),
        ("silica", "silicon"),
        ("plasma", "plasmon"),
        ("nuclii", "nucleus"),  # a plural and a slip at once
    ],
)
def test_another_word_is_no_plural_of_it(typed: str, expected: str) -> None:
    assert not same(typed, expected, quote=EN, known=())


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("mitosis", "meiosis"),
        ("hypotonic", "hypertonic"),
        ("exothermic", "endothermic"),
        ("intercellular", "intracellular"),
        ("efferent", "afferent"),
        ("absorption", "adsorption"),
        ("alkene", "alkane"),
        ("nitrite", "nitrate"),
        ("nucleoside", "nucleotide"),
        ("symmetric", "asymmetric"),
        ("mortgagee", "mortgagor"),
        ("anion", "cation"),
        ("RNA", "DNA"),
        ("cat", "bat"),
        ("oxyg", "oxygen"),
        ("numb", "number"),
        ("1945", "1944"),
        ("3.5", "3.6"),
        ("13", "1.3"),
        ("40", "-40"),
        ("5", "5%"),
        ("H2O2", "H2O"),
        ("Na", "Na+"),
        ("Ca2+", "Ca+"),
        ("type 1 diabetes", "type 2 diabetes"),
        ("photosynthesis and respiration", "photosynthesis"),
        ("blood cell", "red blood cell"),
        ("", "photosynthesis"),
        ("...", "photosynthesis"),
        ("-", "+"),
        ("the", "photosynthesis"),
    ],
)
def test_another_answer_is_not_forgiven(typed: str, expected: str) -> None:
    assert not same(typed, expected, quote=EN, known=())


def test_a_word_that_the_quiz_uses_for_something_else_is_no_slip() -> None:
    assert same("glucagen", "glucagon", quote=EN, known=words(["Glucagon is a hormone."]))
    assert not same("glucagen", "glucagon", quote=EN, known=words(["Glucagen is another matter."]))
