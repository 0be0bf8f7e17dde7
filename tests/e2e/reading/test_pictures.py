"""Pictures of pages through a real house: drawn once, marked where asked, and refused where there is no page."""

import io
from typing import Any

import httpx
import pytest
from PIL import Image, ImageChops

from tests.e2e.houses import SAMPLES
from tests.standins.documents import handouts
from tests.standins.learners.learner import Learner

pytestmark = pytest.mark.embedded
WIDTH = 400


@pytest.fixture
def session(me: Learner) -> str:
    """A PDF that is read."""
    found: str = me.study(SAMPLES / "photosynthesis.en.pdf")["session_id"]
    return found


def ask(me: Learner, session: str, page: int = 1, **query: Any) -> httpx.Response:
    """The picture of a page, as it came."""
    return me.http.get(f"/sessions/{session}/pages/{page}.png", params={"width": WIDTH, **query})


def drawn(answer: httpx.Response) -> Image.Image:
    """The picture itself."""
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png"), answer.text
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


def test_a_page_is_a_png_of_the_width_that_is_asked_for(me: Learner, session: str) -> None:
    shown = drawn(ask(me, session))
    assert shown.width == WIDTH
    assert shown.height == pytest.approx(WIDTH * 842 / 595, abs=2)
    assert len(set(shown.convert("L").tobytes())) > 20, "there is something on the page"
    assert drawn(ask(me, session, page=2)).tobytes() != shown.tobytes()


def test_a_mark_changes_the_picture_where_the_block_is_and_nowhere_else(me: Learner, session: str) -> None:
    blocks = me.http.get(f"/sessions/{session}/blocks", params={"page": 1}).json()["blocks"]
    block = max(blocks, key=lambda each: len(each["text"]))
    plain, marked = drawn(ask(me, session)), drawn(ask(me, session, block=block["block_id"]))
    found = ImageChops.difference(plain, marked).getbbox()
    assert found
    scale, box = WIDTH / 595, block["box"]
    wanted = [scale * box[edge] for edge in ("x0", "y0", "x1", "y1")]
    assert list(found) == pytest.approx(wanted, abs=6)
    # A span of it marks the line that it is in: here the first of several.
    part = drawn(ask(me, session, block=block["block_id"], start=0, end=10))
    less = ImageChops.difference(plain, part).getbbox()
    assert less
    assert less[1] == pytest.approx(found[1], abs=2)
    assert less[3] - less[1] < (found[3] - found[1]) / 2


def test_a_picture_that_one_has_is_a_304(me: Learner, session: str) -> None:
    first = ask(me, session)
    assert "max-age" in first.headers["cache-control"]
    again = me.http.get(
        f"/sessions/{session}/pages/1.png",
        params={"width": WIDTH},
        headers={"If-None-Match": first.headers["etag"]},
    )
    assert (again.status_code, again.content) == (304, b"")


def test_what_has_no_such_page_is_a_404_that_says_so(me: Learner, session: str) -> None:
    pages = me.session(session)["documents"][0]["pages"]
    beyond = ask(me, session, page=pages + 1)
    assert (beyond.status_code, beyond.json()["code"]) == (404, "not_found")
    assert str(pages) in beyond.json()["detail"]
    assert ask(me, session, block="p1b1-000000").status_code == 404
    word = me.study(handouts.word(), name="lesson.docx")["session_id"]
    without = ask(me, word)
    assert (without.status_code, without.json()["code"]) == (404, "not_found")
    assert "no pages" in without.json()["detail"]


def test_who_is_not_asked_sees_no_picture(me: Learner, session: str) -> None:
    del me.http.headers["Authorization"]
    assert ask(me, session).status_code == 401
