"""Every module of the page gives the same names as it is sent and as it is written."""

import pytest
from playwright.sync_api import Page

from services.gateway.http.page import WEB, site

pytestmark = pytest.mark.browser

DIFFERENT = """async ([version, paths]) => {
    const names = async (path) => Object.keys(await import(path)).sort().join();
    const each = paths.map(async (path) => [path, await names(`/web/${path}`), await names(`/web/${version}/${path}`)]);
    return (await Promise.all(each)).filter(([, alone, sent]) => alone !== sent);
}"""


def test_modules_give_the_same_names_as_sent_and_as_written(page: Page, files: str) -> None:
    page.goto(files)
    paths = [file.relative_to(WEB).as_posix() for file in WEB.rglob("*.js") if file.name != "app.js"]
    assert len(paths) > 50
    assert page.evaluate(DIFFERENT, [site().version, paths]) == []
