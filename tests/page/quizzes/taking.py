"""How a learner answers a question of any kind in the browser, rightly or wrongly, as a graded result tells the key."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

Result = dict[str, Any]
UNKNOWABLE = "zzqx"
SURELY_WRONG = ("multiple_choice", "true_false", "cloze", "numeric")


def folded(text: str | None) -> str:
    """Words alone: a gap, the spaces around it and how its words begin differ between the letter and the page."""
    return re.sub(r"[\s_…]+", "", re.sub(r"\((?:\w?…\s?)+\)", "", text or ""))


def asked(page: Page) -> str:
    """The question in view, folded."""
    stem = page.locator("form legend:has(.statement), form .stem, form legend:not(:has(.stem)), form .cloze").first
    found: str = stem.evaluate(
        "(node) => { const bare = node.cloneNode(true); bare.querySelectorAll('.unit').forEach((one) => one.remove());"
        " return bare.textContent; }"
    )
    return folded(found)


def give(page: Page, result: Result, *, right: bool) -> None:
    """Answers the question in view; wrongly only a kind of `SURELY_WRONG`."""
    key, kind = result["key"], result["type"]
    form = page.locator("form.question")
    match kind:
        case "multiple_choice" | "true_false":
            _option(
                form, next(one for one in result["options"] if (one["option_id"] == key) == right)["option_id"]
            ).check()
        case "multiple_answer":
            for option in key:
                _option(form, option).check()
        case "cloze" | "numeric" | "short_answer":
            wrong = "123456789" if kind == "numeric" else UNKNOWABLE
            form.locator("[name=answer]").fill(result["key"] if right else wrong)
        case "matching":
            for number, prompt in enumerate(result["prompts"]):
                form.locator("select").nth(number).select_option(key[prompt["option_id"]])
        case "ordering":
            for place, option in enumerate(key):
                row = form.locator(f'li[data-option="{option}"]')
                while row.evaluate("(node) => [...node.parentNode.children].indexOf(node)") > place:
                    row.locator(".up").click()


def take_quiz(page: Page, keys: dict[str, Result], wrong: int) -> int:
    """Answers every question by `keys` (folded question to result), the first `wrong` of a fitting kind wrongly.

    Each answer is graded as it is given. A question without a key is skipped. Returns the number of questions.
    """
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile(r"Question 1 of \d+$"), timeout=60_000)
    count = int(heading.inner_text().split()[-1])
    for at in range(count):
        expect(heading).to_have_text(f"Question {at + 1} of {count}")
        result = keys.get(asked(page))
        if result is None:
            page.get_by_role("button", name="Skip", exact=True).click()
            continue
        missed = wrong > 0 and result["type"] in SURELY_WRONG
        wrong -= missed
        give(page, result, right=not missed)
        page.get_by_role("button", name="Check", exact=True).click()
        told = page.locator(".answered")
        expect(told).to_have_class(re.compile("wrong" if missed else "right|unsure"), timeout=60_000)
        told.locator(".primary").click()
    if not all_known(keys, count):
        page.get_by_role("button", name="Finish anyway").click()
    return count


def all_known(keys: dict[str, Result], count: int) -> bool:
    """Whether no question was passed over."""
    return len(keys) >= count


def _option(form: Locator, option: str) -> Locator:
    return form.locator(f'input[value="{option}"]')
