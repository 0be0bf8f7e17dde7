"""Enumerations: which sentence names the kinds, parts or examples of something, three to seven of them."""

import re
from collections.abc import Iterator, Sequence

from services.coach.facts.fact import Enumeration
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import has_verb, is_noun_phrase, opens_with_pronoun, words_of
from services.coach.sentences.lists import LEAST, members_of

_FIGURES = {str(count): count for count in range(3, 8)}
_NUMBERS = {
    "en": {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, **_FIGURES},
    "no": {"to": 2, "tre": 3, "fire": 4, "fem": 5, "seks": 6, "sju": 7, "syv": 7, **_FIGURES},
}
_COUNT = {"en": r"(?:two|three|four|five|six|seven|[3-7])", "no": r"(?:to|tre|fire|fem|seks|sju|syv|[3-7])"}
_KINDS = {
    "en": (
        r"(?:(?:sub)?(?:kind|type|sort|form|class|group|part|component|layer|stage|phase|branch|state|level"
        r"|element|factor"
        r"|feature|property|function|characteristic|variety|region|zone|member|famil(?:y)|source|step|organ|principle"
        r"|reason|way|method|unit|field|area|tissue|colour|color|gas|sense|task|goal|cause|ingredient"
        r"|instrument"
        r"|mineral|metal|vitamin|condition|order|system|category|dimension|tool)(?:e?s)?"
        r"|classes|branches|properties|varieties|families|categories|gases)"
    ),
    "no": (
        r"\w*(?:typer|typene|slag|slagene|former|formene|deler|delene|lag|lagene|faser|fasene|stadier|stadiene|grupper"
        r"|gruppene|klasser|klassene|organer|organene|nivåer|nivåene|egenskaper|egenskapene|funksjoner|funksjonene"
        r"|faktorer|faktorene|elementer|elementene|kategorier|kategoriene|arter|artene|ledd|grener|grenene"
        r"|oppgaver|oppgavene|kilder|kildene|metoder|metodene|trinn|trinnene|gasser|gassene|farger|fargene|mål|målene"
        r"|prinsipper|prinsippene|soner|sonene|varianter|årsaker|årsakene|tilstander|tilstandene)"
    ),
}
# Of examples there are always more.
_EXAMPLES = re.compile(r"\b(?:examples?|eksemp(?:el|ler))\b", re.IGNORECASE)
_LIST, _WHAT = r"(?P<list>.+)", r"(?P<what>[^,:;]{3,80}?)"
_PATTERNS = {
    "en": (
        # "... three kinds of rock: a, b and c"
        (
            rf"[^:]*?\b(?P<what>(?:the )?(?:{_COUNT['en']}|several|various|different|many"
            rf"|main)\s[^,:;]{{3,70}}?)(?: are)?: {_LIST}"
        ),
        (
            rf"{_WHAT} (?:consists? (?:mainly )?of|consisted of|(?:is|are) (?:made up|made|composed|built up) of"
            rf"|comprises?"
            rf"|(?:is|are|can be) (?:divided|split|grouped|classified|sorted) into):? {_LIST}"
        ),
        rf"{_WHAT} (?:includes?|included|contains?) {_LIST}",
        rf"(?P<what>The {_COUNT['en']} [^,:;]{{3,50}}?) are (?:called |known as |named )?{_LIST}",
        (
            rf"(?P<what>The (?:{_COUNT['en']} )?(?:[\w-]+ ){{0,3}}?{_KINDS['en']}(?: (?:of|in) [^,:;]{{2,40}}?)?)"
            rf" (?:are|were):? {_LIST}"
        ),
        (
            rf"{_LIST} are (?:all )?(?P<what>(?:the )?(?:{_COUNT['en']} )?(?:[\w-]+ ){{0,2}}?{_KINDS['en']} (?:of|in)"
            rf" [^,:;]{{2,40}})"
        ),
    ),
    "no": (
        rf"[^:]*?\b(?P<what>(?:de )?(?:{_COUNT['no']}|flere|ulike|forskjellige|mange)\s[^,:;]{{3,70}}?): {_LIST}",
        (
            rf"{_WHAT} (?:består (?:hovedsakelig )?av|besto av|(?:er|blir) (?:bygd|bygget|satt|laget) (?:opp )?av"
            rf"|er sammensatt av|(?:deles|er delt|blir delt|kan deles)(?: inn)? i):? {_LIST}"
        ),
        rf"{_WHAT} (?:omfatter|inkluderer|inneholder) {_LIST}",
        rf"(?P<what>De {_COUNT['no']} [^,:;]{{3,50}}?) (?:er|kalles|heter):? {_LIST}",
        (
            rf"(?P<what>De (?:{_COUNT['no']} )?(?:[\w-]+ ){{0,3}}?{_KINDS['no']}(?: (?:av|i|for|på) [^,:;]{{2,40}}?)?)"
            rf" (?:er|var):? {_LIST}"
        ),
        (
            rf"{_LIST} er (?:alle )?(?P<what>(?:de )?(?:{_COUNT['no']} )?(?:[\w-]+ ){{0,2}}?{_KINDS['no']} (?:av"
            rf"|på|i|for)"
            rf" [^,:;]{{2,40}})"
        ),
    ),
}
_COMPILED = {language: [re.compile(rf"^{pattern}$") for pattern in table] for language, table in _PATTERNS.items()}
_SUCH_AS = {
    "en": re.compile(r",? (?:such as|including|for example|for instance) "),
    "no": re.compile(r",? (?:slik som|slike som|som for eksempel|for eksempel|som blant annet|blant annet|inkludert) "),
}
_ARE = {
    "en": re.compile(rf"^{_LIST} are (?:all )?(?P<what>(?!the\b|found\b|used\b|made\b)[^,:;]{{3,50}})$"),
    "no": re.compile(rf"^{_LIST} er (?:alle )?(?P<what>(?!de\b|den\b|det\b)[^,:;]{{3,50}})$"),
}
_SIGN = re.compile(r",|\b[Tt]wo\b|\b(?:[Dd]e )?to\b")
_MOST_WORDS, _MOST_WORDS_OF_TERM = 10, 4


