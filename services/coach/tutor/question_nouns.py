"""What a question's other words are: the thing asked for, what is counted or measured, and what says nothing."""

import re
from collections.abc import Mapping

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
