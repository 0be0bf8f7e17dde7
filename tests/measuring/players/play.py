"""`make play`: ten learners are played through documents, and all that they read is kept to be read by people.

`python -m tests.measuring.players.play FOLDER [DOCUMENT...] [--only NAME]`: a transcript of each in FOLDER, and
`faults.md` with what the reading objected to. Without documents it takes the house's samples.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import psycopg
from psycopg import sql

from services.chassis.tokens import Claims, signed
from services.console.house.folder import TENANT, Folder
from tests.e2e.houses import SAMPLES, Up
from tests.measuring.players.learners import LEARNERS, Play
from tests.measuring.players.player import Knows, Player
from tests.standins.learners.learner import Learner

_COLUMNS = """
    select table_name, column_name from information_schema.columns join pg_tables on tablename = table_name
    where schemaname = 'public' and table_schema = 'public' and data_type = 'timestamp with time zone'
    and is_generated = 'NEVER'
"""


def main(arguments: Sequence[str]) -> int:
    """Plays and writes; see above. The number of objections is printed, and is no failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("documents", nargs="*", type=Path)
    parser.add_argument("--only", action="append", default=[])
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    with tempfile.TemporaryDirectory(prefix="pensum-play-") as data, Up(Path(data) / "house") as up:
        house, secret = up.house, Folder(up.data).secret()
        for document in given.documents or sorted(SAMPLES.glob("*.pdf")):
            for name, play, knows, latency in LEARNERS:
                if given.only and name not in given.only:
                    continue
                user = f"{name} {document.name}".replace(" ", "-")
                owner, learner = (signed(Claims(TENANT, user, role), secret, days=1) for role in ("owner", "learner"))
                with Learner(house.url, owner, learner) as me:
                    own = played(me, document, name, play, knows, latency, house.database)
                (given.folder / f"{document.stem}.{name.replace(' ', '-')}.md").write_text("\n".join(own.lines) + "\n")
                faults = [f"- {what} ({times})" for what, times in own.reading.faults.items()]
                found += [f"\n## {document.name}, {name}\n", *faults]
                print(f"{document.name}, {name}: {len(own.lines)} lines, {len(faults)} objections", flush=True)
    (given.folder / "faults.md").write_text("\n".join(found) + "\n")
    return 0


def played(
    me: Learner,
    document: Path,
    name: str,
    play: Play,
    knows: Callable[[Random], Knows],
    latency: float,
    database: str,
) -> Player:
    """One learner through one document; a walk that breaks off is the last line and an objection."""
    chance = Random(f"{name} {document.name}")
    session = me.study(document)["session_id"]
    player = Player(name, me, session, knows(chance), chance, latency, lambda days: _moved_back(database, days))
    player.does(f"{name} uploads {document.name}")
    try:
        player.looks()
        play(player)
    except Exception as error:
        player.reads(f"BROKEN OFF: {type(error).__name__}: {error}")
        player.reading.fault(f"broken off: {type(error).__name__}: {error}"[:400])
    return player


def _moved_back(database: str, days: int) -> None:
    """Everything that the house has written becomes so many days older."""
    with psycopg.connect(database) as connection:
        for table, column in connection.execute(_COLUMNS).fetchall():
            query = sql.SQL("update {table} set {column} = {column} - make_interval(days => %s)")
            named = query.format(table=sql.Identifier(table), column=sql.Identifier(column))
            connection.execute(named, [days])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
