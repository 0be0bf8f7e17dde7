"""What can go wrong, in one table: code, HTTP status, title, and what the learner can do.

    400 contract            the message or request breaks its contract: no retry
    413 too large           over the limit of bytes or pages
    415 unsupported         not a type we read, judged by content
    422 quality gate        a valid request whose document cannot become a course: the learner must act
    429 too many            over a limit of uploads, messages or joins: wait as long as it says
    500 ours                a bug or a store away: three attempts, then the step fails
    502 upstream failed     a model failed after its retries at 1, 3 and 5 s
    504 upstream too slow   a model or a step took too long

A `Problem` is first a state and an event (`StepFailed`, `SessionState.error`), then an RFC 9457 body.
"""

from collections.abc import Mapping
from enum import StrEnum
from string import Formatter
from typing import Any, ClassVar
from uuid import UUID

from pydantic import Field, ValidationError

from contracts.message import Phrase, Worded


class Code(StrEnum):
    """The slug of a problem; stable, machine-readable."""

    CONTRACT_BROKEN = "contract_broken"
    UNAUTHENTICATED = "unauthenticated"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    CONFLICT = "conflict"
    TOO_LARGE = "too_large"
    UNSUPPORTED_TYPE = "unsupported_type"
    KEY_REUSED = "idempotency_key_reused"
    TOO_MANY_REQUESTS = "too_many_requests"
    EMPTY_FILE = "empty_file"
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    NO_TEXT = "no_text"
    LOW_CONFIDENCE = "low_confidence"
    REVIEW_REJECTED = "review_rejected"
    OCR_UNAVAILABLE = "ocr_unavailable"
    TEXT_TOO_SHORT = "text_too_short"
    TOO_MANY_PAGES = "too_many_pages"
    READING_LIMIT = "reading_limit"
    NOTHING_TO_ASK = "nothing_to_ask"
    EDIT_REFUSED = "edit_refused"
    INTERNAL = "internal_error"
    UNAVAILABLE = "unavailable"
    MODEL_FAILED = "model_failed"
    MODEL_REFUSED = "model_refused"
    MODEL_TRUNCATED = "model_truncated"
    MODEL_UNREADABLE = "model_unreadable"
    MODEL_REJECTED = "model_rejected"
    MODEL_BUDGET = "model_budget"
    MODEL_QUOTA = "model_quota"
    MODEL_UNAVAILABLE = "model_unavailable"
    MODEL_TIMED_OUT = "model_timed_out"
    STEP_TIMED_OUT = "step_timed_out"
    FORGOTTEN = "forgotten"


