"""A disk without room is an outage, and nobody's fault: what meets it waits, and goes on when there is room again."""

import errno

FULL = (errno.ENOSPC, errno.EDQUOT)
"""What a disk says that is full, and one whose quota is used up."""
PROBE_BYTES = 64 * 1024
SENTENCE = "The disk that keeps the documents is full."


def is_full(error: BaseException | None) -> bool:
    """Whether that, or what it came of, is a disk without room."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, OSError) and error.errno in FULL:
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False
