"""A password that comes with an upload opens the document, and stands nowhere but in its own blob."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.e2e.houses import SAMPLES, Up, files_below, pensum
from tests.standins.documents import handouts
from tests.standins.learners.learner import Learner
from tests.standins.otlp_receiver import OtlpReceiver
from tests.standins.proofs import assert_items_proved
from tests.standins.tables import every_row
from tests.standins.topics import messages

pytestmark = pytest.mark.embedded
RIGHT, WRONG = "Fjellheim-4711-løype", "Dalsnibba-0815-vei"
NAME = "plates-under-lock.pdf"


@pytest.fixture(scope="module")
def document() -> bytes:
    """A good document behind a password."""
    return handouts.locked((SAMPLES / "plate-tectonics.en.pdf").read_bytes(), RIGHT)


def test_missing_wrong_and_right(document: bytes, me: Learner, house: Up, traces: OtlpReceiver) -> None:
    before = blobs(house)
    missing = me.upload(document, name=NAME, prefer="wait=30")
    assert (missing.status_code, missing.json()["code"]) == (422, "encrypted")
    assert "password" in missing.json()["detail"]
    wrong = me.upload(document, name=NAME, prefer="wait=30", password=WRONG)
    assert (wrong.status_code, wrong.json()["code"]) == (422, "encrypted")
    assert wrong.json()["detail"] != missing.json()["detail"], "it says that the password does not fit"
    state = me.study(document, name=NAME, password=RIGHT)
    session = state["session_id"]
    assert state["status"] == "ready"
    assert_items_proved(me.items(session), me.blocks(session))
    picture = me.http.get(f"/sessions/{session}/pages/1.png")
    assert (picture.status_code, picture.content[:4]) == (200, b"\x89PNG")

    # In the store each lies once, as the blob of its session that holds it and nothing else.
    for password, told in ((WRONG, wrong), (RIGHT, picture)):
        assert told.status_code in (200, 422)
        [kept] = [path for path in blobs(house) - before if password.encode() in path.read_bytes()]
        assert kept.read_bytes() == password.encode()
        assert kept.parent.name == "passwords"
    # In tables, topics, logs and spans nothing of them stands; what does shows that it was looked for well.
    places: dict[str, Iterable[str]] = {
        "tables": every_row(house.house.database),
        "topics": [f"{each.envelope} {each.value.decode()}" for each in messages(house.house.kafka)],
        "logs": [path.read_text() for path in (house.data / "logs").iterdir()] + [house.said.read_text()],
    }
    for place, said in places.items():
        whole = "\n".join(said)
        assert (session if place == "logs" else NAME) in whole, f"the {place} were not looked at"
        for password in (RIGHT, WRONG):
            assert password not in whole, place
            assert json.dumps(password)[1:-1] not in whole, place
    spans = "\n".join(str(each.span) for each in traces.spans)
    assert session.replace("-", "") in {each.trace_id for each in traces.spans}
    assert not any(part in spans for part in (RIGHT[:14], WRONG[:14]))

    # Who forgets the sessions has the passwords erased.
    for told in (missing, wrong):
        me.forget(told.headers["location"].rsplit("/", 1)[-1])
    me.forget(session)
    me.until(lambda: not [path for path in blobs(house) - before if path.parent.name == "passwords"])


def blobs(house: Up) -> set[Path]:
    """Every file in the house's store."""
    return set(files_below(Path(house.house.blobs)))


def test_the_command_takes_a_password_and_without_it_ends_with_3(document: bytes, house: Up, tmp_path: Path) -> None:
    file = tmp_path / NAME
    file.write_bytes(document + b"\n% again\n")
    done = pensum("study", file, "--json", "--data", house.data)
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (3, "encrypted")
    done = pensum("study", file, "--json", "--data", house.data, "--password", RIGHT)
    assert (done.returncode, json.loads(done.stdout)["status"]) == (0, "ready"), done.stderr
    assert RIGHT not in done.stdout + done.stderr
