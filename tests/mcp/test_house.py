"""The house as tools ask it: what is asked again, what is refused, and how long it is waited for."""

from collections.abc import Callable, Iterator

import httpx2
import pytest

from services.mcp.house import House, Json, Refused

Route = Callable[[httpx2.Request], httpx2.Response]


def house(route: Route, patience: float = 5.0) -> House:
    """A house whose gateway is a function."""
    return House(httpx2.AsyncClient(transport=httpx2.MockTransport(route), base_url="http://house"), patience=patience)


def in_turn(*answers: httpx2.Response | Exception) -> tuple[Route, list[httpx2.Request]]:
    """A gateway that answers so, one after another, and what it was asked."""
    asked, left = list[httpx2.Request](), iter(answers)

    def route(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        answer = next(left)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return route, asked


def state(status: str, version: int) -> Json:
    return {"status": status, "version": version}


async def test_a_gateway_that_is_away_for_a_moment_is_asked_again_with_the_same_key() -> None:
    fine, away = httpx2.Response(200, json={"a": 1}), httpx2.ConnectError("away")
    route, asked = in_turn(fine, away, httpx2.Response(503, json={"detail": "Full."}), fine)
    found = house(route)
    await found.get("/reviews/due")
    assert (await found.send("/sessions/1/messages", {"text": "x"})).body == {"a": 1}
    keys = {request.headers["Idempotency-Key"] for request in asked[1:]}
    assert (len(asked), len(keys)) == (4, 1)


async def test_one_that_never_answered_is_not_waited_for_and_what_helps_is_told() -> None:
    route, asked = in_turn(httpx2.ConnectError("refused"))
    with pytest.raises(Refused) as wrong:
        await house(route).get("/reviews/due")
    assert (wrong.value.problem["code"], len(asked)) == ("no_connection", 1)
    assert "pensum up" in wrong.value.problem["action"]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (httpx2.Response(404, json={"detail": "No.", "code": "not_found", "action": "Look."}), "not_found"),
        (httpx2.Response(500, text="<html>"), "http_500"),
        (httpx2.Response(200, text="<html>a page</html>"), "no_gateway"),
        (httpx2.Response(200, json=["a list"]), "no_gateway"),
    ],
)
async def test_what_is_no_answer_is_a_problem(answer: httpx2.Response, code: str) -> None:
    route, _ = in_turn(answer)
    with pytest.raises(Refused) as wrong:
        await house(route).get("/sessions")
    assert wrong.value.problem["code"] == code
    assert wrong.value.problem["detail"]


async def test_a_session_is_waited_for_until_it_has_settled_beyond_a_version() -> None:
    states = [state("ready", 3), state("writing", 4), state("writing", 4), state("ready", 5)]
    route, asked = in_turn(
        *(httpx2.Response(200, json=each, headers={"ETag": f'"{each["version"]}"'}) for each in states)
    )
    told = list[str]()

    async def tell(now: Json) -> None:
        told.append(now["status"])

    assert await house(route).settled("1", 30, tell, after=3) == (state("ready", 5), True)
    assert told == ["ready", "writing", "writing"]
    assert asked[1].headers["If-None-Match"] == '"3"'


async def test_what_does_not_come_in_time_is_told_as_it_stands() -> None:
    route, _ = in_turn(httpx2.Response(200, json=state("reading", 1)))
    assert await house(route).settled("1", 0) == (state("reading", 1), False)


async def test_who_waits_leaves_when_the_gateway_ends() -> None:
    looks: Iterator[bool] = iter([False, True])
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(in_turn()[0]))
    found = House(client, ends=lambda: next(looks))

    async def nothing() -> Json | None:
        return None

    assert await found.until(nothing, 3600) is None
