"""Quantities: which sentence states a number that is worth knowing: a measure, a count, a share; no year."""

import re
from collections.abc import Iterator, Sequence

from services.coach.facts.fact import Quantity
from services.coach.facts.subjects import Told
from services.text.quantities.numbers import Numeral, numerals_in

LABEL = re.compile(
    r"\b(?:pages?|pp?|figures?|figs?|sections?|sect|chapters?|tables?|versions?|v|steps?|exercises?|examples?"
    r"|numbers?|no"
    r"|nr|volumes?|vol|lines?|parts?|levels?|types?|grades?|equations?|eq|items?|questions?|articles?|rules?"
    r"|laws?|phases?"
    r"|stages?|class|classes|lessons?|units?|columns?|rows?|arguments?|bugs?|port|code|error|room|route|appendix|notes?"
    r"|side|sidene|figur|avsnitt|kapittel|tabell|versjon|trinn|oppgave|eksempel|nummer|bind|linje|del|nivå|type|klasse"
    r"|ligning|spørsmål|artikkel|paragraf|lov|fase|vedlegg|kolonne|rad|steg)\.?\s*$",
    re.IGNORECASE,
)
RANGE_BEFORE = re.compile(
    r"(?:\d\s?%?\s*(?:[–—-]|to|and|or|til|og|eller|x|×)\s*$)|(?:\b\d{1,3} by $)|(?:\b(?:between|mellom)\s+\S*\s*$)"
)
# "half a millilitre to 4 millilitres"; but "up to 4", "rises to 4".
UP_TO = re.compile(r"\bto\s+(?:about |around |more than |almost |nearly )?$", re.IGNORECASE)
MAY_PRECEDE_TO = re.compile(
    r"\b(?:up|close|equal|down|amounts?|ris\w+|rose|falls?|fell|drop\w*|grows?|grew|heated|cooled|limited"
    r"|reduced|increased"
    r"|increases|adds?|comes?|came|raised|lowered|shrinks?|belongs?|corresponds?|according|due|back|on|in|out)\s+to\s",
    re.IGNORECASE,
)
RANGE_AFTER = re.compile(
    r"^\s*(?:[–—-]\s*\d|(?:to|or|til|eller|and|og|x|×)\s+(?:about |around |more than |almost |nearly |omtrent"
    r" |rundt )?\d"
    r"|(?:to|til)\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    r"|(?:to|til)\s+(?:about|around|more|over|almost|nearly|omtrent|rundt)\b)",
    re.IGNORECASE,
)
LISTED_BEFORE, LISTED_AFTER = re.compile(r"\d,\s+$"), re.compile(r"^,\s+(?:(?:and|og)\s+)?\d")
SIGN_BEFORE, SIGN_AFTER = re.compile(r"[=<>+*/×^~(\[#§-]\s*$"), re.compile(r"^\s*[=<>+*/×^\])]")
MONTHS = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|januar|februar"
    r"|mars|april|mai"
    r"|juni|juli|august|september|oktober|november|desember|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)"
)
# "In 1912", "in 2000 patients": a year, or what may be read as one.
WHEN = re.compile(
    rf"(?:\b(?:in|since|by|until|till|after|before|from|during|year|i|siden|innen|til|etter|før|fra|året|{MONTHS}))\s+$",
    re.IGNORECASE,
)
DATE_AFTER = re.compile(rf"^\.?\s+{MONTHS}\b")
NAME_BEFORE = re.compile(r"(?:^|\s)[\"“«(]?(\w*[A-ZÆØÅ]\w*)\s+$")
PLURAL = {
    "en": re.compile(
        r"^ (?:[a-z-]+ ){0,2}?(?:(?!(?:is|was|as|its|has|this|plus|versus|minus|less|across|us|thus"
        r"|times)\b)[a-z-]{2,}s|people|men"
        r"|women|children|species|bacteria|fish|teeth|genera|nuclei|fungi|algae)\b"
    ),
    "no": re.compile(
        r"^ (?:[a-zæøå-]+e )?(?:(?!(?:er|eller|etter|under|over|når|der|her|mer|ble|blir|var|har|år|til|fra|å)\b)"
        r"[a-zæøå-]{3,}(?:er|ere|r|mennesker|barn|land|folk|slag|dyr|fjell|hus|ord|atomer))\b"
    ),
}
EVENT_WORDS = re.compile(
    r"\b(?:copyright|isbn|doi|retrieved|accessed|edition|utgave|lest|hentet)\b|\(c\)", re.IGNORECASE
)
SHARE = re.compile(r"(?<![\w.,/:(-])(?P<share>\d{1,3}) ?(?P<sign>%)(?![\w-])")
# Words that may lead a number at the beginning of a sentence; any other capital there names something.
LEADS = {
    "en": r"(?:In|About|Around|Some|Over|Nearly|Almost|Roughly|Approximately|Only|Up|To|At|Of|By|The|With|After|Every"
    r"|For|Than|Least|Within|Since|Before|From|Until|During|All|Another|Exactly|Its|Their|These)",
    "no": r"(?:I|Omtrent|Rundt|Omkring|Cirka|Ca|Over|Nesten|Bare|Opptil|På|Av|Med|Etter|De|Hver|For|Innen|Siden|Før"
    r"|Fra|Alle|Nærmere|Minst|Om|Ved|Under)",
}


