"""Pure looks at pictures: ink that words cover, skew, shadow, grains."""

import random

import pytest
from PIL import Image, ImageStat

from services.reader.ocr.coverage import covered
from services.reader.ocr.enhance import degrained, grains_of, levelled, skew_of, unevenly_lit, unturned
from tests.standins.documents.degrading import noisy, shadowed
from tests.standins.documents.scans import pictures, text_pages, text_pdf


@pytest.fixture(scope="module")
def sheet() -> Image.Image:
    return next(pictures(text_pdf(text_pages(1)), "clean150"))[0]


def test_coverage_is_the_share_of_the_text_under_words(sheet: Image.Image) -> None:
    width, height = sheet.size
    assert covered(sheet, [(0, 0, width, height)]).share == 1.0
    assert covered(sheet, []).share == 0.0
    assert 0.4 < covered(sheet, [(0, 0, width, height / 2)]).share < 0.6


def test_a_shadow_hides_no_text_from_coverage(sheet: Image.Image) -> None:
    dark = shadowed(0.12)(sheet, random.Random(1))
    assert covered(dark, []).texty == pytest.approx(covered(sheet, []).texty, rel=0.1)


def test_blank_paper_has_no_text() -> None:
    assert covered(Image.new("L", (1240, 1754), 250), []).texty == 0.0


@pytest.mark.parametrize("degrees", [-8, -3, -1, 1, 3, 8])
def test_skew_is_measured_to_a_quarter_degree(sheet: Image.Image, degrees: int) -> None:
    crooked = sheet.rotate(degrees, Image.Resampling.BICUBIC, fillcolor=255)
    assert skew_of(crooked) == pytest.approx(-degrees, abs=0.26)


def test_a_straight_page_is_left_alone(sheet: Image.Image) -> None:
    assert skew_of(sheet) == 0.0


def test_boxes_of_a_straightened_page_go_back_to_where_the_words_stand() -> None:
    straight = Image.new("L", (400, 600), 255)
    crooked = (295.0, 95.0, 305.0, 105.0)
    straight.paste(0, (295, 95, 305, 105))
    found = straight.rotate(10, fillcolor=255).point(lambda v: 255 - v).getbbox()
    assert found is not None
    assert unturned(found, straight.size, 10) == pytest.approx(crooked, abs=2)


def test_a_shadow_is_told_from_even_light(sheet: Image.Image) -> None:
    assert not unevenly_lit(sheet)
    assert unevenly_lit(shadowed(0.35)(sheet, random.Random(1)))


def test_levelling_takes_a_shadow_away(sheet: Image.Image) -> None:
    dark = shadowed(0.12)(sheet, random.Random(1))
    side = (0, 0, 60, sheet.height)  # the margin that lies in the shadow
    assert ImageStat.Stat(dark.crop(side)).mean[0] < 60
    assert ImageStat.Stat(levelled(dark).crop(side)).mean[0] > 225


def test_grains_are_found_and_only_then_taken_out() -> None:
    sheet = next(pictures(text_pdf(text_pages(1)), "blur2"))[0]  # a scanner is never as sharp as a drawing
    grainy = noisy(0.15)(sheet, random.Random(1))
    assert grains_of(sheet) < 0.005 <= grains_of(grainy)
    assert degrained(sheet) is sheet
    assert degrained(grainy) is not grainy
