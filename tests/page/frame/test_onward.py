"""What takes a while leads on from where it was asked for, and nobody away from elsewhere."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page import asked, laid, learned
from tests.page.waiting import until

pytestmark = pytest.mark.browser
ORDERS = {
    "Practise my mistakes": ("quizzes", f"/s/{laid.SESSION}/next/1"),
    "New quiz": ("quizzes", f"/s/{laid.SESSION}/next/1"),
    "Start learning": ("learning", f"/s/{laid.SESSION}/learn"),
    "Take a lesson": ("lessons", f"/s/{laid.SESSION}/lesson"),
}


@pytest.mark.parametrize("stays", [True, False])
@pytest.mark.parametrize("pressed", ORDERS)
def test_a_late_answer_leads_on_only_who_is_still_there(
    page: Page, files: str, lay: Any, pressed: str, stays: bool
) -> None:
    waiting: list[Route] = []
    order, to = ORDERS[pressed]
    lay(
        {
            f"GET {laid.BASE}": laid.state(quizzes=[asked.QUIZ]),
            f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(asked.CHOICE, attempted=1),
            f"GET {laid.BASE}/results": {"results": asked.results((asked.CHOICE, "a"))},
            f"GET {laid.BASE}/learner": learned.learner(),
            f"POST {laid.BASE}/{order}": waiting.append,
        }
    )
    page.goto(laid.at(files, "s", laid.SESSION))
    page.get_by_role("button", name=pressed, exact=True).click()
    until(page, lambda: bool(waiting), "nothing was ordered")
    if not stays:
        page.evaluate("location.hash = '#/overview'")
        expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
    with page.expect_response(lambda one: one.request.method == "POST"):
        waiting[0].fulfill(status=202, json={})
    if stays:
        page.wait_for_url(f"**#{to}*")
        return
    page.wait_for_timeout(200)
    assert page.url.endswith("#/overview")
