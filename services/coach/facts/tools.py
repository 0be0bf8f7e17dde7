"""Tools: which sentence says what a command, a function, an option or another named thing of a system does."""

import re
from collections.abc import Iterator, Sequence

from services.coach.facts.fact import Tool
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import is_balanced, is_verb, opens_with_pronoun
from services.coach.sentences.parts import is_tagged, parts_of
from services.text.alphabets import WORD
from services.text.vocabulary.frequencies import is_common
from services.text.words import content_of, is_small

# How one asks for the name, by the kind as it stands in the sentence.
_ASKED = {
    "en": {
        kind: f"Which {kind}"
        for kind in (
            *("command", "function", "operator", "option", "program", "utility", "tool", "macro", "variable"),
            *("keyword", "statement", "method", "flag", "library", "directive", "instruction", "attribute"),
        )
    },
    "no": {
        "kommandoen": "Hvilken kommando",
        "funksjonen": "Hvilken funksjon",
        "operatoren": "Hvilken operator",
        "programmet": "Hvilket program",
        "verktøyet": "Hvilket verktøy",
        "variabelen": "Hvilken variabel",
        "nøkkelordet": "Hvilket nøkkelord",
        "metoden": "Hvilken metode",
        "biblioteket": "Hvilket bibliotek",
        "attributtet": "Hvilket attributt",
    },
    "de": {
        "Befehl": "Welcher Befehl",
        "Funktion": "Welche Funktion",
        "Operator": "Welcher Operator",
        "Option": "Welche Option",
        "Programm": "Welches Programm",
        "Werkzeug": "Welches Werkzeug",
        "Variable": "Welche Variable",
        "Schlüsselwort": "Welches Schlüsselwort",
        "Methode": "Welche Methode",
        "Bibliothek": "Welche Bibliothek",
    },
}
_ARTICLE = {"en": "(?:The )?", "no": "", "de": "(?:Der |Die |Das )?"}
_NAME = r"[\"“„«‘'`]?(?P<{0}>-{{0,2}}[^\W\d_][\w.\-]*(?:\(\))?)(?:\([^()]*\))?[\"”“»’'`]?"
# "The kind name does", and "the name kind does", which Norwegian and German write with a hyphen.
_SUBJECTS = {
    language: re.compile(
        rf"^{_ARTICLE[language]}(?:(?P<kind>{'|'.join(kinds)}) {_NAME.format('name')},?"
        rf"|{_NAME.format('before')}{' ' if language == 'en' else '-'}(?P<last>{'|'.join(kinds)})) (?P<does>\S.*)$",
        re.IGNORECASE if language != "de" else 0,
    )
    for language, kinds in _ASKED.items()
}
_CODE = re.compile(r"[().\d_\-]|.[A-Z]")
_NONE = frozenset({"next", "last", "first", "second", "third", "same", "other", "following", "previous"})
# Where it stands, what it is given and what it is like others share; what it may do is not what it does.
_WEAK = re.compile(
    r"(?:need not|has|have|had|was|were|hadde|var|hatte|war|also|har|hat|may|might|could|kunne|könnte"
    r"|(?:takes|accepts|expects)\b(?:(?!\band\b).)*\b(?:argument|parameter|input)s?(?!.*\band \w+s)"
    r"|is (?:much |very |rather )?(?:in|on|from|like|similar|part|among|one|available|provided|included|found"
    r"|installed)"
    r"|er (?:i|fra|en del|som)|ist (?:in|aus|ein Teil))\b",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"\ban? more (?!than\b)[\w-]+ (?!.*\bthan\b)"
    r"|\b(?:this|these|those(?! of\b| who\b| that\b)|above|below|following|here|previous|such(?! as\b)"
    r"|example|them|they"
    r"|also|too|otherwise|likewise|instead|corresponding|all sorts|various|former|latter|similar|one of"
    r"|same(?! \w+ as\b)|dette|disse|denne|ovenfor|nedenfor"
    r"|her|slik|eksempel|dem|også|dies\w*|hier|oben|unten|solche\w*|ähnlich\w*|auch|beispiel\w*)\b",
    re.IGNORECASE,
)
# What is said besides: "gives the result of ls, and you can manipulate file names with patsubst".
_BESIDES = re.compile(
    r",? (?:and|but|so|og|men|så|und|aber) (?:so|thus|you|it|they|we|one|du|den|det|de|vi|man|sie|es|er|wir)\b"
)
_LEAST_WORDS, _MOST_WORDS, _LEAST_SAID = 4, 26, 3
_COMMON = 1e-6  # of all words
_TYPED = frozenset(
    {"command", "statement", "keyword", "macro", "utility"}
)  # whose names may be words: "touch", "break"


def tools_of(told: Sequence[Told], language: str) -> Iterator[Tool]:
    """At most one for each sentence: its name, what it is ("Which command"), and what it does, to the end."""
    if language not in _SUBJECTS:
        return
    for each in told:
        found = _SUBJECTS[language].match(each.text)
        if found is None or each.sentence.doubt > 1:
            continue
        if language == "en" and found["kind"] and found.start("kind") and not found["kind"].islower():
            continue  # "The Option type" is a type.
        group = "name" if found["kind"] else "before"
        kind, (start, end) = found["kind"] or found["last"], found.span(group)
        does, besides = found.span("does"), _BESIDES.search(each.text, found.start("does"))
        does = (does[0], besides.start()) if besides else does
        concept = each.about(does, (0, does[0]))
        if concept is None or not _is_name(found[group], kind, language, behind=bool(found["kind"])):
            continue
        if not _does(kind, found[group], each.text[slice(*does)], language):
            continue
        asks = _ASKED[language][kind if language == "de" else kind.lower()]
        yield Tool(concept, each.whole, each.span(start, end), each.span(*does), asks, each.sentence.doubt)


def bare_name(text: str) -> str:
    """The name without the brackets of a call."""
    return text.removesuffix("()")


def _is_name(name: str, kind: str, language: str, *, behind: bool) -> bool:
    """Whether it is what somebody types, and no word that says which. `behind`: it stands behind its kind, where hardly
    anything but a name does."""
    word = bare_name(name)
    if word.lower() in _NONE or is_small(word) or len(word) < 2:
        return False
    tagged = parts_of(f"The {word} {kind}", language) if language == "en" and not behind else ()
    if len(tagged) > 1 and tagged[1].part == "other":  # "the usual command"
        return False
    typed = language == "en" and kind in _TYPED and word.islower() and not word.endswith(("ing", "ed"))
    return behind or typed or bool(_CODE.search(name)) or not is_common(word, language, _COMMON)


def _does(kind: str, name: str, does: str, language: str) -> bool:
    """Whether a verb begins what it does, and who reads that alone knows what it speaks of."""
    words, base = does.split(), bare_name(name)
    if not _LEAST_WORDS <= len(words) <= _MOST_WORDS or not is_balanced(does) or re.search(r"[;:?=<>{}\[\]]", does):
        return False
    if len(content_of(does, language)) < _LEAST_SAID or _WEAK.match(does) or _LEANS.search(does):
        return False
    if opens_with_pronoun(does, "no" if language == "no" else "en") or base.casefold() in map(
        str.casefold, WORD.findall(does)
    ):
        return False
    if not is_tagged(language):
        return is_verb(words[0], language) or (words[0].islower() and words[0].endswith("er"))
    article = {"en": "The", "de": "Der"}[language]
    tagged = parts_of(f"{article} {kind} {does}", language)
    return len(tagged) > 2 and tagged[2].part == "verb"
