"""Subtitles become drafts: cues joined into paragraphs of whole sentences, each with its time and first cue."""

import html
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import webvtt
from webvtt.errors import MalformedFileError

from contracts.problems import Code
from services.chassis.problems import failed
from services.reader.formats.drafts import Draft

_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>|<\d[\d:.]{4,15}>|\{\\[^{}\n]{0,100}\}")
_SOUND = re.compile(
    r"\[[^\]\n]{1,60}\]|\([^()\n]{0,30}(?:music|applause|laugh\w*|musikk|applaus|latter)[^()\n]{0,30}\)|[♪♫]+", re.I
)
_TURN = re.compile(r"^\s*(?:>>+|[-–—])\s*")
_LOUD = re.compile(r"^(?:[A-ZÆØÅÄÖÜ][A-ZÆØÅÄÖÜ.'’-]*(?: [A-ZÆØÅÄÖÜ.'’-]+){0,3}|Speaker \d{1,2}|Taler \d{1,2}):\s+")
_NAMED = re.compile(r"^([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}):\s+(?=\S)")
_SENTENCE = re.compile(r"(?<=[.!?。！？…])[\"”’»]?\s+")
_ENDED = re.compile(r"[.!?。！？…][\"”’»)]*$")
_TIMES = re.compile(r"(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d+))?")
_ENOUGH, _LONGEST, _PAUSE, _LEAST_NAMED = 400, 1200, 2.0, 3


@dataclass
class _Cue:
    number: int
    start: float
    end: float
    lines: list[str]
    turn: bool = False


def read_transcript(text: str, *, srt: bool) -> tuple[list[Draft], int]:
    """The drafts, and how many cues there are. Raises `Failure` damaged."""
    try:
        if srt:
            captions = webvtt.from_buffer([line + "\n" for line in text.lstrip().split("\n")], format="srt")
        else:
            captions = webvtt.from_string(text)
    except MalformedFileError as error:
        raise failed(Code.DAMAGED, "cues") from error
    held = [captions[number] for number in range(len(captions))]
    cues = [
        _Cue(number, _seconds(each.start), _seconds(each.end), _lines(each.raw_text), bool(each.voice))
        for number, each in enumerate(held, 1)
    ]
    _unname(cues)
    _unrepeat(cues)
    return _paragraphs([cue for cue in cues if cue.lines]), len(cues)


def _seconds(stamp: str) -> float:
    found = _TIMES.match(stamp)
    if not found:
        return 0.0
    hours, minutes, seconds, part = found.groups(default="0")
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{part}")


def _lines(raw: str) -> list[str]:
    plain = _SOUND.sub(" ", html.unescape(_TAG.sub("", raw)))
    return [line for each in plain.split("\n") if (line := " ".join(each.split())) and any(c.isalnum() for c in line)]


def _unname(cues: Sequence[_Cue]) -> None:
    """Takes away who speaks: a dash or >> at a turn, a name in capitals, a name that comes again and again."""
    names = Counter(found[1] for cue in cues for line in cue.lines if (found := _NAMED.match(_TURN.sub("", line))))
    for cue in cues:
        lines = []
        for line in cue.lines:
            bare = _LOUD.sub("", _TURN.sub("", line))
            if (found := _NAMED.match(bare)) and names[found[1]] >= _LEAST_NAMED and found[1][:1].isupper():
                bare = bare[found.end() :]
            cue.turn = cue.turn or bare != line
            lines.append(bare)
        cue.lines = [line for line in lines if line]


def _unrepeat(cues: Sequence[_Cue]) -> None:
    """Rolling subtitles say a line again in the next cue: the words that it shares with the end of the last go."""
    shown: list[str] = []
    for cue in cues:
        words = " ".join(cue.lines).split()
        most = min(len(words), len(shown))
        shared = next((n for n in range(most, 0, -1) if shown[-n:] == words[:n]), 0)
        if shared < len(words):
            shown = (shown + words[shared:])[-60:]
        if shared >= 3 or (shared and shared == len(words)):
            cue.lines = [" ".join(words[shared:])] if words[shared:] else []


def _paragraphs(cues: Sequence[_Cue]) -> list[Draft]:
    drafts: list[Draft] = []
    held: list[tuple[str, _Cue]] = []
    pieces = [(piece, cue) for cue in cues for piece in _SENTENCE.split(" ".join(cue.lines)) if piece.strip()]
    spoken = sum(bool(_ENDED.search(piece)) for piece, _ in pieces) * 12 >= len(pieces)
    for piece, cue in pieces:
        length = sum(len(text) + 1 for text, _ in held)
        if held:
            last = held[-1][1]
            whole = bool(_ENDED.search(held[-1][0])) or not spoken
            pause = cue.start - last.end > _PAUSE or (cue.turn and cue is not last)
            if (whole and (length >= _ENOUGH or pause)) or length >= _LONGEST:
                drafts.append(_draft(held))
                held = []
        held.append((piece, cue))
    return [*drafts, _draft(held)] if held else drafts


def _draft(held: Sequence[tuple[str, _Cue]]) -> Draft:
    first, last = held[0][1], max((cue for _, cue in held), key=lambda cue: cue.end)
    text = " ".join(piece for piece, _ in held)
    return Draft(
        "paragraph", [(text, "")], page=first.number, start_sec=first.start, end_sec=max(first.start, last.end)
    )
