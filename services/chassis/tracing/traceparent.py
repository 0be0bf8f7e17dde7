"""How a session names its trace: the ids that derive from it, and W3C's header for them."""

from uuid import UUID


def root_id(session: UUID) -> str:
    """The span id of the session's root span, the upload: 16 hex digits, its id's first 8 bytes."""
    return session.hex[:16]


def sampled(trace_id: int, share: float) -> bool:
    """Whether a trace is among the share that is kept; decided on the id's first 6 bytes."""
    return (trace_id >> 80) < share * (1 << 48)


def root_of(session: UUID, share: float = 1.0) -> str:
    """The `traceparent` of the session's root span."""
    return f"00-{session.hex}-{root_id(session)}-{'01' if sampled(session.int, share) else '00'}"
