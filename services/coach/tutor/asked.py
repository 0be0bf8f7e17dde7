"""A learner's question, taken apart: the kind of answer that is wanted, and the words that say what about. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from services.text.alphabets import WORD
from services.text.frequencies import is_common
from services.text.words import fold, is_small, stems_of

Kind = Literal["difference", "why", "number", "when", "who", "where", "what", "other"]


def _any(*either: str) -> re.Pattern[str]:
    return re.compile("|".join(either), re.IGNORECASE)


def _each(*patterns: str) -> list[tuple[Kind, re.Pattern[str]]]:
    """Ways to ask what X is."""
    return [("what", re.compile(pattern, re.IGNORECASE)) for pattern in patterns]


KINDS: Mapping[str, Sequence[tuple[Kind, re.Pattern[str]]]] = {
    "en": (
        ("difference", _any(r"\bdifferences?\b.*\bbetween\b", r"\bdiffers?\b", r"\bdifferent from\b")),
        (
            "why",
            _any(
                r"^(?:and |but |so )?why\b",
                r"\bhow come\b",
                r"\bwhat (?:is|are|was|were) the (?:reasons?|causes?)\b",
                r"^what (?:causes?|caused)\b",
            ),
        ),
        ("when", _any(r"^(?:and |since |until )?when\b", r"\b(?:what|which) (?:year|century)\b", r"\bhow long ago\b")),
        (
            "number",
            _any(
                r"\bhow (?:many|much|long|far|fast|quickly|old|big|large|high|deep|tall|wide|thick|heavy|hot|cold)\b",
                r"\bhow often\b",
                r"\b(?:what|which) (?:percentage|percent|share|proportion|fraction|number|temperature|speed)\b",
            ),
        ),
        ("who", _any(r"^(?:and |by )?who(?:m|se)?\b")),
        ("where", _any(r"^(?:and |from )?where\b")),
        *_each(
            r"^what(?: exactly)? (?:is|are|was|were) (?:meant by )?(?P<x>.+)$",
            r"^what's (?P<x>.+)$",
            r"^what do(?:es)? (?P<x>.+?) (?:mean|do)$",
            r"^(?:please |can you |could you )*(?:explain|describe|define|teach me|tell me (?:more )?about"
            r"|help me understand)(?: to me)?(?: what)?(?: (?:is|are))? (?P<x>.+?)(?: (?:is|are|to me|for me))?$",
            r"^i (?:do not|don['’]t) (?:quite |really )?(?:understand|get) (?P<x>.+)$",
        ),
    ),
    "no": (
        ("difference", _any(r"\bforskjell(?:en|er|ene)?\b.*\b(?:på|mellom)\b", r"\bskiller\b.*\b(?:seg fra|fra)\b")),
        (
            "why",
            _any(
                r"^(?:og |men )?hvorfor\b",
                r"\bhva er (?:grunnen|årsaken)\b",
                r"^hva (?:skyldes|forårsaker)\b",
                r"^hva kommer det av\b",
            ),
        ),
        ("when", _any(r"^(?:og )?når\b", r"\bhvilket (?:år|århundre)\b", r"\bhvor lenge siden\b")),
        (
            "number",
            _any(
                r"\bhvor (?:mange|mye|langt?|lange|lenge|fort|raskt|gammelt?|gamle|stort?|store|høyt?|høye|dypt?)\b",
                r"\bhvor (?:dype|bredt?|tykt?|tungt?|varmt?|kaldt?|ofte|sterkt?)\b",
                r"\b(?:hvilken|hvilket|hva er) (?:andel|andelen|prosent|temperatur|fart|antall)\b",
            ),
        ),
        ("who", _any(r"^(?:og )?hvem\b")),
        ("where", _any(r"^(?:og )?hvor(?:fra|hen)?\b(?! (?:mange|mye)\b)")),
        *_each(
            r"^hva(?: egentlig)? (?:er|var|vil si|betyr|menes med|mener (?:de|en|man) med) (?P<x>.+)$",
            r"^hva (?:betyr|gjør) (?P<x>.+)$",
            r"^(?:kan du )?(?:forklar|forklare|beskriv|beskrive|definer|definere|fortell|fortelle)(?: meg)?"
            r"(?: (?:hva|om|mer om))*(?: er)? (?P<x>.+?)(?: er| betyr| for meg)?$",
            r"^jeg (?:forstår|skjønner) ikke (?P<x>.+)$",
        ),
    ),
}


OF_KIND = re.compile(r"^(?:what|which|hvilke[nt]?|hva slags)\s+(?P<noun>[^\W\d_]+)", re.IGNORECASE)
"""What kind of thing an open question asks for: the text need not use that word."""
COUNTED = re.compile(
    r"\b(?:how (?:many|much)|hvor (?:mange|mye))\s+(?:of (?:the )?|av (?:den |det |de )?)?(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
_EMPTY = """
    what which who whom whose when where why how does did do is are was were be been has have had can could will would
    may might should must many much get gets got please exactly about approximately roughly usually normally often
    really actually tell me explain describe define you i my your we us our they there happen happens happened occur
    occurs take takes place say says said mean means meant call called document text lesson according page so
    between difference differences differ differs reason reasons cause causes year century percentage percent share
    proportion fraction number long far fast quickly old big large high deep tall wide thick heavy hot cold ago and
    but also if within up out off during
    hva hvem hvor hvorfor når hvordan hvilken hvilket hvilke er var blir ble har hadde kan kunne vil ville skal skulle
    må får mange mye egentlig omtrent vanligvis ofte fortell forklar beskriv meg du jeg vi oss man en skjer skjedde
    heter kalles betyr mener teksten dokumentet siden ifølge gjør gjøre finnes mellom forskjell forskjellen på fra
    temperature speed temperatur fart
    grunnen årsaken skyldes år århundre andel andelen prosent antall langt lang lange lenge fort raskt gammel gammelt
    gamle stor stort store høy høyt høye dyp dypt dype bred bredt tykk tykt tung tungt varm varmt kald kaldt sterk
    sterkt det den de at ut opp inn under ved hvert hver