_MOST_NUMBERS = 3


def quantities_of(told: Sequence[Told], language: str) -> Iterator[Quantity]:
    """In reading order. Of a language without tables: a share that is the sentence's only number."""
    for each in told:
        if each.sentence.doubt > 1 or EVENT_WORDS.search(each.text):
            continue
        if not any(char.isdigit() for char in each.text):
            continue
        concept = each.about()
        if concept is None:
            continue
        doubt = each.doubt(concept)
        if language not in PLURAL:
            yield from _elsewhere(each)
            continue
        numerals = numerals_in(each.text, language)
        if len(numerals) > _MOST_NUMBERS:
            continue
        for numeral in numerals:
            if _is_told(each.text, numeral, numerals, language):
                number = each.span(numeral.start, numeral.end)
                yield Quantity(concept, each.whole, number, numeral.value, numeral.unit, doubt)


def _is_told(text: str, numeral: Numeral, others: Sequence[Numeral], language: str) -> bool:
    """Whether it measures or counts something: no label, range, list, date, year or part of a name."""
    before, behind, after = text[: numeral.start], text[numeral.end :], text[numeral.after :]
    if LABEL.search(before) or RANGE_BEFORE.search(before) or RANGE_AFTER.match(behind) or RANGE_AFTER.match(after):
        return False
    if LISTED_BEFORE.search(before) or LISTED_AFTER.match(behind) or SIGN_BEFORE.search(before):
        return False
    if re.match(r"^ by \d", behind) and not numeral.plain:
        return False
    if SIGN_AFTER.match(after) or DATE_AFTER.match(behind) or text[numeral.start - 1 : numeral.start] == "(":
        return False
    if language == "en" and (to := UP_TO.search(before)) and not MAY_PRECEDE_TO.search(before[: to.start() + 3]):
        return False
    if any(other is not numeral and other.value == numeral.value for other in others):
        return False
    if re.search(
        r"\b(?:to|til|and|og)\s+(?:about|around|more than|over|omtrent|rundt|over|mer enn)\s+$", before
    ) and re.search(r"\b(?:from|between|fra|mellom)\b", before):
        return False
    if numeral.plain and 1000 <= numeral.value <= 2100 and WHEN.search(before):
        return False
    if language == "no" and re.match(r"^\.\s+[a-zæøå]", behind):
        return False
    named = NAME_BEFORE.search(before)
    if named and (before.strip() != named[1] or not re.fullmatch(LEADS[language], named[1])):
        return False
    counts = numeral.value > 2 and numeral.value == int(numeral.value) and PLURAL[language].match(behind)
    return bool(numeral.unit or counts)


def _elsewhere(told: Told) -> Iterator[Quantity]:
    """The one share of a sentence in a language whose numbers we cannot read for sure."""
    found, concept = SHARE.search(told.text), told.about()
    if len(re.findall(r"\d+", told.text)) == 1 and found is not None and concept is not None:
        number = told.span(*found.span("share"))
        yield Quantity(concept, told.whole, number, float(found["share"]), found["sign"], told.doubt(concept))
