"""Whether a sentence gives what a question asks for: a time, a number, a reason, a name, a definition. Pure."""

import re

from services.coach.tutor.asked import Asked, telling
from services.coach.tutor.passages import calls_itself_example
from services.coach.tutor.signs import (
    BECAUSE,
    CONTRAST,
    DIFFERS,
    DISTINGUISHES,
    DOINGS,
    FOLLOWS,
    INSTANCES,
    MAKES,
    NAMED_AFTER,
    ONE,
    ORIGINS,
    OWNED,
    PLACED,
    PLACES,
    SERVES,
    TIMES,
    YEARS,
    numerals,
)
from services.text.alphabets import WORD
from services.text.splitting import ends
from services.text.vocabulary.synonyms import synonyms_of
from services.text.words import fold, stem_of, stems_of

_ASKS_FOR_YEAR = re.compile(
    r"\b(?:year|century|år|århundre|jahr|ago|siden)\b|^when (?:was|were|did|is)\b"
    r"|^når (?:ble|var|fant|oppdaget|kom)\b|^wann\b",
    re.IGNORECASE,
)
_HABIT = re.compile(
    r"^(?:when (?:do(?:es)?|is|are|should|can)|når (?:er|blir|har|skal|kan)|wann (?:ist|sind|hat|kann))\b", re.I
)
_IF = re.compile(r"\b(?:if|whenever|as soon as|hvis|dersom|wenn|falls|sobald)\b", re.IGNORECASE)
"""Who asks when something is so may be told under what condition."""
_DOES = re.compile(r"^(?:what do(?:es)?\b.*\bdo|what .+ for|hva gjør .+|hva .+ til)$", re.IGNORECASE)
_OPENS = re.compile(r"^(?:because|since|fordi|siden|ettersom|da|weil)\b[^,]*,", re.IGNORECASE)
_COMES_FROM = re.compile(r"\b(?:from|come|comes|came|fra|kommer|kom|woher|kommt|kam)\b", re.IGNORECASE)
_CALLED = re.compile(r"\b(?:called|names?|named|kalles|heter|navnet|heißt|genannt)\b", re.IGNORECASE)
_QUOTED = re.compile(r"[“„«\"][^”“»\"]*[”“»\"]")
_FULL_NAME = re.compile(
    r"\b(?![A-Z][a-z]+ing )[A-ZÆØÅÄÖÜ][a-zæøåäöüé]+ (?:[A-ZÆØÅÄÖÜ][\w.]* )?[A-ZÆØÅÄÖÜ][a-zæøåäöüé]+\b"
)
_IS = (
    r"(?:is|are|was|were|means?|refers? to|stands? for|describes?|consists? of|called|known as|referred to as|termed"
    r"|er|var|betyr|står for|kalles|kjent som|ist|sind|war|bedeutet|steht für|heißt|bekannt als)"
)
_BEING = r"(?:is|are|was|were|has|have|er|var|har|ist|sind|war|waren|hat|haben)"
_DONE_TO = re.compile(
    r" being\b| (?:meant|supposed) to\b|"
    r" (?:\w+ly |not |also |often )?(?!called|named|termed|defined|used)\w+ed\b"
    r"(?=\s+(?:by|in|on|from|with|when|at|into|through|during|after|before|if|while|because)\b|\s*[.,;:]|\s*$)",
    re.IGNORECASE,
)
"""What is done to a thing, behind "is": "hormones are released when", "is being put together" do not say what it is."""
_RATED = re.compile(
    r" (?:(?:also|often|not|just|always|still|ikke|også|ofte|bare|auch|nicht|oft) )*"
    r"(?:(?:as|so|too|very|more|less|most|quite|like|så|svært|veldig|mer|mindre|ganske|sehr|mehr|ebenso) (?!than\b)\w+"
    r"|important|critical|crucial|essential|necessary|vital|useful|common|viktige?|nødvendige?|nyttige?|vanlige?"
    r"|wichtig|nötig|nützlich|häufig)\b",
    re.IGNORECASE,
)
"""How a thing is, behind "is": "is just as essential to us", "is important because" do not say what it is."""
_ADJECTIVE = {
    "de": re.compile(
        r" (?!\w+jenigen?\b|etwas|jemand|eine?[rsn]?\b|was\b|wer\b|wenn\b|wie\b)"
        r"(?:[^\WA-ZÄÖÜ]+ )*?[^\WA-ZÄÖÜ]+(?:[.,;:]| (?:und|oder)\b|$)"
    )
}
"""Nothing but adjectives and what was done, behind "is", where a noun has a capital: "ist sorgfältig und ..."."""
_PARTS_OF = re.compile(r" (of|av) (?:the )?")
_CONSISTS = re.compile(
    r"\b(?:consists? of|(?:made(?: up)?|composed|built) of|divided into|består av|(?:inn)?delt i)\b", re.IGNORECASE
)
_MEANS = r"(?:means?|refers? to|stands? for|betyr|står for|bedeutet|steht für)"
_WHICH = r"(?:which|that|som|der|die|das)"
_BESIDE = r"(?:an?|the|one of|en|et|ei|den|det|ein|eine|der|die|das|(?!less)\w+s)"
_WHEN = re.compile(
    r"(?:while|when|if|in|at|on|by|for|with|from|during|after|before|mens|når|hvis|på|ved|for|med|fra|under|etter|før"
    r"|während|wenn|im|am|bei|mit|von|nach|vor)\b[^,;:]*$",
    re.IGNORECASE,
)
"""An opening that says when or where: what stands behind its comma is no other name of what it ends with."""
_ONE_OF_MANY = re.compile(r"[\w-]+(?: [\w-]+)?, (?:an?|en|et|ei|ein|eine) ", re.IGNORECASE)
"""So a list goes on that only has a thing among others: "a winch, a rope, a buoy, and so on"."""
_SAID_TO_BE = re.compile(r"\b(?:is|are|was|were|er|var|ist|sind) (?:an? |the |en |et |ei |ein |eine )?$", re.IGNORECASE)
"""Something else is said to be it: "where v is a vector, gives"."""
_CALLS = re.compile(r"called|known as|referred to as|termed|kalles|kjent som|heißt|bekannt als|\(", re.IGNORECASE)
"""Behind it stands a name of what is described before."""
_HOW_TO = re.compile(
    r"(?:how (?:do|can|could|should|would) (?:i|you|we|one)|how to|hvordan (?:kan|skal|bør) (?:jeg|man|du|vi)"
    r"|hvordan (?=\w+er (?:jeg|man|du|vi)\b)|wie (?:kann|soll) (?:ich|man)) (?P<verb>[^\W\d_]+)",
    re.IGNORECASE,
)
_HOW_DONE = re.compile(r"how (?:do|does|did|is|are|was|were|can|could) .+ (?P<verb>\w+ed)$", re.IGNORECASE)
_ANYTHING_DONE = """
    do use get make have know tell work be see show find look check begin start gjøre bruker bruke få lage ha vite si
    gjør får lager tun machen
"""
_ANYTHING = frozenset(_ANYTHING_DONE.split())
"""Verbs that say nothing of what is done."""
_INSTANCE = re.compile(
    r"(?:another|one|some|the (?:first|second|third|last)|en annen|et annet|ein anderer)\b", re.IGNORECASE
)
"""So one of several begins, which does not say what they are."""
_A = r"(?:en|et|ei|ein|eine|det|den|der|die|das)"
_LEADS = r"(?:^|^(?=.*\b(?:see|refer|consult|visit|se|besøk|siehe|finde[nt])\b).*)"
"""Before what says that more is told: nothing, or a word there that leads to it."""
_ELSEWHERE = re.compile(
    rf"^(?:see|refer to|consult)\b|{_LEADS}\bfor (?:more|further) (?:information|details?)\b"
    r"|\b(?:is|are) (?:described|discussed|explained|covered|treated|dealt with)(?: further| in (?:more )?detail)? "
    r"(?:in|on|under) (?:section|chapter|appendix|part|page|the (?:next|following))\b"
    rf"|^se (?:også|kapittel|seksjon|avsnitt|side|vedlegg)\b|{_LEADS}\bfor (?:mer|flere|videre|ytterligere) "
    r"(?:informasjon|opplysninger|detaljer)\b|\b(?:beskrevet|diskutert|omtalt|forklart|gjennomgått)(?: \w+){0,3} i "
    rf"(?:kapittel|seksjon|avsnitt|vedlegg)\b|^siehe\b|{_LEADS}\b(?:weitere|nähere) (?:informationen|einzelheiten)\b",
    re.IGNORECASE,
)
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
_IDENTIFIER = re.compile(r"\S*\w[._]\w\S*|\w+\(\S*\)")
"""A name of code, whose parts name no side of a difference: "sort.list()"."""
_DONE = re.compile(r"\b\w+(?:ed|ing)\b")
_DIGIT = re.compile(r"\d")
_LABELLED = re.compile(
    r"\b(?:chapters?|sections?|figures?|tables?|pages?|listings?|appendix|versions?|kapit(?:tel|let)|figur|tabell|side"
    r"|avsnitt|abbildung|tabelle|seiten?|abschnitt) \d+(?:[-.]\d+)*",
    re.IGNORECASE,
)
"""What a number names and does not count: "Chapter 10"."""
_BARELY = frozenset(["both", "pair", "double", "twice", "single", "several", "begge", "dobbelt", "beide", "mehrere"])
"""Numerals that only count what stands beside them, and say no size."""
_ONLY = re.compile(
    r"(?<!\bof )\b(?:one|a single|én|(?:bare|kun) (?:én|en|et|ett|ei)|(?:nur|genau) eine?[nrs]?)"
    r" (?P<of>[^\W\d_]+)"
)
"""One of what is counted, right before it: "can only have one owner"."""
_HOW_OLD = re.compile(r"\bhow old\b|\bhvor gam(?:mel|melt|le)\b|\bwie alt\b", re.IGNORECASE)
_AGO = re.compile(r"\bago\b|\bsiden\b|\bvor (?:\w+ ){1,4}(?:Jahren|Monaten|Wochen|Tagen)\b", re.IGNORECASE)
_BEGAN = re.compile(
    r"\b(?:formed|born|built|made|founded|created|began|begun|started|came into being|dannet|født|bygd|bygget|laget"
    r"|grunnlagt|oppst(?:o|å)tt?|begynte|entstand(?:en)?|geboren|gebaut|gegründet|geschaffen|begann)\b",
    re.IGNORECASE,
)
_OF_AGE = re.compile(
    r"\b(?:old|aged?|lived|lives|died|turned|gam(?:mel|melt|le)|alder|levd?e|lever|ble|døde|fylte|alt|alter|lebte?|wurde|starb)\b"
    r"|\b\w+jährig",
    re.IGNORECASE,
)
_AGED = re.compile(
    rf"\b{_BEING} (?:\w+ ){{0,3}}?[\d.,]+(?: \w+){{0,2}} (?:old|of age|gam(?:mel|melt|le)|alt)\b",
    re.IGNORECASE,
)
"""Somebody or something is said to be so old."""
_PAUSE = re.compile("[,;:]")
_PART = re.compile(r"\b(?:on|in|of|from|at|under|near|på|i|av|fra|ved|auf|im|am|von|aus|an|bei)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[\w,;:“‘(] )[“‘]?[A-ZÆØÅÄÖÜ][\w-]+")
"""A name that begins no sentence."""
_ASIDE = re.compile(r"\([^)]*\)|,[^,]*,|[“”‘’\"«»*]")
_OPENING_ASIDE = re.compile(r"^[^,]{1,30}, ")
_ALSO_CALLED = re.compile(r"(?: \(|,? (?:or|also|or rather|eller|også|oder|auch)\b).*$", re.IGNORECASE)
_ARTICLE = re.compile(
    r"^(?:an?|the|this|such|in (?:\w+ )?(?:terms|biology|statistics)|en|et|ei|den|det|de|slik|ein|eine|der|die|das)\s+",
    re.IGNORECASE,
)
_INFINITIVE = {"en": "to ", "no": "å "}
"""What stands before the doing that is defined: "To careen a boat means"."""
_NAME_ENDS = re.compile(r"[—–,.;:()=]")
_UNIT_WITHIN = 30  # signs before a unit within which its number stands
_OPENING = 8  # words with which a sentence says what it is about
_DESCRIBED = 3  # words with which a thing is described and not named
_POINTING = 3  # words beside which a clause only points at what was said: "This happens because"
_COUNTED_WITHIN = 6  # words from a number to what it counts


