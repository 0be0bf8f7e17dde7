"""Learning until mastered: a topic is chosen, the rounds go on, and mastery or what to do instead is told."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page import asked, laid, learned

pytestmark = pytest.mark.browser
PATH: dict[str, Any] = {
    "learning_path": ["spring tide", "neap tide"],
    "next_topic": "neap tide",
    "path_reasoning": "It builds on the spring tide.",
}
HOSTILE = "<img src=x onerror=alert(1)>"


def house(view: Any, **more: Any) -> dict[str, Any]:
    return {
        f"GET {laid.BASE}": laid.state(quizzes=[asked.QUIZ], documents=[laid.doc(pages=3)]),
        f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(*asked.ALL),
        f"GET {laid.BASE}/results": {"results": []},
        f"GET {laid.BASE}/blocks?page=3": {"blocks": [asked.block()]},
        f"GET {learned.LEARNER}": view,
        **more,
    }


def turning(at: dict[str, int], views: list[dict[str, Any]]) -> dict[str, Any]:
    """A house that stands where `at["now"]` says."""

    def state(route: Route) -> None:
        route.fulfill(
            json=laid.state(quizzes=[asked.QUIZ], version=1 + at["now"]),
            headers={"Retry-After": "0.25"},
        )

    return house(
        None,
        **{
            f"GET {laid.BASE}": state,
            f"GET {learned.LEARNER}": lambda route: route.fulfill(json=views[at["now"]]),
        },
    )


def test_a_topic_and_a_test_first_are_what_the_house_is_asked_for(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    bodies: list[tuple[str | None, str | None]] = []
    lay(house(learned.learner(), **{f"POST {laid.BASE}/learning": laid.taking(bodies)}))
    page.goto(laid.at(files, "s", laid.SESSION))
    expect(page.get_by_text("0 of 2 concepts mastered")).to_be_visible()
    page.get_by_label("Topic").select_option("neap tide")
    page.get_by_label("Test me first").check()
    page.get_by_role("button", name="Start learning").click()
    page.wait_for_url("**/learn")
    assert bodies[0][0] == '{"topic":"neap tide","diagnostic":true}'
    faults.assert_none()


def test_the_sections_and_concepts_of_the_document_are_the_topics(page: Page, files: str, lay: Any) -> None:
    lay(house(learned.learner()))
    page.goto(laid.at(files, "s", laid.SESSION, "learn", "neap tide"))
    topic = page.get_by_label("Topic")
    expect(topic).to_have_value("neap tide")
    lay(house(learned.learner(**PATH)))
    page.goto(laid.at(files, "s", laid.SESSION, "learn"))
    expect(topic).to_have_value("neap tide")  # What the path names next, where nothing else was chosen.
    expect(topic.locator("option")).to_have_text(["What I know least", "Tides", "spring tide", "neap tide"])


def test_a_round_explains_with_quotes_that_open_at_their_place_and_leads_to_its_quiz(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    lay(house(learned.taught()))
    page.goto(laid.at(files, "s", laid.SESSION, "learn"))
    expect(page.get_by_role("heading", name="Your turn: the quiz")).to_be_visible()
    expect(page.get_by_text("round 1 of at most 5")).to_be_visible()
    expect(page.locator(".phases [aria-current]")).to_have_text("Quiz")
    expect(page.locator(".quoted")).to_have_text([asked.FIRST, asked.SECOND])
    expect(page.locator(".below blockquote")).to_have_text(asked.THIRD)
    page.get_by_role("button", name="See where: Page 3").first.click()
    expect(page.locator(".source-room mark")).to_have_text(asked.FIRST)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="I have read it: to the quiz").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 1 of 8")
    faults.assert_none()


def test_a_quote_is_marked_also_where_its_own_quotation_marks_are_told_as_inner_ones(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    proof = asked.proof(asked.FIRST).model_copy(update={"quote": "Sailors call it “the king” of tides."})
    explanation = "The text says: “Sailors call it ‘the king’ of tides.” (page 3)"
    lay(house(learned.taught(explanation=explanation, explanation_quotes=[proof])))
    page.goto(laid.at(files, "s", laid.SESSION, "learn"))
    expect(page.locator(".explanation .quoted")).to_have_text("Sailors call it ‘the king’ of tides.")
    expect(page.locator(".explanation .below")).to_have_count(0)
    faults.assert_none()


def test_the_rounds_go_on_by_themselves_to_mastery(page: Page, files: str, lay: Any) -> None:
    views = [
        learned.taught(phase="TUTOR_EXPLAINING", explanation="", explanation_quotes=[], examples_provided=[]),
        learned.taught(),
        learned.taught(phase="FEEDBACK_ANALYZING"),
        learned.taught(learning_cycle_count=2, error_patterns=[learned.pattern()], improvement_areas=["spring tide"]),
        learned.taught(phase="MASTERED", learning_cycle_count=2, **PATH),
    ]
    at = {"now": 0}
    lay(turning(at, views))
    page.goto(laid.at(files, "s", laid.SESSION, "learn"))
    phase = page.locator(".phase")
    expect(phase).to_have_text("The tutor is explaining")
    expect(page.locator(".explanation")).to_be_hidden()
    at["now"] = 1
    expect(phase).to_have_text("Your turn: the quiz")
    expect(page.locator("#live")).to_have_text("Your turn: the quiz")
    at["now"] = 2
    expect(phase).to_have_text("Your answers are being looked at")
    expect(page.locator(".explanation")).to_be_hidden()
    at["now"] = 3
    expect(page.get_by_text("round 2 of at most 5")).to_be_visible()
    expect(page.locator(".findings")).to_contain_text("Not understood yet You took the neap tide for the spring tide.")
    expect(page.locator(".findings")).to_contain_text("What helps: Read again when each of the two comes.")
    at["now"] = 4
    expect(phase).to_contain_text("Mastered")
    expect(page.get_by_text("in 2 rounds")).to_be_visible()
    expect(page.get_by_text("It builds on the spring tide.")).to_be_visible()
    expect(page.get_by_role("link", name="Learn “neap tide”")).to_have_attribute(
        "href", f"#/s/{laid.SESSION}/learn/neap%20tide"
    )


def test_what_was_mastered_without_a_topic_is_no_longer_called_what_is_known_least(
    page: Page, files: str, lay: Any
) -> None:
    lay(house(learned.taught(phase="MASTERED", current_topic="", cycle_quiz=None, **PATH)))
    page.goto(laid.at(files, "s", laid.SESSION, "learn"))
    expect(page.locator(".stage")).to_contain_text("What you practised: mastered in one round.")
    page.goto(laid.at(files, "s", laid.SESSION))
    expect(page.locator(".learn-card").first).to_contain_text("✓ Mastered What you practised. Next: neap tide")


def test_rounds_without_mastery_end_in_what_to_do_instead(page: Page, files: str, lay: Any) -> None:
    ended = learned.taught(
        phase=None,
        routing="AWAITING_INPUT",
        learning_cycle_count=5,
        cycle_quiz=None,
        remediation=["Learn what a tide is first."],
        knowledge_gaps=[
            {
                "concept": "ebb",
                "severity": "High",
                "description": "“ebb”: in one quiz 0 of 2 right.",
                "mistaken_for": "",
            },
            {"concept": "flow", "severity": "High", "description": "It was never told apart.", "mistaken_for": ""},
        ],
        cycles=[learned.cycle(completed_at=laid.NOW, quiz_score=0.4, mastery_achieved=False)],
        **PATH,
    )
    lay(house(ended))
    page.goto(laid.at(files, "s", laid.SESSION, "learn"))
    expect(page.locator(".phase")).to_have_text("Not mastered after 5 rounds")
    expect(page.locator(".stage")).to_contain_text("Before another round, do this:")
    expect(page.locator(".remedies li")).to_have_text("Learn what a tide is first.")
    expect(page.locator(".findings li")).to_have_text(
        ["“ebb”: in one quiz 0 of 2 right.", "flow: It was never told apart."]
    )
    page.get_by_text("Rounds so far (1)").click()
    expect(page.locator("details[open] .lines li")).to_contain_text("spring tide, round 1quiz 40 %Not yet mastered")


def test_a_test_before_learning_tells_what_it_showed(page: Page, files: str, lay: Any) -> None:
    tested = {"diagnostic_complete": True, "prerequisite_gaps": ["tide"], "learner_level": "beginner"}
    views = [
        learned.learner(cycle_quiz=asked.QUIZ, current_topic="neap tide"),
        learned.taught(**tested, learning_cycle_count=0, recommendations=["Begin with the tide."]),
    ]
    shown = {"at": 0}
    answers = house(None)
    answers[f"GET {learned.LEARNER}"] = lambda route: route.fulfill(json=views[shown["at"]])
    lay(answers)
    page.goto(laid.at(files, "s", laid.SESSION, "learn"))
    expect(page.locator(".phase")).to_have_text("Testing what you know already")
    expect(page.get_by_role("link", name="Take the quiz")).to_be_visible()
    shown["at"] = 1
    page.reload()
    expect(page.get_by_text("Missing underneath: tide. Your level: beginner.")).to_be_visible()
    expect(page.get_by_text("Begin with the tide.")).to_be_visible()


def test_a_house_that_fails_within_a_round_says_why(page: Page, files: str, lay: Any) -> None:
    error = {"code": "timeout", "status": 504, "title": "It took too long", "detail": "No answer.", "action": "Retry."}
    answers = house(learned.taught(phase="TUTOR_EXPLAINING"))
    answers[f"GET {laid.BASE}"] = {**laid.state("failed", quizzes=[asked.QUIZ]), "error": error}
    lay(answers)
    page.goto(laid.at(files, "s", laid.SESSION, "learn"))
    expect(page.get_by_role("alert")).to_contain_text("No answer.")
    expect(page.get_by_role("button", name="Retry")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["learn", "mastery", "tutor"])
def test_long_and_hostile_names_stay_text_and_fit_a_small_screen(
    page: Page, files: str, lay: Any, faults: Any, scheme: Any, place: str
) -> None:
    name = HOSTILE + "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    view = learned.taught(
        concepts=[learned.concept(name, prerequisites=[name], unlocked=False, section=name)],
        topics=[name],
        current_topic=name,
        explanation=name,
        learning_path=[name],
        next_topic=name,
        improvement_areas=[name],
    )
    said = learned.message(1, "tutor", f"{name}?")
    lay(house(view, **{f"GET {laid.BASE}/messages": {"messages": [said], "total": 1}}))
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=scheme)
    page.goto(laid.at(files, "s", laid.SESSION, place))
    expect(page.get_by_text(name).locator("visible=true").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("main img, main script").count() == 0
    faults.assert_none()


@pytest.mark.parametrize("missing", [404, 405])
def test_a_house_that_knows_nothing_of_learning_still_shows_its_documents(
    page: Page, files: str, lay: Any, missing: int
) -> None:
    def none(route: Route) -> None:
        route.fulfill(status=missing, json={"status": missing, "code": "x", "detail": "No such thing."})

    routes = ("learner", "disputes", f"quizzes/{asked.QUIZ}/progress")
    gone: dict[str, Callable[[Route], None]] = {f"GET {laid.BASE}/{route}": none for route in routes}
    lay({**house(None), **gone})
    page.goto(laid.at(files, "s", laid.SESSION))
    page.get_by_role("link", name="Start the quiz").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 1 of 8")
    page.goto(laid.at(files, "s", laid.SESSION, "learn"))
    expect(page.get_by_text("There is nothing to learn here yet.")).to_be_visible()


@pytest.mark.parametrize(
    ("items", "given", "why", "word"),
    [
        (8, 1, "1 of 8 questions are answered.", "Go on with the quiz"),
        (1, 1, "Every question is answered. Hand it in to see how it went.", "Finish the quiz"),
    ],
)
def test_a_begun_quiz_is_gone_on_with_and_an_answered_one_is_finished(
    page: Page, files: str, lay: Any, items: int, given: int, why: str, word: str
) -> None:
    pairs = list(zip(asked.ALL, asked.KEYS, strict=True))[:given]
    found = {"quiz_id": str(asked.QUIZ), "attempt_id": str(asked.ATTEMPT), "waiting": []}
    at = f"GET {laid.BASE}/quizzes/{asked.QUIZ}"
    lay(
        house(
            None, **{at: asked.quiz(*asked.ALL[:items]), f"{at}/answers": {**found, "results": asked.results(*pairs)}}
        )
    )
    page.goto(laid.at(files, "s", laid.SESSION))
    step = page.get_by_role("region", name="What to do now")
    expect(step).to_contain_text(why)
    expect(step.get_by_role("link", name=word)).to_be_visible()


def test_an_explanation_that_was_ordered_stands_on_the_sessions_page_with_its_quotes(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    told = learned.taught(phase=None, cycle_quiz=None, cycles=[], current_topic="", learning_cycle_count=0)
    lay(house(told))
    page.goto(laid.at(files, "s", laid.SESSION))
    card = page.locator(".explanation")
    expect(card.get_by_role("heading")).to_have_text(["What the tutor explained", "Examples"])
    expect(card.locator(".quoted")).to_have_text([asked.FIRST, asked.SECOND])
    expect(card.get_by_role("listitem")).to_have_text("Every 7.4 days one follows the other.")
    expect(page.get_by_role("heading", name="Learn until mastered")).to_be_visible()
    faults.assert_none()
