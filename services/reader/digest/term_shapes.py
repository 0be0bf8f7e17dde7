"""What can be a term, by its shape alone: not a number, a label, a piece of code, a figure's name or a sentence."""

import re

from services.reader.language_names import UNPARTED
from services.reader.words.lists import is_function_word, listed
from services.reader.words.segmenting import words_in
from services.text.alphabets import is_together
from services.text.vocabulary import frequencies
from services.text.vocabulary.genus import names_kind

_FORBIDDEN = re.compile(
    r"[=<>{}\[\]()/\\_$@#%^*|~+:;!?\"“”«»§&,…→←°]|\w\.\w|\.\.|\b[a-z]{2,}[A-Z]|--|['’](?:s|ll|re|ve|d|m|t)\b|\d{3,}|^[-–]|[-–]$"
)
_INNER = {
    "en": frozenset(["of", "and", "the", "in", "to", "for", "by", "on", "with"]),
    "no": frozenset(["av", "og", "i", "for", "på", "til", "med"]),
}
_LABEL = re.compile(
    r"^(?:fig(?:ure)?s?|tab(?:le|ell)?s?|chapter|section|page|step|example|exercise|question|answer|problem"
    r"|equation|part|appendix"
    r"|note|notes|keywords?|abstract|nøkkelord|stikkord|tip|warning|caution|important|remark|definition|theorem"
    r"|lemma|proof|listing|slide|figur|kapittel|avsnitt|del"
    r"|side|steg|trinn|eksempel|oppgave|spørsmål|svar|merk|vedlegg|abbildung|tabelle|kapitel|beispiel|seite"
    r"|version|vol|see"
    r"|se|appendices|lesson|unit|module|week|day|leksjon|modul|uke|dag|et|al|etc|ibid)\b[\s\d.:IVX]*$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\b[a-z]{3,}\d+$")  # "problem1", "var2"
# Titles made of these words alone name no subject.
GENERIC = listed("generic")
# Turns of speech, which are the subject of no text.
PHRASES = frozenset(
    [
        *("case-in-point", "case in point", "rule of thumb", "point of view", "starting point", "turning point"),
        *("end result", "main point", "main idea", "side note", "state of the art", "word of caution"),
        *("matter of fact", "good example", "best example", "godt eksempel", "utgangspunkt", "tommelfingerregel"),
    ]
)
_MOST_WORDS, _MOST_PRINTED = 5, 7
_LONGEST_UNPARTED = 24  # of what is no word but a run of them
_TOO_COMMON = 4e-4  # about "water"; a single word more common than that is no term unless the text defines it


def words_of(text: str, language: str = "") -> list[str]:
    """The words, case-folded; `language` tells how to part what is written without blanks."""
    return [text[start:end].casefold() for start, end in words_in(text, language)]


def is_generic(text: str) -> bool:
    """Whether a title says nothing of its subject: Introduction, Summary, Chapter 1."""
    words = words_of(text)
    content = [word for word in words if not word.isdigit()]
    return (
        not content
        or bool(_LABEL.match(text.strip()))
        or all(word in GENERIC or is_function_word(word, "en") or is_function_word(word, "no") for word in content)
    )


def is_printed(text: str) -> bool:
    """Whether an entry of a glossary may be a term: whatever its words, it is short, and no label."""
    return 1 <= len(words_of(text)) <= _MOST_PRINTED and not _LABEL.match(text.strip())


def is_term(text: str, language: str, *, defined: bool) -> bool:
    """Whether a text may be shown to a learner as a term; `defined`: the document says what it is."""
    words = words_of(text, language)
    if not 1 <= len(words) <= _MOST_WORDS or not 2 <= len(text) <= 60 or _FORBIDDEN.search(text) or is_generic(text):
        return False
    if text.casefold() in PHRASES:
        return False
    if max(len(word) for word in words) < 3 and not text.isupper() and not is_together(text):
        return False
    # "Nice feature", "simplest model": something is called so here, which names nothing.
    if len(words) > 1 and not defined and (not names_kind(text, language) or _is_most(words[0], language)):
        return False
    if language in UNPARTED and len(text) > _LONGEST_UNPARTED:
        return False
    inner = _INNER.get(language, _INNER["en"])
    if any(is_function_word(word, language) for word in (words[0], words[-1])):
        return False
    if any(is_function_word(word, language) and word not in inner for word in words[1:-1]):
        return False
    if any(word.isdigit() for word in words) and len(words) == 1:
        return False
    if not defined and _NUMBERED.search(text):
        return False
    if len(words) == 1 and not defined and (text.endswith("ed") and language == "en"):
        return False
    common = frequencies.frequency(words[0], language) if len(words) == 1 else 0.0
    return common < (3e-3 if defined else _TOO_COMMON)


def _is_most(word: str, language: str) -> bool:
    """Whether it is an English superlative: "simplest", beside which there is "simpler"."""
    stem = word.removesuffix("est")
    return language == "en" and stem != word and len(stem) > 2 and frequencies.is_listed(f"{stem}er", language)