def fits(asked: Asked, text: str, language: str) -> bool:
    """Whether a sentence gives an answer of the kind that is asked for."""
    match asked.kind:
        case "when" if _HABIT.search(asked.text) and _IF.search(text):
            return True
        case "when":
            return bool((YEARS if _ASKS_FOR_YEAR.search(asked.text) else TIMES).search(text, language))
        case "number":
            return _counts(asked, text, language)
        case "why" if _CALLED.search(asked.text):
            return bool(_CALLED.search(text) and NAMED_AFTER.search(text, language))
        case "why":
            return _gives_reason(asked, text, language)
        case "who":
            return _names(asked, text)
        case "where" if _CALLED.search(asked.text):
            return bool(_CALLED.search(text) and NAMED_AFTER.search(text, language))
        case "where":
            return bool((ORIGINS if _COMES_FROM.search(asked.text) else PLACED).search(text, language))
        case "what":
            return defines(asked.subject or asked.topic, text, language)
        case "difference":
            return _contrasts(asked, text, language)
        case "example":
            return calls_itself_example(text) and ends(text)
        case "which":
            return asked.counted in stems_of(text, language) or _names_anything(asked, text)
        case _:
            return _is_done(asked, text, language)


def _is_done(asked: Asked, text: str, language: str) -> bool:
    """Whether a sentence speaks of doing what "how do I" or "how does it get" asks how it is done, by that verb or
    another for it."""
    found = _HOW_TO.match(asked.text) or _HOW_DONE.match(asked.text)
    if found is None or fold(found["verb"]) in _ANYTHING:
        return True
    verb = stem_of(fold(found["verb"]), language)
    return not {verb, *synonyms_of(verb, language)}.isdisjoint(stems_of(text, language))


