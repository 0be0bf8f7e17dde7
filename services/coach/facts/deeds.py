"""Deeds: which sentence says what a thing does, needs, depends on or is used for, where that is what one asks of it."""

import re
from collections.abc import Iterator, Sequence

from services.coach.facts.fact import Deed
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import is_balanced, is_noun_phrase, words_of
from services.coach.sentences.parts import parts_of

# What is done to something, with the word that belongs to it: of these "what does it ...?" is a question.
_DOES = {
    "en": (
        "absorb activate affect attract block carry cause collect connect consume contain control convert cover"
        " create define describe destroy detect determine digest emphasize examine explain filter"
        " generate govern hinder increase influence inhibit insulate limit link maintain measure need organize oversee"
        " prevent process produce promote protect provide reduce regulate release remove replace represent require"
        " resist secrete separate store stimulate strengthen study support teach track transmit transport trigger"
    ),
    "no": (
        "absorberer aktiverer beskriver beskytter bestemmer dekker fanger filtrerer forhindrer forklarer frakter"
        " fremmer frigjør hemmer hindrer inneholder kontrollerer krever lagrer leder leverer måler"
        " omdanner opptar produserer"
        " påvirker regulerer representerer sender skiller skaper slipper styrer støtter transporterer trenger utløser"
    ),
}
_OF = {"en": ("depend on", "consist of", "belong to", "rely on", "focus on"), "no": ("avhenger av", "består av")}
_USED = {
    "en": re.compile(
        r"^(?P<thing>[^,;:]{3,60}?) (?P<verb>is|are) (?:often |mainly |usually )?used (?:to|for) (?P<what>[^;:]+)$"
    ),
    "no": re.compile(r"^(?P<thing>[^,;:]{3,60}?) (?P<verb>brukes) (?:ofte |mest |gjerne )?til (?P<what>[^;:]+)$"),
}
_NO_MATTER = re.compile(
    r"\b(?:this|these|those|such|above|below|following|we|us|you|your|our|here|also|example|dette|denne|disse|slike?|vi"
    r"|du|her|også|følgende|eksempel|whereas|while|mens)\b|e\.g\.|[—–]|\d{4}|[“”\"?!]",
    re.IGNORECASE,
)
_PLAIN = 2  # the rank of mere words
# "The hormone" is one that was spoken of before.
_POINTED_AT = re.compile(r"(?:the|den|det|de) [^\W\d_]+", re.IGNORECASE)
_LEAST, _MOST, _MOST_OF_THING = 2, 26, 7


def _forms(language: str) -> dict[str, tuple[str, str]]:
    """By the form that stands in a sentence: what one asks with it ("does", "secrete"), and what belongs behind it."""
    found = dict[str, tuple[str, str]]()
    for verb in _DOES[language].split():
        found[verb] = ("do", verb) if language == "en" else (verb, "")
        if language == "en":
            found[f"{verb}es" if verb.endswith(("s", "x", "sh", "ch", "z")) else f"{verb}s"] = ("does", verb)
    return found


_BY_FORM = {language: _forms(language) for language in _DOES}
_BY_PAIR = {
    language: {pair.split()[0]: pair for pair in pairs} | {f"{pair.split()[0]}s": pair for pair in pairs}
    for language, pairs in _OF.items()
}


def deeds_of(told: Sequence[Told], language: str) -> Iterator[Deed]:
    """At most one for each sentence that stands alone."""
    if language not in _DOES:
        return
    for each in told:
        if each.sentence.doubt or _NO_MATTER.search(each.text):
            continue
        found = _used(each, language) or _done(each, language)
        if found is not None:
            yield found


def _used(told: Told, language: str) -> Deed | None:
    found = _USED[language].match(told.text)
    if found is None:
        return None
    asks = f"{found['verb']} {{}} used for" if language == "en" else f"{found['verb']} {{}} til"
    return _deed(told, found.span("thing"), found.span("what"), asks, language)


def _done(told: Told, language: str) -> Deed | None:
    words = [*re.finditer(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*", told.text)]
    for n, word in enumerate(words[1 : _MOST_OF_THING + 2], 1):
        form = word.group()
        pair = _BY_PAIR[language].get(form)
        if pair and n + 1 < len(words) and words[n + 1].group() == pair.split()[1]:
            help_ = "does" if form.endswith("s") else "do"
            asks = f"{help_} {{}} {pair}" if language == "en" else f"{form} {{}} {pair.split()[1]}"
            start = words[n + 1].end() + 1
        elif form in _BY_FORM[language]:
            asks = "{} {{}} {}".format(*_BY_FORM[language][form]).rstrip()
            start = word.end() + 1
        else:
            continue
        tagged = next((each for each in parts_of(told.text, language) if each.start == word.start()), None)
        if tagged is not None and tagged.part != "verb":
            continue
        return _deed(told, (0, word.start() - 1), (start, len(told.text)), asks, language)
    return None


def _deed(told: Told, thing: tuple[int, int], what: tuple[int, int], asks: str, language: str) -> Deed | None:
    """The deed, if both parts can be shown, and the thing is, or is of, a concept."""
    name, said = told.text[slice(*thing)], told.text[slice(*what)]
    concept = next((each for each, start, end in told.stands if thing[0] <= start and end <= thing[1]), None)
    if concept is None or not is_noun_phrase(name, language) or len(words_of(name)) > _MOST_OF_THING:
        return None
    if concept.rank == _PLAIN or (not concept.definition and _POINTED_AT.fullmatch(name)):
        return None
    if (
        re.search(r"\b(?:that|which|who|som|not|neither|nor|no|ikke|ingen|verken)\b", name)
        or not is_balanced(said)
        or said[:1] in ",;"
    ):
        return None
    if not _LEAST <= len(words_of(said)) <= _MOST:
        return None
    return Deed(concept, told.whole, told.span(*thing), told.span(*what), asks)
