"""Why something was not written, told: the reasons by their codes, whoever counts them. Pure."""

from collections.abc import Mapping

from services.text.catalogue import Words, counted

REASONS = counted("shortfall")
_ALIKE = {
    "quote_not_verbatim": "quote_not_found",
    "block_missing": "quote_not_found",
    "block_changed": "quote_not_found",
    "document_wrong": "quote_not_found",
    "page_wrong": "quote_not_found",
    "statement_not_in_quote": "answer_not_in_quote",
    "order_not_in_quote": "answer_not_in_quote",
    "answer_not_in_options": "options_unfit",
    "options_alike": "options_unfit",
    "option_shape": "options_unfit",
    "unit_wrong": "number_misread",
    "stem_empty": "item_flawed",
    "stem_too_long": "item_flawed",
}


def told_as(code: str) -> str:
    """The reason in whose words a reason is told."""
    code = _ALIKE.get(code, code)
    return code if code in REASONS["en"] else "model" if code.startswith("model_") else "other"


def has_count(code: str) -> bool:
    """Whether a reason is told with how often it stood in the way."""
    return "{}" in REASONS["en"][told_as(code)][0]


def said(code: str, count: int, language: str, values: Mapping[str, object] | None = None) -> str:
    """One reason in words; without `values` in those that need none."""
    words = REASONS[language]
    form: Words = words[code] if values is not None else words.get(f"{code}_plain", words[code])
    return form[count != 1].format(count, **(values or {}))