def may_fit(asked: Asked, text: str, language: str) -> bool:
    """Whether a sentence may give it: what is exact must be there, what is told in many ways need not show."""
    match asked.kind:
        case "when" | "number":
            return fits(asked, text, language)
        case "example":
            if defines(asked.subject or asked.topic, text, language):
                return calls_itself_example(text)
            return ends(text) and (calls_itself_example(text) or bool(INSTANCES.search(text, language)))
        case "why" | "where" if _CALLED.search(asked.text):
            return fits(asked, text, language)
        case "who":
            if not MAKES.search(asked.text, language):
                return True
            return _names(asked, text) and (makes(text, language) or owned(text, language))
        case "where":
            return bool(
                PLACES.search(text, language) or (_COMES_FROM.search(asked.text) and ORIGINS.search(text, language))
            )
        case "what":
            opening = " ".join(text.split()[:_OPENING])
            told = set(stems_of(opening, language))
            wanted = asked.subject or asked.topic
            if len(telling(wanted, language)) >= _DESCRIBED:
                return ends(text)  # "What was the first ship of steel" asks which it was.
            anywhere = set(stems_of(text, language)) if _DOES.search(asked.text) else told
            return ends(text) and (set(stems_of(wanted, language)) <= anywhere or _begins_clause(wanted, text))
        case "difference":
            apart = bool(DISTINGUISHES.search(text, language)) and _has_both(asked, text, language)
            return not asked.sides or apart or _contrasts(asked, text, language)
        case "other" if _HOW_DONE.match(asked.text):
            return _is_done(asked, text, language)
        case _:
            return True


