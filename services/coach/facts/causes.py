"""Causes: which sentence says that one thing happens because of another, and which part of it is which."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from services.coach.facts.fact import Cause
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import (
    has_letter,
    has_verb,
    is_balanced,
    is_noun_phrase,
    is_verb,
    opens_with_pronoun,
    points,
    words_of,
)
from services.coach.sentences.parts import parts_of
from services.coach.sentences.unfit import is_no_sentence


@dataclass(frozen=True)
class CausePattern:
    """`expression` has the groups `effect` and `cause`, which are each a `clause`, a `phrase` or the `subject`, or
    `turned`: a clause that begins with its verb, as Norwegian and German write it behind its purpose.

    `hint` stands, in small letters, in every sentence that it fits.
    """

    hint: str
    expression: re.Pattern[str]
    effect: str = "clause"
    cause: str = "clause"


def _like(hint: str, expression: str, effect: str = "clause", cause: str = "clause") -> CausePattern:
    return CausePattern(hint, re.compile(rf"^{expression}$"), effect, cause)


_PART_EN = r"(?:(?:partly|mainly|mostly|largely|chiefly|primarily|in part|especially|probably|usually|often)\s+)?"
_PART_NO = (
    r"(?:(?:blant annet|delvis|særlig|hovedsakelig|i hovedsak|først og fremst|trolig|mest|i stor grad|dels|ofte"
    r"|vanligvis|som regel)\s+)?"
)
_PART_DE = r"(?:(?:unter anderem|teilweise|vor allem|hauptsächlich|meist|oft)\s+)?"
_AUX_EN = r"(?:(?:can|often|usually|always|generally|typically|eventually|thus|directly|soon|quickly)\s+)*"
# "due to arrive" tells what is planned.
_NO_VERB = (
    r"(?!(?:be|begin|start|arrive|open|expire|end|finish|launch|take|go|come|leave|retire|return|happen|appear"
    r"|give|meet"
    r"|become|have|make|move)\b)"
)
# "only because", but not "on one substance only, because".
_APART = r"(?:,|(?<! just)(?<! only)(?<! simply)(?<! merely))"
_ONCE = r"(?!.*\b{0}\b.*\b{0}\b)"
_SUBJECT = r"(?P<{0}>[^,:;]{{3,110}}?)"
# "since" and "siden" tell a time, too: the clause must be about what is, and name no time.
_TIMELESS_EN = (
    r"(?!.*\b(?:\d{4}|century|centuries|began|beginning|ago|then|time|days?|years?|war|birth|dawn|started)\b)"
    r"(?=[^,]*\b(?:is|are|was|were|has|have|can|cannot|could|do|does|did|must|would|will|contains?|needs?|depends?)\b)"
)
_TIMELESS_NO = (
    r"(?!.*\b(?:\d{4}|århundre\w*|begynte|startet|sist|tid|dager|år|krigen|da)\b)"
    r"(?=(?:det|den|de|en|et|alle|ingen|vi|man|hver|\w+(?:en|et|ene|a|er))\b)"
    r"(?=.*\b(?:er|var|har|hadde|kan|kunne|må|vil|ville|trenger|blir|finnes|inneholder|avhenger)\b)"
)

PATTERNS = {
    "en": (
        _like(
            "because",
            rf"{_ONCE.format('because')}(?P<effect>(?!Because\b).+?){_APART}\s+{_PART_EN}because\s+(?!of\b)(?P<cause>.+)",
        ),
        _like(",", rf"(?:Because (?!of\b)|Since {_TIMELESS_EN})(?P<cause>[^,]+), (?P<effect>[^,]+)"),
        _like(
            " ",
            rf"{_SUBJECT.format('effect')} (?:(?:is|are|was|were) (?:{_PART_EN}due to {_NO_VERB}"
            r"|(?:(?:\w+ly|often|partly) )?(?:caused|brought about|triggered) by )"
            r"|(?:\w+ly )?(?:results?|resulted|stems?|stemmed|arises?|arose) from )(?P<cause>[^;:]+)",
            "subject",
            "phrase",
        ),
        _like(
            " ",
            r"(?P<effect>(?!Because\b|As a\b)(?!.*\b(?:if|when)\b.* (?:due|owing|because|as a) )"
            rf"[A-Z].+?),?\s+{_PART_EN}(?:(?:because|as a (?:result|consequence)) of "
            rf"|(?:due|owing) to {_NO_VERB})(?P<cause>[^;:]+)",
            cause="phrase",
        ),
        _like(
            " ",
            r"(?:Because of|As a result of|As a consequence of|Owing to|Due to) (?!(?:this|that|these|it|them|its)\b)"
            r"(?P<cause>[^,;:]+), (?P<effect>[^,]+)",
            cause="phrase",
        ),
        _like(
            "reason",
            r"The (?:main |chief |most important )?reason (?:why |that )(?P<effect>.+?) (?:is|was) (?:that"
            r"|because) (?P<cause>.+)",
        ),
        _like(
            "to ",
            r"(?P<cause>(?:In order to|To) (?!(?:date|quote|sum|begin|start|see|put (?:it|this)|make matters) "
            r"|(?:give|take|cite|name) (?:\w+ ){0,2}(?:examples?|few)\b)[a-z]+ [^,;:]+), "
            r"(?P<effect>(?!please|simply|refer)(?!.*\bnow\b)[^,;:]+)",
            cause="way",
        ),
        _like(
            "in order to",
            r"(?P<effect>(?!.*\b(?:if|when|that|which|who|because|unless)\b.*in order)[A-Z][^,;:]+?),?"
            r" (?P<cause>in order to [^,;:]+)",
            cause="way",
        ),
        _like(
            "so that",
            r"(?P<effect>[A-Z][^;:]+?),? (?P<cause>so that (?!it\b|they\b)[^,;:]+ (?:can|may) [^,;:]+)",
            cause="way",
        ),
        _like(
            "since",
            rf"(?P<effect>(?!.*\b(?:(?:has|have|had) (?:\w+(?:ed|wn|en|ung|un)|been|become)"
            rf"|ever)\b[^,]*,\s+since\b)[A-Z].+?),\s+since\s+{_TIMELESS_EN}(?P<cause>.+)",
        ),
        _like(
            " ",
            rf"{_SUBJECT.format('cause')} {_AUX_EN}(?:(?:leads?|led) to|results?(?:ed)? in|(?:gives?|gave) rise to"
            r"|causes?|caused|brings? about|brought about) "
            r"(?!(?:of|by|and|or|for|that|are|were|is|in|include|to)\b)(?P<effect>[^;:]+)",
            "phrase",
            "subject",
        ),
        _like(
            " ",
            r"(?P<cause>[^;]+)(?:, which is why|(?:, and|;) (?:therefore|hence),?|, so that) (?P<effect>[^;]+)",
        ),
    ),
    "no": (
        _like(
            "fordi", rf"{_ONCE.format('fordi')}(?P<effect>(?!Fordi\b).+?),?\s+{_PART_NO}fordi\s+(?:at\s+)?(?P<cause>.+)"
        ),
        _like(
            " at ",
            rf"{_SUBJECT.format('effect')} (?:skyldes|skyltes|kommer) (?!ikke\b){_PART_NO}(?:av )?at (?P<cause>.+)",
            "subject",
        ),
        _like(
            "s",
            rf"{_SUBJECT.format('effect')} (?:skyldes (?!ikke\b){_PART_NO}"
            rf"|(?:(?:er|var|blir|ble) (?:\w+ )?forårsaket|forårsakes) {_PART_NO}av )(?P<cause>[^;:]+)",
            "subject",
            "phrase",
        ),
        _like(
            " av ",
            rf"(?P<effect>(?!På grunn av\b|Som følge av\b)[A-ZÆØÅ].+?),?\s+{_PART_NO}(?:på grunn av|som følge"
            rf" av)\s+(?P<cause>[^;:]+)",
            cause="phrase",
        ),
        _like(" til at ", r"(?:Grunnen|Årsaken) til at (?P<effect>[^,;]+?),? er (?:at )?(?P<cause>.+)"),
        _like(
            ", ",
            rf"(?P<effect>(?!Ettersom\b|Siden\b).+?),\s+(?:ettersom\s+|siden\s+{_TIMELESS_NO})(?P<cause>.+)",
        ),
        _like(
            " at ",
            rf"{_SUBJECT.format('cause')} (?:gjør|gjorde|fører til|førte til|kan føre til|medfører|medførte) at"
            rf" (?P<effect>[^;:]+)",
            "clause",
            "subject",
        ),
        _like(
            " ",
            rf"{_SUBJECT.format('cause')} (?:kan )?(?:(?:ofte|vanligvis) )?(?:(?:fører|førte|føre)(?: (?:ofte|vanligvis"
            rf"|gjerne|dermed))? til|forårsake[rt]?|medføre[r]?|medførte|resultere[r]? i|resulterte i"
            rf"|(?:gir|ga) opphav til|utløse[r]?|utløste) {_PART_NO}(?P<effect>[^;:]+)",
            "phrase",
            "subject",
        ),
        _like(
            "slik at",
            r"(?P<effect>(?!.*, slik at .*, slik at )[A-ZÆØÅ][^;:]+?),? "
            r"(?P<cause>slik at (?!den\b|det\b|de\b)[^,;:]+ kan [^,;:]+)",
            cause="way",
        ),
        _like(", slik at ", r"(?P<cause>(?!.*, slik at .*, slik at )[^;]+), slik at (?P<effect>[^;]+)"),
        _like(
            "for å ",
            r"(?P<cause>For å (?!si det |være ærlig|nevne |oppsummere\b|gjøre (?:det|en lang historie) kort"
            r"|(?:ta|gi) (?:\w+ ){0,2}eksemp)[^,;:]+), "
            r"(?:så )?(?P<effect>[a-zæøå]+ [^,;:]+)(?:, (?:også|og|men|som|noe som) .+)?",
            "turned",
            "way",
        ),
    ),
    # The conjunction stays with the reason, whose verb stands last for it.
    "de": (
        _like("weil", rf"{_ONCE.format('weil')}(?P<effect>(?!Weil\b)[^;:]+?), {_PART_DE}(?P<cause>weil [^;:]+)"),
        _like(", da ", r"(?P<effect>(?!Da\b|(?:.*[ ,]da\b){2})[^;:]+?), (?P<cause>da [^;:]+)"),
        _like(
            "um ",
            r"(?P<cause>Um (?!es |[^,;:]*(?:Beispiele? zu |zu nennen,|zusammenzufassen,))[^,;:]+n), "
            r"(?P<effect>[a-zäöü]+ [^,;:]+)",
            "turned",
            "way",
        ),
    ),
}


# What follows the cause and is no part of it.
_TAIL = {
    "en": re.compile(
        r";\s|(?:,\s+|\s+)(?:but|yet|whereas|although|though)\s|,\s+(?:while|so|which means|which is why)\s"
        r"|,\s+and\s+(?:this|that|these|so|thus|therefore|hence|then|it|they)\b|\s+\((?:see|cf\.) [^()]*\)$"
    ),
    "no": re.compile(
        r";\s|,?\s+(?:men|mens|selv om|enda)\s|,\s+(?:så|slik at|noe som)\s|,\s+og\s+(?:dette|det|derfor|dermed|da"
        r"|så|de|den)\b"
    ),
    "de": re.compile(
        r";\s|,?\s+(?:aber|sondern|während|obwohl|obgleich)\s|,\s+(?:so\s?dass|weshalb|wodurch|was)\s"
        r"|,?\s+und\s+(?:dies\w*|das|daher|deshalb|damit|so|er|sie|es)\b"
    ),
}
# Half of what it says: "holds not just the key, but a seal".
_HALF = re.compile(r"\b(?:not (?:just|only|merely|simply)|ikke (?:bare|kun)|nicht nur)\b")
_LAST_CLAUSE = {
    "en": re.compile(r"(?:, (?:but|yet|whereas|while|and)|;) "),
    "no": re.compile(r"(?:, (?:men|mens|og)|;) "),
    "de": re.compile(r"(?:, (?:aber|während|und)|;) "),
}
# A clause cannot end so: what belongs to it stands in the other part, or is not said.
_LOOSE_END = {
    "en": re.compile(
        r"\b(?:not|is|are|was|were|be|been|and|or|but|that|which|than|as|more so|perhaps|maybe"
        r"|whether|if|even|though|say|says|said|and (?:can|may) (?:happen|occur)"
        r"|(?:high|low|higher|lower|large|small|normal) (?:levels?|amounts?|rates?|numbers?|concentrations?|values?))$"
        r"|,\s+(?:often\s+|usually\s+)?(?:formed|caused|produced|made|created|triggered)$",
        re.IGNORECASE,
    ),
    "no": re.compile(
        r"\b(?:ikke|bare|kun|er|var|blir|ble|være|og|eller|men|at|som|enn|kanskje|om|enten|selv|sier|sa)$",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\b(?:nur|auch|und|oder|aber|dass|als|vielleicht|ob|selbst|sagt|sagte|nicht nur)$", re.IGNORECASE
    ),
}
_PHRASE_TAIL = re.compile(
    r"\s+\((?:see|se) [^()]*\)$|"
    r",\s+(?:leading|resulting|causing|as|which|who|where|although"
    r"|though|while|whereas|but|because|so|and (?:the|this|it|they)|som|noe"
    r"|der|mens|men"
    r"|og (?:det|de|den))\s"
)
_OPENS_BADLY = {
    "en": re.compile(
        r"(?:if|when|whenever|unless|whether|while|although|though|even|just|only|not|but|and|or|than|of|that|rather|since|e\.g|i\.e)\b",
        re.IGNORECASE,
    ),
    "no": re.compile(r"(?:hvis|dersom|selv om|bare|ikke|men|og|eller|enn|at|om)\b", re.IGNORECASE),
    "de": re.compile(r"(?:wenn|falls|obwohl|selbst|nur|nicht|aber|und|oder|als|dass|ob)\b", re.IGNORECASE),
}
# "causes the kidneys to keep water" is no thing that is caused; "causes damage to the kidneys" is.
_TO_DO = re.compile(
    r"(?<!\bdamage)(?<!\bharm)(?<!\binjury)(?<!\binjuries)(?<!\bchange)(?<!\bchanges)(?<!\bthreat)(?<!\bresistance)"
    r"(?<!\bresponse)(?<!\breaction)(?<!\breactions)(?<!\bexposure) to (?!the\b|an?\b|its\b|their\b)[a-z]+"
)
# Somebody whom the text makes up, and a list of which one member alone has its reason.
_MADE_UP = re.compile(r"(?:s?he|han|hun)\b", re.IGNORECASE)
_LISTED = re.compile(r", (?:and|or|og|eller) ")
_A_THING = re.compile(r"(?:an?|the) \w+ (?:of|for|in) (?:\w+ )?\w+", re.IGNORECASE)  # "and hence a matter of taste"
# "Walls do not keep the quay from harm because of storms": what stands nearer has the reason.
_NEARER = re.compile(
    r"\b(?:if|when|which|who|that|from|against|must|needs?|results? of|consequences? of"
    r"|hvis|når|som|mot|må|resultat av)\b"
)
# What only may be done for a purpose, must be where one has it, or was done once.
_OPEN = re.compile(
    r"\b(?:can|could|may|might|must|should|needs?|ha(?:s|ve) (?:to|(?:\w+ )?\w+(?:ed|en|wn)))\b"
    r"|^(?:kan|kunne|må|måtte|bør|skal|skulle|vil|trenger?|trengs|anbefales|har|ble|var)\b|^\w+ (?:du|man|vi)\b"
    r"|^(?:kann|können|muss|müssen|soll\w*|darf|dürfen|mag|hat|haben|wurde\w*|war\w*)\b|^\w+ (?:Sie|man|wir|ich|du)\b"
)
_REASON_BEFORE = re.compile(r"(?:As|Since|Because|Fordi|Siden|Ettersom|Weil|Da)\b[^,]*, ")
_THERE = re.compile(r"there (?:is|are)\b|det (?:er|finnes)\b|es gibt\b")
_DUE = re.compile(r" (?:due|owing) to ")
_ENDS_AMID = re.compile(r"\b(?:that|which|who|som|der|would|otherwise|will|can|may|not)$")
_AND = re.compile(r",? (?:and|or|og|eller) |, (?=(?:the|an?) )")
_LIST = re.compile(r", .*(?:,| and| or) .*\b(?:and|or)\b|, (?:the|an?) .*,? (?:and|or) ")
_LEAST_CLAUSE, _MOST = 3, 28


def causes_of(
    told: Sequence[Told], language: str, defining: Collection[tuple[str, int]] = frozenset()
) -> Iterator[tuple[Cause, bool]]:
    """At most one for each sentence, and whether its effect is a whole clause; none for a language without patterns.

    `defining`: the sentences (block id, start) that say what something is; a reason in them is part of what it is.
    """
    patterns = PATTERNS.get(language, ())
    for each in told:
        if each.sentence.doubt > 1 or (each.sentence.block.block_id, each.sentence.start) in defining:
            continue
        for pattern in patterns:
            found = pattern.expression.match(each.text) if pattern.hint in each.text.lower() else None
            if found is None:
                continue
            cause = _cause(each, pattern, found.span("effect"), found.span("cause"), language)
            if cause is not None:
                yield cause, pattern.effect in ("clause", "turned")
            break  # what one pattern saw and was let go is not found by a weaker one


def _cause(
    told: Told, pattern: CausePattern, effect: tuple[int, int], cause: tuple[int, int], language: str
) -> Cause | None:
    if (
        pattern.cause == "way"
        and not told.text.startswith(("so that", "slik at"), cause[0])
        and _OPEN.search(told.text[slice(*effect)])
    ):
        return None
    if pattern.cause == "clause":
        cause = _without_tail(told.text, *cause, language)
    if pattern.cause == "phrase" and (tail := _PHRASE_TAIL.search(told.text, *cause)):
        cause = cause[0], tail.start()
    if pattern.effect == "phrase":
        rest = _PHRASE_TAIL.split(told.text[slice(*effect)])[0]
        effect = effect[0], effect[0] + len(_whole_of(rest, effect[0], told.text, language) or rest)
    if pattern.effect == "clause" and effect[0] == 0:
        if (last := _last_clause(told.text, *effect, language)) is None:
            return None
        if last[0] and _THERE.match(told.text, last[0]):
            return None  # where there is none, the clause before says
        effect = last
    said = told.text[slice(*effect)], told.text[slice(*cause)]
    if (
        has_letter(" ".join(said))
        or not _holds(said[0], pattern.effect, language)
        or not _holds(said[1], pattern.cause, language)
    ):
        return None
    # Who reads "it sinks" alone does not know what sinks; the reason stands beside its effect and may say "it".
    behind = pattern.cause == "phrase" and pattern.effect == "clause" and effect[0] < cause[0]
    if behind and (_NEARER.search(said[0]) or _of_a_noun(told, effect[1], language)):
        return None
    way = said[1].removeprefix("slik at ")
    if opens_with_pronoun(said[0], language) or (pattern.cause != "clause" and opens_with_pronoun(way, language)):
        return None
    if cause[0] < effect[0] and (points(said[0], language) or opens_with_pronoun(said[1], language)):
        return None
    if cause[0] < effect[0] and pattern.cause == "clause" and is_no_sentence(said[1], language):
        return None
    if (
        said[0][-1:] in ",;"
        or ":" in said[0]
        or (pattern.effect == "phrase" and "," in said[0] and " and " not in said[0])
    ):
        return None
    # "leads to Rome" is said of roads.
    if pattern.effect == "phrase" and (_TO_DO.search(said[0]) or said[0][:1].isupper()):
        return None
    if _MADE_UP.match(said[1]) or _is_of_a_list(*said):
        return None
    if _REASON_BEFORE.match(said[0]):
        return None  # of two reasons
    concept = told.about(effect, cause)
    if concept is None or told.points_back(*effect) or told.points_back(*cause):
        return None
    doubt = told.doubt(concept)
    # What happened once to nothing that is to be learnt is a tale.
    if doubt and {"past"} == {word.part for word in parts_of(said[0], language)} & {"past", "verb"}:
        return None
    return Cause(concept, told.whole, told.span(*effect), told.span(*cause), doubt)


def _of_a_noun(told: Told, end: int, language: str) -> bool:
    """Whether what stands there may be said of the noun before it alone: "the error of an estimate due to noise"."""
    last = [word for word in parts_of(told.text, language) if word.end <= end][-1:]
    return bool(_DUE.match(told.text, end)) and [word.part for word in last] == ["noun"]


def _whole_of(what: str, at: int, sentence: str, language: str) -> str:
    """A phrase from `at` on without what the sentence says besides: "oak and keeps the water in", "walls and filled by
    the tide", "four atoms, and without them a plant dies". "": it is a list that cannot be cut."""
    words = [word for word in parts_of(sentence, language) if word.start >= at]
    if _LIST.search(what):  # of which a part alone is no answer
        return "" if any(word.part in ("verb", "past") for word in words) else what
    for found in _AND.finditer(what):
        behind = [word for word in words if word.start >= at + found.end()]
        anew = found.group().startswith(", ") and (
            found.group() == ", " or any(word.part in ("verb", "past") for word in behind)
        )
        parts = [word.part for word in behind[:2]]
        untagged = next(iter(words_of(what[found.end() :])), "") if not words else ""
        if (
            anew
            or parts[:1] in (["verb"], ["past"], ["form"])
            or parts == ["noun", "verb"]
            or is_verb(untagged, language)
        ):
            return what[: found.start()]
    return what


