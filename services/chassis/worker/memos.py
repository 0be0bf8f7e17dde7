"""What was dear: a worker's successful answers by the command's id, kept before the first of them is published.

A command that comes again is answered from here and paid once (protocol rule 14). A memo is the blob
`memo/<session id>/<command id>.json`: a JSON list of `{type, body}`.
"""

import glob
import json
import time
from collections.abc import Sequence

from contracts.envelope import Envelope
from contracts.message import Message
from contracts.topics import MESSAGES
from services.chassis.storage.blobs import Blobs

KEPT_S = 7 * 24 * 3600.0


class Memos:
    """The memos in a blob store. All of it blocks on the disk; call it in a thread."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    def find(self, command: Envelope) -> list[Message] | None:
        """The answers kept for a command, None if there are none. Raises OSError when the store is away."""
        try:
            kept = json.loads(self._blobs.read(_name(command)))
        except FileNotFoundError:
            return None
        return [MESSAGES[each["type"]].read(json.dumps(each["body"])) for each in kept]

    def keep(self, command: Envelope, answers: Sequence[Message]) -> list[Message]:
        """Keeps the answers and returns those to publish: if somebody was faster, theirs."""
        kept = [{"type": message.type_name, "body": message.plain()} for message in answers]
        if self._blobs.create(_name(command), json.dumps(kept, ensure_ascii=False).encode()):
            return list(answers)
        found = self.find(command)
        return list(answers) if found is None else found

    def sweep(self, now: float | None = None) -> int:
        """Removes what is older than 7 days; how many they were."""
        before, gone = (time.time() if now is None else now) - KEPT_S, 0
        # `Path.glob` of Python 3.11 raises where a folder goes meanwhile, as a forgotten session's does; this does not.
        for name in glob.iglob("*/*.json", root_dir=(folder := self._blobs.path("memo"))):
            path = folder / name
            try:
                if path.stat().st_mtime < before:
                    path.unlink()
                    gone += 1
            except FileNotFoundError:  # Another instance sweeps too.
                continue
        return gone


def _name(command: Envelope) -> str:
    return f"memo/{command.subject}/{command.id}.json"