def _begins_clause(subject: str, text: str) -> bool:
    return bool(
        re.search(rf"[,;:] (?:an? |the |en |et |ei |die |der |das )?{re.escape(subject)}\b", text, re.IGNORECASE)
    )


def makes(word: str, language: str) -> bool:
    """Whether a word says that somebody made something: "wrote", "invented"."""
    return bool(MAKES.search(word, language))


def owned(text: str, language: str) -> bool:
    """Whether a sentence has something made by its maker's side: "in his book", "Bowlby's theory"."""
    return bool(OWNED.search(text, language))


def serves(text: str, language: str) -> bool:
    """Whether a sentence says what something is good for, which may be why it is."""
    return bool(SERVES.search(text, language))


def defines(subject: str, text: str, language: str) -> bool:
    """Whether a sentence says what something is: begins with it ("X is", "X: ..."), or calls something so."""
    wanted = set(stems_of(subject, language))
    plain = " ".join(text.split())
    if _INSTANCE.match(plain):
        return False
    for cell in plain.split(" | "):
        head, mark, _ = cell.partition(": ")
        if (
            mark
            and len(head.split()) <= 6
            and wanted <= set(stems_of(head, language))
            and _heads(subject, head, language)
        ):
            return True
    beside = re.search(rf"\b{re.escape(subject)}(?:\(\))?, {_BESIDE} ", plain, re.IGNORECASE)
    listed = beside and _ONE_OF_MANY.match(plain[beside.end() :])
    said = beside and _SAID_TO_BE.search(plain[: beside.start()])
    if beside and not (listed or said) and not _WHEN.match(plain[: beside.start()]):
        return True
    if re.search(
        rf"(?<![=.\w-]){re.escape(subject)}(?:\(\))?(?:, {_WHICH} {_IS}|,? {_WHICH} {_MEANS})\b", plain, re.IGNORECASE
    ):
        return True
    if language in ("no", "de") and _turned_round(subject, plain):
        return True
    if _has_parts(subject, plain, language):
        return True
    for found in re.finditer(rf"\b{_IS}\b|[–—]|(?<!\S)\(", plain, re.IGNORECASE):
        before, behind = plain[: found.start()], plain[found.end() :]
        if (
            not _DONE_TO.match(behind)
            and not _RATED.match(behind)
            and not (language in _ADJECTIVE and _ADJECTIVE[language].match(behind))
            and len(before.split()) <= len(subject.split()) + 6
            and wanted <= set(stems_of(before, language))
            and _heads(subject, before, language)
        ):
            return True
        name = _ARTICLE.sub("", _NAME_ENDS.split(behind.strip(), maxsplit=1)[0].strip('“”«»" ')).split()
        long = len(stems_of(subject, language))
        called = stems_of(" ".join(name[:long]), language)
        aside = found.group() == "(" and len(name) > long  # "(a winch as long as the mast)" names nothing.
        if _CALLS.fullmatch(found.group()) and not aside and wanted <= set(called) and len(called) <= long:
            return True
    return False


