"""What the path planner and the diagnostic advised, as it holds now: with the figures that stand beside it. Pure.

Advice is written once, and the learner goes on. So a sentence about a concept is told with its standing of this moment,
and left out once the concept is mastered; a path begins with what is not mastered yet, nor marked as known, and counts
what is not. Of a diagnosis stays what is still so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from contracts.message import Phrase
from services.gateway.http.language import said
from services.text.catalogue.phrases import rendered
from services.text.scores import more_named, percent

Row = Mapping[str, Any]
_STANDING = frozenset({"path.next", "path.stays", "path.practise", "path.nearly"})
_OF_ONE = _STANDING | {"path.read", "path.read_for", "path.step"}
_OF_SEVERAL = {
    "path.then": "steps",
    "path.diagnosed": "gaps",
    "path.diagnosed_1": "gaps",
    "path.read_all": "names",
}
_MARKED = ("path.asked", "path.asked_marked")
_UNNAMED = ("path.unasked", "path.unasked_1")
"""How many have no question. Older ones do not name them."""
_LACKING = ("diagnosis.gap", "diagnosis.then", "diagnosis.weak", "diagnosis.sure")
"""Beginnings of what a diagnosis says of concepts that are not mastered."""


def advised(
    state: Row, concepts: Sequence[Row], language: str | None, own: str | None, due: tuple[int, int] = (0, 0)
) -> dict[str, Any]:
    """The keys of the path, the recommendations and what to work on. `concepts`: the learner's rows; `language`: the
    reader's, `own`: the document's, where known; `due`: how many reviews are due now, and of these new."""
    by_name = {row["concept"].casefold(): row for row in concepts}
    done = {name for name, row in by_name.items() if _is_done(row)}
    path = [topic for topic in state.get("learning_path") or () if topic.casefold() not in done]
    following = state.get("next_topic") or ""
    passed = following.casefold() in done
    reasoning = state.get("path_reasoning") or ""
    told = "" if passed else _now(state.get("path_reasoning_phrase"), reasoning, by_name, language, own)
    return {
        "learning_path": path,
        "next_topic": (path[0] if path else "") if passed else following,
        "path_reasoning": " ".join(filter(None, (reasoning and _due(*due, language or own or ""), told))),
        "remediation": [
            told
            for phrase, sentence in _paired(state.get("remediation_phrases"), state.get("remediation") or ())
            if (told := _now(phrase, sentence, by_name, language, own))
        ],
        "improvement_areas": [one for one in state.get("improvement_areas") or () if one.casefold() not in done],
        "recommendations": _recommended(state, by_name, language, own),
    }


def practised(names: Iterable[str], concepts: Sequence[Row], language: str | None) -> list[str]:
    """That each of these concepts is to be practised, with its standing of now."""
    by_name = {row["concept"].casefold(): row for row in concepts}
    rows = [row for name in names if (row := by_name.get(name.casefold())) and row["answers"]]
    told = (Phrase.of("path.practise", concept=row["concept"], standing=_standing(row)) for row in rows)
    return [rendered(each, language or "") for each in told]


def _due(count: int, new: int, language: str) -> str:
    """That something is to be reviewed first; "": nothing that was learnt before is."""
    if count <= new:
        return ""
    form = "due_now_new" if new else "due_now_1" if count == 1 else "due_now"
    return rendered(Phrase.of(f"path.{form}", count=count, new=new), language)


def _recommended(state: Row, rows: Mapping[str, Row], language: str | None, own: str | None) -> list[str]:
    """What a diagnosis recommends and is still so; what comes first begins."""
    kept: list[str] = []
    begun = False
    for data, sentence in _paired(state.get("recommendation_phrases"), state.get("recommendations") or ()):
        phrase = _read(data)
        form = phrase.code if phrase else ""
        if phrase and (not _is_so(phrase, rows) or (form.startswith("diagnosis.gaps") and not begun)):
            continue
        if phrase and form.startswith("diagnosis.then") and not begun:
            first = phrase.model_copy(update={"code": form.replace("then", "gap")})
            kept.append(said(first.model_dump(), sentence, language or own))
        else:
            kept.append(said(data, sentence, language))
        begun = begun or form.startswith(("diagnosis.gap", "diagnosis.then"))
    return kept


def _is_so(phrase: Phrase, rows: Mapping[str, Row]) -> bool:
    """Whether a diagnosis' sentence is true of the figures of now."""
    about = [rows[name] for each in _names(phrase) if (name := each.casefold()) in rows]
    if phrase.code.startswith("diagnosis.few"):
        return bool(phrase.values.get("answers") == sum(row["answers"] or 0 for row in rows.values()))
    if phrase.code.startswith("diagnosis.unasked"):
        return not any(row["answers"] for row in about)
    if phrase.code.startswith("diagnosis.mastered"):
        return all(row["mastered"] for row in about)
    return not (phrase.code.startswith(_LACKING) and about and all(map(_is_done, about)))


def _names(phrase: Phrase) -> Iterator[str]:
    """All that stands in it in quotation marks."""
    if phrase.code == "signs.quoted":
        yield str(phrase.values["0"])
    for value in phrase.values.values():
        if isinstance(value, Phrase):
            yield from _names(value)


def _paired(phrases: Sequence[Any] | None, sentences: Sequence[str]) -> list[tuple[Any, str]]:
    """Each sentence with its phrase, if all have one."""
    whole = phrases if phrases is not None and len(phrases) == len(sentences) else [None] * len(sentences)
    return list(zip(whole, sentences, strict=True))


