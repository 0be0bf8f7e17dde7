"""How a text defines a term, in English, Norwegian, German and French: what stands right after it, or right before."""

import re
from collections.abc import Iterator

from services.reader.words.lists import is_function_word
from services.text.vocabulary.genus import NO_SUBJECT, names_kind

_ARTICLE = {
    "en": r"(?:a|an|the|any|one|each|every|all|those|that|what|how|when|where|anything)",
    "no": r"(?:en|et|ei|den|det|de|når|at|alle|alt|hvor|hva|evnen|læren)",
    "de": r"(?:eine?|einer|der|die|das(?! (?:die|der|das|eine?)\b)|jede[rs]?|alle|etwas|was|wenn)",
    "fr": r"(?:une?|l[ea]s?|l(?=[’'])|des|ce(?:lui|lle|ux|lles)|toute?|chaque)",
}
_NOT_DEFINING = {
    "en": r"(?!(?:found|located|used|made|called|known|present|important|essential|needed|required|also|not"
    r"|very|often|usually|still|even|so|too|much|similar|different|responsible|likely|caused|influenced|associated"
    r"|determined|created|based|due|particularly|especially|generally|extremely|quite|rather|almost|just"
    r"|now|only|more|most|less|then|thus|able|common|available|seen|given|shown|produced|formed|released|of|in"
    r"|at|on|to|from|by)\b)",
    "de": r"(?!(?:nicht|auch|oft|nur|mehr|sehr|so|zu|zum|zur|in|im|auf|an|am|von|vom|bei|aus|für|mit|noch|immer|da|dann"
    r"|daher|deshalb|etwa|wichtig|möglich|bekannt|nötig|notwendig|verfügbar|vorhanden)\b)",
    "fr": r"(?!(?:pas|aussi|souvent|très|plus|moins|si|trop|en|dans|sur|à|de|du|par|pour|avec|toujours|encore|alors"
    r"|donc|important|possible|connue?s?|nécessaires?|utilisée?s?|disponibles?|située?s?)\b)",
    "no": r"(?!(?:funnet|brukt|laget|viktig|viktige|ikke|også|ofte|bare|mer|mest|da|derfor|svært|veldig|i|på|av"
    r"|til|fra|avhengig|nødvendig)\b)",
}
# Where no article tells the kind: "cells that build bone". Never "is used that way", "er like stor som".
_KIND = {
    "en": rf"{_NOT_DEFINING['en']}(?!(?:so|such|as)\b)(?:(?!to )[^\W\d_]+ ){{1,3}}?(?:that|which|who|whose)",
    "no": rf"{_NOT_DEFINING['no']}(?!(?:så|like|kjent|slik|sånn|den|det|de)\b)(?:[^\W\d_]+ ){{1,3}}?som",
    "de": rf"{_NOT_DEFINING['de']}(?:[^\W\d_]+ ){{0,2}}?[^\W\d_]+, (?:in |mit |aus |an )?(?:die|der|das|denen|welche)",
    "fr": rf"{_NOT_DEFINING['fr']}(?:[^\W\d_]+ ){{1,3}}?(?:qui|que|dont|où)",
}
_NEXT = r"(?:\s*\([^)]{1,60}\))?(?:,[^,.]{1,60},)?\s*"