def _has_parts(subject: str, text: str, language: str) -> bool:
    """Whether "the layers of the skin" are told by what has them: "the skin consists of two main layers"."""
    part, of, whole = _PARTS_OF.split(subject, maxsplit=1) if _PARTS_OF.search(subject) else ("", "", "")
    found = _CONSISTS.search(text) if of else None
    if found is None:
        return False
    before, behind = text[: found.start()], text[found.end() :]
    return (
        len(before.split()) <= len(whole.split()) + 2
        and set(stems_of(whole, language)) <= set(stems_of(before, language))
        and set(stems_of(part, language)) <= set(stems_of(behind, language))
    )


def _turned_round(subject: str, text: str) -> bool:
    """Whether something is said to be so behind its verb: "I dag er en holk et fartøy"."""
    named = rf"(?:{_A} )?[«„“\"]?{re.escape(subject)}[»”“\"]? "
    return bool(re.search(rf"^\w[^.;:]*\b(?:er|ist) {named}{_A}\b", text, re.IGNORECASE))


def asks_how_to(asked: Asked) -> bool:
    """Whether it is asked how one does something: what is done counts, and not what the passage begins with."""
    return bool(_HOW_TO.match(asked.text))


def shows_how(asked: Asked, text: str, language: str) -> bool:
    """Whether it is asked how one does something, and a sentence says by what: "To see them, use the command ..."."""
    return asks_how_to(asked) and bool(DOINGS.search(text, language))


