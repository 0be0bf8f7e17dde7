"""Which language a document is in: its script, py3langid where it is sure, a vote of function words. Never by chance. A
question or a message is too short for this: of these `services/text/guessing.py` judges.

"no" stands for Bokmål and Nynorsk, as the seeds write it. A text that is too short to tell has no language.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from services.reader.alphabets import count_of, letters_of
from services.reader.words.lists import VOTERS

_WORDS = re.compile(r"[^\W\d_]+")
_SHOWN = 20_000
_LEAST_WORDS, _LEAST_SHARE, _LEAD = 8, 0.08, 1.15
_LEAST_VOTES = 3
_KNOWN, _KNOWN_LEAD = 0.8, 0.15
# Of the library's certainty: enough to be believed, and enough to keep the vote from naming a sister.
_GUESSED_WORDS, _SURE, _LIKELY = 8, 0.7, 0.5
_SAME = {"nn": "no", "nb": "no", "bs": "hr"}
_SHARED_SCRIPTS = frozenset({"ar", "be", "bg", "fa", "hi", "kk", "mk", "mr", "ne", "ps", "ru", "sr", "uk", "ur"})
# A block has less to show, and is taken for another language's only where that is plain.
_BLOCK_LETTERS, _BLOCK_WORDS, _BLOCK_SHARE, _BLOCK_LEAD = 20, 14, 0.2, 2.0
_KANA = 0.1


def language_of(text: str, *, guess: bool = True) -> str | None:
    """The language as ISO 639-1 ("en", "no"); None: cannot tell. `guess`: the library may be asked, else only words."""
    shown = text[:_SHOWN]
    words = [word.casefold() for word in _WORDS.findall(shown)]
    likely, sure = _identified(shown) if guess and len(words) >= _GUESSED_WORDS else ("", 0.0)
    if by_script := _by_script(shown):
        return likely if sure >= _SURE and {likely, by_script} <= _SHARED_SCRIPTS else by_script
    voters = VOTERS.get(likely)
    if sure >= _SURE and (voters is None or _enough(sum(word in voters for word in words), words)):
        return likely
    if len(words) >= _LEAST_WORDS and (sure < _LIKELY or voters) and (voted := _voted(words)):
        return voted
    return _known(shown, words) if guess and words else None


@cache
def identifier() -> Any:
    """The library with its model, which takes half a second and 80 MB to load: the fork server does it once."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _identified(text: str) -> tuple[str, float]:
    """What the library takes the text for, as ISO 639-1, and how sure it is (0 to 1); "" for what has no such code."""
    found: Counter[str] = Counter()
    for code, share in identifier().rank(text):
        found[_SAME.get(code, code)] += float(share)  # type: ignore[assignment]
    best, share = found.most_common(1)[0]
    return (best, share) if len(best) == 2 else ("", 0.0)


def block_language(text: str, document: str) -> str | None:
    """The language of a block where it is surely another than the document's; None: the document's, or cannot tell."""
    if by_script := _by_script(text, least=_BLOCK_LETTERS):
        return by_script if by_script != document else None
    words = [word.casefold() for word in _WORDS.findall(text[:_SHOWN])]
    if len(words) < _BLOCK_WORDS or not letters_of(text).get("latin"):
        return None
    votes = _votes(words)
    most, best = votes[0]
    own = next((count for count, language in votes if language == document), 0)
    if best == document or {best, document} == {"da", "no"} or len(VOTERS[best].intersection(words)) < _LEAST_VOTES:
        return None
    return best if most >= _BLOCK_SHARE * len(words) and most >= _BLOCK_LEAD * own and _voted(words) == best else None


def _votes(words: Sequence[str]) -> list[tuple[int, str]]:
    return sorted(((sum(map(voters.__contains__, words)), name) for name, voters in VOTERS.items()), reverse=True)


def _voted(words: Sequence[str]) -> str | None:
    (most, best), (second, other) = _votes(words)[:2]
    if not _enough(most, words):
        return None
    if most >= _LEAD * second:
        return best
    if {best, other} == {"da", "no"}:
        return "no" if most == second else best  # sisters: half of their words are the same
    return None


def _enough(votes: int, words: Sequence[str]) -> bool:
    return votes >= max(_LEAST_VOTES, _LEAST_SHARE * len(words))


def _by_script(text: str, least: int = 4) -> str | None:
    """The language of a text that is mostly in a script of one language, or of few; None for Latin letters."""
    letters = letters_of(text)
    total = sum(letters.values())
    if total < least:
        return None
    kana, han = letters.pop("kana", 0), letters.pop("han", 0)
    if 2 * (kana + han) >= 0.7 * total:  # a sign says more than a letter
        return "ja" if kana >= _KANA * (kana + han) else "zh"
    script, most = max(letters.items(), key=lambda pair: pair[1], default=("latin", 0))
    if script == "latin" or 2 * most <= total:
        return None
    if script == "arabic":
        if count_of(text, "ٹڈڑںےہ") >= 0.02 * most:
            return "ur"
        return "fa" if count_of(text, "پچژگکی") >= 0.04 * most else "ar"
    if script == "cyrillic":
        marked = (("uk", "їєґЇЄҐ"), ("be", "ўЎ"), ("kk", "әқңұүһӘҚҢҰҮ"), ("mk", "ѓќѕ"), ("sr", "ђћџјљњ"))
        found = next((name for name, few in marked if count_of(text, few) >= 0.01 * most), None)
        if not found and count_of(text, "ъ") > 0.008 * most and not count_of(text, "ыэ"):
            return "bg"
        return found or "ru"
    if script == "devanagari":
        return "mr" if count_of(text, "ळ") + text.count("आहे") > 0.004 * most else "hi"
    return script


def _known(text: str, words: Sequence[str]) -> str | None:
    """English or Norwegian, where nearly all words are theirs."""
    from services.text.vocabulary import frequencies

    if not letters_of(text).get("latin") or len(words) < 4:
        return None
    english, norwegian = frequencies.reads_as(words, "en"), frequencies.reads_as(words, "no")
    if max(english, norwegian) < _KNOWN or abs(english - norwegian) < _KNOWN_LEAD:
        return None
    return "en" if english > norwegian else "no"