_AFTER = {
    "en": re.compile(
        rf"^{_NEXT}(?:(?:is|are|was|were)\s+(?:(?:defined|described|known)\s+as|basically\s+"
        rf"|simply\s+)?\s*{_ARTICLE['en']}\b(?! (?:\w{{3,}}est|only|same|most|best|main|largest|biggest|example"
        rf"|exception|problem|result"
        r"|reason|number|lot|good|bad|bit|few|little|case|answer|one-time|default)\b)"
        r"|(?:is|are) (?:defined|described) as|refers? to|means?\b|denotes?\b|stands? for|consists? of"
        rf"|describes\b|is the name|(?:is|are)\s+{_KIND['en']}\b)",
        re.IGNORECASE,
    ),
    "no": re.compile(
        rf"^{_NEXT}(?:er\s+{NO_SUBJECT}{_ARTICLE['no']}\b(?! (?:\w+ste|eneste|samme|eksempel)\b)|betyr\b|vil si\b"
        rf"|defineres som|består av|er navnet|betegner\b|kalles det når|menes\b|mener vi|er\s+{_KIND['no']}\b)",
        re.IGNORECASE,
    ),
    "de": re.compile(
        rf"^{_NEXT}(?:(?:ist|sind|war|waren)\s+{_ARTICLE['de']}\b(?! (?:(?-i:[a-zäöüß]{{3,}}ste[nrms]?)|einzige|gleiche"
        rf"|selbe|Fall|Grund|Ergebnis|Folge)\b)|bedeute[nt]+\b|bezeichne[nt]+\b|besteh(?:t|en) aus|beschreibt\b"
        rf"|versteht man|steht für|(?:wird|werden) .{{3,60}} (?:verstanden|definiert)|(?:ist|sind)\s+{_KIND['de']}\b)",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        rf"^{_NEXT}(?:(?:est|sont|était|étaient)\s+{_ARTICLE['fr']}(?:\b|[’'])(?! ?(?:plus|même|seule?|premi\w+"
        rf"|derni\w+|cas|raison|résultat)\b)|désignent?\b|signifient?\b|se composent? d|se définit"
        rf"|(?:est|sont) définie?s? comme|(?:est|sont)\s+{_KIND['fr']}\b)",
        re.IGNORECASE,
    ),
}
# Where the document itself sets the term apart, less is enough: "Osmosis is water that moves".
_AFTER_EMPHASIS = {
    "en": re.compile(rf"^{_NEXT}(?:(?:is|are)\s+{_NOT_DEFINING['en']}\w|:\s|\s?[–—]\s)", re.IGNORECASE),
    "no": re.compile(rf"^{_NEXT}(?:er\s+{_NOT_DEFINING['no']}\w|:\s|\s?[–—]\s)", re.IGNORECASE),
    "de": re.compile(rf"^{_NEXT}(?:(?:ist|sind)\s+{_NOT_DEFINING['de']}\w|:\s|\s?[–—]\s)", re.IGNORECASE),
    "fr": re.compile(rf"^{_NEXT}(?:(?:est|sont)\s+{_NOT_DEFINING['fr']}\w|\s?:\s|\s?[–—]\s)", re.IGNORECASE),
}
# A kind, and what sets this one of it apart: "a wall in the sea that shelters a harbour".
_APART = {
    "en": re.compile(r"\b(?:is|are)\b.{3,80}\b(?:that|which|who|whose|where|when)\b", re.IGNORECASE),
    "no": re.compile(r"\ber\b.{3,80}\b(?:som|der|når|at)\b|\ber et mål for\b", re.IGNORECASE),
    "de": re.compile(r"\b(?:ist|sind)\b.{3,80}, (?:\w+ )?(?:die|der|das|den|dem|deren|dessen|wo)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:est|sont)\b.{3,80}\b(?:qui|que|dont|où|laquelle|lequel)\b", re.IGNORECASE),
}
# Only the form of "to be" itself: what it is stands behind.
_IS = {
    "en": re.compile(rf"^{_NEXT}(?:is|are|was|were)\s+", re.IGNORECASE),
    "no": re.compile(rf"^{_NEXT}(?:er|var)\s+", re.IGNORECASE),
    "de": re.compile(rf"^{_NEXT}(?:ist|sind|war|waren)\s+", re.IGNORECASE),
    "fr": re.compile(rf"^{_NEXT}(?:est|sont|était|étaient)\s+", re.IGNORECASE),
}
_OPENING, _CLOSING = ("“", "«", "‘", '"'), re.compile(r"[.,;:]?[”»’\"]")
_NEXT_WORD = re.compile(r"[\s-]+(?P<word>[^\W\d_][\w’'-]*)")
_QUOTE = r"[\"“«‘']?$"
_BEFORE = {
    "en": re.compile(
        rf"(?<!to be )\b(?:called|known as|termed|(?:is|are|was|were|been) named|referred to as|refer to (?:it "
        rf"|this )?as)\s+(?:(?:a|an|the)\s+)?{_QUOTE}",
        re.IGNORECASE,
    ),
    "no": re.compile(
        rf"\b(?:kalles|kalt|heter|kaller vi(?: det| dette)?|kaller man|betegnes som|kjent som|omtales som"
        rf"|betegnelsen|begrepet)\s+(?:for\s+)?(?:(?:en|et|ei)\s+)?{_QUOTE}",
        re.IGNORECASE,
    ),
    "de": re.compile(
        rf"\b(?:heißt|heißen|nennt man|nennen wir|namens|sogenannte[nmrs]?)\s+(?:(?:eine?|der|die|das)\s+)?{_QUOTE}",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        rf"\b(?:appelée?s?|nommée?s?|s[’']appellent?|on appelle|dite?s?)\s+(?:(?:une?|l[ea]s?)\s+|l[’'])?{_QUOTE}",
        re.IGNORECASE,
    ),
}
_WORD = r"[^\W\d_][^\W_]*(?:[-’'][^\W\d_]+)*"
_LEADING = {
    "en": re.compile(
        rf"^(?:(?:An?|The)\s+)?(?P<term>{_WORD}(?:\s+(?:of\s+)?{_WORD}){{0,2}}?)(?=\s+(?:is|are)\s+(?:a|an|the"
        rf"|any|defined as|{_KIND['en']})\b|\s+refers? to\b)"
    ),
    "no": re.compile(
        rf"^(?:(?:En|Et|Ei)\s+)?(?P<term>{_WORD}(?:\s+{_WORD}){{0,2}}?)(?=\s+er\s+{NO_SUBJECT}(?:en|et|ei|den|det|{_KIND['no']})\b"
        rf"|\s+betyr\b|\s+vil si\b|\s+defineres som\b)"
    ),
    "de": re.compile(
        rf"^(?:(?:Eine?|Der|Die|Das)\s+)?(?P<term>(?:[a-zäöüß]+e[nrsm]?\s+)?(?=[A-ZÄÖÜ]){_WORD})"
        rf"(?=\s+(?:ist|sind)\s+(?:eine?|der|die|das|{_KIND['de']})\b|\s+(?:bedeutet|bezeichnet)\b)"
    ),
    "fr": re.compile(
        rf"^(?:(?:Une?|L[ea]s?)\s+|L[’'])?(?P<term>{_WORD}(?:\s+(?:d[eu]s?\s+|d[’'])?{_WORD}){{0,2}}?)"
        rf"(?=\s+(?:est|sont)\s+(?:une?\b|l[ea]s?\b|l[’']|des\b|{_KIND['fr']}\b)|\s+(?:désigne|signifie)\b)"
    ),
}
_NAMED = {
    "en": re.compile(
        rf"\b(?:is|are|was|were|often|also|usually|commonly)\s+(?:called|known as|termed"
        rf"|referred to as)\s+(?:(?:a|an|the)\s+)?(?P<term>{_WORD}(?:\s+{_WORD}){{0,2}})(?=[.,;:)]|$)"
    ),
    "no": re.compile(
        rf"\b(?:kalles|kalt|kaller vi|betegnes som)\s+(?:(?:en|et"
        rf"|ei)\s+)?(?P<term>{_WORD}(?:\s+{_WORD}){{0,2}})(?=[.,;:)]|$)"
    ),
    "de": re.compile(
        rf"\b(?:heißt|heißen|nennt man|namens)\s+(?:(?:der|die|das)\s+)?(?P<term>(?:[a-zäöüß]+e[nrsm]?\s+)?"
        rf"(?=[A-ZÄÖÜ]){_WORD})(?=[.,;:)]|$)"
    ),
    "fr": re.compile(
        rf"\b(?:appelée?s?|s[’']appellent?|on appelle)\s+(?:(?:une?|l[ea]s?)\s+|l[’'])?"
        rf"(?P<term>{_WORD}(?:\s+{_WORD}){{0,2}})(?=[.,;:)]|$)"
    ),
}


