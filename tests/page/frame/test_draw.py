"""One way to draw: what is described is shown, and what is there already stays: elements, focus, what was typed."""

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture
def shown(page: Page, files: str) -> Page:
    """An empty place, and the means to draw in it as `window.place`, `h`, `draw`, `live`."""
    page.goto(f"{files}/web/frame/icon.svg")
    page.goto(f"{files}/")
    page.evaluate(
        """async () => {
            Object.assign(window, await import("/web/frame/draw.js"));
            window.place = document.body.appendChild(document.createElement("div"));
        }"""
    )
    return page


def run(page: Page, script: str) -> Any:
    return page.evaluate(f"() => {{ {script} }}")


def test_it_shows_what_is_described_and_nothing_else(shown: Page) -> None:
    assert run(
        shown,
        'draw(place, h("p", { class: "a" }, "one ", 2, null, false, [h("b", {}, "<i>")])); return place.innerHTML',
    ) == ('<p class="a">one 2<b>&lt;i&gt;</b></p>')
    assert (
        run(shown, 'draw(place, h("p", { hidden: true }, "three")); return place.innerHTML') == '<p hidden="">three</p>'
    )
    assert run(shown, "draw(place); return place.innerHTML") == ""


def test_what_was_typed_and_the_focus_stay_until_the_description_changes(shown: Page) -> None:
    run(
        shown,
        'draw(place, h("input", { value: "a" }), h("p", {}, "1")); window.field = place.firstChild; field.focus()',
    )
    shown.keyboard.type("bc")
    found = run(
        shown,
        """draw(place, h("input", { value: "a" }), h("p", {}, "2"));
        return [place.firstChild === field, field.value, document.activeElement === field];""",
    )
    assert found == [True, "abc", True]
    assert run(shown, 'draw(place, h("input", { value: "z" })); return field.value') == "z"


def test_what_has_a_key_moves_with_it(shown: Page) -> None:
    run(
        shown,
        """window.row = (key) => h("li", { key }, key);
        draw(place, row("a"), row("b"), row("c"));
        window.rows = [...place.children];""",
    )
    found = run(
        shown,
        """draw(place, row("c"), row("n"), row("a"));
        return [place.textContent, place.children[0] === rows[2], place.children[2] === rows[0]];""",
    )
    assert found == ["cna", True, True]


def test_the_last_description_hears_and_one_that_hears_no_more_does_not(shown: Page) -> None:
    found = run(
        shown,
        """window.heard = [];
        draw(place, h("button", { onclick: () => heard.push(1) }, "x"));
        const one = place.firstChild;
        one.click();
        draw(place, h("button", { onclick: () => heard.push(2) }, "x"));
        one.click();
        draw(place, h("button", {}, "x"));
        one.click();
        return [heard, one === place.firstChild];""",
    )
    assert found == [[1, 2], True]


def test_a_state_is_drawn_once_for_all_changes_of_a_moment_and_an_element_of_ones_own_is_left_alone(
    shown: Page,
) -> None:
    found = shown.evaluate(
        """async () => {
            const own = document.createElement("canvas");
            let drawn = 0;
            const view = live(place, { a: 1, b: 1 }, ({ a, b }) => { drawn += 1; return [h("p", {}, a + b), own]; });
            view.set({ a: 2 });
            view.set({ b: 3 });
            await Promise.resolve();
            return [drawn, place.textContent, place.lastChild === own];
        }"""
    )
    assert found == [2, "5", True]
