"""What a language model is shown as data and not as an instruction."""

import json


def as_data(value: object, *, compact: bool = False) -> str:
    """JSON in which no text can close the marks around it. `compact`: without blanks, which cost tokens."""
    separators = (",", ":") if compact else None
    said = json.dumps(value, ensure_ascii=False, separators=separators)
    return said.replace("<", "\\u003c").replace(">", "\\u003e")
