"""The same owner and the same bytes: no Reader is asked again, not even after a restart; another owner's are read."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from services.chassis.tokens import Claims, Role, signed
from services.console.house.folder import Folder
from tests.e2e.houses import SAMPLES, Up
from tests.standins.documents import handouts
from tests.standins.learners.learner import Learner
from tests.standins.proofs import assert_items_proved
from tests.standins.tables import select
from tests.standins.topics import messages

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(240)]
COMMANDS = "reader.commands"


def someone(up: Up, user: str = "me") -> Learner:
    """A person of the house: its own one, or another."""

    def token(role: Role) -> str:
        return signed(Claims("home", user, role), Folder(up.data).secret(), days=1)

    return Learner(up.house.url, token("owner"), token("learner"), patience=90)


def asked(up: Up, session: str) -> Counter[str]:
    """What the Reader was told to do for a session."""
    found = [each for each in messages(up.house.kafka, session) if each.topic == COMMANDS]
    return Counter(type(each.message).__name__ for each in found)


def test_no_bytes_are_read_twice_for_one_owner(data: Path) -> None:
    files = {"text.pdf": (SAMPLES / "photosynthesis.en.pdf").read_bytes()}
    whole = {"text.pdf": Counter(ReadDocument=1, DigestDocument=1)}
    if shutil.which("tesseract"):
        files["scan.pdf"] = handouts.short_scan(1, seed=5)
        whole["scan.pdf"] = Counter(ReadDocument=1, ReadPages=1, GatherDocument=1, DigestDocument=1)
    texts: dict[str, dict[str, str]] = {}
    with Up(data) as up, someone(up) as me, someone(up, "somebody else") as other:
        for name, content in files.items():
            first = me.study(content, name=name)
            assert first["status"] == "ready"
            assert asked(up, first["session_id"]) == whole[name], name
            texts[name] = {id: block["text"] for id, block in me.blocks(first["session_id"]).items()}
            again = me.study(content, name=f"again-{name}")
            assert (again["status"], again["doc_meta"]["filename"]) == ("ready", f"again-{name}")
            assert asked(up, again["session_id"]) == Counter(), name
        theirs = other.study(files["text.pdf"], name="text.pdf")
        assert asked(up, theirs["session_id"]) == whole["text.pdf"], "what one has read is not another's"
        readings = select(up.house.database, "select user_id from readings where document_sha256 <> ''")
        assert Counter(row["user_id"] for row in readings) == {"me": len(files), "somebody else": 1}
        assert up.end() == 0
    with Up(data) as up, someone(up) as me:
        for name, content in files.items():
            third = me.study(content, name=name)
            session = third["session_id"]
            assert third["status"] == "ready"
            assert asked(up, session) == Counter(), name
            blocks = me.blocks(session)
            assert {id: block["text"] for id, block in blocks.items()} == texts[name]
            items = me.items(session)
            assert items
            assert_items_proved(items, blocks)
        assert [each for each in messages(up.house.kafka) if each.topic == COMMANDS] == []