def elsewhere(text: str) -> bool:
    """Whether a sentence only says where something is told."""
    return bool(_ELSEWHERE.search(text))


def _heads(subject: str, named: str, language: str) -> bool:
    """Whether a name is the subject's own, and not that of a kind or a part of it: "a hormone", but neither "two
    glycoprotein hormones" nor "a hormone's half-life", nor "the deeper layer of skin" of "the layers of the skin"."""
    wanted = stems_of(subject, language)
    plain = _ARTICLE.sub("", _OPENING_ASIDE.sub("", _ASIDE.sub(" ", named)))
    plain = plain.strip()
    if (doing := _INFINITIVE.get(language)) and fold(plain).startswith(doing):
        plain = plain[len(doing) :]
    told = stems_of(_ALSO_CALLED.sub("", plain), language)
    return len(told) <= len(wanted) and set(told) <= set(wanted)


def _gives_reason(asked: Asked, text: str, language: str) -> bool:
    """Whether the sentence gives a reason, and not only for something else than what is asked about."""
    if opening := _OPENS.match(text):
        effect, cause = text[opening.end() :], opening.group()
    elif found := BECAUSE.search(text, language):
        effect, cause = text[: found.start()], text[found.start() :]
    else:
        return bool(FOLLOWS.search(text, language)) and _says_own(asked, text, language)
    terms = {term for _, term in telling(f"{asked.text} {asked.topic}", language)}
    in_effect, in_cause = (terms & set(stems_of(part, language)) for part in (effect, cause))
    if not in_effect and len(telling(effect, language)) > _POINTING:
        return False
    return len(in_effect) >= len(in_cause - in_effect)


def _says_own(asked: Asked, text: str, language: str) -> bool:
    """Whether a sentence has a word of what a follow-up asks beside its topic: "and why is it dear?"."""
    own = {term for _, term in telling(asked.text, language)} if asked.topic else set[str]()
    return not own or not own.isdisjoint(stems_of(text, language))


def _other_dimension(asked: Asked, text: str) -> bool:
    """Whether the length of one thing is told and the depth is asked for."""
    wanted, told = (
        {name for name in _DIMENSIONS if name & set(WORD.findall(fold(each)))} for each in (asked.text, text)
    )
    return bool(wanted and told) and not wanted & told


def _other_age(asked: Asked, text: str, language: str) -> bool:
    """Whether a time stands there that is not the age which is asked for: how long something took, how long ago it
    happened, or how old something else is, as rocks on an island are."""
    if not _HOW_OLD.search(asked.text):
        return False
    if not _OF_AGE.search(text) and not (_AGO.search(text) and _BEGAN.search(text)):
        return True
    aged = _AGED.search(text)
    of = _PART.split(_PAUSE.split(text[: aged.start()])[-1])[0] if aged else ""
    named = {term for _, term in telling(of, language)}
    return bool(named) and named.isdisjoint(term for _, term in telling(f"{asked.text} {asked.topic}", language))


