"""Notices of progress, as the protocol wants them: each further than the last, none twice in a row."""

from services.mcp.house import Json
from services.mcp.progress import Notices


def state(status: str, done: int, pages: int = 0) -> Json:
    progress = {"step": status, "steps_done": done, "steps_total": 4, "pages_done": pages, "pages_total": 10}
    return {"status": status, "progress": progress}


async def test_each_notice_is_further_than_the_last_and_within_the_whole() -> None:
    told = list[tuple[float, float | None, str]]()

    async def report(progress: float, total: float | None, message: str) -> None:
        told.append((progress, total, message))

    notices = Notices(report)
    await notices.say("Sending the document.")
    for each in (
        {"status": "accepted", "progress": None},
        state("reading", 0, 3),
        state("reading", 0, 3),
        state("reading", 0, 10),
        state("writing", 2),
        state("reading", 1, 1),
        state("validating", 4),
        state("validating", 4),
        state("coaching", 4),
    ):
        await notices.state(each)
    values = [progress for progress, _, _ in told]
    assert values == sorted(set(values))
    assert all(total is None or progress < total for progress, total, _ in told)
    said = [message for _, _, message in told]
    assert said.count("Reading, page 3 of 10.") == 1
    assert said[0] == "Sending the document."
    assert said[-1] == "Writing notes."
