"""One person's many uploads make nobody else wait for all of them: workers give turns to people, not to commands."""

import signal
from contextlib import ExitStack

import pytest

from services.chassis.tokens import Claims, Role, signed
from services.console.house.folder import Folder
from tests.e2e.houses import Up
from tests.standins.learners.learner import Learner
from tests.standins.tables import select

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(300)]
MANY, OTHERS = 16, 3
TEXT = "# Lesson {n}\n\n" + "\n\n".join(
    (
        "A tide is the slow rise and fall of the sea. The moon pulls the water of the oceans towards itself.",
        "A spring tide is a tide that comes when sun and moon pull in one line. It rises higher than any other tide.",
        "A neap tide is a tide that comes when sun and moon pull at a right angle. It rises less than any other tide.",
        "Ebb is the falling of the water after a tide. Harbours with a shallow mouth are closed to ships at ebb.",
    )
)


def someone(up: Up, user: str) -> Learner:
    """A person of the house."""

    def token(role: Role) -> str:
        return signed(Claims("home", user, role), Folder(up.data).secret(), days=1)

    return Learner(up.house.url, token("owner"), token("learner"), patience=200)


def upload(who: Learner, n: int) -> str:
    """A short document of its own is uploaded; its session."""
    answer = who.upload(TEXT.format(n=n).encode(), name=f"{n}.md", numQuizQuestions=3, numFlashcards=2)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["session_id"])


def test_many_uploads_of_one_person_let_those_of_others_by(house: Up) -> None:
    """All of them wait before a Reader that stands still, the others' behind the many; then it goes on."""
    with ExitStack() as here:
        many, *others = (here.enter_context(someone(house, f"person {n}")) for n in range(1 + OTHERS))
        reader = house.service("reader")
        reader.send_signal(signal.SIGSTOP)
        try:
            sent = {upload(many, n): many for n in range(MANY)}
            single = {upload(one, MANY + n): one for n, one in enumerate(others)}
        finally:
            reader.send_signal(signal.SIGCONT)
        for session, who in (sent | single).items():
            state = who.settle(session)
            assert state["status"] == "ready", state["error"]
    ended = select(
        house.house.database,
        "select session_id::text as session from journal where session_id::text = any(%s)"
        " group by session_id order by max(received_at), session_id",
        [*sent, *single],
    )
    order = [row["session"] for row in ended]
    assert len(order) == MANY + OTHERS
    places = [order.index(session) + 1 for session in single]
    print(f"done as numbers {places} of {len(order)}")
    assert max(places) <= len(order) // 2, f"done as numbers {places}: behind most of the other person's"
