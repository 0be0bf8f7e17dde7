"""Documents that state nothing: each ends in a sentence that says so or in a shortfall, not in a question about it."""

import io
from collections.abc import Callable, Iterator, Sequence

import docx
import pytest

from tests.e2e.houses import Up
from tests.reader.papers import lines, paper
from tests.standins.learners.learner import Json, Learner
from tests.standins.proofs import assert_cards_proved, assert_items_proved

pytestmark = pytest.mark.embedded
ROWS = [("Station", "Height", "Rain", "Wind")] + [
    (f"Station {n}", f"{90 + 37 * n} m", f"{700 + 13 * n} mm", f"{4 + n % 5} m/s") for n in range(30)
]
SENTENCE = (
    "The heart is a hollow muscle that pumps the blood through all the vessels of the body, about 70 times a minute."
)
REFERENCES = [
    f"[{n}] {name}, {initial} ({1990 + n}). {title}. Journal of Inland Waters, {n + 3}({n % 4}), {n * 7}-{n * 7 + 9}."
    for n, (name, initial, title) in enumerate(
        [
            ("Alvestad", "K.", "Rivers of the northern plain"),
            ("Brochmann", "T. and Eide, S.", "Lakes without an outlet"),
            ("Carver", "M.", "On the age of springs"),
            ("Dahlmo", "R.", "Groundwater under cities"),
            ("Ekern", "P. and Foss, A.", "Measuring rain with mirrors"),
            ("Grimstad", "L.", "A short history of wells"),
            ("Hovland", "J.", "Salt in the mountain brook"),
            ("Iversen", "N.", "Twelve floods and their causes"),
        ],
        1,
    )
]
CODE = """import sys


def shelf(names, width=4):
    rows = []
    for place, name in enumerate(sorted(names)):
        if place % width == 0:
            rows.append([])
        rows[-1].append(name.strip())
    return rows


class Cupboard:
    def __init__(self, shelves):
        self.shelves = shelves
        self.open = False

    def find(self, name):
        for number, row in enumerate(self.shelves):
            if name in row:
                return number, row.index(name)
        raise KeyError(name)


if __name__ == "__main__":
    cupboard = Cupboard(shelf(sys.argv[1:]))
    print(cupboard.find(sys.argv[1]))
"""
POEM = """O grey and quiet evening rain,
You came to knock and go again,
You sang upon the garden wall
To me, to no one, and to all.

And I who waited by the door
Had heard the very song before,
In other rain, in other towns,
Where leaves like letters fluttered down.

So sing, and let the kettle sigh,
And let the last of swallows fly;
What went away will not return,
But oh, how bright the windows burn.

And should you ask me where I dwell,
Ask of the rain: it knows it well;
Below the roof, beside the lane,
Between one rain and one more rain."""
MOJIBAKE = "\n\n".join(
    text.encode().decode("cp1252", "replace")
    for text in (
        "Når været blir kaldt om høsten, går småfuglene på jakt etter frø i åkrene, og så får de næring nok.",
        "Ærfuglen bor ved sjøen året rundt. Både på øyer og skjær må den gå på land når den ruger på våren.",
        "På fjellet blåser det så hardt at trærne står skjevt. Bjørka tåler både snø, tørke og år uten sommervær.",
        "Så kommer våren, og elva går stor. Da må både båter og brygger på land før vannet når gården på øra.",
    )
)


def word(rows: Sequence[tuple[str, ...]]) -> bytes:
    """A Word document of one table."""
    made, held = docx.Document(), io.BytesIO()
    table = made.add_table(rows=0, cols=len(rows[0]))
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    made.save(held)
    return held.getvalue()


BAD: dict[str, tuple[str, Callable[[], bytes]]] = {
    "tables in Word": ("tables.docx", lambda: word(ROWS)),
    "tables in markdown": (
        "tables.md",
        lambda: "\n".join(
            [f"| {' | '.join(ROWS[0])} |", "|---|---|---|---|", *(f"| {' | '.join(row)} |" for row in ROWS[1:])]
        ).encode(),
    ),
    "one sentence": ("sentence.txt", SENTENCE.encode),
    "one sentence in a PDF": ("sentence.pdf", lambda: paper(lines(SENTENCE))),
    "references": ("references.md", "\n\n".join(REFERENCES).encode),
    "references in a PDF": ("references.pdf", lambda: paper(lines(*REFERENCES, size=9))),
    "source code": ("cupboard.md", f"```python\n{CODE}```\n".encode),
    "source code in a PDF": ("cupboard.pdf", lambda: paper(lines(*CODE.splitlines(), font="Courier", size=9))),
    "a poem": ("poem.txt", POEM.encode),
    "a poem in a PDF": ("poem.pdf", lambda: paper(lines(*POEM.splitlines()))),
    "mojibake": ("birds.txt", MOJIBAKE.encode),
}


@pytest.fixture(scope="module")
def reader(house: Up) -> Iterator[Learner]:
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as learner:
        yield learner


@pytest.fixture(scope="module")
def sessions(reader: Learner) -> dict[str, str]:
    """All of them at once: the session of each."""
    found = {}
    for name, (filename, make) in BAD.items():
        answer = reader.upload(make(), name=filename)
        assert answer.status_code == 202, answer.text
        found[name] = answer.json()["session_id"]
    return found


@pytest.mark.parametrize("name", BAD)
def test_what_states_nothing_ends_in_a_clear_sentence(name: str, reader: Learner, sessions: dict[str, str]) -> None:
    session = sessions[name]
    state = reader.settle(session)
    answer = reader.http.get(f"/sessions/{session}/quiz")
    if state["status"] == "failed":
        error: Json = state["error"]
        assert (error["status"], answer.status_code) == (422, 422), error
        assert error["code"] in ("nothing_to_ask", "text_too_short"), error
        assert len(error["detail"].split()) >= 5
        assert any(sign.isdigit() for sign in error["detail"]), "it names its numbers"
        assert error["action"]
        return
    assert (state["status"], answer.status_code) == ("ready", 200)
    assert name.startswith("one sentence"), f"{name} was asked about: {[q['question'] for q in state['quiz_items']]}"
    items, cards, blocks = reader.items(session), reader.cards(session), reader.blocks(session)
    assert_items_proved(items, blocks)
    assert_cards_proved(cards, blocks)
    assert {item["proof"]["quote"] for item in items} <= {SENTENCE}
    shortfall = {short["of"]: short for short in answer.json()["shortfall"]}
    assert set(shortfall) == {"quiz", "flashcards"}
    for of, made in (("quiz", items), ("flashcards", cards)):
        assert shortfall[of]["made"] == len(made) < shortfall[of]["asked"]
        assert f"{len(made)} of {shortfall[of]['asked']}" in shortfall[of]["sentence"]
