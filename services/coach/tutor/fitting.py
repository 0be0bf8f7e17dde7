"""Whether a sentence gives what a question asks for: a time, a number, a reason, a name, a definition. Pure."""

import re

from services.coach.tutor.asked import Asked, telling
from services.coach.tutor.passages import calls_itself_example
from services.text.alphabets import WORD
from services.text.splitting import ends
from services.text.words import fold, stems_of


def _words(table: str, *more: str) -> re.Pattern[str]:
    """Any of the words (parted by blanks, "_" for one within), or of the patterns, in either case."""
    either = "|".join(word.replace("_", " ") for word in table.split())
    return re.compile("|".join([rf"\b(?:{either})\b", *more]), re.IGNORECASE)


_YEAR = (
    r"\b(?:1\d|20)\d\d\b"
    r"|\b(?:in|around|from|since|until|by|i|rundt|fra|siden|til|før|etter|um|seit|bis) (?:år )?\d{3,4}\b"
)
_TIMES = _words(
    r"""
    ago century århundre\w* jahrhundert\w* spring summer autumn winter morning noon evening night dawn day week
    januar\w* februar\w* märz march april mai may jun[ei] jul[iy] august september o[ck]tober november de[csz]ember
    when after before until during since once while vår(?:en)? sommer(?:en)? høst(?:en)? vinter(?:en)? morgen(?:en)?
    kveld(?:en)? natt(?:en|a)? dag(?:en)? når etter før da under siden wenn nachdem während bevor
    """,
    _YEAR,
)
_YEARS = _words(r"century århundre\w* jahrhundert\w* ago siden", _YEAR)
_ASKS_FOR_YEAR = _words(
    "year century år århundre jahr ago siden",
    r"^when (?:was|were|did|is)\b",
    r"^når (?:ble|var|fant|oppdaget|kom)\b",
    r"^wann\b",
)
_NUMERAL_WORDS = """
    one two three four five six seven eight nine ten eleven twelve twenty hundred thousand million billion half
    third quarter both pair double twice single to tre fire fem seks sju syv åtte ni ti elleve tolv tjue hundre
    tusen millioner milliard milliarder halvparten tredel begge dobbelt zwei drei vier fünf sechs sieben acht neun
    zehn elf zwölf zwanzig hundert tausend millionen beide hälfte hundreds thousands several hundrevis tusenvis
"""
_NUMERALS = frozenset(_NUMERAL_WORDS.split())
_ONE = _words(r"one an? half én en ett et halv\w* ein eine")
_BECAUSE = _words(
    """
    because since as_a_result_of due_to owing_to caused_by fordi siden ettersom på_grunn_av weil da denn wegen aufgrund
    """
)
"""Behind it stands the reason."""
_OPENS = re.compile(r"^(?:because|since|fordi|siden|ettersom|da|weil)\b[^,]*,", re.IGNORECASE)
_FOLLOWS = _words(
    r"""
    causes? results?_in results?_from lead(?:s|ing)?_to led_to so_that therefore thus hence in_order_to which_is_why
    makes? allow(?:s|ing)? helps? prevents? explains? why reasons? enabl\w+ explanation cite[sd]? pressure necessary
    slik_at derfor dermed fører_til gjør_at gjør for_å grunnen årsaken skyldes nødvendig hindrer
    durch daher deshalb darum sodass damit um führt grund
    """,
    r",\s+(?:and )?so\s",
    r",\s+så\s",
    r"\bto (?:make|avoid|prevent|allow|help|ensure|protect|reduce|keep|protest)\b",
)
"""Something follows from something else here."""
_CALLED = _words("called named name names kalles heter navnet heißt genannt name")
_NAMES = _words("called named name names term refers after because kalles heter navnet fordi heißt genannt name weil")
"""Why something has its name is told where its name is spoken of."""
_FULL_NAME = re.compile(r"\b[A-ZÆØÅÄÖÜ][a-zæøåäöüé]+ (?:[A-ZÆØÅÄÖÜ][\w.]* )?[A-ZÆØÅÄÖÜ][a-zæøåäöüé]+\b")
_PLACE = _words(
    """
    in inside on at between under above below near from where through along within located i inne på ved mellom over
    nær fra der langs gjennom utenfor hos im am auf bei zwischen unter über aus
    """,
    r"\b(?:to|til) (?:the|an?|its|their|every|all)\b",
)
_CONTRAST = _words(
    """
    whereas while but unlike differ\\w* in_contrast than instead both mens men derimot ulik\\w* til_forskjell enn
    i_stedet begge während sondern hingegen dagegen anders als
    """
)
_IS = r"(?:is|are|was|were|means?|refers? to|describes?|consists? of|called|er|var|betyr|kalles|ist|sind|war|bedeutet)"
_DIMENSIONS = [
    frozenset(names.split())
    for names in (
        "long length lang langt lange lengde länge",
        "deep depth dyp dypt dype dybde tief tiefe",
        "high tall height høy høyt høye høyde hoch höhe",
        "wide across width bred bredt brede bredde breit breite",
        "thick thickness tykk tykt tykke tykkelse dick dicke",
    )
]
"""Who asks for one is not told another."""
_DIGIT = re.compile(r"\d")
_OPENING = 8  # words with which a sentence says what it is about
_COUNTED_WITHIN = 6  # words from a number to what it counts


