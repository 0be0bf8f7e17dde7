"""A message as rules look at it: misspelt words mended, each with its place in what was written. Pure."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from services.assistant.reading.cues import WORDS

# The words that commands are made of, which are known again with a slip in them.
_COMMANDING = frozenset(
    """
    show list display task tasks todo delete remove erase complete completed finish finished mark rename update change
    move postpone reschedule remind reminder create remember tomorrow today monday tuesday wednesday thursday friday
    saturday sunday cancel please review reviews notes learning path everything first second third fourth fifth next
    oppgave oppgaven oppgaver oppgavene slett slette fjern fjerne fullfør fullført ferdig ferdige merk marker vise legg
    legge påminn endre flytt utsett husk huske opprett morgen mandag tirsdag onsdag torsdag fredag lørdag søndag
    avbryt neste første andre tredje siste gjøremål lista listen repetisjonene notatene læringsstien
    """.split()  # noqa: SIM905
)
# Words that are right as they stand, though one letter from a command.
_RIGHT = WORDS | frozenset(
    """
    last lists past host slow snow love more mode note chance text test tests talk talks take bank mask desk dine slutt
    remote thus line fist mist lost cost most post this park tank vist leste flyte lege lagt hus finn finne form fort
    frist fristen liste lese legger minn noter
    sette setter satt reviewed flytter henter sletta endrer merker
    """.split()  # noqa: SIM905
)
_SHORT = {
    "ad": "add", "tsk": "task", "tsks": "tasks", "taks": "tasks", "tasl": "task", "teh": "the", "pls": "please",
    "plz": "please", "u": "you", "vsi": "vis", "hwo": "how", "shw": "show", "tonite": "tonight",
    "tmrw": "tomorrow", "tmr": "tomorrow", "2morrow": "tomorrow",
    "dont": "don't", "ive": "i've", "im": "i'm", "whats": "what's", "opg": "oppgave", "oppg": "oppgave",
    "ikkje": "ikke",
    "eg": "jeg", "sjå": "se", "gjer": "gjør", "lsit": "list", "shwo": "show", "hsow": "show", "lgg": "legg",
    "imorgen": "i morgen", "idag": "i dag", "overimorgen": "i overmorgen", "ovimorgen": "i overmorgen",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_LEAST, _LONG = 4, 8


@dataclass(frozen=True)
class Wording:
    """`said`: in small letters and mended, what rules look at; `written`: as it came. `mended`: how many words were."""

    written: str
    said: str
    places: tuple[tuple[int, int], ...]
    mended: int = 0

    def original(self, start: int, end: int) -> str:
        """What was written where `said` has these characters."""
        return self.written[self._back(start) : self._back(end)]

    def part(self, start: int, end: int) -> "Wording":
        """A part of it as a wording of its own."""
        return wording(self.original(start, end))

    def _back(self, place: int) -> int:
        number = bisect_right(self.places, (place, len(self.written))) - 1
        said, written = self.places[max(number, 0)]
        follows = self.places[number + 1][1] if number + 1 < len(self.places) else len(self.written)
        return min(written + max(place - said, 0), follows)


@lru_cache(maxsize=1_000)
def wording(text: str) -> Wording:
    """The text as a wording."""
    said, places, mended, at, length = [], [(0, 0)], 0, 0, 0
    for found in _WORD.finditer(text):
        between = text[at : found.start()].replace("’", "'").lower()
        length += len(between)
        said.append(between)
        word = mend(found.group().lower().replace("’", "'"))
        mended += word != found.group().lower().replace("’", "'")
        places.append((length, found.start()))
        said.append(word)
        length += len(word)
        at = found.end()
        places.append((length, at))
    said.append(text[at:].replace("’", "'").lower())
    return Wording(text, "".join(said), tuple(places), mended)


@lru_cache(maxsize=10_000)
def mend(word: str) -> str:
    """The command's word that it is with a slip in it, else itself."""
    if word in _SHORT:
        return _SHORT[word]
    if word in _COMMANDING or word in _RIGHT or len(word) < _LEAST or not word.isalpha():
        return word
    far = 2 if len(word) >= _LONG else 1
    near = [
        (OSA.distance(word, known), known)
        for known in _COMMANDING
        if len(known) >= _LEAST
        and abs(len(known) - len(word)) <= far
        and {word[0], known[0]} <= set(known[:2]) | {known[0]}
        and (word[0] == known[0] or word[:2] == known[1::-1])
    ]
    distance, found = min(near, default=(far + 1, word))
    return found if distance <= far else word
