"""Words and turns of speech by which a sentence shows what it tells: a time, a number, a reason, a place, a contrast.

Each language has its own, as a word of one is another word elsewhere ("to" is two in Norwegian). Where a language has
none, those of all are taken.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Signs:
    """Patterns by language; "" is any language's."""

    patterns: Mapping[str, re.Pattern[str]]

    def search(self, text: str, language: str) -> re.Match[str] | None:
        """The first sign in a text."""
        return self.patterns.get(language, self.patterns[""]).search(text)

    def every(self, text: str, language: str) -> Iterator[re.Match[str]]:
        """All signs in a text."""
        return self.patterns.get(language, self.patterns[""]).finditer(text)


def _signs(every: str = "", **tables: str) -> Signs:
    """Of words parted by blanks ("_" for one within), each a pattern; `every`: a pattern for all languages."""
    either = {code: rf"\b(?:{'|'.join(table.split()).replace('_', ' ')})\b" for code, table in tables.items()}
    either[""] = "|".join(either.values())
    return Signs({code: re.compile("|".join(filter(None, [each, every])), re.I) for code, each in either.items()})


_YEAR = (
    r"\b(?:1\d|20)\d\d\b"
    r"|\b(?:in|around|from|since|until|by|i|rundt|fra|siden|til|før|etter|um|seit|bis) (?:år )?\d{3,4}\b"
)
TIMES = _signs(
    _YEAR,
    en="""
        ago century centuries spring summer autumn winter morning noon evening night dawn day week january february
        march april may june july august september october november december when after before until during since once
        while
    """,
    no=r"""
        århundre\w* januar februar mars april mai juni juli august september oktober november desember vår(?:en)?
        sommer(?:en)? høst(?:en)? vinter(?:en)? morgen(?:en)? kveld(?:en)? natt(?:en|a)? dag(?:en)? uke[rn]? når etter
        før da under siden mens
    """,
    de=r"""
        jahrhundert\w* januar februar märz april mai juni juli august september oktober november dezember frühling
        sommer herbst winter morgen abend nacht tag woche wenn nachdem während bevor seit
    """,
)
YEARS = _signs(_YEAR, en="century centuries ago", no=r"århundre\w* siden", de=r"jahrhundert\w* vor_\w+_jahren")
ONE = _signs(en="one an? half", no=r"én en ett et halv\w*", de=r"eine? halb\w*")
BECAUSE = _signs(
    en=r"because since(?!_\d) as_a_result_of due_to owing_to caused_by",
    no=r"fordi siden(?!_\d) ettersom på_grunn_av",
    de="weil da denn wegen aufgrund",
)
"""Behind it stands the reason."""
FOLLOWS = _signs(
    en=r"""
        causes? caused results?_in results?_from lead(?:s|ing)?_to led_to so_that therefore thus hence which_is_why
        explains? reasons? explanation contributor
    """,
    no="slik_at derfor dermed fører_til gjør_at grunnen årsaken skyldes",
    de="daher deshalb darum sodass dadurch führt_zu grund",
    every=r",\s+(?:and )?so\s|,\s+så\s|[:;–—]\s+(?:so|therefore|thus|this is why|derfor|deshalb)\b",
)
"""Something follows from something else here."""
SERVES = _signs(
    en=r"""
        in_order_to makes? allow(?:s|ing)? helps? prevents? why enabl\w+ cite[sd]? pressure necessary protects?
        to_(?:make|avoid|prevent|allow|help|ensure|protect|reduce|keep|protest)
    """,
    no="gjør for_å nødvendig hindrer beskytter",
    de="durch damit um führt",
)
"""What something is good for, or does, which may be the reason."""
DOINGS = _signs(
    en=r"""
        ^to_\w+(?=.*\b(?:use|press|type|call|click|give|enter|run|simply|can_be|functions?|commands?)\b)
        use_the can_be_used by_(?:using|typing|pressing|calling|giving|running) (?:way|ways)_to
    """,
    no=r"^for_å_\w+ bruk(?:er)?_(?:kommandoen|funksjonen|verktøyet) ved_å_(?:bruke|skrive|trykke|kjøre) måte(?:n|r)?_å",
    de=r"^um_\w+(?=.*\bzu\b) (?:mit|durch)_(?:dem_befehl|der_funktion) indem_(?:man|sie)",
)
"""How something is done."""
NAMED_AFTER = _signs(
    en=r"""
        named term refers after because contraction short_for stands_for derived comes_from meaning combin\w+ greek
        latin
    """,
    no="etter fordi kommer_av kommer_fra forkortelse oppkalt står_for betyr",
    de="nach weil kommt_von stammt abkürzung steht_für bedeutet benannt setzt_sich beruht_auf zusammengesetzt",
)
"""Why something has its name."""
PLACED = _signs(
    en=r"""
        (?:located|situated|found|lies?|sits?|stands?|held|born|produced|made|stored|formed|occurs?|attached|is|are|was
        |were|place|grows?|lives?|begins?|based)_(?:\w+_){0,3}(?:in|inside|on|at|between|under|above|below|beneath|near
        |from|through|along|within|around|to_the|behind)
    """.replace("\n", "").replace(" ", ""),
    no=r"""
        (?:ligger|finnes|står|sitter|holdt|født|laget|dannes|lagres|skjer|er|var|ble|sted|foregår|vokser|lever|drift)
        _(?:[\w]+_){0,3}(?:i|inne|på|ved|mellom|over|under|nær|fra|langs|gjennom|utenfor|hos)
    """.replace("\n", "").replace(" ", ""),
    de=r"""
        (?:liegt|liegen|steht|fand|geboren|ist|sind|war|waren|befindet|wurde)_(?:\w+_){0,4}
        (?:in|im|am|auf|bei|zwischen|unter|über|aus)
    """.replace("\n", "").replace(" ", ""),
    every=r"\b(?-i:(?:[Ii]n|[Aa]t|[Nn]ear|[Ff]rom|[Ii]|[Pp]å|[Vv]ed|[Ff]ra|[Aa]us) (?:the )?[A-ZÆØÅ]\w+)"
    r"|\bhttps?://\w|\bwww\.\w",
)
"""Something is somewhere."""
ORIGINS = _signs(
    en=r"""
        (?:comes?|came)_from (?:left_over|derived?|derives|supplied|imported|taken)_from
        (?:produced|released|made|invented)_(?:from|in|by)
        originat\w* origins? stems?_from sources?_of
    """,
    no=r"(?:kommer|kom|stammer|hentes|hentet)_fra skyldes opphav\w* oppstår dannes",
    de=r"(?:kommt|kam|stammt|stammen)_(?:aus|von) beruht_auf entsteh\w* ursprung\w* abgeleitet",
    every=r"\b(?-i:(?:[Ff]rom|[Ff]ra|[Aa]us|[Vv]on) (?:the )?[A-ZÆØÅ]\w+)",
)
"""Where something comes from."""
PLACES = _signs(
    en="""
        in inside on at between under above below near from where through along within located to_(?:the|an?|its|their)
    """,
    no="i inne på ved mellom over under nær fra der langs gjennom utenfor hos til_(?:en|et|den|det)",
    de="in im am an auf bei zwischen unter über aus",
)
CONTRAST = _signs(
    en=r"""
        whereas while but unlike in_contrast conversely (?<!other_)than instead however on_the_other_hand
        (?:compared|opposed)_(?:to|with)
    """,
    no="mens men derimot ulikt? til_forskjell enn i_stedet",
    de="während sondern hingegen dagegen anders als aber",
)
"""Sets what stands before it against what stands behind it."""
DIFFERS = _signs(
    en=r"differ(?:s|ed|ing|ences?)? different(?:ly)?_(?:from|than|to)",
    no=r"forskjell(?:en|er|ene)? (?:er|var|blir|har)_(?:\w+_)?(?:ulike|forskjellige) skiller_seg",
    de=r"unterscheide[nt]_sich unterschiede? verschieden_von",
)
"""Says in so many words that two things differ."""
DISTINGUISHES = _signs(en=r"distinguish\w* differentiat\w*", no="skille[rst]?", de=r"unterscheide\w* unterschieden")
"""Says that two things are told apart, which need not say by what."""
MAKES = _signs(
    en=r"""
        wrote written invent\w* discover\w* found(?:ed)? develop\w* made created built design\w* drew painted propos\w*
        describ\w* coined came_up thought_of began started program\w*ed
    """,
    no=r"skrev skrevet oppfant oppdag\w* fant laget bygde bygget tegnet malte grunnla foreslo utviklet programmert\w*",
    de=r"schrieb geschrieben erfand entdeck\w* gründete baute zeichnete gezeichnet entwickelte schuf programmiert\w*",
)
"""Whoever did this is told by name."""
OWNED = _signs(
    en=r"""
        (?:his|her|their)_(?:\w+_)?(?:book|novel|essay|study|studies|research|theory|work|paper|article|idea|experiment\w*)
        author_of according_to
    """,
    no=r"(?:hans|hennes|sin|sitt|deres)_(?:\w+_)?(?:bok|roman|studie|forskning|teori|arbeid|idé) forfatter\w* ifølge",
    de=r"(?:seinem|ihrem|seiner|ihrer)_(?:\w+_)?(?:buch|roman|studie|theorie|arbeit|artikel) autor\w* laut",
    every=r"\b(?-i:[A-ZÆØÅÄÖÜ]\w+)[’']s (?:\w+ )?(?:book|novel|study|studies|research|theory|work|paper|idea)",
)
"""Something made stands by its maker here."""
INSTANCES = _signs(
    en=r"belongs?_to includ(?:e|es|ing) are_examples like e\.?g among_them do_this instances? kinds?_of types?_of",
    no=r"hører_til inkluder\w* blant som_(?:for_eksempel|\w+(?:,_\w+)*_(?:og|eller)) f\.?eks slag typer",
    de=r"gehör(?:t|en)_zu einschließlich wie_(?:etwa|zum_beispiel|\w+(?:,_\w+)*_(?:und|oder)) darunter arten",
    every=r"\w+, \w+(?:,)? (?:and|og|und) \w+",
)
"""Something may be an instance of what is named here."""
_NUMERALS = {
    "en": """
        two three four five six seven eight nine ten eleven twelve twenty hundred hundreds thousand thousands million
        billion half third quarter both pair double twice single several dozen dozens
    """,
    "no": """
        to tre fire fem seks sju syv åtte ni ti elleve tolv tjue hundre hundrevis tusen tusenvis millioner milliard
        milliarder halvparten tredel begge dobbelt
    """,
    "de": """
        zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig hundert tausend millionen beide hälfte
        mehrere
    """,
}
_NUMBERS = {language: frozenset(words.split()) for language, words in _NUMERALS.items()}


def numerals(language: str) -> frozenset[str]:
    """Words that are numbers."""
    return _NUMBERS.get(language) or frozenset().union(*_NUMBERS.values())
