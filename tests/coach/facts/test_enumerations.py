"""Which sentences list the kinds, parts or examples of something, in English and Norwegian, and which only look so."""

import pytest

from tests.coach.facts.found import facts


@pytest.mark.parametrize(
    ("text", "concept", "what", "members"),
    [
        (
            "There are three kinds of rock: igneous rock, sedimentary rock and metamorphic rock.",
            "rock",
            "three kinds of rock",
            ["igneous rock", "sedimentary rock", "metamorphic rock"],
        ),
        (
            "The Earth consists of the crust, the mantle and the core.",
            "Earth",
            "The Earth",
            ["the crust", "the mantle", "the core"],
        ),
        (
            "The three branches of government are the legislature, the executive and the judiciary.",
            "government",
            "The three branches of government",
            ["the legislature", "the executive", "the judiciary"],
        ),
        (
            "Glucose, fructose and galactose are simple sugars.",
            "simple sugars",
            "simple sugars",
            ["Glucose", "fructose", "galactose"],
        ),
        (
            "Cotton, flax, and hemp are examples of plant fibres.",
            "plant fibres",
            "examples of plant fibres",
            ["Cotton", "flax", "hemp"],
        ),
        (
            "Farmers keep ruminants such as cows, sheep, goats and camels.",
            "ruminants",
            "ruminants",
            ["cows", "sheep", "goats", "camels"],
        ),
        (
            "Control depends on three parts: a sensor that measures, a centre that compares, and an organ that"
            " corrects.",
            "control",
            "three parts",
            ["a sensor that measures", "a centre that compares", "an organ that corrects"],
        ),
        (
            "Milk contains water, fat, protein and sugar.",
            "milk",
            "Milk",
            ["water", "fat", "protein", "sugar"],
        ),
        (
            "The three smallest bones are called the hammer, the anvil and the stirrup.",
            "bones",
            "The three smallest bones",
            ["the hammer", "the anvil", "the stirrup"],
        ),
    ],
)
def test_an_english_list_is_taken_apart(text: str, concept: str, what: str, members: list[str]) -> None:
    found = facts(text, concept).enumerations
    assert [(each.what.text, [member.text for member in each.members]) for each in found] == [(what, members)]
    assert found[0].at.text == text
    assert found[0].concept.name == concept


@pytest.mark.parametrize(
    ("text", "concept", "what", "members"),
    [
        (
            "Det finnes tre typer bergarter: magmatiske bergarter, sedimentære bergarter og metamorfe bergarter.",
            "bergarter",
            "tre typer bergarter",
            ["magmatiske bergarter", "sedimentære bergarter", "metamorfe bergarter"],
        ),
        (
            "Jorda består av skorpa, mantelen og kjernen.",
            "jorda",
            "Jorda",
            ["skorpa", "mantelen", "kjernen"],
        ),
        (
            "De tre statsmaktene er Stortinget, regjeringen og domstolene.",
            "statsmaktene",
            "De tre statsmaktene",
            ["Stortinget", "regjeringen", "domstolene"],
        ),
        (
            "Plast, glass og gummi er gode isolatorer.",
            "isolatorer",
            "gode isolatorer",
            ["Plast", "glass", "gummi"],
        ),
        (
            "Gården har drøvtyggere, for eksempel kyr, sauer og geiter.",
            "drøvtyggere",
            "drøvtyggere",
            ["kyr", "sauer", "geiter"],
        ),
        (
            "Melk inneholder vann, fett og proteiner.",
            "melk",
            "Melk",
            ["vann", "fett", "proteiner"],
        ),
    ],
)
def test_a_norwegian_list_is_taken_apart(text: str, concept: str, what: str, members: list[str]) -> None:
    found = facts(text, concept, language="no").enumerations
    assert [(each.what.text, [member.text for member in each.members]) for each in found] == [(what, members)]


@pytest.mark.parametrize(
    ("language", "text", "concept"),
    [
        ("en", "There are four kinds of rock: igneous rock, sedimentary rock and metamorphic rock.", "rock"),
        ("en", "The rock consists of quartz, which is hard, and of other minerals.", "rock"),
        ("en", "There are two kinds of rock: hard and soft rock from the sea.", "rock"),
        ("en", "Three kinds of weathering exist: physical, chemical and biological weathering.", "weathering"),
        ("en", "There are three kinds of weathering: physical, chemical and biological weathering.", "weathering"),
        ("en", "There are many familiar examples of rock: granite, gneiss, slate and marble.", "rock"),
        ("en", "The rock contains iron, which rusts, nickel, and it is heavy.", "rock"),
        ("en", "The rock contains pieces of 3, 4 and 5 millimetres.", "rock"),
        ("en", "The rock includes quartz, feldspar and many others.", "rock"),
        ("en", "Wind, water and ice are hard on soft rock in the hills.", "rock"),
        ("en", "Wind, water and ice are important.", "wind"),
        ("en", "The mountain, the valley and the river are old, and the rock is older.", "rock"),
        ("en", "The rest consists of quartz, feldspar and mica.", "feldspar"),
        ("en", "The rock consists of quartz and feldspar in the north and mica, clay and sand in the south.", "rock"),
        ("no", "Det finnes fire typer bergarter: granitt, gneis og skifer.", "bergarter"),
        ("no", "Bergarten består av kvarts, som er hardt, og andre mineraler.", "bergarten"),
        ("no", "Vind, vann og is er viktige for en bergart i fjellet.", "bergart"),
        ("no", "Fjellet, dalen og elva er gamle, og bergarten er eldre.", "bergarten"),
    ],
)
def test_what_only_looks_like_a_list_is_none(language: str, text: str, concept: str) -> None:
    assert facts(text, concept, language=language).enumerations == []


def test_two_make_a_list_only_where_the_text_counts_them() -> None:
    (found,) = facts("There are two kinds of lock: sea locks and river locks.", "lock").enumerations
    assert [member.text for member in found.members] == ["sea locks", "river locks"]
    (found,) = facts("Det finnes to slag sluser: havsluser og elvesluser.", "sluser", language="no").enumerations
    assert [member.text for member in found.members] == ["havsluser", "elvesluser"]
    assert facts("There are several kinds of lock: sea locks and river locks.", "lock").enumerations == []
    assert facts("There are three kinds of lock: sea locks and river locks.", "lock").enumerations == []
