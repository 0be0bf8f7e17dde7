"""Whether what a sentence says that something is names its kind: "a rise in prices", not "an important part of life".

Praise, an ordinal and the words of judging (problem, exception, example) tell no kind, unless a relative clause goes on
to say which one is meant: "an important process that removes waste".
"""

import re

_PRAISE = {
    "en": (
        r"important|critical|key|central|major|crucial|significant|essential|vital|popular|useful|serious|notable|famous|great|good|bad|better"
        r"|wonderful|excellent|powerful|valuable|interesting|growing|endemic|related|similar|different|unique|typical"
        r"|classic|necessary|nice|big|huge|vast|favou?rite|surprising|well-known|remarkable|one-time|main|brand[- ]new"
        r"|versatile|integral|difficult|new|fine|efficient"
    ),
    "no": (
        r"viktige?|stor[et]?|god[et]?|godt|vanlige?|populær[et]?|kjente?|nyttige?|avgjørende|vesentlige?|typiske?"
        r"|alvorlige?|nødvendige?|interessante?|vanskelige?|integrert|lignende|annen|annet|unik[et]?|fin[et]?|dårlige?|nye?|nytt"
    ),
    "de": (
        r"(?:wichtig|groß|bekannt|beliebt|gut|nützlich|typisch|entscheidend|wesentlich|einmalig|ernst|notwendig"
        r"|interessant|ähnlich|schlecht|bedeutend|ausgezeichnet|brandneu|neu|neuartig)(?:e[rsnm]?)?"
    ),
    "fr": (
        r"(?:important|principal|grand|bon|mauvais|utile|célèbre|typique|essentiel|remarquable|intéressant|excellent"
        r"|semblable|nécessaire|énorme|sérieux|sérieuse)(?:e|le|ne)?s?|bel(?:le)?s?|beaux?"
    ),
}
_JUDGED = {
    "en": (
        r"subjects?|exceptions?|problems?|issues?|success(?:es)?|failures?|examples?|reasons?|questions?|topics?|concerns?"
        r"|challenges?|(?:dis)?advantages?|drawbacks?|benefits?|mistakes?|surprises?|milestones?|avenues?|alternatives?|matters?"
    ),
    "no": (
        r"unntak|problem(?:er)?|eksem(?:pel|pler)|suksess|fiasko|grunn|spørsmål|tema|utfordring(?:er)?|fordel(?:er)?"
        r"|ulemper?|feil|overraskelse|milepæl|alternativ"
    ),
    "de": (
        r"Ausnahmen?|Probleme?|Beispiele?|(?:Miss)?[Ee]rfolge?|Grund|Gründe|Fragen?|Themen?|Herausforderung(?:en)?"
        r"|Vorteile?|Nachteile?|Fehler|Überraschung|Meilenstein|Alternativen?|(?:Kern|Herz)stück"
    ),
    "fr": (
        r"exemples?|exceptions?|problèmes?|questions?|raisons?|succès|échecs?|erreurs?|avantages?|inconvénients?"
        r"|coïncidences?|surprises?|défis?|sujets?"
    ),
}
_FIRST = {
    "en": (
        r"one of"
        r"|(?:the|its|their) (?:first|last|second|third|next|final|earliest|only|same|best|worst|most important)\b"
    ),
    "no": r"(?:en|et|ett) av|(?:den|det|de) (?:første|siste|andre|neste|eneste|beste|verste|samme|viktigste)\b",
    "de": r"eine[rs]? (?:der|von)|(?:der|die|das) (?:erste|letzte|zweite|nächste|einzige|beste|gleiche|wichtigste)n?\b",
    "fr": (
        r"l[’']une? des|une? des|l[ea]s? (?:premi[eè]re?|derni[eè]re?|seconde?|deuxième|prochaine?|seule?|meilleure?"
        r"|même|plus)s?\b"
    ),
}
_ARTICLE = {
    "en": r"(?:(?:an?|the|any)\s+)?(?:(?:very|most|more|truly|really|extremely|so|quite|rather|increasingly)\s+)*",
    "no": r"(?:(?:en|et|ei|den|det|de)\s+)?(?:(?:svært|veldig|mest|mer|ganske)\s+)*",
    "de": r"(?:(?:eine?|einer|der|die|das)\s+)?(?:(?:sehr|besonders|ganz|äußerst)\s+)*",
    "fr": r"(?:(?:une?|l[ea]s?|des|de)\s+|l[’'])?(?:(?:très|plus|assez|vraiment)\s+)*",
}
_GOES_ON = {
    "en": re.compile(r"[^,]{0,80}?\b(?:that|which|who|whose|where|in which|when)\b"),
    "no": re.compile(r"[^,]{0,80}?\b(?:som|der|hvor)\b"),
    "de": re.compile(r"[^,]{0,80}?,\s+(?:[a-z]+ )?(?:der|die|das|den|dem|deren|dessen|wo|bei)\b"),
    "fr": re.compile(r"[^,]{0,80}?\b(?:qui|que|dont|où|lequel|laquelle)\b"),
}
_NONE = {
    language: re.compile(
        rf"\s*(?:(?P<first>{_FIRST[language]})|{_ARTICLE[language]}(?:(?:{_PRAISE[language]})\b"
        rf"|(?:[^\W\d_][\w-]*\s+){{0,2}}?(?:{_JUDGED[language]})\b))",
        re.IGNORECASE,
    )
    for language in _PRAISE
}

# "Spesielt er det ikke mulig": behind a Norwegian "er" this "det" stands for a subject that comes later.
NO_SUBJECT = (
    r"(?!det (?:ikke|også|bare|kun|alltid|ofte|først|u?mulig|lett|vanskelig|enkelt|enklest|best|viktig|vanlig|nødvendig"
    r"|nok|ingen|ingenting|noen|noe|mange|få|flere|en|et|ei|to|tre|fire|\d+)\b)"
)


def names_kind(said: str, language: str) -> bool:
    """Whether what stands behind a form of "to be", from its article on, may name a kind. True where we do not know."""
    found = _NONE[language].match(said) if language in _NONE else None
    if found is None:
        return True
    return not found["first"] and bool(_GOES_ON[language].match(said, found.end()))
