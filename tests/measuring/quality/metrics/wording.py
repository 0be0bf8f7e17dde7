"""Comparing texts for the metrics: folded, as words, as stems. Of its own, so that no room's rule measures itself."""

import re
import unicodedata
from functools import lru_cache

import Stemmer

_STEMMERS = {"en": "english", "no": "norwegian", "de": "german", "fr": "french", "es": "spanish", "sv": "swedish"}
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_NUMBER = re.compile(r"\d{1,3}(?:[ \u00a0\u202f,.]\d{3})+(?![\d])|\d+(?:[.,]\d+)?")
# What holds sentences together, and what our questions are framed in: it tells nothing of the answer.
_PLAIN = frozenset(
    _WORD.findall(
        """
    a about after all also an and are as at be because been before between both but by called can did do does each for
    from gap given gives had has have how if in into is it its kind made many may more most much name no not of on one
    only or order other over part said same say says second sentence some such term terms text than that the their them
    then there these they this those through to true two under used using was were what when where which while who why
    will with within word words would put these following statement fits described defined definition correct
    alle andre at av begrep begrepet ble blir både da de den denne der dermed dette det disse du eller en enn er et
    etter finnes flere for fra få gir gjennom gjør har hva hvilke hvilken hvilket hvor hvordan hvorfor i ifølge ikke kan
    kalles kalt man mange med mellom men mer mest mot mye nevner noe noen når og om opp også ord ordet over på
    riktig samme seg setningen sier skal slags slik som så sin sitt teksten til to under uttrykket ut uten ved var ville
    vært vil være blant brukes passer påstanden sant usant står rekkefølge
    explain own means forklar dine egne betyr
    """
    )
)


def fold(text: str) -> str:
    """NFKC, case folded, white space as single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def same(one: str, other: str) -> bool:
    """Whether two texts are equal after NFKC and white-space folding; case counts."""
    return " ".join(unicodedata.normalize("NFKC", one).split()) == " ".join(
        unicodedata.normalize("NFKC", other).split()
    )


def bare(text: str) -> str:
    """Folded, without punctuation at its ends and without an article in front."""
    inner = re.sub(r"^\W+|\W+$", "", fold(text))
    return re.sub(r"^(?:an?|the|en|et|ei) (?=\w)", "", inner)


def occurs(needle: str, text: str) -> bool:
    """Whether the needle stands in the text as whole words, both folded, whatever stands at its ends."""
    wanted = re.sub(r"^\W+|\W+$", "", fold(needle)) or fold(needle)
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", fold(text)) is not None if wanted else False


def words(text: str) -> list[str]:
    """The words of a text, folded."""
    return _WORD.findall(fold(text))


@lru_cache(maxsize=50_000)
def stem(word: str, language: str) -> str:
    """The stem of a folded word; of a language that has no stemmer the word itself."""
    stemmer = _stemmer(language)
    return str(stemmer.stemWord(word)) if stemmer else word


def stems(text: str, language: str) -> list[str]:
    """The stems of all words in order."""
    return [stem(word, language) for word in words(text)]


def content(text: str, language: str, *, least: int = 3) -> set[str]:
    """The stems of the words of `least` letters or more that say something."""
    return {stem(word, language) for word in words(text) if len(word) >= least and word not in _PLAIN}


def numbers(text: str) -> list[float]:
    """The numbers that stand in a text; "1,200", "1 200" and "1.200" are twelve hundred, "1,5" is one and a half."""
    found = []
    for written in _NUMBER.findall(text):
        plain = re.sub(r"[ \u00a0\u202f]", "", written)
        if re.fullmatch(r"\d{1,3}(?:[,.]\d{3})+", plain):
            found += [float(re.sub(r"[,.]", "", plain))] + ([float(plain.replace(",", "."))] if len(plain) < 8 else [])
        else:
            found.append(float(plain.replace(",", ".")))
    return found


@lru_cache
def _stemmer(language: str) -> "Stemmer.Stemmer | None":
    name = _STEMMERS.get(language)
    return Stemmer.Stemmer(name) if name else None
