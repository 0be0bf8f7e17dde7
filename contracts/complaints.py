"""What Pydantic finds wrong, as a plain sentence for who sent it: "must not be negative"."""

from collections.abc import Mapping
from typing import Any

# What Pydantic finds, as it is said to a person; what is not here is said in Pydantic's own words.
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
}


def plain(kind: str, limits: Mapping[str, Any], sentence: str) -> str:
    """The sentence of an error of that kind."""
    if kind == "greater_than_equal" and limits.get("ge") == 0:
        return "must not be negative"
    if kind == "string_pattern_mismatch" and limits.get("pattern") == r"^[^\x00]*$":
        return "must not hold the character U+0000"
    if kind == "string_too_short" and limits.get("min_length") == 1:
        return "must not be empty"
    return PLAIN[kind].format_map(limits) if kind in PLAIN else sentence
