"""Is a question surely in another language than its text? By script, and by a vote of small words; else no word.

Short strings are let pass: a refusal needs a plain case. Danish, Norwegian and Swedish are not told apart, nor is what
the quote itself is written in held against a question. Pure.
"""

from contracts.message import Phrase
from contracts.quizzes import Refusal
from services.evaluator.items.refusals import refused
from services.text.catalogue import sentences
from services.text.guessing import group_of, group_said, scripts_in, scripts_of, votes_in
from services.text.languages import code_of

_LEAST_LETTERS, _LEAD = 12, 3
_NAMED = sentences("languages")["en"].keys()


def language_differs(text: str, quote: str, language: str) -> Refusal | None:
    """Whether `text` is surely in another language than `language` and than its quote; "" for unknown: nothing."""
    if not language:
        return None
    wanted, own = scripts_of(language), group_of(language)
    said, quoted = scripts_in(text), scripts_in(quote)
    if wanted and said.total() >= _LEAST_LETTERS:
        most = said.most_common(1)[0][0]
        if most not in wanted and not any(said[script] for script in wanted) and quoted[most] <= quoted.total() / 2:
            return _refused(Phrase.of("refusals.script", script=most.capitalize()), language)
    voted = group_said(text)
    if voted is None or voted == own or voted == group_said(quote):
        return None
    if own:
        votes = votes_in(text)
        if votes[own] * _LEAD > votes[voted]:
            return None
    elif voted != "en" or not wanted or "LATIN" in wanted:
        return None  # Of a language that has no list, its sisters would be taken for it.
    return _refused(_name({"scandinavian": "no"}.get(voted, voted)), language)


def _refused(other: str | Phrase, language: str) -> Refusal:
    return refused("language_differs", "language_differs", other=other, language=_name(language))


def _name(language: str) -> str | Phrase:
    """What a language is called, if that is known."""
    code = code_of(language)
    return Phrase.of(f"languages.{code}") if code in _NAMED else language