def _is_of_a_list(effect: str, cause: str) -> bool:
    """Whether the reason stands within a list, whose last member follows it: "gates, bars worn by rust, and ropes"."""
    return "," in effect and not _LISTED.search(effect) and bool(_LISTED.search(cause))


def _holds(part: str, kind: str, language: str) -> bool:
    """Whether a part is whole enough to be shown: a clause has a verb, a phrase has none but in a clause of its own."""
    words = words_of(part)
    if len(words) > _MOST or not is_balanced(part) or _LOOSE_END[language].search(part):
        return False
    if _OPENS_BADLY[language].match(part) or re.search(r"\s[–—-]+(?:\s|$)", part):
        return False
    if kind in ("clause", "turned"):
        none = re.search(r"\b(?:derfor|therefore|might|here|hier|examples?|eksem(?:pel|pler)|Beispiele?)\b", part)
        if _A_THING.fullmatch(part) and all(word.part not in ("verb", "past") for word in parts_of(part, language)):
            return False
        return len(words) >= _LEAST_CLAUSE and not none and (kind == "turned" or not _is_order(part, words, language))
    if kind == "way":
        return len(words) > _LEAST_CLAUSE and not re.search(
            r"\b(?:you|your|we|our|this|these|dette|denne|disse|diese[nmrs]?|Sie)\b", part
        )
    if kind == "subject":
        return len(words) <= 14 and _is_subject(part, language)
    first = part.split(",")[0]
    return bool(words) and len(part) >= 4 and (len(words) > 1 or part[:1].islower()) and _is_thing(first, language)


