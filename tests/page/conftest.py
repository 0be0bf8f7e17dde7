"""A real Chromium, and a page in it that remembers all that a clean page must not do."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Route, expect, sync_playwright

from services.gateway.http.page import POLICY, site
from tests.page.learned import usual

GATEWAY = Path(__file__).parents[2] / "services" / "gateway"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 20_000
"""How long a test waits for what it expects of a page: a busy machine draws one in seconds."""
WATCH_CSP = """addEventListener("securitypolicyviolation",
    (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`))"""


AS_TEXT = """if (location.protocol !== "about:") localStorage["pensum.source.mode"] ??= "text";"""
"""Where answers are laid in the source lies open as text: nobody draws pages there. Who wants a page presses "Page"."""

expect.set_options(timeout=PATIENCE_MS)


@dataclass
class Faults:
    """What the page did that it must not: errors on the console (CSP violations among them), requests to elsewhere."""

    origin: str = ""
    console: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)

    def heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.console.append(f"{message.text} {message.location['url']}")

    def asked(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ("data", "blob", "about") and f"{url.scheme}://{url.netloc}" != self.origin:
            self.elsewhere.append(request.url)

    def refused(self, route: Route) -> None:
        self.asked(route.request)
        route.abort()

    def assert_none(self) -> None:
        assert self.console == []
        assert self.elsewhere == []


_open = ExitStack()
_browsers: list[Browser] = []


@pytest.fixture
def browser() -> Browser:
    """Debian's Chromium, without windows where it is there, or the one that PENSUM_CHROMIUM names.

    It stays for the tests of the page that follow one another in a process, and no longer: Playwright keeps an event
    loop running while it is open, in which no asynchronous test could run.
    """
    if _browsers:
        return _browsers[0]
    found = os.environ.get("PENSUM_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None or not Path(found).exists():
        pytest.skip("no Chromium here: apt-get install chromium")
    playwright = _open.enter_context(sync_playwright())
    _browsers.append(playwright.chromium.launch(executable_path=found, args=FLAGS))
    _open.callback(_browsers.clear)
    _open.callback(_browsers[0].close)
    return _browsers[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """After the last test of the page in a row, when its own page is gone, the browser is closed."""
    try:
        yield
    finally:
        if nextitem is None or nextitem.get_closest_marker("browser") is None:
            _open.close()


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def page(browser: Browser, faults: Faults) -> Iterator[Page]:
    """A page in a context of its own; `faults` fills up while it is used."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    context.add_init_script(WATCH_CSP)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("console", faults.heard)
    page.on("pageerror", lambda error: faults.console.append(str(error)))
    page.on("request", faults.asked)
    yield page
    context.close()


class Files(SimpleHTTPRequestHandler):
    """The page's files as the gateway sends them, under its policy; below `/web/` as they are written."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self) -> None:
        made, found = site(), self.translate_path(self.path)
        if self.path == "/":
            kind, body = made.page.kind, made.page.body
        elif (sent := made.file(self.path.removeprefix(f"/web/{made.version}/"))) is not None:
            kind, body = sent.kind, sent.body
        elif Path(found).is_file():
            kind, body = self.guess_type(found), Path(found).read_bytes()
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing: the tests read the page, not its server."""


@pytest.fixture(scope="session")
def files() -> Iterator[str]:
    """The page without a gateway; its URL."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(GATEWAY))) as server:
        server.daemon_threads = True
        server.block_on_close = False
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


Answers = dict[str, dict[str, Any] | Callable[[Route], None]]


@pytest.fixture
def lay(page: Page, files: str, faults: Faults) -> Callable[[Answers], list[str]]:
    """Lays in the gateway's answers by "METHOD path"; returns the list that fills with what was asked.

    Where nothing is laid in, nobody has learnt anything yet (`usual`).
    """
    faults.origin = files
    # Only what goes elsewhere comes here: to hear of each of a page's hundred files is a fifth of its cost.
    page.remove_listener("request", faults.asked)
    page.route(re.compile(rf"^(?!{re.escape(files)}|data:|blob:|about:)"), faults.refused)
    page.add_init_script(AS_TEXT)
    asked: list[str] = []

    def laid(answers: Answers) -> list[str]:
        def answer(route: Route) -> None:
            request = route.request
            name = f"{request.method} {request.url.removeprefix(files)}"
            asked.append(name)
            found = answers.get(name, usual(name))
            if callable(found):
                found(route)
            elif found is None:
                route.fulfill(status=404, json={"status": 404, "code": "not_found", "detail": f"No {name}."})
            else:
                route.fulfill(status=202 if request.method == "POST" else 200, json=found)

        page.route("**/v1/**", answer)
        return asked

    return laid
