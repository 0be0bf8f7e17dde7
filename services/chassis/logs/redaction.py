"""What logs and spans may say of an exception: its kind, its place, and words that stand in the code; never a value.

A learner's or a document's words reach an exception by its text (Pydantic's inputs, Postgres' details, a file's name,
what a provider quotes of a prompt). So a text is shown only where no such word can be in it:

written out in the code that raised it      as it is
`OSError`                                   what the error number means, without the file
with `loggable` set in its class            as it is: whoever wrote the class vouches for every text of it
Kafka's, and Postgres' without a SQLSTATE   as it is: they speak of connections
Postgres' other errors                      the SQLSTATE, and what the schema calls the table, column and constraint
`ValidationError`                           the fields, as the models name them, and the kind of each error
`Failure`                                   its code
"""

import os
import traceback
from collections.abc import Iterator
from functools import lru_cache
from types import TracebackType
from typing import Any

from pydantic import BaseModel, ValidationError

from contracts.problems import Failure

MOST_FRAMES = 12
MOST_CAUSES = 5
CAUSE, CONTEXT, ONE_OF = LED_TO = ("because of: ", "while handling: ", "one of them: ")
"""How the line of an exception begins that led to the one before it."""
_TELLS_OF_CONNECTIONS = "aiokafka.errors"


def kind_of(error: BaseException) -> str:
    """The exception's class; of a `Failure` its code."""
    return str(error.problem.code) if isinstance(error, Failure) else type(error).__qualname__


def described(error: BaseException) -> str:
    """The exception in a line: "OSError: No space left on device"."""
    words = _words(error)
    return f"{kind_of(error)}: {words}" if words else kind_of(error)


def traced(error: BaseException) -> str:
    """The exception, what caused it, and the frames that each passed through, without a line of their source."""
    return "\n".join(_traced(error))


def _traced(error: BaseException) -> Iterator[str]:
    seen: set[int] = set()
    waiting: list[tuple[BaseException, str]] = [(error, "")]
    while waiting and len(seen) < MOST_CAUSES:
        found, why = waiting.pop(0)
        if id(found) in seen:
            continue
        seen.add(id(found))
        yield f"{why}{described(found)}"
        for frame in traceback.extract_tb(found.__traceback__)[-MOST_FRAMES:]:
            yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
        if isinstance(found, BaseExceptionGroup):
            waiting += [(each, ONE_OF) for each in found.exceptions]
        if found.__cause__ is not None:
            waiting.append((found.__cause__, CAUSE))
        elif found.__context__ is not None and not found.__suppress_context__:
            waiting.append((found.__context__, CONTEXT))


def _words(error: BaseException) -> str:
    if isinstance(error, ValidationError):
        found = error.errors(include_url=False, include_input=False, include_context=False)
        return "; ".join(f"{_place(each['loc'])}: {each['type']}" for each in found[:5])
    if isinstance(error, OSError) and error.errno is not None:
        return os.strerror(error.errno)
    if _is_of_postgres(error):
        return _of_postgres(error)
    text, kind = str(error), type(error)
    vouched = getattr(kind, "loggable", False) or kind.__module__ == _TELLS_OF_CONNECTIONS
    return text if vouched or _stands_in_code(text, error.__traceback__) else ""


def _stands_in_code(text: str, at: TracebackType | None) -> bool:
    """Whether the function that raised it has the very text as a constant: then no value can be in it."""
    if at is None:
        return False
    while at.tb_next is not None:
        at = at.tb_next
    return text in at.tb_frame.f_code.co_consts


def _is_of_postgres(error: BaseException) -> bool:
    return any(each.__module__.startswith("psycopg") and each.__name__ == "Error" for each in type(error).__mro__)


def _of_postgres(error: Any) -> str:
    if error.sqlstate is None:
        # Without one it did not come from the server: an OperationalError tells of the connection.
        return str(error).strip() if type(error).__name__ == "OperationalError" else ""
    named = (error.diag.table_name, error.diag.column_name, error.diag.constraint_name)
    return " ".join([error.sqlstate, *(name for name in named if name)])


def _place(location: tuple[int | str, ...]) -> str:
    """Where in a message: positions and names of fields; a dictionary's keys are content."""
    known = _fields(_count(BaseModel))
    return ".".join(str(part) if isinstance(part, int) or part in known else "*" for part in location) or "(body)"


def _count(model: type[BaseModel]) -> int:
    return 1 + sum(map(_count, model.__subclasses__()))


@lru_cache(maxsize=1)
def _fields(models: int) -> frozenset[str]:
    """What the fields of all models are called; `models` is how many there are, so that later ones are found too."""
    found, waiting = set[str](), [BaseModel]
    while waiting:
        model: type[BaseModel] = waiting.pop()
        waiting += model.__subclasses__()
        for name, field in getattr(model, "model_fields", {}).items():
            found |= {name, *(alias for alias in (field.alias, field.validation_alias) if isinstance(alias, str))}
    return frozenset(found)
