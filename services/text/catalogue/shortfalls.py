"""Why something was not written: in whose words of the catalogue (`shortfall`) a reason is told. Pure."""

from services.text.catalogue import counted

REASONS = counted("shortfall")
_ALIKE = {
    "quote_not_verbatim": "quote_not_found",
    "block_missing": "quote_not_found",
    "block_changed": "quote_not_found",
    "document_wrong": "quote_not_found",
    "page_wrong": "quote_not_found",
    "statement_not_in_quote": "answer_not_in_quote",
    "key_unproved": "answer_not_in_quote",
    "order_not_in_quote": "answer_not_in_quote",
    "answer_not_in_options": "options_unfit",
    "options_alike": "options_unfit",
    "option_shape": "options_unfit",
    "unit_wrong": "number_misread",
    "stem_empty": "item_flawed",
    "stem_unclear": "item_flawed",
    "level_overclaimed": "item_flawed",
    "stem_too_long": "item_flawed",
}


def told_as(code: str) -> str:
    """The reason in whose words a reason is told."""
    code = _ALIKE.get(code, code)
    return code if code in REASONS["en"] else "model" if code.startswith("model_") else "other"


def has_count(code: str) -> bool:
    """Whether a reason is told with how often it stood in the way."""
    return "{}" in REASONS["en"][told_as(code)][0]


def plain(code: str) -> str:
    """The code's form that says no more than how many: where nothing else is known."""
    return f"{code}_plain" if f"{code}_plain" in REASONS["en"] else code