TABLE: dict[Code, tuple[int, str, str]] = {
    Code.CONTRACT_BROKEN: (400, "The request breaks its contract", "Correct the named field and send it again."),
    Code.UNAUTHENTICATED: (401, "No valid token", "Send a bearer token; `pensum up` prints a URL that carries one."),
    Code.FORBIDDEN: (403, "Not for this role", "Ask with the owner's token."),
    Code.NOT_FOUND: (404, "No such thing", "Check the address; what is not yours is not shown."),
    Code.CONFLICT: (409, "It has moved on", "Load it again and decide anew."),
    Code.TOO_LARGE: (413, "The file is too large", "Send a smaller file, or split it."),
    Code.UNSUPPORTED_TYPE: (
        415,
        "This type of file is not read",
        "Send a PDF, an image, a text or an office file.",
    ),
    Code.KEY_REUSED: (422, "The Idempotency-Key was used for another request", "Use a new key for a new request."),
    Code.TOO_MANY_REQUESTS: (429, "Too many in a short time", "Wait as long as Retry-After says, then go on."),
    Code.EMPTY_FILE: (422, "The file is empty", "Send the file again; what arrived had 0 bytes."),
    Code.ENCRYPTED: (422, "The document needs a password", "Send it again with its password, or without one."),
    Code.DAMAGED: (422, "The document is damaged", "Open it in a PDF reader, save or print it anew, and send that."),
    Code.NO_TEXT: (422, "The document has no text", "Send a version that has text on its pages."),
    Code.LOW_CONFIDENCE: (422, "The scan is too hard to read", "Review it: correct, approve, or send a better scan."),
    Code.REVIEW_REJECTED: (422, "The document was rejected in review", "Send a better scan."),
    Code.OCR_UNAVAILABLE: (422, "Scans cannot be read here", "Install the named part, or send a version with text."),
    Code.TEXT_TOO_SHORT: (422, "The document has too little text", "Send a longer document."),
    Code.TOO_MANY_PAGES: (413, "The document has too many pages", "Split it and send the parts."),
    Code.READING_LIMIT: (422, "The document could not be read within its limits", "Save it anew, or split it."),
    Code.NOTHING_TO_ASK: (422, "Nothing in the document can be asked about", "Send a text with facts or definitions."),
    Code.EDIT_REFUSED: (422, "The edit does not hold up", "Change it so that the text proves it, and send it again."),
    Code.INTERNAL: (500, "Something broke on our side", "Try again; if it stays, send us the trace id."),
    Code.UNAVAILABLE: (503, "A part of the house is away", "Wait a moment and try again."),
    Code.MODEL_FAILED: (502, "The language model failed", "Try again; nothing read is lost."),
    Code.MODEL_REFUSED: (502, "The language model refused", "Retry, or use another model or the offline author."),
    Code.MODEL_TRUNCATED: (502, "The language model's answer was cut off", "Retry with fewer items."),
    Code.MODEL_UNREADABLE: (502, "The language model's answer could not be read", "Retry, or use another model."),
    Code.MODEL_REJECTED: (502, "The language model rejected the request", "Check the model's name, key and address."),
    Code.MODEL_BUDGET: (502, "The language model's budget is spent", "Raise the budget, or use the offline author."),
    Code.MODEL_QUOTA: (502, "The language model's quota is spent", "Top up the quota, or use another model."),
    Code.MODEL_UNAVAILABLE: (502, "The language model is away", "Try again; nothing read is lost."),
    Code.MODEL_TIMED_OUT: (504, "The language model took too long", "Try again; nothing read is lost."),
    Code.STEP_TIMED_OUT: (504, "A step took too long", "Try again; nothing done is lost."),
    Code.FORGOTTEN: (404, "The course was forgotten", "Upload the document again."),
}


class Problem(Worded):
    """What went wrong, for a person and for a program.

    `detail` is a sentence for the learner; `fields` names what is at fault (400); `numbers` has the counts and limits.
    `phrase`: the detail as data.
    """

    worded: ClassVar[Mapping[str, str]] = {"detail": "phrase"}
    code: Code
    status: int = Field(ge=400, le=599)
    title: str
    detail: str
    action: str
    fields: list[str] = []
    numbers: dict[str, float] = {}
    phrase: Phrase | None = None

    def body(self, *, trace_id: UUID | None, instance: str) -> dict[str, Any]:
        """RFC 9457 problem details; `trace_id` is the session id's 32 hex digits."""
        numbers = {name: int(each) if float(each).is_integer() else each for name, each in self.numbers.items()}
        return {
            "type": f"urn:pensum:problem:{self.code}",
            **self.model_dump(mode="json"),
            "numbers": numbers,
            "instance": instance,
            "trace_id": trace_id.hex if trace_id else None,
        }


def problem(
    code: Code, detail: str, *, phrase: Phrase | None = None, fields: list[str] | None = None, **numbers: float
) -> Problem:
    """A problem of the table above, with its own sentence; `phrase`: the same as data."""
    status, title, action = TABLE[code]
    return Problem(
        code=code,
        status=status,
        title=title,
        detail=detail,
        action=action,
        fields=fields or [],
        numbers=numbers,
        phrase=phrase,
    )


