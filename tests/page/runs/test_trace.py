"""What was done on a course, as its owner sees it: the timeline, what failed and was tried again, tokens and cost."""

from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from contracts.views.history import ServiceTrace, TraceSpan, TraceView
from tests.page import laid

pytestmark = pytest.mark.browser
TRACE = f"GET {laid.BASE}/trace"


def span(seq: int, service: str, after: float, took: float, **more: Any) -> TraceSpan:
    usual: dict[str, Any] = {
        "agent": service,
        "what": f"{seq} pages",
        "message": "pensum.reader.pages_read.v1",
        "tokens_used": None,
        "cost": "0",
    }
    return TraceSpan(
        seq=seq,
        service=service,
        started_at=laid.NOW + timedelta(milliseconds=after),
        after_ms=after,
        duration_ms=took,
        **{**usual, **more},
    )


def trace(*spans: TraceSpan, url: str | None = None) -> dict[str, Any]:
    added = [
        ServiceTrace(
            service=name,
            runs=len(of),
            duration_ms=sum(one.duration_ms for one in of),
            failed=sum(bool(one.errors) for one in of),
            tried_again=sum(one.tried_again for one in of),
            tokens_used=sum(one.tokens_used or 0 for one in of),
            cost=of[0].cost,
        )
        for name in dict.fromkeys(one.service for one in spans)
        for of in ([one for one in spans if one.service == name],)
    ]
    return TraceView(
        session_id=laid.SESSION,
        trace_id=laid.SESSION.hex,
        url=url,
        first=laid.NOW,
        last=laid.NOW,
        spans=list(spans),
        services=added,
    ).model_dump(mode="json")


def test_the_timeline_tells_durations_failures_tokens_and_cost_by_service(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    began = {"message": "pensum.session.document_submitted.v1", "what": "pensum.session.document_submitted.v1"}
    asked = {"message": "pensum.session.quiz_requested.v1", "what": "pensum.session.quiz_requested.v1"}
    model = {"message": "pensum.coach.study_material.v1", "tokens_used": 1200, "cost": "0.0125", "currency": "USD"}
    told = trace(
        span(1, "orchestrator", 0, 0.4, **began),
        span(2, "reader", 100, 400, errors=["The worker was lost."], tried_again=True),
        span(3, "reader", 1000, 3000),
        span(4, "orchestrator", 90_000, 0.4, **asked),
        span(5, "coach", 90_100, 62_000, **model),
        url="http://127.0.0.1:9411/zipkin/traces/1",
    )
    lay({f"GET {laid.BASE}": laid.state(), TRACE: told})
    page.goto(laid.at(files, "s", laid.SESSION, "trace"))
    expect(page.get_by_text("5 pieces of work. 1 failed, 1 tried again.")).to_be_visible()
    rows = page.locator(".trace-services tbody tr")
    expect(rows).to_have_text(["Orchestrator20.8 ms–––0", "Reader23.4 s11–0", "Coach11 min 2 s––1,200US$0.0125"])
    link = page.get_by_role("link", name="See it on the tracing page")
    expect(link).to_have_attribute("href", "http://127.0.0.1:9411/zipkin/traces/1")

    # The newest stretch is open; what lies long before it is one of its own.
    stretches = page.locator(".stretch")
    expect(stretches.locator(".stretch-name")).to_have_text(["A quiz was asked for", "A document came in"])
    spans = page.locator(".span-row").filter(visible=True)
    expect(spans).to_have_count(1)
    expect(spans).to_contain_text("Coach 5 pages")
    stretches.nth(1).locator("summary").first.click()
    expect(spans).to_have_count(3)
    expect(spans.nth(1)).to_contain_text("✗ failed")
    expect(spans.nth(1)).to_contain_text("↻ tried again")
    bar = spans.nth(2).locator(".span-bar").bounding_box()
    track = spans.nth(2).locator(".span-track").bounding_box()
    assert bar
    assert track
    assert (bar["x"] - track["x"]) / track["width"] == pytest.approx(0.25, abs=0.01)
    assert bar["width"] / track["width"] == pytest.approx(0.75, abs=0.01)
    spans.nth(1).locator("summary").click()
    expect(page.get_by_text("The worker was lost.")).to_be_visible()
    page.get_by_label("Show the orchestrator's decisions too").check()
    expect(spans).to_have_count(5)
    faults.assert_none()


def test_the_trace_fits_a_small_screen(page: Page, files: str, lay: Any) -> None:
    lay(
        {
            f"GET {laid.BASE}": laid.state(),
            TRACE: trace(*(span(n, "reader", n * 10, 5, what="wordwithoutend" * 9) for n in range(40))),
        }
    )
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto(laid.at(files, "s", laid.SESSION, "trace"))
    expect(page.locator(".span-row")).to_have_count(40)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
