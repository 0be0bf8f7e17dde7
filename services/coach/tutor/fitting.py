"""Whether a sentence gives what a question asks for: a time, a number, a reason, a name, a place, a contrast. Pure."""

import re
from collections.abc import Sequence

from services.coach.tutor.asked import Asked
from services.coach.tutor.lesson import Lesson
from services.text.alphabets import WORD
from services.text.words import content_of, fold, stems_of


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


_DIGIT = re.compile(r"\d")
_COUNTED_WITHIN = 6  # words from a number to what it counts
_LEAST_EFFECT = 0.6


def fits(asked: Asked, number: int, lesson: Lesson) -> bool:
    """Whether sentence `number` gives an answer of the kind that is asked for."""
    text = lesson.sentences[number].text
    match asked.kind:
        case "when":
            return bool((YEARS if ASKS_FOR_YEAR.search(asked.text) else TIMES).search(text))
        case "number":
            return _counts(asked, text, lesson.language)
        case "why":
            return _gives_reason(asked, number, lesson)
        case "who":
            return _names(asked, text)
        case "where":
            return bool(PLACE.search(text))
        case "difference":
            return bool(CONTRAST.search(text))
        case _:
            return _says_more(asked, text, lesson.language)


def _counts(asked: Asked, text: str, language: str) -> bool:
    """Whether a number stands there: right before what is counted, or in the unit that is asked for."""
    words = WORD.findall(fold(text))
    places = [at for at, word in enumerate(words) if _DIGIT.search(word) or word in NUMERALS]
    if asked.measure and (places or ONE.search(text)):
        return bool(asked.measure.search(text)) and not _other_dimension(asked, words)
    if not places:
        return False
    if not asked.counted:
        return bool(_DIGIT.search(re.sub(YEAR, "", text))) or len(places) > 0
    return any(asked.counted in stems_of(" ".join(words[at + 1 : at + 1 + _COUNTED_WITHIN]), language) for at in places)


def _other_dimension(asked: Asked, words: Sequence[str]) -> bool:
    """Whether the length of one thing is told and the depth is asked for."""
    wanted = [each for each in DIMENSIONS if any(word in each for word in WORD.findall(fold(asked.text)))]
    told = [each for each in DIMENSIONS if any(word in each for word in words)]
    return bool(wanted) and bool(told) and not any(each in told for each in wanted)


def _gives_reason(asked: Asked, number: int, lesson: Lesson) -> bool:
    """Whether the sentence gives a reason for what is asked about, and not what follows from it."""
    text = lesson.sentences[number].text
    if opening := OPENS_BECAUSE.match(text):
        return _is_effect(asked, text[opening.end() :], opening.group(), lesson)
    if found := BECAUSE.search(text):
        *others, effect = APART.split(text[: found.start()])
        return _is_effect(asked, effect, " ".join([*others, text[found.start() :]]), lesson)
    if found := THEREFORE.search(text):
        behind = text[found.end() :]
        before = text[: found.start()]
        return _is_effect(asked, behind, before, lesson)
    return False


def _is_effect(asked: Asked, effect: str, cause: str, lesson: Lesson) -> bool:
    """Whether most of what is asked about stands in the effect, and no more of it in the cause alone."""
    terms = asked.terms
    in_effect = {term for term in terms if term in stems_of(effect, lesson.language)}
    only_cause = {term for term in terms - in_effect if term in stems_of(cause, lesson.language)}
    return bool(in_effect) and len(in_effect) >= _LEAST_EFFECT * (len(in_effect) + len(only_cause))


def _names(asked: Asked, text: str) -> bool:
    """Whether somebody is named who is not named in the question."""
    known = fold(asked.text)
    names = [*FULL_NAME.findall(text), *NAME.findall(text)]
    return any(fold(part) not in known for name in names for part in name.split())


def _says_more(asked: Asked, text: str, language: str) -> bool:
    return len(content_of(text, language) - asked.terms - asked.loose) >= 2
