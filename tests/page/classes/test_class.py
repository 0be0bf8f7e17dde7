"""A course for a class: shared by its owner, joined without an account, its results, suspect items and disputes."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from contracts.views.classes import (
    ClassResults,
    ConceptLine,
    DistractorShare,
    ItemFigures,
    ItemStatistics,
    LearnerLine,
    ShareView,
)
from contracts.views.learners import DisputeEntry
from tests.page import asked, laid, learned

pytestmark = pytest.mark.browser
COURSE = f"/v1/courses/{laid.SESSION}"
CODE = "ABCD2345"
STATE = {
    f"GET {laid.BASE}": laid.state(quizzes=[asked.QUIZ]),
    f"GET {laid.BASE}/results": {"results": []},
}


def learner(number: int, **changed: Any) -> LearnerLine:
    usual: dict[str, Any] = {
        "session_id": laid.SESSION,
        "name": f"Learner {number}",
        "joined_at": laid.NOW,
        "attempts": 2,
        "answers": 16,
        "score": 0.7,
        "mastery_score": None,
        "concepts_mastered": 1,
        "cycles": 1,
        "last_seen": laid.NOW,
    }
    return LearnerLine(**{**usual, **changed})


def results(*learners: LearnerLine, total: int | None = None) -> dict[str, Any]:
    concept = ConceptLine(concept="spring tide", learners=4, answers=12, facility=0.66, mean_score=0.7, mastered=2)
    found = ClassResults(
        course_id=laid.SESSION,
        title="Tides",
        learners=list(learners),
        concepts=[concept],
        total=len(learners) if total is None else total,
    )
    return found.model_dump(mode="json")


def shared(code: str | None, learners: int = 0) -> dict[str, Any]:
    url = f"http://127.0.0.1/#/join/{code}" if code else None
    view = ShareView(course_id=laid.SESSION, title="Tides", code=code, url=url, learners=learners)
    return view.model_dump(mode="json")


@dataclass
class Sharing:
    """A house that shares and closes the course."""

    code: str | None = None
    done: list[str] = field(default_factory=list)
    late: str | None = None
    waits: int = 0

    def answers(self) -> dict[str, Any]:
        return {
            **STATE,
            f"GET {COURSE}/share": self._shown,
            f"POST {COURSE}/share": self._set,
            f"DELETE {COURSE}/share": self._set,
            f"GET {COURSE}/results": results(learner(1), total=2),
            f"GET {COURSE}/results?offset=1": results(learner(2, name=""), total=2),
        }

    def _shown(self, route: Route) -> None:
        """What was wished counts from the second look on: a house takes it before it carries it out."""
        if self.waits:
            self.waits -= 1
        else:
            self.code = self.late
        route.fulfill(json=shared(self.code, 4))

    def _set(self, route: Route) -> None:
        self.done.append(route.request.method)
        self.late, self.waits = (CODE if route.request.method == "POST" else None), 1
        route.fulfill(status=202, json={})


def place(files: str, what: str) -> str:
    return laid.at(files, "s", laid.SESSION, what)


def test_a_course_is_shared_by_code_and_link_and_closed_again(page: Page, files: str, lay: Any, faults: Any) -> None:
    house = Sharing()
    lay(house.answers())
    page.goto(place(files, "class"))
    page.get_by_role("button", name="Share this course").click()
    expect(page.locator(".code")).to_have_text(f"Code {CODE}")
    expect(page.get_by_label("Link", exact=True)).to_have_value(f"http://127.0.0.1/#/join/{CODE}")
    expect(page.get_by_text("4 learners have joined.")).to_be_visible()
    page.get_by_role("button", name="Close the course").click()
    expect(page.get_by_role("button", name="Share this course")).to_be_visible()
    assert house.done == ["POST", "DELETE"]
    faults.assert_none()


def test_learners_and_concepts_stand_in_tables_that_can_be_saved(page: Page, files: str, lay: Any) -> None:
    tokens: list[str | None] = []

    def csv(route: Route) -> None:
        tokens.append(route.request.headers.get("authorization"))
        route.fulfill(body="name,score\nLearner 1,0.7\n", content_type="text/csv")

    lay({**Sharing().answers(), f"GET {COURSE}/results.csv": csv})
    page.goto(place(files, "class"))
    rows = page.get_by_role("table", name="Results by learner").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Without a name")
    expect(rows.nth(0).locator("td")).to_have_text(["70 %", "1 / 1", "2", "16", "1", "1 Nov 2026"])
    concept = page.get_by_role("table", name="Results by concept").locator("tbody tr")
    expect(concept.locator("td")).to_have_text(["66 %", "2 / 4", "4", "12"])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    assert saved.value.suggested_filename == "results.csv"
    assert saved.value.path().read_text() == "name,score\nLearner 1,0.7\n"
    assert tokens == ["Bearer t"]


def test_the_table_of_a_class_is_sorted_by_each_column_by_mouse_and_keys(page: Page, files: str, lay: Any) -> None:
    class_ = [
        learner(1, name="Åse", score=0.5, concepts_mastered=2, attempts=10),
        learner(2, name="Bo", score=None, concepts_mastered=9, attempts=2),
        learner(3, name="ada", score=0.9, concepts_mastered=4, attempts=3),
    ]
    lay({**Sharing().answers(), f"GET {COURSE}/results": results(*class_)})
    page.goto(place(files, "class"))
    table = page.get_by_role("table", name="Results by learner")
    names = table.locator("tbody th")
    expect(names).to_have_text(["ada", "Åse", "Bo"])  # As the reader's language has it.
    expect(table.get_by_role("columnheader", name="Learner")).to_have_attribute("aria-sort", "ascending")
    mark = table.get_by_role("columnheader", name="Mark")
    mark.get_by_role("button").click()
    expect(mark).to_have_attribute("aria-sort", "descending")
    expect(names).to_have_text(["ada", "Åse", "Bo"])
    page.keyboard.press("Enter")
    expect(mark).to_have_attribute("aria-sort", "ascending")
    expect(names).to_have_text(["Åse", "ada", "Bo"])  # Who has no mark comes last either way.
    expect(mark.get_by_role("button")).to_be_focused()
    table.get_by_role("button", name="Attempts").click()
    expect(names).to_have_text(["Åse", "ada", "Bo"])
    expect(mark).to_have_attribute("aria-sort", "none")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_label("Sorted by").first.select_option("Mastered concepts")
    expect(names).to_have_text(["Bo", "ada", "Åse"])


def statistic(one: Any, **changed: Any) -> ItemStatistics:
    usual: dict[str, Any] = {
        "item_id": one.item_id,
        "question": one.question,
        "type": one.type,
        "concept": one.concept,
        "state": "live",
        "answers": 23,
        "facility": 0.3,
        "discrimination": 0.4,
        "median_latency_sec": 9.4,
        "difficulty": "EASY",
        "observed_difficulty": "HARD",
    }
    return ItemStatistics(**{**usual, **changed})


def test_suspect_keys_come_first_and_rare_options_are_told_in_words(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    shares = [("a", "neap tide", False, 15, 0.65), ("b", "spring tide", True, 7, 0.3), ("c", "ebb", False, 1, 0.04)]
    options = [
        DistractorShare(option_id=id, text=text, is_key=key, chosen=chosen, share=share, rare=share < 0.05)
        for id, text, key, chosen, share in shares
    ]
    suspect = statistic(asked.CHOICE, discrimination=-0.21, options=options, key_suspect=True)
    sound = statistic(asked.GAP, discrimination=None, facility=None, median_latency_sec=None, answers=40)
    found = ItemFigures(items=[sound, suspect], total=2).model_dump(mode="json")
    lay({**STATE, f"GET {COURSE}/items/statistics": found})
    page.goto(place(files, "statistics"))
    rows = page.locator(".statistic")
    expect(rows.nth(0)).to_contain_text("! Check the key")
    expect(rows.nth(0)).to_contain_text("Discrimination−0.21")
    expect(rows.nth(0)).to_contain_text("Difficultyeasy, observed hard")
    expect(rows.nth(0).locator(".option-head")).to_have_text(
        ["neap tide15 times · 65 %", "spring tide✓ Key7 times · 30 %", "ebbSeldom chosen1 time · 4 %"]
    )
    expect(rows.nth(1)).to_contain_text("Discriminationtoo few answers")
    expect(rows.nth(0).get_by_role("link")).to_have_attribute(
        "href", f"#/s/{laid.SESSION}/items/{asked.CHOICE.item_id}"
    )
    page.get_by_label("Show").select_option(label="Check the key (1)")
    expect(rows).to_have_count(1)
    faults.assert_none()


def test_a_dispute_is_upheld_with_a_credit_and_a_note_rejected_with_a_reason(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    raised = DisputeEntry(timestamp=laid.NOW, action="raised", by="u", reason="It is the old spelling.")
    grade = learned.dispute(trail=[raised])
    note = learned.dispute(dispute_id=asked.QUIZ, of="note", subject="Read again.", answer=None, correct_answer=None)
    open_ = [grade, note]
    bodies: list[Any] = []

    def decide(route: Route) -> None:
        which = route.request.url.rsplit("/", 1)[1]
        bodies.append(route.request.post_data_json)
        open_[:] = [one for one in open_ if one["dispute_id"] != which]
        route.fulfill(status=202, json={})

    def listed(route: Route) -> None:
        route.fulfill(json={"disputes": open_, "total": len(open_)})

    none = {"disputes": [], "total": 0}
    ended = learned.dispute(dispute_id=asked.ATTEMPT, state="rejected", decision_reason="No.", decided_at=laid.NOW)
    lay(
        {
            **STATE,
            f"GET {COURSE}/disputes?state=open&limit=500": listed,
            f"GET {COURSE}/disputes?state=upheld&limit=500": none,
            f"GET {COURSE}/disputes?state=rejected&limit=500": {"disputes": [ended], "total": 1},
            **{f"POST {COURSE}/disputes/{one['dispute_id']}": decide for one in (grade, note)},
        }
    )
    page.goto(place(files, "disputes"))
    expect(page.get_by_role("heading", name="Open (2)")).to_be_visible()
    first = page.locator(f"[id='dispute-{grade['dispute_id']}']")
    expect(first).to_contain_text("The learner says: It is the old spelling.")
    first.get_by_text("What was done").click()
    expect(first.locator(".history li")).to_contain_text("Raised")
    first.get_by_label("Half right").check()
    first.get_by_role("button", name="Uphold: grade it again").click()
    expect(first.get_by_role("alert")).to_contain_text("Give a reason")
    expect(first.get_by_label("Your reason")).to_be_focused()
    first.get_by_label("Your reason").fill("It is that.")
    expect(first.get_by_label("Half right")).to_be_checked()
    first.get_by_role("button", name="Uphold: grade it again").click()
    expect(page.get_by_role("heading", name="Open (1)")).to_be_focused()
    second = page.locator(f"[id='dispute-{asked.QUIZ}']")
    second.get_by_label("Your reason").fill("It fits.")
    second.get_by_role("button", name="Reject: it stays").click()
    expect(page.get_by_text("Nobody waits for a decision.")).to_be_visible()
    assert bodies == [
        {"decision": "upheld", "reason": "It is that.", "credit": 0.5},
        {"decision": "rejected", "reason": "It fits."},
    ]
    faults.assert_none()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("what", ["class", "statistics"])
def test_the_pages_of_a_class_fit_a_small_screen(page: Page, files: str, lay: Any, scheme: Any, what: str) -> None:
    word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    figures = ItemFigures(items=[statistic(asked.CHOICE, question=word, concept=word)], total=1).model_dump(mode="json")
    lay(
        {
            **Sharing(CODE, late=CODE).answers(),
            f"GET {COURSE}/results": results(learner(1, name=word)),
            f"GET {COURSE}/items/statistics": figures,
        }
    )
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=scheme)
    page.goto(place(files, what))
    expect(page.get_by_text(word).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
