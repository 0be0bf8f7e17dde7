"""Whether a quote bears a sentence out, and whether a sentence says anything at all. Pure."""

import re

from contracts.learning import Explain
from services.coach.tutor.following import understood
from services.text.alphabets import WORD
from services.text.languages import code_of
from services.text.vocabulary.synonyms import synonyms_of
from services.text.words import content_of, fold, stems_of

_NUMBER = re.compile(r"\d+(?:[.,\s]\d+)*")
_TOKEN = re.compile(r"\w*\d[\w.]*\w|\d|\w+\(\)")
"""What has a figure in it, as "s2" or "1.2", or is called as a function."""
_NAME = re.compile(r"(?<=[\w,;:] )[A-ZÆØÅÄÖÜ][\w-]+")
"""A capital that begins no sentence. Not in German, where every noun has one."""
_NUMBERED = re.compile(r"\b([A-ZÆØÅÄÖÜ][\w-]*) (\d[\d.]*\b)")
"""A name by its number: "Chapter 5", "Windows 3.1"."""
_WORD = re.compile(r"\w[\w-]*")
_DENIED = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|\w+n['’]t|ikke|aldri|ingen|ingenting|verken|uten|nicht|nie|kein\w*"
    r"|ohne)\b",
    re.IGNORECASE,
)
_JOINS = """
    first second third then next now finally lastly so thus therefore also and but or because this that these those it
    they them here there let us look at see remember note think of what why how where when which does do is are was
    means mean meaning matter matters important in short other another more example examples instance difference step
    steps together both one two three again word words put simply simple idea picture reason reasons result text
    document lesson page says say tells tell us we you your know question answer about with from to the a an for be
    as by build builds on up begin begins start starts closer closely
    først deretter så nå til slutt også og men eller fordi dette det den disse de dem her der la oss se på husk tenk
    hva hvorfor hvordan hvor når hvilken hvilke er var betyr viktig kort sagt andre en annen et annet mer eksempel
    eksempler forskjell forskjellen steg trinn sammen begge igjen ord enkelt enkel grunn grunnen teksten dokumentet
    side sier forteller vi du din vet spørsmål svar svaret om med fra til i av som bygger begynner
"""
_MOST_JOINING = 14
_LANGUAGES = ("en", "no")


def topics_of(command: Explain) -> frozenset[str]:
    """The stems of what is to be explained or was asked."""
    language = code_of(command.language)
    words = {stem for name in command.concepts for stem in stems_of(name, language)}
    if command.question.strip():
        asked = understood(command.question, command.conversation, language)
        words |= set(stems_of(f"{asked.text} {asked.topic}", language))
    return frozenset(words)


def names_only(quote: str, text: str, language: str) -> bool:
    """Whether every name and identifier of a sentence stands in a quote."""
    shown = set(stems_of(quote, code_of(language)))
    names = [] if code_of(language) == "de" else _NAME.findall(text)
    if any(not set(stems_of(name, code_of(language))) <= shown for name in names):
        return False
    tokens = {token.casefold() for token in _TOKEN.findall(quote)}
    return all(token.casefold() in tokens for token in _TOKEN.findall(text) if not token.isdigit())


def unplaced(text: str, before: str, quote: str) -> str:
    """A sentence without the names by number of which a quote is told: those that stand last before it, and which the
    quote itself does not name, by whatever number."""
    named = set(WORD.findall(fold(quote)))
    last = {name: number for name, number in _NUMBERED.findall(before) if not {fold(name), f"{fold(name)}s"} & named}
    return _NUMBERED.sub(lambda found: "" if last.get(found[1]) == found[2] else found[0], text)


def says_untold(text: str) -> bool:
    """Whether a sentence says that something is not there, and nothing in figures."""
    return bool(_DENIED.search(text)) and not re.search(r"\d", text)


def bears_out(quote: str, text: str, language: str, lead: str = "") -> bool:
    """Whether a quote holds a sentence's numbers and at least half of its words, and neither denies the other. Names do
    not count among the words: that two people stand in a sentence does not tell what they are to each other. `lead`:
    what the quote leans on, which may name what it calls "it". An everyday word bears out another that means the same.
    """
    short = code_of(language)
    said, own, shown = content_of(text, short), content_of(quote, short), content_of(f"{lead} {quote}", short)
    numbers = {re.sub(r"\D", "", each) for each in _NUMBER.findall(quote)}
    if any(re.sub(r"\D", "", each) not in numbers for each in _NUMBER.findall(text)):
        return False
    if bool(_DENIED.search(text)) != bool(_DENIED.search(quote)) or not names_only(f"{lead} {quote}", text, language):
        return False
    names = set() if short == "de" else {stem for name in _names(quote, text) for stem in stems_of(name, short)}
    plain = said - names
    borne = [stem for stem in plain if stem in shown or synonyms_of(stem, short) & shown]
    return bool(said) and 2 * len(borne) >= len(plain) and bool(not plain or plain & own or not lead)


def _names(quote: str, text: str) -> set[str]:
    """The names of a sentence; its first word is one where the quote has it with a capital amid a sentence."""
    amid = set(_NAME.findall(quote))
    return {*_NAME.findall(text), *(word for word in _WORD.findall(text)[:1] if word in amid)}


def is_connective(text: str, command: Explain) -> bool:
    """Whether a sentence only leads on: short, without numbers, and but for the concepts' names of such words only."""
    language = code_of(command.language)
    if language not in _LANGUAGES or len(text.split()) > _MOST_JOINING or re.search(r"\d", text):
        return False
    names = {stem for name in command.concepts for stem in stems_of(name, language)}
    return set(stems_of(text, language)) <= names | set(stems_of(_JOINS, language))
