"""What a person does in a review, step by step, for the tests of the page and of a whole house."""

from playwright.sync_api import Locator, Page, expect


def text_of(page: Page) -> Locator:
    """The field with the text of the page under review."""
    return page.get_by_label("Text of the page", exact=True)


def open_review(page: Page, timeout: float = 150_000) -> None:
    """From the session's view, as soon as it waits for a person, to its review."""
    page.get_by_role("link", name="Review", exact=True).click(timeout=timeout)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Review: ")


def set_right(page: Page, number: int, text: str) -> None:
    """From the review to one of its pages; its text is replaced and saved; back to the review."""
    page.get_by_role("row").get_by_role("link", name=f"Page {number}", exact=True).click()
    text_of(page).fill(text)
    page.get_by_role("button", name="Save this page").click()
    expect(page.get_by_text("Saved. It counts when the document is approved.")).to_be_visible()
    page.get_by_role("link", name="Back to the review").click()


def approve(page: Page, *accepted: int) -> None:
    """Lets the document pass, these pages as they were recognised; ends in the session's view, which goes on."""
    page.get_by_role("button", name="Approve", exact=True).click()
    for number in accepted:
        page.get_by_role("checkbox", name=f"Page {number}").check()
    page.get_by_role("button", name="Approve it").click()
    page.wait_for_url("**/#/s/*")


def reject(page: Page, reason: str) -> None:
    """Ends it, with a reason."""
    page.get_by_role("button", name="Reject", exact=True).click()
    page.get_by_label("Why is it rejected?").fill(reason)
    page.get_by_role("button", name="Reject it").click()
    page.wait_for_url("**/#/s/*")
