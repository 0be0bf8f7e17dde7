"""The one object that `pensum study --json` prints, and the exit status that goes with it. Pure."""

from typing import Any

from contracts.proof import pages_said
from services.console.study.client import Json, exit_status
from services.console.study.keyed_items import answer_text

KEYS = (
    "session_id",
    "status",
    "doc_meta",
    "documents",
    "context",
    "flashcards",
    "quiz_items",
    "explanation",
    "examples",
    "refused",
    "shortfall",
    "notes",
    "spending",
    "error",
)

OWN = ("prompts", "statement", "wrong", "right", "accepted", "value", "tolerance", "unit", "key_points")
"""What only some types have."""
PLACE = ("block_id", "source_page", "last_page", "quote")
WORDS = {"page": "p.", "slide": "slide", "section": "section", "cue": "cue"}


LISTS = ("documents", "examples", "flashcards", "quiz_items", "shortfall", "notes")


def course(state: Json, owned: Json | None) -> Json:
    """The course of a session: its state, and what its owner was given of its material (None: it cannot be had)."""
    owned = owned or {}
    found = {
        "session_id": state["session_id"],
        "status": state["status"],
        "doc_meta": state.get("doc_meta"),
        "context": state.get("context"),
        "documents": state.get("documents") or [],
        "flashcards": [
            _card(each["flashcard"]) | {"place": place(each["flashcard"]["proof"], state)}
            for each in owned.get("flashcards", [])
            if _asked(each)
        ],
        "quiz_items": [
            question(each["item"]) | {"place": place(each["item"]["proof"], state)}
            for each in owned.get("items", [])
            if _asked(each)
        ],
        "explanation": owned.get("explanation") or "",
        "examples": owned.get("examples") or [],
        "refused": owned.get("refused") or {},
        "shortfall": [each["sentence"] for each in owned.get("shortfall") or []],
        "notes": state.get("notes") or [],
        "spending": state.get("spending"),
        "error": _error(state),
    }
    if found["error"] is None and not any(found[made] for made in ("quiz_items", "flashcards", "explanation")):
        found["error"] = _nothing(state, found["refused"])
    return found


def no_course(problem: Json, state: Json | None = None) -> Json:
    """The object of a job that ended in `problem`, with what is known of its session."""
    known = (
        course(state, None) if state else dict.fromkeys(KEYS) | {"status": "failed", "refused": {}, "explanation": ""}
    )
    lists: Json = {} if state else {name: [] for name in LISTS}
    return known | lists | {"error": problem}


def status_of(found: Json) -> int:
    """The exit status."""
    return exit_status(found["error"]) if found["error"] else 0


def question(item: Json) -> Json:
    """An item with its key and its place in the document. `answer` is as the item's type has it."""
    proof, why = item["proof"], item.get("explanations") or []
    return {
        **{name: item[name] for name in ("item_id", "quiz_id", "type", "concept", "difficulty", "question")},
        "level": item.get("level", "recall"),
        "options": item.get("options") or [],
        "answer": item["answer"],
        "answer_text": answer_text(item),
        **{name: item[name] for name in OWN if name in item},
        "explanations": [{name: one[name] for name in ("option_id", "sentence")} for one in why],
        **{name: proof[name] for name in PLACE if name in proof},
        "origin": item["origin"],
    }


def place(of: Json, state: Json) -> str:
    """Where a quote stands: "p. 3", "slide 3", and whose where the course has several documents."""
    documents: list[Json] = state.get("documents") or [state.get("doc_meta") or {}]
    ending = str(of["block_id"]).rpartition("-")[2]
    own = next((each for each in documents if ending and str(each.get("sha256", "")).startswith(ending)), documents[0])
    said = f"{WORDS.get(own.get('page_kind', 'page'), 'p.')} {pages_said(of['source_page'], of.get('last_page'))}"
    return f"{own.get('filename', '')}, {said}" if len(documents) > 1 else said


def _asked(each: Json) -> bool:
    """Accepted, and not removed since."""
    return bool(each["accepted"]) and each.get("state", "live") in ("live", "approved")


def _card(card: Json) -> Json:
    """A card with its place in the document."""
    known = {name: card[name] for name in ("card_id", "question", "answer", "concept", "origin")}
    return known | {name: card["proof"][name] for name in PLACE if name in card["proof"]}


def _error(state: Json) -> Json | None:
    error: Json | None = state.get("error")
    if error:
        return {**error, "trace_id": state.get("trace_id")}
    if state["status"] == "ready":
        return None
    return {
        "status": 422 if state["status"] == "pending_review" else 404,
        "code": state["status"],
        "title": "There is no course",
        "detail": f"The session is at '{state['status']}'.",
        "action": "Look at it on the page.",
        "trace_id": state.get("trace_id"),
    }


def _nothing(state: Json, refused: dict[str, int]) -> dict[str, Any]:
    from contracts.problems import Code, problem

    why = ", ".join(f"{code}: {count}" for code, count in refused.items())
    said = f"No question and no card stood up to the check ({why})." if why else "No question and no card was written."
    return {**problem(Code.NOTHING_TO_ASK, said).model_dump(mode="json"), "trace_id": state.get("trace_id")}
