"""How a command ends when what was expected went wrong: one sentence on stderr and an exit status, no traceback."""

import errno
import functools
import os
import sys
from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")


class Said(Exception):
    """An expected end of a command: a sentence for the person at the terminal."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


def plainly(command: Callable[P, int | None]) -> Callable[P, None]:
    """The command with its int as the exit status; expected errors become a sentence, Ctrl-C is 130."""

    @functools.wraps(command)
    def spoken(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            status = command(*args, **kwargs) or 0
        except KeyboardInterrupt:
            status = 130
        except BrokenPipeError:  # Whoever read our output has enough; the interpreter must not try to write the rest.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        except Exception as error:
            found = sentence(error)
            if found is None:
                raise
            print(f"pensum: {found}", file=sys.stderr)
            status = error.status if isinstance(error, Said) else 1
        raise SystemExit(status)

    return spoken


def sentence(error: Exception) -> str | None:
    """What to tell a person; None for a bug."""
    if isinstance(error, Said):
        return str(error)
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        from services.chassis.process.starting import wrong_setting

        return wrong_setting(error)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full{f': {error.filename} could not be written' if error.filename else ''}."
    # Each part of the house that a person may have to mend raises a RuntimeError of its own, whose text is a sentence.
    if isinstance(error, RuntimeError) and type(error).__module__.startswith("services."):
        return str(error)
    return None