def fits(asked: Asked, text: str, language: str) -> bool:
    """Whether a sentence gives an answer of the kind that is asked for."""
    match asked.kind:
        case "when":
            return bool((_YEARS if _ASKS_FOR_YEAR.search(asked.text) else _TIMES).search(text))
        case "number":
            return _counts(asked, text, language)
        case "why" if _CALLED.search(asked.text):
            return bool(_NAMES.search(text))
        case "why":
            return _gives_reason(asked, text, language)
        case "who":
            return _names(asked, text)
        case "where":
            return bool(_PLACE.search(text))
        case "what":
            return asked.simpler or defines(asked.subject or asked.topic, text, language)
        case "difference":
            return bool(_CONTRAST.search(text))
        case "example":
            return calls_itself_example(text) and ends(text)
        case _:
            return True


def may_fit(asked: Asked, text: str, language: str) -> bool:
    """Whether a sentence may give it: what is exact must be there, what is told in many ways need not show."""
    match asked.kind:
        case "when" | "number" | "who" | "where" | "example":
            return fits(asked, text, language)
        case "what":
            opening = " ".join(text.split()[:_OPENING])
            told = set(stems_of(opening, language))
            return ends(text) and set(stems_of(asked.subject or asked.topic, language)) <= told
        case _:
            return True


def defines(subject: str, text: str, language: str) -> bool:
    """Whether a sentence says what something is: begins with it ("X is", "X: ..."), or calls something so."""
    wanted = set(stems_of(subject, language))
    plain = " ".join(text.split())
    head, mark, _ = plain.partition(": ")
    if mark and len(head.split()) <= 6 and wanted <= set(stems_of(head, language)):
        return True
    if re.search(
        rf"\b{re.escape(subject)}(?:\(\))?, (?:an?|the|one of|en|et|ei|den|det|ein|eine|der|die|das|\w+s) ",
        plain,
        re.IGNORECASE,
    ):
        return True
    for found in re.finditer(rf"\b{_IS}\b|[–—]|\(", plain, re.IGNORECASE):
        before, behind = plain[: found.start()], plain[found.end() :]
        if len(before.split()) <= len(subject.split()) + 6 and wanted <= set(stems_of(before, language)):
            return True
        if found.group().lower() in ("called", "kalles", "heißt", "(") and wanted <= set(
            stems_of(" ".join(behind.split()[: len(subject.split()) + 2]), language)
        ):
            return True
    return False


def _gives_reason(asked: Asked, text: str, language: str) -> bool:
    """Whether the sentence gives a reason, and not only for something else than what is asked about."""
    if opening := _OPENS.match(text):
        effect, cause = text[opening.end() :], opening.group()
    elif found := _BECAUSE.search(text):
        effect, cause = text[: found.start()], text[found.start() :]
    else:
        return bool(_FOLLOWS.search(text))
    terms = {term for _, term in telling(f"{asked.text} {asked.topic}", language)}
    in_effect, in_cause = (terms & set(stems_of(part, language)) for part in (effect, cause))
    return len(in_effect) >= len(in_cause - in_effect)


def _other_dimension(asked: Asked, text: str) -> bool:
    """Whether the length of one thing is told and the depth is asked for."""
    wanted, told = (
        {name for name in _DIMENSIONS if name & set(WORD.findall(fold(each)))} for each in (asked.text, text)
    )
    return bool(wanted and told) and not wanted & told


def _counts(asked: Asked, text: str, language: str) -> bool:
    """Whether a number stands there: right before what is counted, or in the unit that is asked for."""
    words = WORD.findall(fold(text))
    places = [at for at, word in enumerate(words) if _DIGIT.search(word) or word in _NUMERALS]
    if asked.measure:
        given = bool((places or _ONE.search(text)) and asked.measure.search(text))
        return given and not _other_dimension(asked, text)
    if not places:
        return False
    if not asked.counted:
        return True
    near = [stems_of(" ".join(words[max(0, at - 3) : at + 1 + _COUNTED_WITHIN]), language) for at in places]
    return any(asked.counted in stems for stems in near)


def _names(asked: Asked, text: str) -> bool:
    """Whether somebody is named who is not named in the question."""
    known = fold(f"{asked.text} {asked.topic}")
    return any(fold(part) not in known for name in _FULL_NAME.findall(text) for part in name.split())
