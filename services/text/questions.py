"""Words by which one asks, and which need not stand in what answers. Pure."""

import re
from collections.abc import Collection

from rapidfuzz.distance import OSA

from services.text.alphabets import WORD
from services.text.languages import code_of
from services.text.vocabulary.frequencies import is_listed
from services.text.words import fold, is_small

_ASKING = {
    "en": """
        what which who whom whose when where why how does did do is are was were am be been being has have had can could
        will would shall should may might must there here many much get gets got me my you your i we us our they them
        their he she him her his please tell explain describe define show about exactly really actually usually happen
        happens happened getting mean means meant called text document lesson if so but because
        a an the of and or in on at to by for from with as it its this that these those not no than then into such also
        more most some any each all other only out up
    """,
    "no": """
        hva hvem hvor hvorfor når hvordan hvilken hvilket hvilke er var blir ble har hadde kan kunne vil ville skal
        skulle må får fikk være vært mange mye meg deg du jeg vi oss dere dem man fortell forklar beskriv vis egentlig
        vanligvis skjer skjedde heter kalles betyr teksten dokumentet hvis så det den de at men fordi gjør gjøre finnes
        en et ei og eller i på av til fra med som ikke seg sin sitt sine om for ved enn bare også ut opp inn
    """,
    "de": """
        was wer wen wem wessen wann wo warum wieso weshalb wie welche welcher welches welchen wird werden wurde wurden
        hat haben hatte kann können soll muss gibt es er sie ich du wir ihr man mir mich dir sich bitte erkläre
        beschreibe genau eigentlich bedeutet heißt genannt text dokument wenn so viele viel aber weil ist sind war waren
        der die das ein eine einer eines einem einen und oder im in von zu mit als auf für des dem den nicht diese
        dieser dieses bei an zum zur nur auch
    """,
}
_INTERROGATIVES = {
    "en": "why how what when where who whom whose which",
    "no": "hva hvem hvor hvorfor hvordan hvilken hvilket hvilke",
    "de": "warum wieso weshalb wer wen wem wessen wann wo wie welche welcher welches",
}
INTERROGATIVES = {language: frozenset(words.split()) for language, words in _INTERROGATIVES.items()}
"""Words that ask, and are no words of the other languages here."""
_SLIPPED = {
    "en": (*_INTERROGATIVES["en"].split(), "difference", "between", "example", "explain", "simpler"),
    "no": (*_INTERROGATIVES["no"].split(), "forskjellen", "mellom", "eksempel", "forklar", "enklere"),
    "de": (*_INTERROGATIVES["de"].split(), "unterschied", "zwischen", "beispiel", "erkläre", "einfacher"),
}
"""What is mended where a finger slipped."""
_PLACES = {
    **dict.fromkeys(("between", "mellom", "zwischen"), re.compile(r"\0.* (?:and|og|und) ", re.IGNORECASE)),
    **dict.fromkeys(
        ("simpler", "enklere", "einfacher"),
        re.compile(r"\b(?:explain|forklar|erkläre?)(?: (?:me|meg|mir))? \w+ \0", re.IGNORECASE),
    ),
}
"""Where alone (at the zero byte) some of them are meant."""
_HOW = re.compile(r"\s+(?:to|do|does|did|can|could|many|much|long|far|old|big|often|is it)\b", re.IGNORECASE)
_LONG = 6
"""Letters from which on an asking word is known anywhere; shorter ones are where they begin a message."""
_MEANT_SO = frozenset(("wat",))
"""What the lists have only because many write it so."""
_ASKS = {language: frozenset(words.split()) for language, words in _ASKING.items()}


def is_asking(word: str, language: str) -> bool:
    """Whether a folded word only asks, or says nothing by itself, in a language; of one without such a list the small
    words of all that have one are taken."""
    listed = _ASKS.get(code_of(language))
    return is_small(word) if listed is None else word in listed


def asked_rightly(text: str, language: str, known: Collection[str] = ()) -> str:
    """A message in whose asking words no finger slipped: "waht is", "hwo many", "the diffrence betwen". `known`: the
    folded words of the document, which stay; so does what a list of the language has ("sampler")."""
    codes = [code for code in dict.fromkeys((code_of(language), "en")) if code in _SLIPPED]

    def mended(found: re.Match[str]) -> str:
        word = fold(found.group())
        if len(word) < len("wat") or word in known or any(_is_word(word, code) for code in codes):
            return found.group()
        meant = [right for code in codes for right in _SLIPPED[code] if _is_slip(word, right)]
        around = f"{text[: found.start()]}\0{text[found.end() :]}"
        meant = [right for right in meant if right not in _PLACES or _PLACES[right].search(around)]
        if text[: found.start()].strip():
            meant = [right for right in meant if len(right) >= _LONG]
        if "how" in meant and _HOW.match(text, found.end()):
            return "how"
        return meant[-1] if meant else found.group()

    return WORD.sub(mended, text)


def _is_word(word: str, code: str) -> bool:
    return is_asking(word, code) or (is_listed(word, code) and word not in _MEANT_SO)


def _is_slip(word: str, right: str) -> bool:
    """One letter but the first is missing, or two are swapped ("whey" is no "when", nor "simplex" simpler)."""
    plainly = sorted(word) == sorted(right) or (len(word) < len(right) and word[0] == right[0])
    return plainly and OSA.distance(word, right, score_cutoff=1) == 1
