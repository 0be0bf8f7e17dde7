"""What the path planner and the diagnostic advised, as it holds now: with the figures that stand beside it. Pure.

Advice is written once, and the learner goes on. So a sentence about a concept is told with its standing of this moment,
and left out once the concept is mastered; a path begins with what is not mastered yet.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from contracts.message import Phrase
from services.gateway.http.language import said, said_each
from services.text.scores import more_named, percent

Row = Mapping[str, Any]
_STANDING = frozenset({"path.next", "path.practise", "path.nearly"})
_OF_ONE = _STANDING | {"path.read", "path.read_for"}


def advised(state: Row, concepts: Sequence[Row], language: str | None, own: str) -> dict[str, Any]:
    """The keys of the path, the recommendations and what to work on. `concepts`: the learner's rows; `language`: the
    reader's, `own`: the document's."""
    by_name = {row["concept"].casefold(): row for row in concepts}
    mastered = {name for name, row in by_name.items() if row["mastered"]}
    path = [topic for topic in state.get("learning_path") or () if topic.casefold() not in mastered]
    following = state.get("next_topic") or ""
    passed = following.casefold() in mastered
    reasoning = state.get("path_reasoning") or ""
    return {
        "learning_path": path,
        "next_topic": (path[0] if path else "") if passed else following,
        "path_reasoning": "" if passed else _now(state.get("path_reasoning_phrase"), reasoning, by_name, language, own),
        "remediation": [
            told
            for phrase, sentence in _paired(state.get("remediation_phrases"), state.get("remediation") or ())
            if (told := _now(phrase, sentence, by_name, language, own))
        ],
        "improvement_areas": [one for one in state.get("improvement_areas") or () if one.casefold() not in mastered],
        "recommendations": said_each(state.get("recommendation_phrases"), state.get("recommendations") or (), language),
    }


def _paired(phrases: Sequence[Any] | None, sentences: Sequence[str]) -> list[tuple[Any, str]]:
    """Each sentence with its phrase, if all have one."""
    whole = phrases if phrases is not None and len(phrases) == len(sentences) else [None] * len(sentences)
    return list(zip(whole, sentences, strict=True))


def _now(phrase: Any, sentence: str, rows: Mapping[str, Row], language: str | None, own: str) -> str:
    """A sentence with the figures of now; "" where it is about what is mastered; as it stands where it is no data."""
    if phrase is None:
        return sentence
    try:
        old = Phrase.model_validate(phrase, extra="ignore")
    except ValidationError:
        return sentence
    new = _current(old, rows)
    if new is None:
        return ""
    return said(new.model_dump(), sentence, language or (own if new != old else None))


def _current(phrase: Phrase, rows: Mapping[str, Row]) -> Phrase | None:
    """The phrase with each concept's standing of now; None: it is about a concept that is mastered."""
    if phrase.code.startswith("list."):
        each = [_current(one, rows) if isinstance(one, Phrase) else one for one in phrase.values.values()]
        return phrase.model_copy(update={"values": {str(n): one for n, one in enumerate(filter(None, each))}})
    values = phrase.values
    if phrase.code == "path.asked" and values.get("count") == len(rows):
        done = sum(bool(row["mastered"]) for row in rows.values())
        return phrase.model_copy(update={"values": {**values, "done": done}})
    row = rows.get(str(values.get("weak" if phrase.code == "path.read_for" else "concept", "")).casefold())
    if phrase.code not in _OF_ONE or row is None:
        return phrase
    if row["mastered"]:
        return None
    if phrase.code not in _STANDING or not row["answers"] or _code(values.get("standing")) == "path.marked":
        return phrase
    changed = {"standing": _standing(row)}
    if phrase.code == "path.nearly" and row["needed"]:
        changed["more"] = Phrase.of(f"missing.{more_named(row['needed'])}", count=row["needed"])
    return phrase.model_copy(update={"values": {**values, **changed}})


def _standing(row: Row) -> Phrase:
    count = row["answers"]
    answers = Phrase.of("path.answer_one" if count == 1 else "path.answers", count=count)
    return Phrase.of("path.standing", score=percent(row["score"]), answers=answers)


def _code(value: object) -> str:
    return value.code if isinstance(value, Phrase) else ""
