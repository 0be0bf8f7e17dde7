"""The main job in a real browser against a real house: give a document, take the quiz, see why, learn, go on."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.houses import Up
from tests.page.quizzes.taking import folded, take_quiz

SAMPLES = Path(__file__).parents[2] / "services" / "gateway" / "web" / "samples"
MADE = 60_000

pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(240)]


@pytest.fixture
def sample() -> Path:
    """The first English sample; another language's file ends in its code (`name-nb.pdf`)."""
    found = [path for path in sorted(SAMPLES.glob("*.pdf")) if not re.search(r"[-_.](nb|nn|no|de|fr|es)$", path.stem)]
    assert found, "no sample PDF is bundled"
    return found[0]


def results_of(page: Page, base: str, token: str) -> list[dict[str, Any]]:
    """The API's own results of the attempt that the page shows."""
    _, session_id, _, attempt_id = page.url.split("#/")[1].split("/")
    answer = page.request.get(
        f"{base}/v1/sessions/{session_id}/results?attempt_id={attempt_id}", headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status == 200, answer.text()
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
    expect(page.get_by_text("Choose documents")).to_be_visible()
    assert token not in page.url

    page.set_input_files("#file", sample)
    page.wait_for_url("**/#/s/*")  # The start page itself leads on to the last course, which is another's here.
    start = page.get_by_role("link", name="Start the quiz")
    expect(start).to_be_visible(timeout=MADE)
    page.reload()
    start.click()

    count = take_quiz(page, {}, wrong=0)
    expect(heading).to_have_text(re.compile(rf"\d+ of {count} right"), timeout=MADE)
    keys = {folded(result["question"]): result for result in results_of(page, base, token)}
    assert len(keys) == count

    page.get_by_role("link", name="Take this quiz again").click()
    take_quiz(page, keys, wrong=2)
    expect(heading).to_have_text(f"{count - 2} of {count} right", timeout=MADE)
    expect(page.locator(".result.right")).to_have_count(count - 2)
    expect(page.locator(".result.wrong")).to_have_count(2)
    expect(page.locator(".whys").first).to_be_attached()

    page.locator(".folded > summary").click()
    room = page.locator(".source-room")
    for number, result in enumerate(results_of(page, base, token)[:3], 1):
        shown = page.locator(f"#result-{number}")
        shown.locator("summary").first.click()
        expect(page.locator(".source-place")).to_contain_text(f"Page {result['proof']['source_page']} /")
        expect(room.locator(".glow").first).to_be_in_viewport(timeout=MADE)  # The page itself, the sentence lit up.
        page.get_by_role("button", name="Text", exact=True).click()
        expect(room.locator("mark")).to_be_in_viewport()
        assert room.locator("mark").text_content() == result["proof"]["quote"]
        page.get_by_role("button", name="Page", exact=True).click()
    assert room.get_by_role("img").evaluate("(img) => img.naturalWidth") == pytest.approx(1200, abs=1)

    expect(page.locator(".notes li").first).to_be_visible(timeout=MADE)
    page.reload()
    expect(page.locator(".notes li").first).to_be_visible()

    page.get_by_role("button", name="New quiz on what you missed").click()
    expect(heading).to_contain_text("Question 1 of", timeout=MADE)
    page.get_by_role("link", name="Cards", exact=True).click()
    card = page.locator("button.flip")
    asked = card.locator(".face").inner_text()
    card.click()
    expect(card.locator(".face")).not_to_have_text(asked)
    page.get_by_role("button", name="See where it stands").click()
    expect(page.locator(".source-room .glow").first).to_be_visible(timeout=MADE)
    page.keyboard.press("Escape")

    page.get_by_role("link", name="Library").click()
    expect(page.locator(".course-card").first).to_be_visible()
    faults.assert_none()


def test_an_owner_edits_decides_and_takes_back_in_a_real_house(
    page: Page, faults: Any, house: Up, sample: Path
) -> None:
    """The learner's session under the owner's token: both are the one person of an embedded house."""
    base, token = house.house.url.rstrip("/"), house.house.owner_token
    faults.origin = base
    page.goto(f"{base}/#token={token}")
    page.set_input_files("#file", sample)
    page.get_by_role("link", name="Start the quiz").click(timeout=MADE)
    take_quiz(page, {}, wrong=0)
    expect(page.get_by_role("heading", level=1)).to_contain_text(" right", timeout=MADE)
    question = results_of(page, base, token)[0]["question"]
    page.get_by_role("link", name="Course", exact=True).click()
    expect(page.get_by_role("link", name="Attempt 1")).to_be_visible(timeout=MADE)
    page.get_by_role("link", name="Questions", exact=True).click()

    page.get_by_label("How it stands").select_option("used")
    row = page.locator("li.item", has_text=question.split("____")[0].strip()[:60]).first
    row.get_by_role("button", name="Approve").click()
    expect(row.locator(".badge")).to_have_text("Approved", timeout=MADE)
    row.get_by_role("link", name="Edit").click()
    quote = page.get_by_label("Quote that proves it")
    quote.fill("This stands nowhere in the text.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("It must be word for word")
    page.get_by_role("button", name="Discard changes").click()
    page.get_by_label("Difficulty").select_option("HARD")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Save and grade again").click()
    expect(page.get_by_text("Saved.")).to_be_visible(timeout=MADE)
    expect(page.locator(".history li").first).to_contain_text("Edited")

    page.get_by_role("button", name="Take back").click()
    page.get_by_label("Why is it wrong?").fill("Two answers are right.")
    page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    expect(page.locator(".item-facts .badge")).to_have_text("Taken back", timeout=MADE)

    page.get_by_role("link", name="Coverage").click()
    expect(page.get_by_text(re.compile(r"of the passages are asked \(\d+ of \d+\)"))).to_be_visible()
    page.get_by_role("link", name="Back to the course").click()
    page.get_by_role("link", name="Attempt 1").click()
    told = page.get_by_text("This question was taken back: Two answers are right.")
    expect(told).to_be_attached()
    for fold in page.locator("details:has(.told) > summary").all():  # From the outside in.
        fold.click()
    expect(told).to_be_visible()
    faults.assert_none()
