"""Conditions: which sentence says what happens if, or when, something is so; as a rule, not as what happened once."""

import re
from collections.abc import Iterator, Sequence

from services.coach.facts.fact import Cause
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import has_letter, is_balanced, is_verb, opens_with_pronoun, words_of
from services.coach.sentences.parts import parts_of
from services.text.words import is_small

# "If X, Y." and "Y if X.": the condition with its conjunction, and what then happens.
_PATTERNS = {
    "en": (
        r"(?P<cause>(?:If|When|Whenever|Unless|Once|After|As soon as) [^,;:]+?)"
        r"(?:, (?:then )?| then )"
        r"(?P<effect>(?!or\b|and\b|but\b|either\b|that means\b|(?:[^ ,]+ ){0,2}[^ ,]+, or\b)[^;:]+)(?:; .+)?",
        r"(?P<effect>[^,;:]+?),? (?P<cause>(?:if|when|whenever|unless|once|after|as soon as) [^,;:]+)(?:; .+)?",
    ),
    "no": (
        r"(?P<cause>(?:Hvis|Dersom|Når|Etter at|Så snart|Etter hvert som) [^,;:]+), (?:så )?(?P<effect>[^;:]+)",
        r"(?P<effect>[^,;:]+?),? (?P<cause>(?:hvis|dersom|når|etter at|så snart) [^,;:]+)",
    ),
    "de": (
        r"(?P<cause>(?:Wenn|Falls|Sobald) [^,;:]+), (?:so |dann )?(?P<effect>(?!als\b)[^;:]+)",
        r"(?P<effect>[^,;:]+?), (?P<cause>(?:wenn|falls|sobald) [^,;:]+)",
    ),
}
_COMPILED = {language: [re.compile(rf"^{each}$") for each in table] for language, table in _PATTERNS.items()}
_HINT = re.compile(
    r"\b(?:if|when|whenever|unless|once|after|as soon as|hvis|dersom|når|etter|så snart|wenn|falls|sobald)\b",
    re.IGNORECASE,
)
# What was, whom it may concern, and what is said of the text, is no rule; what only may be follows from nothing.
_NO_RULE = re.compile(
    r"\b(?:would|could|might|should|we|us|he|she|his|her|want|wants|need to|possible"
    r"|desired|necessary|a good|seems?|somewhat|advis\w+|recommend\w*|explanation|reason to|even if|as if"
    r"|unfortunately|fortunately|ideally|hopefully|tempting|dessverre|heldigvis|fristende|leider|verlockend"
    r"|example"
    r"|var|hadde|ble|ville|kunne|vi|oss|ønsker"
    r"|(?:kan|må|skal|bør|vil|får|har|er|trenger) du|du (?:kan|må|skal|bør|vil|får|har|er|trenger)|deg|bør|forklaring"
    r"|grunn til|anbefal\w+|lurt"
    r"|mulig|eksempel|han|hun|war|waren"
    r"|hatte|wurde|wurden|wir|(?-i:Ihre?[nmrs]?|(?<=\w )Sie|Ihnen)|möchten?|möglich|vergleiche?|siehe"
    r"|beispiel)\b|\d{3}|[?!]",
    re.IGNORECASE,
)
# What you do is a condition as any other; what you then should do, or once did, is advice or a tale. "If the file was
# changed, it is read again" is a rule.
_TALE = re.compile(
    r"\b(?:was|were|had|did|may|your?(?! (?:will |['’]ll )?(?:get|see)\b)|(?<!you )(?<!will )(?<!to )(?<!can )see)\b"
    r"|, use\b|\b(?:is|are) to [a-z]+"
    r"|^(?:it can|it is (?:likely|possible|common|usual|often|convenient)|there (?:is|are)(?! no))\b"
    r"|^(?:that|this|it) (?:is|means) (?:an?|the|just|only|very|easy|hard|important|assumed|best|better|that)\b",
    re.IGNORECASE,
)
_ONCE = re.compile(r"When(?:ever)?\b.*\b(?:was|were|had|did)\b", re.IGNORECASE)
_YOU = re.compile(r"your? \w")
# Where one clicks is seen, and who leaves what out stands in the text before.
_WISHES = re.compile(
    r"\byou (?:click|press|select|choose|drag|hold|maintain|fill|tick|check|leave|put|enter|type)\b"
    r"|\byou(?:['’]ve| have| are| need| intend| like| would| prefer| wish| can(?:no|['’])?t| cannot| do not"
    r"| don['’]t)\b"
)
_OF_A_PART = re.compile(r"\b(?:that|which|who|to|and|om|å|som|og|dass|zu|und)\b")
# "The lamp shows when the lock is full" says of no case what happens in it.
_OF_WHEN = re.compile(
    r"\b(?:detect|show|tell|say|specif|determin|decid|check|control|indicat|defin|describ|know|learn|note"
    r"|vis|fortell|bestem|avgjør|angi|zeig|bestimm|entscheid|beschreib|erkenn)[a-zæøåäöüß]*\b",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\b(?:only|then|kun|bare|nur)\b")
# "A lock can be opened only if it is full".
_NOT_OTHERWISE = re.compile(r",? (?P<only>only|nur|bare|kun)$")
_ITSELF = re.compile(r"(?:it|they|den|det|de|er|sie|es) ")
_OF_BEFORE = re.compile(
    r"\b(?<!with )(?<!have )(?<!has )the (?:first|second|third|next|previous|other|same|new|last) \w+\b"
    r"(?! (?:to|of|in|for|on) (?:an?|any|the)\b)"
    r"|\b(?:it|they|them|then|therefore|thus|hence|instead|however|itself|another|the answer|the OK button"
    r"|dem|deretter|dann|danach|dabei|dadurch|aber|jedoch|imidlertid|derfor|dermed"
    r"|solche[rsnm]?)\b"
)
# "If Box is a list": of what it stands for the text spoke before, and so it did of those in "if any of them".
_OF_AN_EXAMPLE = re.compile(
    r"^\w+ (?:[A-ZÆØÅÄÖÜ]\w* (?:is|er|ist) (?:an?|en|et|eine?)\b"
    r"|(?:any|either|both|all|none|neither) (?:of|one|is|are)\b"
    r"|.*\bthe (?:symbol|variable|word|letter|name) (?!of\b|in\b|is\b|has\b|and\b|or\b|that\b|which\b)[a-z]\w*\b"
    r"|(?:noen|begge|ingen|alle) av\b|(?:eine[rs]?|beide|keine[rs]?) (?:von|der)\b)"
)
_FURTHER = {
    "en": re.compile(r"\b(?:if|when|whenever)\b", re.IGNORECASE),
    "no": re.compile(r"\b(?:hvis|dersom|når)\b", re.IGNORECASE),
    "de": re.compile(r"\b(?:wenn|falls|sobald)\b", re.IGNORECASE),
}
_ENDS_OPEN = re.compile(
    r"\b(?:and|or|but|og|eller|und|oder|is|are|was|were|be|that|later|until|er|var|blir|at|ist|sind|dass)$|\s[–—-]+\s"
)
# "If the file has one item less, this arrangement is in force": not one that the condition names.
_POINTS_BACK = re.compile(
    r"(?:^(?:such|it|they|that means|(?:all|any|the) (?:others?|remaining|rest)(?! of\b))"
    r"|\b(?:this|these|those|dette|denne|disse|dies\w*|jene\w*))\b(?: (?P<noun>\w+))?",
    re.IGNORECASE,
)
# "The chamber fills, and the lamp turns green": what happens besides.
_MORE = re.compile(
    r", (?:and (?:the|an?|its|it|they)|which|whose|so|thus|because|otherwise|og (?:den|det|de|en|et)|slik at|som|ellers"
    r"|fordi|und (?:der|die|das|ein|eine)|so ?dass|was|weil|sofern|sonst)\b"
)
_SETTINGS = frozenset(("set", "enabled", "disabled", "given", "specified", "used", "omitted", "present", "unset"))
_LEAST_SAID = 20  # code points
_LEAST, _LEAST_THEN, _MOST = 4, 3, 24  # words


def conditions_of(told: Sequence[Told], language: str) -> Iterator[Cause]:
    """At most one for each sentence: `cause` is the condition with its conjunction, `effect` what then happens."""
    for each in told:
        if each.sentence.doubt > 1 or not _HINT.search(each.text) or _NO_RULE.search(each.text):
            continue
        for pattern in _COMPILED.get(language, ()):
            if (found := pattern.match(each.text)) is None:
                continue
            first, last = found.span("effect")
            if more := _MORE.search(each.text, first + _LEAST_SAID, last):
                last = more.start()
            only = _NOT_OTHERWISE.search(each.text, first, last) if found.start("cause") else None
            last = only.start() if only else last
            then = each.text[first:last]
            concept = each.about(found.span("cause"), (first, last))
            # "agreements to improve students when ...": the condition belongs to the last of two verbs alone. And of
            # "is only accessible if ..." it is not said what happens then.
            if found.start("cause") and (_OF_A_PART.search(then) or _ONLY.search(then)):
                break
            if found.start("cause") and _OF_WHEN.search(then):
                break
            if each.points_back(*found.span("cause")):
                break
            if _is_tale(found["cause"], then):
                break
            if concept is not None and _holds(found["cause"], then, language, own=only is not None):
                effect = each.span(first, last)
                cause = each.span(only.start("only") if only else found.start("cause"), found.end("cause"))
                yield Cause(concept, each.whole, effect, cause, each.doubt(concept))
            break


def _is_tale(condition: str, then: str) -> bool:
    """Whether it advises the reader, tells what happened once, or leaves open what does it."""
    return bool(_TALE.search(then) or _ONCE.match(condition) or _WISHES.search(condition))


def _holds(condition: str, then: str, language: str, *, own: bool) -> bool:
    """Whether both are whole, and who reads the condition knows what it speaks of: of what the other clause begins
    with, where that is so in no other case (`own`)."""
    for part, least in ((condition, _LEAST), (then, _LEAST_THEN)):
        if not least <= len(words_of(part)) <= _MOST or not is_balanced(part):
            return False
    subject = condition.partition(" ")[2]
    subject = _ITSELF.sub("", subject) if own else subject
    if (opens_with_pronoun(subject, language) and not _YOU.match(subject)) or _OF_BEFORE.search(subject):
        return False
    if has_letter(f"{condition} {then}") or _OF_AN_EXAMPLE.search(condition):
        return False
    if _FURTHER[language].search(subject) or _FURTHER[language].search(then):
        return False
    back = _POINTS_BACK.search(then)
    noun = (back["noun"] or "") if back else ""
    if (back and (is_small(noun) or noun not in words_of(condition))) or _ENDS_OPEN.search(then):
        return False
    tagged = parts_of(then, language)
    if not tagged:
        return any(is_verb(word, language) for word in words_of(then))
    if any(word.part in ("verb", "form") and then[: word.start].endswith(", ") for word in tagged):
        return False  # ", raise the limit": what the reader then should do
    # An order to the reader begins with its verb; what was once is told in the past.
    told = [word for word in parts_of(condition, language) if word.part in ("verb", "past")]
    finite = [word for word in tagged if word.part in ("verb", "past")]
    if not finite or (tagged[0].part in ("verb", "form") and language == "en"):
        return False
    past = finite if condition.startswith("If") else [*told, *finite]
    return all(word.part == "verb" for word in past) and (bool(told) or has_no_subject(condition, language))


def has_no_subject(condition: str, language: str) -> bool:
    """Whether it is one of what the other clause speaks of ("when opening an image", "if left alone"), and no setting
    that the text names before ("when set to yes")."""
    second = parts_of(condition, language)[1:2] if language == "en" else ()
    return [word.part for word in second] == ["form"] and second[0].text.lower() not in _SETTINGS
