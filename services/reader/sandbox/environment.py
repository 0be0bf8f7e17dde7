"""What programs that open documents are told of their Reader's environment: no more than they need, and no secret."""

import os
import re

_TOLD = re.compile(r"PATH|LD_LIBRARY_PATH|TESSDATA_PREFIX|LANG|LC_[A-Z]+|TZ|TMPDIR|PYTHON[A-Z]+|COVERAGE_[A-Z_]+")


def environment() -> dict[str, str]:
    """The environment of what opens documents."""
    return {name: value for name, value in os.environ.items() if _TOLD.fullmatch(name)} | {"HOME": "/nonexistent"}
