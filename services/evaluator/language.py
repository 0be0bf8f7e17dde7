"""Is a question surely in another language than its text? By script, and by a vote of small words; else no word.

Short strings are let pass: a refusal needs a plain case. Danish, Norwegian and Swedish are not told apart, nor is what
the quote itself is written in held against a question. Pure.
"""

import unicodedata
from collections import Counter
from functools import lru_cache

from contracts.quizzes import Refusal
from services.text.words import fold

_LEAST_LETTERS = 12
_LEAST_VOTES, _LEAST_SHARE, _LEAD = 3, 0.2, 3
_VOTERS = {
    "en": "a an and are as at be by can do does each for from has have how in is it its mean means name not of on or "
    "that the their there these they this to true was were what when where which who why with",
    "scandinavian": "af alle av bliver blir dei den denne der det dette disse efter eg eller en er et ett etter flere "
    "flera for fra från får ha har hur hva hvad hvem hver hvilke hvilken hvilket hvor hvordan hvorfor hvornår i ifølge "
    "ikke inte kan kva kalles med mellom når og også om på samt seg sig sine som ska skal til under vad var ved vid "
    "vilka vilken vilket varför å är åt",
    "de": "als an auch auf aus bei das dem den der des die durch ein eine einem einen einer eines er es für im in ist "
    "kann mit nach nicht oder sich sie sind und vom von warum was welche welcher welches wenn werden wie wird wo wozu "
    "zu zum zur",
    "nl": "aan als bij dat de deze die door een en er het hoe hun in is kan maar met naar niet om of onder ook op te "
    "uit van voor waar waarom wat welke wie worden wordt zijn",
    "fr": "au aux avec ce cette comment dans de des du elle en est et il ils la le les leur ne ou par pas pour "
    "pourquoi quand que quel quelle quelles quels qui se son sont sur un une",
    "es": "al como con cuál cuáles cuándo de del dónde el en entre es esta este la las lo los más no o para pero por "
    "qué que quién se según son su un una y",
    "pt": "a ao as com como da das de do dos e em entre é mais na nas no nos o os ou para pela pelo por qual quais "
    "quando que quem são se sua um uma",
    "it": "al alla che chi come con cosa da dal dei del della delle di dove e è gli i il in la le lo nel nella non o "
    "per perché quale quali quando si sono su tra un una",
    "fi": "eivät että hän ja joka jossa jotka kuin kuka kun miksi mikä milloin missä mitä mutta myös niin ole oli on "
    "ovat se sekä sen tai",
    "pl": "co czy dla do gdzie i jak jaki jaka jakie jest kiedy kto która które który lub na nie o od oraz po przez "
    "się są to w z za że",
}
_WORDS = {language: frozenset(words.split()) for language, words in _VOTERS.items()}
_GROUPS = {"da": "scandinavian", "nb": "scandinavian", "nn": "scandinavian", "no": "scandinavian", "sv": "scandinavian"}
_SCRIPTS = {
    "ar": {"ARABIC"}, "be": {"CYRILLIC"}, "bg": {"CYRILLIC"}, "el": {"GREEK"}, "fa": {"ARABIC"}, "he": {"HEBREW"},
    "hi": {"DEVANAGARI"}, "ja": {"CJK", "HIRAGANA", "KATAKANA"}, "ko": {"HANGUL", "CJK"}, "mk": {"CYRILLIC"},
    "mr": {"DEVANAGARI"}, "ne": {"DEVANAGARI"}, "ru": {"CYRILLIC"}, "th": {"THAI"}, "uk": {"CYRILLIC"},
    "ur": {"ARABIC"}, "zh": {"CJK"},
}  # fmt: skip


def language_differs(text: str, quote: str, language: str) -> Refusal | None:
    """Whether `text` is surely in another language than `language` and than its quote; "" for unknown: nothing."""
    tongue = language.lower().replace("_", "-").split("-")[0]
    if not tongue:
        return None
    wanted = _SCRIPTS.get(tongue) or ({"LATIN"} if _group(tongue) in _WORDS else None)
    said, quoted = _scripts(text), _scripts(quote)
    if wanted and said.total() >= _LEAST_LETTERS:
        most = said.most_common(1)[0][0]
        if most not in wanted and not any(said[script] for script in wanted) and quoted[most] <= quoted.total() / 2:
            return _refused(most.capitalize() + " script", language)
    voted = _voted(text)
    if voted is None or voted == _group(tongue) or voted == _voted(quote):
        return None
    if _group(tongue) in _WORDS:
        words = fold(text).split()
        own = sum(word.strip(".,;:?!\"'«»“”„()") in _WORDS[_group(tongue)] for word in words)
        if own * _LEAD > _votes(text)[voted]:
            return None
    elif voted != "en" or wanted is None or "LATIN" in wanted:
        return None  # Of a language that has no list here, its sisters would be taken for it.
    return _refused({"scandinavian": "Norwegian"}.get(voted, voted), language)


def _group(tongue: str) -> str:
    return _GROUPS.get(tongue, tongue)


def _refused(other: str, language: str) -> Refusal:
    return Refusal(
        code="language_differs", sentence=f"The question is written in {other}, and its text in “{language}”."
    )


@lru_cache(maxsize=4_000)
def _voted(text: str) -> str | None:
    """The language of most of a text's small words; None: too few, or two languages have as many."""
    votes = _votes(text)
    words = len(text.split())
    (first, most), *others = votes.most_common(2) or [("", 0)]
    if most < max(_LEAST_VOTES, _LEAST_SHARE * words) or (others and others[0][1] * 1.5 > most):
        return None
    return first


def _votes(text: str) -> Counter[str]:
    said = [word.strip(".,;:?!\"'«»“”„()") for word in fold(text).split()]
    return Counter({language: sum(word in listed for word in said) for language, listed in _WORDS.items()})


def _scripts(text: str) -> Counter[str]:
    """How many letters of each script."""
    return Counter(_script(char) for char in text[:2_000] if char.isalpha())


@lru_cache(maxsize=10_000)
def _script(char: str) -> str:
    return unicodedata.name(char, "OTHER").split()[0].split("-")[0]