def _is_order(clause: str, words: Sequence[str], language: str) -> bool:
    """Whether it begins with its verb, as what tells the reader to do something: "Set the frequency to 4 kHz"."""
    tagged = parts_of(clause, language) if language == "en" else ()
    begins = bool(tagged) and tagged[0].part == "verb"
    return begins or is_verb(words[0], language) or words[1:2] == ["Sie"]


def _is_subject(part: str, language: str) -> bool:
    """Whether a part from the sentence's beginning is its subject: a noun phrase that may end in a relative clause."""
    head = re.split(r"\b(?:that|which|who|where|som|der)\b", part)[0].strip()
    bare = re.fullmatch(
        r"(?:the|an?|some|many|other|these|main|most|all|en|et|ei|de|det|den|andre)", head, re.IGNORECASE
    )
    if not head or bare or part != part.strip(" ,") or _ENDS_AMID.search(part):
        return False
    return is_noun_phrase(head, language) and not _auxiliary(head, language)


def _is_thing(part: str, language: str) -> bool:
    """Whether a phrase after a connective is one: not another clause."""
    head = re.split(r"\b(?:that|which|who|where|when|som|der|at|når)\b", part)[0]
    return not _auxiliary(head, language)


def _auxiliary(text: str, language: str) -> bool:
    told = {
        "en": r"(?:is|are|was|were|has|have|had|does|do|did|not|never|can|cannot|will|would|may|might|could|must)",
        "no": r"(?:er|var|har|hadde|ikke|aldri|kan|vil|kunne|ville|må|blir|ble)",
    }[language]
    return bool(re.search(rf"\b{told}\b", text))


def _without_tail(text: str, start: int, end: int, language: str) -> tuple[int, int]:
    tail = _TAIL[language].search(text, start, end)
    return start, (tail.start() if tail and not _HALF.search(text, start, tail.start()) else end)


def _last_clause(text: str, start: int, end: int, language: str) -> tuple[int, int] | None:
    """What has the reason, where two clauses stand before it: the second; None: it leans on the first."""
    marks = [*_LAST_CLAUSE[language].finditer(text, start, end)]
    if len(marks) != 1 or (marks[0].group().endswith(("and ", "og ")) and text.count(",", start, end) > 1):
        return start, end
    after = text[marks[0].end() : end]
    if not has_verb(after, language) or is_verb(after.split()[0], language):
        return start, end
    if points(after, language):
        return None
    return marks[0].end(), end
