"""What may stand before and behind a number, by which a fact is told from a label, a range, a date or a name."""

import re

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
DATE_AFTER, MONTH_BEFORE = re.compile(rf"^\.?\s+{MONTHS}\b"), re.compile(rf"\b{MONTHS}\s+$")
NAME_BEFORE = re.compile(r"(?:^|\s)[\"“«(]?(\w*[A-ZÆØÅ]\w*)\s+$")
YEAR_BEFORE = {
    "en": re.compile(
        r"\b(?:in|since|by|until|till|after|before|from|during|year|early|late|mid|spring of|summer of|autumn of"
        r"|winter of)\s+$",
        re.I,
    ),
    "no": re.compile(
        r"\b(?:i|siden|innen|til|etter|før|fra|året|år|våren|sommeren|høsten|vinteren|omkring|rundt)\s+$", re.I
    ),
}
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
ELSEWHERE = re.compile(
    r"(?<![\w.,/:(+#$-])(?P<year>1[5-9]\d\d|20[0-4]\d)(?![\w/%+-]|[.,]\d| ?%)|(?<![\w.,/:(-])(?P<share>\d{1,3})"
    r" ?(?P<sign>%)(?![\w-])"
)
# Words that may lead a number at the beginning of a sentence; any other capital there names something.
LEADS = {
    "en": r"(?:In|About|Around|Some|Over|Nearly|Almost|Roughly|Approximately|Only|Up|To|At|Of|By|The|With|After|Every"
    r"|For|Than|Least|Within|Since|Before|From|Until|During|All|Another|Exactly|Its|Their|These)",
    "no": r"(?:I|Omtrent|Rundt|Omkring|Cirka|Ca|Over|Nesten|Bare|Opptil|På|Av|Med|Etter|De|Hver|For|Innen|Siden|Før"
    r"|Fra|Alle|Nærmere|Minst|Om|Ved|Under)",
}
