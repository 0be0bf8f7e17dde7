"""Pictures of PDF pages and image files: bounded, upright, grey, with their size in points."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from contracts.problems import Failure
from services.reader.ocr.pictures import image_count, image_pictures, pdf_pictures
from services.reader.settings import ReaderSettings
from tests.standins.documents.scans import text_pages, text_pdf

SETTINGS = ReaderSettings()
# A dark left half on white: where it is tells how the picture was turned.
HALF = Image.new("L", (600, 400), 255)
HALF.paste(0, (0, 0, 300, 400))


def stored(folder: Path, image: Image.Image, kind: str, **options: object) -> Path:
    path = folder / "stored"
    image.save(path, kind, **options)
    return path


def test_a_page_is_drawn_in_300_dpi_and_at_most_so_many_pixels(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(text_pdf(text_pages(2)))
    (drawn,) = pdf_pictures(path, None, [2], SETTINGS)
    assert drawn.image is not None
    assert drawn.image.mode == "L"
    assert drawn.number == 2
    assert drawn.image.width == pytest.approx(drawn.width * 300 / 72, abs=2)
    (small,) = pdf_pictures(path, None, [1], SETTINGS.model_copy(update={"most_pixels": 1_000_000}))
    assert small.image is not None
    assert small.image.width * small.image.height <= 1_010_000


def test_an_image_has_the_size_that_its_resolution_says(tmp_path: Path) -> None:
    (shown,) = image_pictures(stored(tmp_path, HALF, "PNG", dpi=(300, 300)), [1], SETTINGS)
    assert (round(shown.width), round(shown.height)) == (144, 96)
    assert shown.image is not None
    assert shown.image.getpixel((5, 5)) == 0


def test_a_photograph_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn it clockwise: its left side is the top
    (shown,) = image_pictures(stored(tmp_path, HALF, "JPEG", dpi=(300, 300), exif=exif), [1], SETTINGS)
    assert shown.image is not None
    assert shown.height > shown.width
    across, down = shown.image.size
    assert ImageStat.Stat(shown.image.crop((0, 0, across, down // 2))).mean[0] < 30
    assert ImageStat.Stat(shown.image.crop((0, down // 2, across, down))).mean[0] > 220


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    (shown,) = image_pictures(stored(tmp_path, Image.new("RGBA", (600, 400), (0, 0, 0, 0)), "PNG"), [1], SETTINGS)
    assert shown.image is not None
    assert shown.image.getextrema() == (255, 255)


def test_sixteen_bit_grey_keeps_its_light(tmp_path: Path) -> None:
    (shown,) = image_pictures(stored(tmp_path, Image.new("I;16", (600, 400), 60_000), "PNG"), [1], SETTINGS)
    assert shown.image is not None
    assert shown.image.getpixel((9, 9)) == pytest.approx(234, abs=2)


def test_each_frame_of_a_tiff_is_a_page(tmp_path: Path) -> None:
    frames = [Image.new("1", (900, 1200), shade) for shade in (1, 0, 1)]
    path = stored(tmp_path, frames[0], "TIFF", save_all=True, append_images=frames[1:], dpi=(200, 200))
    assert image_count(path, SETTINGS) == 3
    shades = [shown.image.getpixel((9, 9)) for shown in image_pictures(path, [2, 3], SETTINGS) if shown.image]
    assert shades == [0, 255]
    with pytest.raises(Failure) as caught:
        image_count(path, SETTINGS.model_copy(update={"most_ocr_pages": 2}))
    assert caught.value.problem.code == "too_many_pages"
    assert caught.value.problem.numbers == {"pages": 3, "limit": 2}


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = stored(tmp_path, Image.new("1", (20_000, 20_000)), "PNG")
    with pytest.raises(Failure) as caught:
        image_count(path, SETTINGS)
    assert caught.value.problem.code == "reading_limit"
    assert caught.value.problem.numbers["pixels"] == 400_000_000


def test_a_cut_off_image_is_a_page_without_a_picture_and_rubbish_a_failure(tmp_path: Path) -> None:
    held = io.BytesIO()
    Image.effect_noise((500, 500), 90).save(held, "PNG")
    path = tmp_path / "cut.png"
    path.write_bytes(held.getvalue()[: len(held.getvalue()) // 2])
    (shown,) = image_pictures(path, [1], SETTINGS)
    assert shown.image is None
    assert shown.problem
    path.write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    with pytest.raises(Failure) as caught:
        image_count(path, SETTINGS)
    assert caught.value.problem.code == "damaged"
