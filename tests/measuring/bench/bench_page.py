"""`make bench-page`: what the page weighs and how soon it is there, in a real Chromium before the embedded house."""

import os
import shutil
import time
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from services.console.house.folder import Running
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure

RUNS = 3
LATENCY_MS, BITS = 400, 400_000
TURN = "(place) => { document.querySelector('main h1').dataset.old = ''; location.hash = place; }"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@dataclass(frozen=True)
class Visit:
    """One visit: what came over the wire, in how many answers, and when the view stood."""

    kilobytes: float
    answers: int
    seconds: float


def visit(context: BrowserContext, url: str, slow: bool) -> Visit:
    """A visit in a new tab, until the first view stands, with where a file is chosen, and the network is still."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    came: list[float] = []
    wire.on("Network.loadingFinished", lambda told: came.append(told["encodedDataLength"]))
    wire.send("Network.enable")
    if slow:
        limits = {"latency": LATENCY_MS, "downloadThroughput": BITS / 8, "uploadThroughput": BITS / 8}
        wire.send("Network.emulateNetworkConditions", {"offline": False, **limits})
    begun = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("main h1")
    page.wait_for_selector("main input[type=file]", state="attached")
    seconds = time.perf_counter() - begun
    page.wait_for_load_state("networkidle")
    page.close()
    return Visit(sum(came) / 1000, sum(one > 0 for one in came), seconds)


def visits(browser: Browser, url: str, slow: bool) -> tuple[Visit, Visit]:
    """The medians of first visits, each by somebody new, and of the second ones after them."""
    firsts, seconds = [], []
    for _ in range(RUNS):
        context = browser.new_context()
        firsts.append(visit(context, url, slow))
        seconds.append(visit(context, url, slow))
        context.close()

    def middle(found: list[Visit]) -> Visit:
        return sorted(found, key=lambda one: one.seconds)[RUNS // 2]

    return middle(firsts), middle(seconds)


def pressed(browser: Browser, running: Running) -> float:
    """Seconds from a press of each link in the head to the heading of its view, the modules fetched: the median."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address(running))
    page.wait_for_selector("main h1")
    page.wait_for_load_state("networkidle")
    times = []
    for _ in range(RUNS):
        for place in ("#/due", "#/overview", "#/"):
            begun = time.perf_counter()
            page.evaluate(
                "(place) => { document.querySelector('main h1').dataset.old = ''; location.hash = place; }", place
            )
            page.wait_for_selector("main h1:not([data-old])")
            times.append(time.perf_counter() - begun)
    context.close()
    return median(times)


def address(running: Running, path: str = "/") -> str:
    """Where a learner comes in."""
    return f"{running.url.rstrip('/')}{path}#token={running.learner_token}"


def measure() -> Chapter:
    """The whole bench."""
    found = os.environ.get("PENSUM_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with (
        bench_processes.folder() as data,
        bench_processes.up(data, patience=300) as running,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        visits(browser, address(running), slow=False)  # what a house does once is not the page's
        first, again = visits(browser, address(running), slow=False)
        slow, slow_again = visits(browser, address(running), slow=True)
        alone, _ = visits(browser, address(running, "/web/index.html"), slow=True)
        turned = pressed(browser, running)
        browser.close()
    how = (
        "A new house, a learner without documents, Chromium without windows; medians of"
        f" {RUNS} visits, each by somebody new. Over the wire: all answers until the network is still, with their"
        " headers (`encodedDataLength`). Slow: Chromium's own limits, 400 kbit/s and 400 ms an answer. Module by module"
        " is the same page from `/web/index.html`, where each file is asked for alone."
    )
    figures = [
        Figure("over the wire before the first document", first.kilobytes, "KB", 90),
        Figure("answers that takes", first.answers),
        Figure("over the wire on the second visit", again.kilobytes, "KB"),
        Figure("first view", first.seconds, "s", 0.5),
        Figure("first view, slow", slow.seconds, "s", 3),
        Figure("first view of the second visit, slow", slow_again.seconds, "s"),
        Figure("first view, slow, module by module", alone.seconds, "s"),
        Figure("over the wire, module by module", alone.kilobytes, "KB"),
        Figure("from a press in the head to the next view", turned, "s"),
    ]
    return Chapter("The page", how, figures)