# "Joel Klecker, who was also known as Espy", "Joel Klecker (also known as Espy)": a person's name is no term.
_PERSON = re.compile(
    r"(?-i:[^\W\d_a-z]\w+ [^\W\d_a-z]\w+ )\((?:also )?$"
    r"|\bwho(?: (?:is|was|were|are))?(?: (?:also|often|better|then|now))?\s*$",
    re.IGNORECASE,
)
_ARTICLES = frozenset(
    (
        *("", "a", "an", "the", "en", "et", "ei", "med", "med en", "med et", "begrepet", "ordet"),
        *("ein", "eine", "der", "die", "das", "unter", "unter einem", "unter einer", "unter dem begriff"),
        *("un", "une", "le", "la", "les", "l", "l’", "l'", "le terme"),
    )
)
_DEFINITE = frozenset(("the", "der", "die", "das", "le", "la", "les", "l", "l’", "l'"))


def knows(language: str) -> bool:
    """Whether there are patterns of that language."""
    return language in _AFTER


def defines(sentence: str, start: int, end: int, language: str, *, emphasised: bool, rare: bool) -> bool:
    """Whether the sentence says what the term at `start:end` of it is. False for languages without patterns.

    `emphasised`: the document sets the term apart there; `rare`: it is a specialist's word.
    """
    if language not in _AFTER:
        return False
    before, after = sentence[:start], sentence[end:]
    if (called := _BEFORE[language].search(before)) is not None:
        return not _PERSON.search(before[: called.start()]) and _is_whole_name(before, after, language)
    # What is defined leads the sentence: nothing but an article, or a short phrase of place, may stand before it.
    article = before.strip(" \"“‘«'").casefold()
    leads = article in _ARTICLES or (emphasised and len(before) < 60 and before.rstrip().endswith(","))
    if not leads:
        return False
    # "The result is a ..." speaks of one result; only what is named, rare or set apart is defined so.
    one = language == "de" or sentence[start : start + 1].islower()
    if article in _DEFINITE and not (emphasised or rare) and one:
        return False
    if (is_a := _IS[language].match(after)) and not names_kind(after[is_a.end() :], language):
        return False
    return bool(_AFTER[language].match(after) or (emphasised and _AFTER_EMPHASIS[language].match(after)))


def _is_whole_name(before: str, after: str, language: str) -> bool:
    """Whether a name ends before `after`: "called a protein" does not where "kinase" follows, nor does what is quoted
    before its closing mark."""
    if before.endswith(_OPENING) and not _CLOSING.match(after):
        return False
    behind = _NEXT_WORD.match(after)
    return behind is None or (after[0] != "-" and is_function_word(behind["word"].casefold(), language))


def tells_apart(definition: str, language: str) -> bool:
    """Whether a defining sentence names a kind and what sets this one of it apart."""
    return language in _APART and bool(_APART[language].search(definition))


def defined_in(sentence: str, language: str) -> Iterator[tuple[int, int]]:
    """Spans of what a sentence defines, found by the pattern alone."""
    for pattern in (_LEADING.get(language), _NAMED.get(language)):
        found = pattern.search(sentence) if pattern else None
        if found and not _PERSON.search(sentence[: found.start()]):
            yield found.span("term")