def _now(phrase: Any, sentence: str, rows: Mapping[str, Row], language: str | None, own: str | None) -> str:
    """A sentence with the figures of now; "" where it is about what is mastered; as it stands where it is no data."""
    old = _read(phrase)
    if old is None:
        return sentence
    new = _current(old, rows)
    if new is None:
        return ""
    return said(new.model_dump(), sentence, language or (own if new != old else None))


def _read(phrase: Any) -> Phrase | None:
    try:
        return None if phrase is None else Phrase.model_validate(phrase, extra="ignore")
    except ValidationError:
        return None


def _current(phrase: Phrase, rows: Mapping[str, Row]) -> Phrase | None:
    """The phrase with a concept's standing of now; None: that is mastered, marked as known, or there no more."""
    values, code = phrase.values, phrase.code.removesuffix("_at")
    if code.startswith("list."):
        each = [_current(one, rows) if isinstance(one, Phrase) else one for one in values.values()]
        return _filled(phrase, {str(n): one for n, one in enumerate(filter(None, _following(each, rows)))})
    if code in _MARKED:
        return _filled(phrase, _counted(phrase, rows))
    if code in _OF_SEVERAL:
        return _listed(phrase, _OF_SEVERAL[code], rows)
    topic = rows.get(str(values.get("topic", "")).casefold())
    if topic and code.startswith(("path.mastered", "path.remediation")):
        return phrase if bool(topic["mastered"]) is code.startswith("path.mastered") else None
    if code == "signs.quoted":
        row = rows.get(str(values["0"]).casefold())
        return None if row and _is_done(row) else phrase
    if code == "path.step_basis":
        left = _listed(phrase, "names", rows)
        if left is None:
            phrase = _filled(phrase.model_copy(update={"code": phrase.code.replace("_basis", "")}), {})
        phrase, code = left or phrase, "path.step"
    row = rows.get(str(values.get("weak" if code == "path.read_for" else "concept", "")).casefold())
    if code not in _OF_ONE or row is None:
        return phrase
    if _is_done(row):
        return None
    basis = values.get("basis")
    built_on = map(str.casefold, _names(basis)) if isinstance(basis, Phrase) else ()
    if not all(_is_done(rows[name]) for name in built_on if name in rows):
        phrase = _filled(phrase, {**values, "basis": ""})  # What it builds on was mastered when the path was made.
        values = phrase.values
    if code not in _STANDING or not row["answers"] or _code(values.get("standing")) == "path.marked":
        return phrase
    changed: dict[str, Any] = {"standing": _standing(row)}
    if code == "path.nearly" and row["needed"]:
        changed["more"] = Phrase.of(f"missing.{more_named(row['needed'])}", count=row["needed"])
    return _filled(phrase, {**values, **changed})


def _following(said: Sequence[Any], rows: Mapping[str, Row]) -> Iterator[Any]:
    """The sentences of a path; how many more follow is as many at most as are not mastered, not named before, and not
    passed over."""
    told = set(map(str.casefold, _concepts(said)))
    left = sum(not _is_done(row) and name not in told for name, row in rows.items())
    left -= sum(one.values["count"] for one in said if _code(one) in _UNNAMED and "concepts" not in one.values)
    for one in said:
        if _code(one) == "path.due":
            continue  # What is due now is told with its number.
        if _code(one) not in ("path.more_steps", "path.more_steps_1"):
            yield one
        elif (count := min(left, one.values["count"])) > 0:
            yield Phrase.of("path.more_steps_1" if count == 1 else "path.more_steps", count=count)


def _concepts(said: Iterable[Any]) -> Iterator[str]:
    """The concepts that a path names as next or behind it, or that have no question."""
    for one in said:
        match one:
            case Phrase(code="path.unasked" | "path.unasked_one", values={"concepts": Phrase() as names}):
                yield from _names(names)
            case Phrase(code="path.then", values={"steps": Phrase(values=steps)}):
                yield from _concepts(steps.values())
            case Phrase(values={"concept": str(concept)}):
                yield concept


def _is_done(row: Row) -> bool:
    """Mastered, or marked as known by the learner."""
    return bool(row["mastered"]) or row["mark"] == "known"


def _counted(phrase: Phrase, rows: Mapping[str, Row]) -> dict[str, Any]:
    """How many there are, are mastered now, or marked as known."""
    done = sum(bool(row["mastered"]) for row in rows.values())
    marked = sum(row["mark"] == "known" and not row["mastered"] for row in rows.values())
    return {
        **phrase.values,
        "count": len(rows),
        "done": done,
        **({"marked": marked} if "marked" in phrase.values else {}),
    }


def _listed(phrase: Phrase, name: str, rows: Mapping[str, Row]) -> Phrase | None:
    """A sentence that lists concepts, without those that are mastered or marked as known; None: all are."""
    old = phrase.values.get(name)
    new = _current(old, rows) if isinstance(old, Phrase) else None
    return _filled(phrase, {**phrase.values, name: new}) if new and new.values else None


def _filled(phrase: Phrase, values: Mapping[str, Any]) -> Phrase:
    return phrase.model_copy(update={"values": dict(values)})


def _standing(row: Row) -> Phrase:
    count = row["answers"]
    answers = Phrase.of("path.answer_one" if count == 1 else "path.answers", count=count)
    return Phrase.of("path.standing", score=percent(row["score"]), answers=answers)


def _code(value: object) -> str:
    return value.code if isinstance(value, Phrase) else ""
