"""What the publisher printed around a text is no material; a text about licences is."""

import pytest

from contracts.documents import Block
from services.reader.structure.boilerplate import without_boilerplate

PROSE = "The moon pulls the water of the sea, and so it rises and falls twice on every day of the year. " * 4


def read(*told: str | tuple[int, str]) -> list[str | None]:
    """Why each block is aside; (level, text) is a heading."""
    blocks = [
        Block(block_id=f"p1b{n}", text=each, source_page=1)
        if isinstance(each, str)
        else Block(block_id=f"p1b{n}", text=each[1], source_page=1, kind="heading", level=each[0])
        for n, each in enumerate(told)
    ]
    made = without_boilerplate(blocks)
    assert all(block.material is (block.aside is None) for block in made)
    return [block.aside for block in made]


@pytest.mark.parametrize(
    "said",
    [
        "© 2019 by the Harbour School",
        "Copyright c 1990 A. Writer",
        "Copyright 2021 The Tide Press. All rights reserved.",
        "No part of this book may be reproduced without the leave of the publisher.",
        "This work is licensed under a Creative Commons Attribution 4.0 licence.",
        "Permission is granted to copy and print this manual.",
        "Access for free at tides.example.org",
        "ISBN 978-0-00-000000-2",
        "Dette heftet er lisensiert under Creative Commons.",
        "Alle Rechte vorbehalten.",
        "This manual may be freely redistributed in any form as long as its authors are named.",
        "Dieses Handbuch darf gegen Entgelt oder umsonst weitergegeben werden.",
        "Dette heftet kan fritt kopieres av enhver.",
    ],
)
def test_what_states_a_right_is_aside(said: str) -> None:
    assert read(PROSE, said, PROSE) == [None, "boilerplate", None]


@pytest.mark.parametrize(
    "said",
    [
        "A copyright lasts for seventy years after the author's death.",
        "The fishermen reserved all rights to the harbour in 1921.",
        "Permission to sail is granted by the harbour master.",
        "The water is free at the well.",
        "A letter may be copied by hand.",
        "Dieses Werk kann ohne Wasser nicht laufen, wie die Müller wissen.",
        "Dette kan kopieres fra tavla.",
        "Dieses Buch kann man in zwei Wochen lesen. Der Buchdruck hat sich ab 1450 in Europa verbreitet.",
        "Denne boken kan brukes slik: filene kopieres til disken om kvelden.",
        "In the abbey this book may be copied only by a monk who has read it.",
    ],
)
def test_what_tells_of_rights_is_material(said: str) -> None:
    assert read(PROSE, said, PROSE) == [None, None, None]


def test_a_section_headed_and_worded_as_a_licence_is_aside_to_its_end() -> None:
    told: list[str | tuple[int, str]] = [
        (1, "Tides"),
        *[PROSE] * 4,
        (1, "License"),
        "It is licensed under the GNU Free Documentation License.",
        (2, "Terms"),
        "You may copy it.",
        (1, "Waves"),
        PROSE,
    ]
    assert read(*told) == [None] * 5 + ["boilerplate"] * 4 + [None] * 2
    assert read((1, "Tides"), PROSE, (1, "Copyright"), "Authors own what they write.", PROSE) == [None] * 5


@pytest.mark.parametrize(
    "starts", ["*** START OF THE PROJECT GUTENBERG EBOOK TIDES ***", "START OF THIS PROJECT GUTENBERG EBOOK TIDES"]
)
def test_the_frame_of_project_gutenberg_is_aside_however_long(starts: str) -> None:
    told: list[str | tuple[int, str]] = [
        "The Project Gutenberg eBook of Tides",
        "Release date: a day in May",
        starts,
        (1, "The Moon"),
        PROSE,
        "*** END OF THE PROJECT GUTENBERG EBOOK TIDES ***",
        (2, "Section 1. Terms of Use"),
        PROSE,
    ]
    assert read(*told) == ["boilerplate"] * 3 + [None] * 2 + ["boilerplate"] * 3


def test_a_document_about_licences_keeps_them() -> None:
    said = "This work is licensed under a Creative Commons Attribution 4.0 licence, and so is what is made of it."
    assert read((1, "How to choose a licence"), said, said) == [None] * 3


def test_a_licence_that_a_manual_has_whole_is_no_material_though_it_is_a_third_of_it() -> None:
    licence = ("Copyright © 2008 The Tide Foundation", "You may copy this manual in any medium you like. " * 8)
    told = (PROSE, PROSE, (1, "A. GNU Free Documentation License"), *licence, (1, "B. Tides of the north"), PROSE)
    assert read(*told) == [None, None, *["boilerplate"] * 3, None, None]


def test_a_text_about_licences_keeps_the_sections_about_each() -> None:
    licence = ("Copyright © 2008 The Tide Foundation", "You may copy this manual in any medium you like. " * 8)
    assert read(PROSE, (1, "GNU Free Documentation License"), *licence, (1, "License"), *licence) == [None] * 7