def enumerations_of(told: Sequence[Told], language: str) -> Iterator[Enumeration]:
    """At most one for each sentence; none for a language without patterns."""
    if language not in _COMPILED:
        return
    for each in told:
        # The rarest sign of a list first: most sentences have none.
        if each.sentence.doubt > 1 or not _SIGN.search(each.text):
            continue
        found = _by_pattern(each, language) or _by_example(each, language) or _by_term(each, language)
        if found is not None:
            yield found


def _by_pattern(told: Told, language: str) -> Enumeration | None:
    for pattern in _COMPILED[language]:
        match = pattern.match(told.text)
        if match is None:
            continue
        what = match["what"]
        counted = [_NUMBERS[language][w.lower()] for w in words_of(what) if w.lower() in _NUMBERS[language]]
        # Two make a list only where the text counts them.
        members = members_of(told.text, *match.span("list"), language, min(counted[:1] or [LEAST]))
        if members is None:
            continue
        if counted and counted[0] != len(members):
            return None  # the text says that there are more, or the members were cut wrongly
        if _fits(what, language, led=match.start("what") == 0):
            return _enumeration(told, match.span("what"), members)
    return None


def _fits(what: str, language: str, *, led: bool) -> bool:
    """Whether it names what is listed, and is no clause. `led`: it begins the sentence."""
    if len(words_of(what)) > _MOST_WORDS or opens_with_pronoun(what, language) or _EXAMPLES.search(what):
        return False
    return is_noun_phrase(what, language) and not (led and has_verb(what, language))


def _by_example(told: Told, language: str) -> Enumeration | None:
    """Examples right after a concept that they are examples of."""
    for concept, start, end in told.stands:
        if (such := _SUCH_AS[language].match(told.text, end)) is None:
            continue
        members = members_of(told.text, such.end(), len(told.text), language)
        if members is not None:
            span = [told.span(*member) for member in members]
            return Enumeration(concept, told.whole, told.span(start, end), span, told.sentence.doubt)
    return None


def _by_term(told: Told, language: str) -> Enumeration | None:
    """What the sentence calls by a concept at its end: "glucose, fructose and galactose are simple sugars"."""
    match = _ARE[language].match(told.text)
    if match is None or len(words_of(match["what"])) > _MOST_WORDS_OF_TERM:
        return None
    if not any(match.start("what") <= start and end == len(told.text) for _, start, end in told.stands):
        return None
    members = members_of(told.text, *match.span("list"), language)
    return _enumeration(told, match.span("what"), members) if members else None


def _enumeration(told: Told, what: tuple[int, int], members: Sequence[tuple[int, int]]) -> Enumeration | None:
    outside = (0, members[0][0]), (members[-1][1], len(told.text))
    concept = told.about(what, *outside)
    if concept is None:
        return None
    spans = [told.span(*member) for member in members]
    return Enumeration(concept, told.whole, told.span(*what), spans, told.doubt(concept))
