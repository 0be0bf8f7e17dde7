"""How a language model can fail: the error tree, and what kind of trouble an SDK error or an HTTP status is.

ModelError                  final for the step: the client has already tried what can help
  UpstreamFailed       502  model_unavailable   down, unreachable or busy after the retries
    ModelRejected      502  model_rejected      400, 401, 403, 404, 422: asking again cannot help
    ModelQuotaSpent    502  model_quota         the account with the provider is used up
    ModelRefused       502  model_refused       the model or its content filter would not answer
    ModelTruncated     502  model_truncated     the answer did not fit into the token limit
    ModelUnreadable    502  model_unreadable    out of its schema, also after the re-ask
    BudgetSpent        502  model_budget        the session's own token budget is used up
  UpstreamTimedOut     504  model_timed_out     the last of the tries took too long
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import ClassVar

from contracts.problems import Code, Failure, Problem
from services.chassis.problems import failed


class ModelError(Exception):
    """`detail` is for the log; the learner is told what the catalogue's `problems` has for the code. `tokens`: what the
    ask had cost by then."""

    code: ClassVar[str] = "model_unavailable"
    status: ClassVar[int] = 502
    final: ClassVar[bool] = True

    def __init__(self, detail: str, tokens: int = 0) -> None:
        super().__init__(detail)
        self.detail = detail
        self.tokens = tokens


class UpstreamFailed(ModelError):
    """502: see `code` for the reason."""


class ModelRejected(UpstreamFailed):
    """The provider calls the request itself wrong: key, model name or a parameter."""

    code = "model_rejected"


class ModelQuotaSpent(UpstreamFailed):
    """429 with an exhausted quota, or 402."""

    code = "model_quota"


class ModelRefused(UpstreamFailed):
    """A refusal, or the provider's content filter."""

    code = "model_refused"


class ModelTruncated(UpstreamFailed):
    """`finish_reason` was `length`."""

    code = "model_truncated"


class ModelUnreadable(UpstreamFailed):
    """Neither the answer nor the one to the re-ask could be read."""

    code = "model_unreadable"


class BudgetSpent(UpstreamFailed):
    """Nothing was sent: the session has spent its tokens."""

    code = "model_budget"


class UpstreamTimedOut(ModelError):
    """504."""

    code = "model_timed_out"
    status = 504


class Kind(StrEnum):
    """What to do about a call that brought no answer."""

    AGAIN = "again"
    """Repeat it after a wait."""
    FORMAT = "format"
    """Ask for the JSON in a simpler manner."""
    LIMIT = "limit"
    """Name the token limit by its other name."""
    REJECTED = "rejected"
    QUOTA = "quota"
    REFUSED = "refused"


@dataclass(frozen=True)
class Trouble:
    """`reason`: short, the same for all failures of a sort. `message`: the provider's words, for the log only.

    `retry_after`: seconds that the provider asks for, None where it does not.
    """

    kind: Kind
    reason: str
    message: str = ""
    timed_out: bool = False
    retry_after: float | None = None

    def error(self, tokens: int) -> ModelError:
        """The exception that this trouble ends in when nothing else is left to try."""
        detail = f"{self.reason}: {self.message}" if self.message else self.reason
        if self.timed_out:
            return UpstreamTimedOut(detail, tokens)
        ends: dict[Kind, type[ModelError]] = {
            Kind.AGAIN: UpstreamFailed,
            Kind.QUOTA: ModelQuotaSpent,
            Kind.REFUSED: ModelRefused,
        }
        return ends.get(self.kind, ModelRejected)(detail, tokens)


FORMAT_WORDS = ("response_format", "response format", "json_schema", "json_object", "schema", "grammar")
QUOTA_CODES = {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "credit_balance_too_low"}
FILTER_CODES = {"content_filter", "content_policy_violation"}
TIMEOUT_STATUSES = {408, 504, 524}
PAYMENT_REQUIRED, TOO_MANY_REQUESTS, NOT_IMPLEMENTED = 402, 429, 501
LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")
MOST_CHARACTERS = 200


def status_trouble(status: int, headers: Mapping[str, str], body: object) -> Trouble:
    """Sort an HTTP error by its status and what the body names; bodies differ much between servers."""
    fields = body if isinstance(body, Mapping) else {"message": body}
    named = {str(fields[name]) for name in ("code", "type") if fields.get(name)}
    words = json.dumps(body, default=str).lower()
    reason = f"HTTP {status}"
    message = str(fields.get("message") or " ".join(sorted(named)))[:MOST_CHARACTERS]
    if named & QUOTA_CODES or status == PAYMENT_REQUIRED:
        return Trouble(Kind.QUOTA, reason, message)
    if status in TIMEOUT_STATUSES:
        return Trouble(Kind.AGAIN, reason, message, timed_out=True)
    if status == TOO_MANY_REQUESTS:
        return Trouble(Kind.AGAIN, reason, message, retry_after=_retry_after(headers))
    if named & FILTER_CODES:
        return Trouble(Kind.REFUSED, reason, message)
    # 500 too: llama.cpp answers so when it cannot turn a schema into a grammar
    if status in {400, 422, 500, NOT_IMPLEMENTED} and any(word in words for word in FORMAT_WORDS):
        return Trouble(Kind.FORMAT, reason, message)
    if status in {400, 422} and any(field in words for field in LIMIT_FIELDS):
        return Trouble(Kind.LIMIT, reason, message)
    if status >= 500 and status != NOT_IMPLEMENTED:
        return Trouble(Kind.AGAIN, reason, message)
    return Trouble(Kind.REJECTED, reason, message)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds from `Retry-After`, given as a number or as an HTTP date."""
    told = headers.get("retry-after")
    if told is None:
        return None
    try:
        seconds = float(told)
    except ValueError:
        try:
            moment = parsedate_to_datetime(told)
        except ValueError:
            return None
        seconds = (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def upstream(error: ModelError, spent: int = 0) -> Failure:
    """The failure that a step ends in: 502 or 504, final, with what it cost. `spent`: tokens of the asks before it."""
    return Failure(told(error), final=True, tokens=spent + error.tokens)


def told(error: ModelError) -> Problem:
    """The problem that a learner is told: its sentence is the catalogue's."""
    return failed(Code(error.code), error.code).problem
