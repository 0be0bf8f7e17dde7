"""What a language model is shown as data and not as an instruction."""

import json


def as_data(value: object) -> str:
    """JSON in which no text can close the marks around it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