"""
EMPTY = frozenset(_EMPTY.split())
"""Words of a question that need not stand in its answer."""
_SMALL = {
    "en": """
        a an the of and or in on at to by for from with as it its this that these those not no than then into such
        also more most some any each all other only
    """,
    "no": "en et ei og eller i på av til fra med som ikke seg sin sitt sine om for ved enn bare også",
}
SMALL = {language: frozenset(words.split()) for language, words in _SMALL.items()}
"""Words that say nothing by themselves."""
_PLACED = "lie lies located found find ligger ligg finner finnes befinner bor"
PLACED = frozenset(_PLACED.split())
"""Words by which one asks where something is, and which the answer need not have."""
_LENGTH = r"\b(?:kilo|centi|milli|micro|mikro|nano)?met(?:re|er)s?\b|\b(?:km|cm|mm|feet|foot|inch\w*|miles?|mil)\b"
_TIME = (
    r"\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|centur\w+|decades?|sekund\w*|minutt\w*|timer?|dager?|døgn"
    r"|uker?|måned\w*|år|århundre\w*)\b"
)
MEASURES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for names, pattern in (
        ("long langt lang lange", rf"{_LENGTH}|{_TIME}"),
        ("far high deep tall wide thick høy høyt høye dyp dypt dype bred bredt tykk tykt", _LENGTH),
        ("lenge old gammel gammelt gamle", _TIME),
        (
            "fast quickly fort raskt speed fart",
            r"\b(?:an?|per|each|i)\s+(?:second|minute|hour|day|year|sekund|minutt|time)",
        ),
        ("hot cold varm varmt kald kaldt temperature temperatur", r"\b(?:degrees?|grader)\b|°"),
        ("heavy tung tungt", r"(?:kilo)?gram\w*|\bkg\b|tonn\w*|pounds?"),
        (
            "percentage percent share proportion fraction andel andelen prosent",
            r"%|\bper ?cent\b|\bprosent\b|\b(?:half|third|quarter)\b|halv\w*",
        ),
        ("often ofte", r"\b(?:times?|every|each|per|ganger?|hver\w*)\b"),
    )
    for name in names.split()
}
"""What a number must be given in, by the word that asks for it."""


_ARTICLE = re.compile(r"^(?:an?|the|en|et|ei|den|det|de|om)\s+", re.IGNORECASE)
_FREQUENT = 1e-3  # of all words: about "what"
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Asked:
    """`terms`: stems that must stand in an answer; `loose`: of the thing asked for, which may be named otherwise.

    `subject`: X in "what is X", else "". `counted`: the stem of what "how many" counts. `measure`: what
    a number must be given in.
    """

    text: str
    kind: Kind
    terms: frozenset[str]
    loose: frozenset[str] = frozenset()
    subject: str = ""
    counted: str = ""
    measure: re.Pattern[str] | None = None


def asked_of(text: str, language: str) -> Asked:
    """Reads a question: the last one of several sentences."""
    sentences = [each.strip() for each in _SENTENCE.split(text.strip()) if each.strip()]
    questions = [each for each in sentences if each.endswith("?")] or sentences[-1:]
    said = questions[-1].rstrip(" ?!.") if questions else ""
    kind, subject = _kind(said, language)
    counted = _noun(COUNTED.search(said), language) if kind == "number" else ""
    loose = {_noun(OF_KIND.match(said), language)} if kind == "other" else set()
    every = WORD.findall(fold(said))
    empty = EMPTY | PLACED if kind == "where" else EMPTY
    words = [word for word in every if word not in empty and not _is_small(word, language)]
    stems = frozenset(stem for word in words for stem in stems_of(word, language))
    measure = next((MEASURES[word] for word in every if word in MEASURES), None)
    return Asked(
        text=said,
        kind=kind,
        terms=stems - loose,
        loose=frozenset(loose & stems),
        subject=subject,
        counted=counted if counted in stems else "",
        measure=measure if kind == "number" and not counted else None,
    )


def _is_small(word: str, language: str) -> bool:
    """Whether it says nothing by itself in this language: "die" is no article in English."""
    return word in SMALL[language] if language in SMALL else is_small(word) or is_common(word, language, _FREQUENT)


def _kind(said: str, language: str) -> tuple[Kind, str]:
    for kind, pattern in KINDS.get(language, ()):
        if found := pattern.search(said):
            return kind, _ARTICLE.sub("", found["x"]) if kind == "what" else ""
    return "other", ""


def _noun(found: re.Match[str] | None, language: str) -> str:
    stems = stems_of(found["noun"], language) if found else ()
    return stems[0] if stems else ""