def contract_problem(error: ValidationError) -> Problem:
    """The 400 of a message that breaks its contract: names each field with its path, never shows its content.

    A rule over several fields says "field: what is wrong"; then that field is named. So is an item's `type`.
    """
    fields, said, phrases = list[str](), list[str](), list[Phrase]()
    for found in error.errors(include_url=False, include_input=False):
        path, sentence = list(map(str, found["loc"])), found["msg"].removeprefix("Value error, ")
        named, colon, rest = sentence.partition(": ")
        if found["type"] == "value_error" and colon and named.isidentifier():
            path, sentence = [*path, named], rest
        kind = found["type"]
        if kind.startswith("union_tag"):
            path, kind = [*path, found["ctx"]["discriminator"].strip("'")], "union_tag"
        fields.append(".".join(path) or "(body)")
        said.append(f"{fields[-1]}: {plain(kind, found.get('ctx', {}), sentence)}")
        phrases.append(at_field(fields[-1], as_data(kind, found.get("ctx", {}), sentence)))
    whole = Phrase.listed("semicolon", phrases[:5])
    return problem(Code.CONTRACT_BROKEN, "; ".join(said[:5]), phrase=whole, fields=list(dict.fromkeys(fields)))


class Failure(Exception):
    """A step or request that ends in a problem.

    `final`: another attempt cannot help. `tokens`: spent before it failed.
    """

    def __init__(self, problem: Problem, *, final: bool = True, tokens: int | None = None) -> None:
        super().__init__(problem.detail)
        self.problem, self.final, self.tokens = problem, final, tokens


def failure(
    code: Code,
    detail: str,
    *,
    final: bool = True,
    phrase: Phrase | None = None,
    fields: list[str] | None = None,
    **numbers: float,
) -> Failure:
    """A `Failure` with a problem of the table."""
    return Failure(problem(code, detail, phrase=phrase, fields=fields, **numbers), final=final)


# What Pydantic finds, as it is said to a person in English; the catalogue's `requests` says the same in each language.
# What is not here is said in Pydantic's own words.
PLAIN = {
    "missing": "is missing",
    "extra_forbidden": "there is no such field",
    "string_type": "must be a text",
    "string_too_short": "must have at least {min_length} character(s)",
    "string_too_long": "must have at most {max_length} characters",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a number",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "too_short": "must have at least {min_length}",
    "too_long": "must have at most {max_length}",
    "literal_error": "must be {expected}",
    "json_invalid": "is no valid JSON",
    "greater_than": "must be greater than {gt}",
    "less_than": "must be less than {lt}",
    "uuid_parsing": "is no UUID",
    "uuid_type": "is no UUID",
    "timezone_aware": "must name its time zone, as in 2026-01-31T12:00:00Z",
    "datetime_parsing": "is no date and time, as in 2026-01-31T12:00:00Z",
    "datetime_from_date_parsing": "is no date and time, as in 2026-01-31T12:00:00Z",
    "string_pattern_mismatch": "has another form than it must have",
    "union_tag": "must be a known kind",
    "negative": "must not be negative",
    "null_character": "must not hold the character U+0000",
    "empty_text": "must not be empty",
}


def plain(kind: str, limits: Mapping[str, Any], sentence: str) -> str:
    """The sentence of an error of that kind."""
    name = _named(kind, limits)
    return PLAIN[name].format_map(limits) if name in PLAIN else sentence


def as_data(kind: str, limits: Mapping[str, Any], sentence: str) -> Phrase | str:
    """The same as data; what is said in Pydantic's own words, or in a rule's, as it stands."""
    name = _named(kind, limits)
    if name not in PLAIN:
        return sentence
    told = {each: str(limits[each]) for _, each, _, _ in Formatter().parse(PLAIN[name]) if each}
    return Phrase.of(f"requests.{name}", **told)


def at_field(field: str, why: Phrase | str) -> Phrase:
    """What is wrong with a field of a request, as data."""
    return Phrase.of("requests.at", field=field, why=why)


def _named(kind: str, limits: Mapping[str, Any]) -> str:
    """Under which name `PLAIN` and the catalogue have an error of that kind."""
    if kind == "greater_than_equal" and limits.get("ge") == 0:
        return "negative"
    if kind == "string_pattern_mismatch" and limits.get("pattern") == r"^[^\x00]*$":
        return "null_character"
    return "empty_text" if kind == "string_too_short" and limits.get("min_length") == 1 else kind
