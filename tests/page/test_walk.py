"""The main job in a real browser against a real house: give a document, take the quiz, see why, learn, go on."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

SAMPLES = Path(__file__).parents[2] / "services" / "console" / "samples"
MADE = 60_000
UNKNOWABLE = "zzqx"

pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(240)]


@pytest.fixture
def sample() -> Path:
    """The first English sample; another language's file ends in its code (`name-nb.pdf`)."""
    found = [path for path in sorted(SAMPLES.glob("*.pdf")) if not re.search(r"[-_.](nb|nn|no|de|fr|es)$", path.stem)]
    assert found, "no sample PDF is bundled"
    return found[0]


def folded(text: str | None) -> str:
    """Words alone: a gap and the spaces around it differ between the letter and the page."""
    return re.sub(r"[\s_]+", "", text or "")


def take_quiz(page: Page, keys: Mapping[str, str], wrong: int) -> int:
    """Answers every question: the first `wrong` ones wrongly, the others by `keys` (question to answer's words).

    Without a key of a question the answer is typed nonsense or the first option. Returns the number of questions.
    """
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text(re.compile(r"Question 1 of \d+"))
    count = int(heading.inner_text().split()[-1])
    for at in range(count):
        expect(heading).to_have_text(f"Question {at + 1} of {count}")
        gap = page.locator("form input.gap")
        asked = page.locator("form legend, form .cloze").text_content()
        key = keys.get(folded(asked))
        if gap.count():
            gap.fill(UNKNOWABLE if at < wrong or key is None else key)
        else:
            options = page.locator(".options label")
            texts = [text.strip() for text in options.all_text_contents()]
            fitting = [i for i, text in enumerate(texts) if key is None or (text == key) == (at >= wrong)]
            options.nth(fitting[0]).click()
        page.get_by_role("button", name="Hand in" if at == count - 1 else "Next", exact=True).click()
    return count


def results_of(page: Page, base: str, token: str) -> list[dict[str, Any]]:
    """The API's own results of the attempt that the page shows."""
    _, session_id, _, attempt_id = page.url.split("#/")[1].split("/")
    answer = page.request.get(
        f"{base}/v1/sessions/{session_id}/results?attempt_id={attempt_id}", headers={"Authorization": f"Bearer {token}"}
    )
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def test_a_learner_walks_from_the_file_to_the_second_quiz(
    page: Page, faults: Any, house_url: tuple[str, str], sample: Path
) -> None:
    base, token = house_url
    base = base.rstrip("/")
    faults.origin = base
    heading = page.get_by_role("heading", level=1)

    page.goto(f"{base}/#token={token}")
    expect(page.get_by_role("button", name="Make my course")).to_be_visible()
    assert token not in page.url

    page.set_input_files("#file", sample)
    page.get_by_role("button", name="Make my course").click()
    start = page.get_by_role("link", name="Start the quiz")
    expect(start).to_be_visible(timeout=MADE)
    page.reload()
    start.click()

    count = take_quiz(page, {}, wrong=0)
    expect(heading).to_have_text(re.compile(rf"\d+ of {count} right"), timeout=MADE)
    keys = {folded(result["question"]): result["correct_answer"] for result in results_of(page, base, token)}
    assert len(keys) == count

    page.get_by_role("link", name="Take this quiz again").click()
    take_quiz(page, keys, wrong=2)
    expect(heading).to_have_text(f"{count - 2} of {count} right", timeout=MADE)
    expect(page.locator(".result.right")).to_have_count(count - 2)
    expect(page.locator(".result.wrong")).to_have_count(2)

    for index, result in enumerate(results_of(page, base, token)[:3]):
        shown = page.locator(".result").nth(index)
        expect(shown.locator("blockquote")).to_have_text(result["proof"]["quote"])
        shown.get_by_role("button", name="See the place in the text").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading", level=2)).to_have_text(f"Page {result['proof']['source_page']}")
        expect(dialog.locator("mark")).to_be_in_viewport()
        assert dialog.locator("mark").text_content() == result["proof"]["quote"]
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)

    page.get_by_role("button", name="See the page").first.click()
    picture = page.get_by_role("dialog").get_by_role("img")
    expect(picture).to_be_visible(timeout=MADE)
    assert picture.evaluate("(img) => img.naturalWidth") == pytest.approx(1000, abs=1)
    page.keyboard.press("Escape")

    expect(page.locator(".notes li").first).to_be_visible(timeout=MADE)
    page.reload()
    expect(page.locator(".notes li").first).to_be_visible()

    page.get_by_role("button", name="New quiz on what you missed").click()
    expect(heading).to_contain_text("Question 1 of", timeout=MADE)
    expect(page.get_by_text("Quiz 2")).to_be_visible()

    page.get_by_role("link", name="Back to the document").click()
    page.get_by_role("link", name="Flashcards").click()
    card = page.locator("button.flip")
    asked = card.locator(".face").inner_text()
    card.click()
    expect(card.locator(".face")).not_to_have_text(asked)
    page.get_by_role("button", name="See the place in the text").click()
    expect(page.locator("dialog mark")).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_role("link", name="All documents").click()
    expect(page.locator(".lines li").first).to_be_visible()
    faults.assert_none()
