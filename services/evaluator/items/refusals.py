"""Why an item is refused, in a sentence of the catalogue (`refusals`): in English, for its author, and as data."""

from contracts.message import Phrase
from contracts.quizzes import Refusal
from services.text.catalogue.phrases import rendered


def refused(code: str, name: str, /, **values: str | float | Phrase) -> Refusal:
    """The refusal that the catalogue says under this name."""
    phrase = Phrase.of(f"refusals.{name}", **values)
    return Refusal(code=code, sentence=rendered(phrase, "en"), phrase=phrase)