def _counts(asked: Asked, text: str, language: str) -> bool:
    """Whether a number stands there: right before what is counted, or in the unit that is asked for."""
    words = WORD.findall(fold(_LABELLED.sub(" ", text)))
    known = numerals(language) - (frozenset[str]() if asked.counted else _BARELY)
    places = [at for at, word in enumerate(words) if _DIGIT.search(word) or word in known]
    if asked.measure:
        said = set(stems_of(asked.text, language))
        given = any(
            _has_number(text[max(0, found.start() - _UNIT_WITHIN) : found.end() + _behind(found.group())], language)
            for found in asked.measure.finditer(text)
            if not said & set(stems_of(found.group(), language))
        )
        return given and not _other_dimension(asked, text) and not _other_age(asked, text, language)
    if asked.counted and any(asked.counted in stems_of(found["of"], language) for found in _ONLY.finditer(fold(text))):
        return True
    if not places:
        return False
    if not asked.counted:
        return True
    near = [stems_of(" ".join(words[max(0, at - 3) : at + 1 + _COUNTED_WITHIN]), language) for at in places]
    return any(asked.counted in stems for stems in near)


def _behind(unit: str) -> int:
    """How far behind a unit its number may stand: "$5", but not "page 5"."""
    return 0 if unit[-1].isalnum() else 2


def _has_number(text: str, language: str) -> bool:
    return bool(_DIGIT.search(text) or ONE.search(text, language)) or not numerals(language).isdisjoint(
        WORD.findall(fold(text))
    )


def _has_both(asked: Asked, text: str, language: str) -> bool:
    """Whether both sides of a difference stand in a sentence."""
    told = set(stems_of(text, language))
    sides = [{term for _, term in telling(side, language)} for side in asked.sides]
    both = set.intersection(*sides) if sides else set[str]()
    if both in sides:
        return False  # "education and formal education": no sentence shows by its words that it has the wider one too.
    return all(told & (side - both) for side in sides)


def _contrasts(asked: Asked, text: str, language: str) -> bool:
    """Whether a sentence sets both sides of a difference against each other: it says that they differ, or one stands
    before and the other behind where the contrast is. "But the hormone in the bloodstream" sets neither."""
    text = _things(asked, text, language)
    if not _has_both(asked, text, language):
        return False
    if DIFFERS.search(text, language) or (asked.sides and all(_is_said_of(side, text) for side in asked.sides)):
        return True
    if not asked.sides:
        return bool(CONTRAST.search(text, language))
    sides = [{term for _, term in telling(side, language)} for side in asked.sides]
    both = set[str].intersection(*sides)
    one, other = (side - both for side in sides)
    for sign in CONTRAST.every(text, language):
        for at in (sign.start(), text.find(",", sign.end())):  # "A, whereas B" and "while A, B".
            before, behind = (set(stems_of(part, language)) for part in (text[:at], text[at:]))
            if any(
                first & before - behind and second & behind - before for first, second in ((one, other), (other, one))
            ):
                return True
    return False


def _is_said_of(side: str, text: str) -> bool:
    """Whether a sentence says what or how a side is, right behind it: "a quay is built of stone and a jetty is of wood"
    says it of both."""
    return bool(re.search(rf"\b{re.escape(side)}(?: \([^)]*\))? {_BEING}\b", text, re.IGNORECASE))


def _things(asked: Asked, text: str, language: str) -> str:
    """A sentence without what only looks like a side of a difference: a name of code, what is done ("listed")."""
    known = WORD.findall(fold(asked.text))
    text = _IDENTIFIER.sub(" ", text)
    if language != "en":
        return text
    return _DONE.sub(lambda found: found.group() if fold(found.group()) in known else " ", text)


def _names_anything(asked: Asked, text: str) -> bool:
    """Whether something is named that the question does not name."""
    known = fold(f"{asked.text} {asked.topic}")
    return any(fold(name) not in known for name in _NAME.findall(text))


def _names(asked: Asked, text: str) -> bool:
    """Whether somebody is named who is not named in the question."""
    known = fold(f"{asked.text} {asked.topic}")
    text = _QUOTED.sub(" ", text)
    return any(fold(part) not in known for name in _FULL_NAME.findall(text) for part in name.split())
