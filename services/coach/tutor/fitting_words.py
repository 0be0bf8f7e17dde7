"""The words by which a sentence gives a time, a number, a reason, a name, a place, a contrast (English, Norwegian)."""

import re


def _words(table: str, *more: str) -> re.Pattern[str]:
    """Any of the words (parted by blanks, "_" for one within), or of the patterns, in either case."""
    either = "|".join(word.replace("_", " ") for word in table.split())
    return re.compile("|".join([rf"\b(?:{either})\b", *more]), re.IGNORECASE)


_BEFORE_A_YEAR = (
    "in|around|from|since|until|by|before|after|i|rundt|omkring|fra|siden|til|før|etter",
    r"[.,;)]|$|\s+(?:and|when|by|at|in|og|da|av|i)\b",
)
YEAR = rf"\b(?:1\d|20)\d\d\b|\b(?:{_BEFORE_A_YEAR[0]}) (?:år )?\d{{3,4}}(?={_BEFORE_A_YEAR[1]})"
YEARS = _words(r"century århundre\w* ago siden", YEAR)
"""A year, or how long ago."""
TIMES = _words(
    r"""
    ago century århundre\w* spring summer autumn winter morning noon evening night dawn day week
    januar\w* februar\w* march april mai may jun[ei] jul[iy] august september o[ck]tober november de[cs]ember
    when after before until during since once while vår(?:en)? sommer(?:en)? høst(?:en)? vinter(?:en)? morgen(?:en)?
    kveld(?:en)? natt(?:en|a)? dag(?:en)? når etter før da under siden
    """,
    YEAR,
)
"""Any time at all."""
ASKS_FOR_YEAR = _words(
    "year century år århundre ago siden", r"^when (?:was|were|did)\b", r"^når (?:ble|var|fant|oppdaget)\b"
)
_NUMERALS = """
    two three four five six seven eight nine ten eleven twelve twenty hundred thousand million billion half third
    quarter both pair double twice to tre fire fem seks sju syv åtte ni ti elleve tolv tjue hundre tusen million
    millioner milliard milliarder halvparten tredel begge dobbelt
"""
NUMERALS = frozenset(_NUMERALS.split())
ONE = _words(r"one an? half én en ett et halv\w*")
"""A number where a measure stands behind it."""
DIMENSIONS = (
    ("long", "length", "lang", "langt", "lange", "lengde"),
    ("deep", "depth", "dyp", "dypt", "dype", "dybde"),
    ("high", "tall", "height", "høy", "høyt", "høye", "høyde"),
    ("wide", "across", "width", "bred", "bredt", "brede", "bredde"),
    ("thick", "thickness", "tykk", "tykt", "tykke", "tykkelse"),
)
"""Who asks for one is not told another."""
BECAUSE = _words("because since as_a_result_of due_to owing_to caused_by fordi siden ettersom på_grunn_av")
"""Behind it stands the reason."""
APART = re.compile(r"[,;]\s+(?:but|whereas|men|mens)\s")
"""What stands before it is not what the reason behind it is for."""
OPENS_BECAUSE = re.compile(r"^(?:because|since|fordi|siden|ettersom|da)\b[^,]*,", re.IGNORECASE)
THEREFORE = _words(
    """
    which_is_why so_that therefore thus hence as_a_result leads?_to led_to causes? makes? slik_at derfor dermed
    fører_til gjør_at gjør
    """,
    r",\s+(?:and )?so\s",
    r",\s+så\s",
)
"""Behind it stands what follows."""
_NOT_OF_A_PLACE = "".join(rf"(?<!\b{word} )" for word in ["in", "at", "on", "from", "near", "i", "på", "fra"])
NAME = re.compile(rf"(?<![.!?…]\s)(?<!^){_NOT_OF_A_PLACE}\b[A-ZÆØÅÄÖÜ][a-zæøåäöü]+\b")
"""A capital within a sentence, but of a place."""
FULL_NAME = re.compile(r"\b[A-ZÆØÅÄÖÜ][a-zæøåäöü]+ (?:[A-ZÆØÅÄÖÜ][\w.]* )?[A-ZÆØÅÄÖÜ][a-zæøåäöü]+\b")
PLACE = _words(
    """
    in inside on at between under above below near from where through along i inne på ved mellom over nær fra der
    langs gjennom utenfor hos
    """,
    r"\bto (?:the|an?|its|their|every|all)\b",
    r"\btil (?!å\b)",
)
CONTRAST = _words(
    """
    whereas while but unlike differs? in_contrast than instead mens men derimot ulik til_forskjell enn i_stedet
    """
)
