"""Joining a course: a code and a name are enough, and the way back is told."""

import json
from base64 import b64encode
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from contracts.views.classes import Joined
from tests.page import asked, laid
from tests.page.classes.test_class import CODE, STATE

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("fragment", [f"join={CODE}", f"/join/{CODE}", "/join"])
def test_a_code_and_a_name_are_enough_to_join(page: Page, files: str, lay: Any, faults: Any, fragment: str) -> None:
    asked_for: list[tuple[Any, str | None]] = []
    claims = b64encode(json.dumps({"role": "learner"}).encode()).decode().rstrip("=")
    token = f"head.{claims}.sign"

    def join(route: Route) -> None:
        asked_for.append((route.request.post_data_json, route.request.headers.get("authorization")))
        url = f"/v1/sessions/{laid.SESSION}"
        found = Joined(session_id=laid.SESSION, course_id=laid.SESSION, title="Tides", token=token, url=url)
        route.fulfill(status=202, json=found.model_dump(mode="json"))

    lay({**STATE, "POST /v1/join": join, f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(*asked.ALL)})
    page.goto(f"{files}/#{fragment}")
    if not fragment.endswith(CODE):
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("alert")).to_have_text("A code has eight letters and figures.")
        page.get_by_label("Code").fill("abcd-2345")
    page.get_by_label("Your name").fill("Ada")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You have joined")).to_be_focused()
    assert asked_for == [({"code": CODE, "name": "Ada"}, None)]
    way = page.get_by_role("textbox", name="Your address to come back to").input_value()
    assert way == f"{files}/#token={token}&/s/{laid.SESSION}"
    assert token not in page.url
    page.get_by_role("link", name="Begin").click()
    page.wait_for_url(f"**/#/s/{laid.SESSION}")
    expect(page.get_by_role("link", name="Class")).to_have_count(0)
    faults.assert_none()


def test_a_code_that_opens_nothing_is_told(page: Page, files: str, lay: Any) -> None:
    lay({})
    page.goto(f"{files}/#join={CODE}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_have_text("No open course has this code. Ask who gave it to you.")
