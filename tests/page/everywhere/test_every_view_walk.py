"""Every view of a course that is in use, in a real house: everybody can use it, and nothing on it leads astray."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.e2e.houses import Up, pensum
from tests.page.conftest import Faults

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "services" / "gateway" / "web" / "samples" / "photosynthesis.en.pdf"
AXE = ROOT / ".venv" / "page" / "node_modules" / "axe-core" / "axe.min.js"
THEMES, LANGUAGES = ("light", "dark"), {"english": "en-GB", "norwegian": "nb-NO"}
TABLETS = (768, 834, 1024)
WIDTHS = {"wide": (1360, 900), "narrow": (390, 844)}
SEEMINGS = [
    pytest.param((theme, WIDTHS[width], LANGUAGES[language]), id=f"{theme}-{width}-{language}")
    for theme, width, language in product(THEMES, WIDTHS, LANGUAGES)
]
TAKES_AWAY = re.compile(r"(?i)slett|fjern|lever")
"""Takes away what the other presses need; the tests of those views press them."""
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
NOWHERE = re.compile("There is nothing here|Her er det ingenting|This did not work|Dette gikk ikke")
SOMETHING = re.compile(r"\S")

pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(400)]


class InUse:
    """A course of its own owner, with a quiz answered, a question asked of the tutor, a task, and a class."""

    def __init__(self, house: Up) -> None:
        running = house.house
        self.base, user = running.url.rstrip("/"), f"u{uuid4().hex[:8]}"
        made = pensum("token", "--data", house.data, "--role", "owner", "--tenant", user, "--user", user)
        self.token = made.stdout.strip()
        self.client = httpx.Client(
            base_url=f"{self.base}/v1", headers={"Authorization": f"Bearer {self.token}"}, timeout=90
        )
        self.session = self._upload()
        items = {one["item"]["item_id"]: one["item"] for one in self._get("/items")["items"]}
        self.item = next(iter(items))
        self.card = self._get("/flashcards")["flashcards"][0]["card_id"]
        self.quiz = self._get("")["quizzes"][0]
        asked = self._get(f"/quizzes/{self.quiz}")["questions"]
        self.attempt = str(uuid4())
        answers = [
            {"item_id": one["item_id"], "answer": said(items[one["item_id"]]) if at % 2 else None, "latency_sec": 4}
            for at, one in enumerate(asked)
        ]
        self._post(f"/sessions/{self.session}/results", quiz_id=self.quiz, attempt_id=self.attempt, answers=answers)
        self._post(f"/sessions/{self.session}/messages", text="What is chlorophyll?")

    def _upload(self) -> str:
        sent = self.client.post(
            "/documents",
            files={"file": ("leaf.pdf", SAMPLE.read_bytes() + f"\n% {uuid4()}\n".encode())},
            data={"numQuizQuestions": "6", "numFlashcards": "4"},
            headers={"Prefer": "wait=60"},
        )
        assert sent.status_code == 200, sent.text
        found: str = sent.json()["session_id"]
        return found

    def _get(self, where: str) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/sessions/{self.session}{where}").json()
        return found

    def _post(self, where: str, **body: Any) -> None:
        headers = {"Idempotency-Key": str(uuid4()), "Prefer": "wait=60"}
        sent = self.client.post(where, json=body, headers=headers)
        assert sent.status_code < 300, sent.text

    def places(self) -> list[str]:
        """Where a course can be looked at, and what stands above all courses."""
        named = ["cards", "items", "coverage", "learn", "lesson", "mastery", "tutor", "class", "statistics", "disputes"]
        return [
            *("", "overview", "due", "join", "owner", f"s/{self.session}"),
            f"s/{self.session}/quiz/{self.quiz}",
            f"s/{self.session}/results/{self.attempt}",
            f"s/{self.session}/items/{self.item}",
            f"s/{self.session}/items/new",
            *(f"s/{self.session}/{name}" for name in named),
        ]

    def only_seen(self) -> list[str]:
        """Places that are looked at, and where nothing is pressed: what was pressed before is still worked on there."""
        named = ("trace", f"print/{self.quiz}", f"flashcards/{self.card}")
        return [*(f"s/{self.session}/{name}" for name in named), f"due/{self.session}"]


def said(item: dict[str, Any]) -> str:
    """The key of an item as a learner would say it."""
    match item["answer"]:
        case list() as chosen:
            return ",".join(chosen)
        case dict() as pairs:
            return ",".join(f"{one}={other}" for one, other in pairs.items())
        case key:
            return str(key)


@pytest.fixture(scope="module")
def in_use(house: Up) -> Iterator[InUse]:
    made = InUse(house)
    yield made
    made.client.close()


@pytest.fixture
def seen(request: pytest.FixtureRequest, browser: Browser, in_use: InUse, faults: Faults) -> Iterator[Page]:
    """A page of the house as the parameters say: theme, size, language."""
    theme, (width, height), locale = request.param
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, locale=locale, bypass_csp=True
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("console", faults.heard)
    page.on("pageerror", lambda error: faults.console.append(str(error)))
    page.on("request", faults.asked)
    faults.origin = in_use.base
    page.goto(f"{in_use.base}/#token={in_use.token}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    yield page
    context.close()


def go(page: Page, in_use: InUse, place: str) -> None:
    """To a place, drawn anew, and until it stands still."""
    page.goto(f"{in_use.base}/#/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text(NOWHERE)
    page.goto(f"{in_use.base}/#/{place}")
    expect(page.locator("#main .view h1")).not_to_have_text(NOWHERE, timeout=30_000)
    expect(page.locator("#main .view h1")).to_have_text(SOMETHING, timeout=30_000)
    stands_still(page)


def stands_still(page: Page) -> None:
    """Until what is on the page has not changed for a quarter of a second, at most five."""
    page.evaluate(
        """() => new Promise((still) => {
            const end = setTimeout(still, 5000);
            let quiet = setTimeout(still, 250);
            new MutationObserver(() => { clearTimeout(quiet); quiet = setTimeout(still, 250); })
                .observe(document.body, { childList: true, subtree: true, characterData: true });
            addEventListener("pagehide", () => clearTimeout(end));
        })"""
    )


def widths(page: Page) -> Iterator[int]:
    """The page's own width, and then, of a wide one, a tablet's on end and on its side; at last it is as it was."""
    size = page.viewport_size
    assert size is not None
    yield size["width"]
    for width in TABLETS if size["width"] > TABLETS[-1] else ():
        page.set_viewport_size({"width": width, "height": size["height"]})
        yield width
    page.set_viewport_size(size)


@pytest.mark.parametrize("seen", SEEMINGS, indirect=True)
def test_everybody_can_use_every_view(seen: Page, in_use: InUse, faults: Faults) -> None:
    axe, wrong = AXE.read_text(), []
    seen.emulate_media(reduced_motion="reduce")  # What is still coming in has no contrast yet.
    for place in in_use.places() + in_use.only_seen():
        go(seen, in_use, place)
        seen.evaluate(axe)
        found = seen.evaluate('axe.run({ resultTypes: ["violations"] })')["violations"]
        wrong += [f"#/{place}: {one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
        for screen in widths(seen):
            wide = seen.evaluate("document.documentElement.scrollWidth")
            wrong += [f"#/{place}: {wide} px wide on a screen of {screen}"] if wide > screen else []
    assert wrong == []
    faults.assert_none()


def leads_nowhere(page: Page) -> bool:
    """Whether the view has no heading, also after a while: one that leads on to another has none in between."""
    heading = page.locator("#main .view h1").first
    try:
        heading.wait_for(state="attached", timeout=10_000)
    except TimeoutError:
        return True
    return NOWHERE.search(heading.inner_text()) is not None


PRESSABLE = """(view) => {
    const found = {};
    for (const one of document.querySelectorAll("main :is(button, a[href], summary), dialog button, header a[href]")) {
        if (one.disabled || !one.checkVisibility() || (one.href && !one.hash)) continue;
        const said = (one.getAttribute("aria-label") || one.textContent || one.title).trim();
        const kind = said.replace(/“[^”]*”|«[^»]*»|: .*$/g, "…").replace(/\\d+/g, "#").slice(0, 60);
        const leads = one.closest("header") ? said : one.hash && one.hash.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "#");
        const key = leads ? leads : `${view}: ${kind}`;
        if (!(key in found)) one.dataset.press = found[key] = `${Object.keys(found).length}`;
    }
    return found;
}"""
"""What can be pressed, one of each kind: a link by where it leads, a button by its view and what it says without
numbers and what is quoted. Links to files and to other houses are left out."""


@pytest.mark.parametrize("seen", SEEMINGS[-1:], indirect=True)
def test_whatever_is_pressed_leads_somewhere(seen: Page, in_use: InUse, faults: Faults) -> None:
    """Each control of each view once, in Norwegian: no dead end, no error, no sentence without its Norwegian."""
    pressed: set[str] = set()
    dead: list[str] = []
    for place in in_use.places():
        view = ID.sub("#", place)
        go(seen, in_use, place)
        for key in seen.evaluate(PRESSABLE, view):
            if key in pressed or TAKES_AWAY.search(key):
                continue
            go(seen, in_use, place)
            number = seen.evaluate(PRESSABLE, view).get(key)
            if number is None:  # An earlier press used it up.
                continue
            pressed.add(key)
            try:
                seen.locator(f'[data-press="{number}"]').first.click(timeout=5_000)
            except TimeoutError:  # What an earlier press set going has drawn the view anew meanwhile.
                go(seen, in_use, place)
                if (number := seen.evaluate(PRESSABLE, view).get(key)) is None:
                    continue
                seen.locator(f'[data-press="{number}"]').first.click()
            stands_still(seen)
            if seen.locator("dialog[open]").count():
                seen.keyboard.press("Escape")
                expect(seen.locator("dialog[open]")).to_have_count(0)
            if leads_nowhere(seen) or faults.console:
                dead.append(f"#/{place}: {key}: {faults.console}")
                faults.console.clear()
    assert dead == []
    assert len(pressed) > 60
    faults.assert_none()
