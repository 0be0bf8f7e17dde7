"""Which facts are worth asking about: those whose parts can be shown by themselves. Pure."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from services.coach.facts.fact import Cause, Definition, Facts
from services.coach.facts.names import is_clause
from services.coach.sentences.clauses import has_verb
from services.coach.sentences.parts import is_noun, parts_of
from services.text.splitting import ends
from services.text.words import ARTICLES, fold, is_small

# What goes on to say something else is no definition.
_MORE = re.compile(
    r"(?:\b(?:and|but|og|men|und|aber)|,) (?:is|are|was|were|has|have|er|var|har|ist|sind|hat)\b"
    r"|, (?:and|but|while|whereas|og|mens|und|während) (?:the|an?|en|et|der|die|das|ein|eine) (?:\S+ ){1,3}"
    r"(?:is|are|was|were|has|have|means?|er|var|har|ist|sind|hat)\b"
    r"|,? (?:however|imidlertid|jedoch|mais|cependant)\b|\bund (?:nur|mit|bei|durch|wird|werden|kann|können)\b"
    r"|, (?:while|whereas|mens|während) (?:\S+ ){1,3}(?:is|are|was|were|has|have|means?|er|var|har|ist|sind|hat)\b",
    re.IGNORECASE,
)
# A line that remarks on something, advertises it or sets it in an example is no entry of a glossary.
_REMARK = re.compile(
    r"(?:(?:key|main) points?|notes?|remarks?|tips?|hints?|important|warnings?|cautions?|summary|examples?|merk|viktig"
    r"|eksempel|obs|hinweis|wichtig|beispiele?|achtung|remarque|exemple|attention)",
    re.IGNORECASE,
)
_NO_ENTRY = re.compile(
    r"^(?:there (?:is|are)|det (?:er|finnes)|es gibt|il y a)\b|\bwhich see$|(?<!^)\b(?:this|dette|dies\w*)\b"
    r"|^(?=(?-i:[A-ZÆØÅÄÖÜ])).*\b(?:we|our|us|your?|vi|vår\w*|du|wir|unser\w*|nous|notre)\b|\bfoo\b"
    r"|\b(?!(?:the|about|some|every|each|over|nearly)\b)(?-i:[A-ZÆØÅÄÖÜ][\w-]*|\w*[_\d]\w*) \d{3,}"
    r" (?!that\b|which\b|who\b)[a-zæøåäöü]+",
    re.IGNORECASE,
)
# What is chosen in a program; a glossary may well have such a word.
_CHOSEN = re.compile(
    r"(?:default|none|other|auto(?:matic)?|normal|on|off|yes|no|enabled|disabled|all|custom|standard|ingen|andre|annet"
    r"|på|av|ja|nei|keine?|andere|ein|aus|nein)",
    re.IGNORECASE,
)
# A variable of a listing is no term, nor is how a thing is, or where more of it is told.
# So is what is called so to show how one calls it ("MyBoat").
_TOKEN = re.compile(
    r"\b[a-z]{1,2}\d+ \w|\b\w*[\d_]\w* (?:variable|parameter|argument)s?$|\b(?:My(?!SQL|ISAM)[A-Z]|my_)\w+"
)
_SAYS_HOW = re.compile(
    r"(?:determined|given|shown|displayed|set(?! of\b)|described|controlled|specified|available|located|found|caused"
    r"|based|created|needed|required|called|known|(?:im)?possible|bestimmt|angezeigt|bestemt|vist|styrt)\b"
    r"|like (?=[\"“«‘„A-Z])|[\w-]{1,12}: (?=[A-ZÆØÅÄÖÜ])"
    r"|.*\b(?:described|explained|documented|discussed|covered) (?:in (?:more )?detail )?(?:here|there|below|above)\b"
)
# Of which call or table it is the first, stands elsewhere: "the first parameter".
_NTH = re.compile(
    r"(?:first|second|third|last|next|left-?most|right-?most|første|andre|siste|erste|zweite|letzte|premi[eè]re?"
    r"|deuxième|second|dernière?)[nrs]? (?:parameter|argument|field|column|line|row|step|option|item|element|entry"
    r"|number|digit|linje|kolonne|felt|spalte|zeile|feld|paramètre|champ|colonne|ligne|élément)s?$",
    re.IGNORECASE,
)
# The name of one thing says what is called so, not what it is: "the Tidewater Lantern Society"; ", a club" does.
_NAME = re.compile(
    r"(?:(?i:the|an?|den|det|de|en|et|der|die|das)\s)?[A-ZÆØÅÄÖÜ][\w-]+(?:\s(?:of|the|[A-ZÆØÅÄÖÜ][\w-]*))+\s*"
    r"(?:\(|,(?! (?:an?|one|which|en|et|eine?)\b)|$)"
)
# Where its name comes from and what nobody knows of it is not what it is; nor is "the outer gate" what a command is.
_NO_GENUS = re.compile(
    r"(?:an? )?(?:term|word|name|phrase) (?:that|which) (?:derives?|comes?|stems?|originates?)\b"
    r"|an? (?:[\w-]+ ){0,2}(?:contributor|developer|maintainer|volunteer)\b"
    r"|[\w -]{0,40}\bof (?:an? )?(?:unknown|unidentified)\b|the [\w -]{2,30} of (?:which|whom) is\b"
    r"|\d+ [a-z]|the (?:[\w-]+ )?[\w-]+$"
    # What letters stand for is not what it is.
    r"|(?:the |an? |das |die |eine |en |ei )?(?:abbreviation|acronym|initialism|Akronym|Abkürzung|forkortelse[nr]?"
    r"|akronym(?:et)?) (?:of|for|für) [^,;:]+$"
    r"|(?:the |den |det |die |der |das )?(?:\d+(?:st|nd|rd|th)|\d+\.|first|second|third"
    r"|fourth|next|last|første|andre|tredje|neste|siste|erste|zweite|dritte|nächste|letzte) (?:stage|step|part|phase"
    r"|trinn|del|steg|Teil|Schritt)\b|(?:satt|lagt|bygd|delt|tatt|gjort) \w",
    re.IGNORECASE,
)
# "A standard method for ensuring order" may be said of many a thing.
_MANY = re.compile(
    r"an? (?:standard |common |general |basic |simple |useful |popular )?(?:method|way|means|technique|approach|tool)"
    r" (?:for|of|to)(?: [\w-]+){1,6}|en (?:vanlig |enkel )?(?:metode|måte|teknikk) (?:for å|å|for|til)(?: [\w-]+){1,3}",
    re.IGNORECASE,
)
# "The hot stove means that ...": what follows from one, not what it is.
_ARTICLE = re.compile(r"\b(?:the|an?|den|det|de|en|et|der|die|das|eine?)\s+$", re.IGNORECASE)
# "The hormone" is one that was spoken of before: which, it does not say.
_POINTED_AT = re.compile(r"(?:the|an?|der|die|das|eine?|den|det|en|et|ei) [^\W\d_][\w-]*", re.IGNORECASE)
# Who tells what they did with a thing: "a light boat, so that it was easy for us to lift".
_SPEAKER = re.compile(r"\b(?:(?:was|were) \w+ for us|war\w* für uns|für uns \w+|var \w+ for oss)\b")
# "Covers the second area": of which two, the sentence before says.
_OF_SEVERAL = re.compile(
    r"\b(?:the (?:first|second|third|fourth|latter|former)|(?:den|det|de) (?:første|andre|tredje|fjerde|sistnevnte)"
    r"|(?:der|die|das|dem|den) (?:erste|zweite|dritte|letztere)[nrs]?)"
    r" (?!time|year|day|week|month|gang|år|dag|uke|Mal|Jahr|Tag|Woche)[^\W\d_][\w-]*"
    r"(?: (?:ab|an|auf|aus|ein|um|vor|zu))?$"
)
# What happens in an example is so there.
_EXAMPLE = re.compile(
    r"(?:(?:\d[\d.]*|an?|the|ein|das|et) )?(?:[\w-]+ ){0,2}?(?:examples?|\w*beispiele?|\w*eksempel|\w*eksempler)"
    r"(?:[ \d.]*$| ?\d*:)",
    re.IGNORECASE,
)
# "Interactive use is also easy" is said of something beside what was said before.
_BESIDES = re.compile(
    r"\b(?:certainly|indeed|naturally|also|too|likewise|even|still|again|også|likevel|fortsatt|auch|ebenfalls)\b",
    re.IGNORECASE,
)
_ALSO = re.compile(r"\b(?:also|likewise|også|auch|ebenfalls)\b", re.IGNORECASE)
# "Plays a critical role because ..." says of nothing what it does.
_SAYS_NOTHING = re.compile(
    r"\bplay(?:s|ed)? (?:an? )?(?:\w+ )?(?:roles?|parts?)\b|\bthere (?:is|are) (?:an)?other \w+ to\b"
    r"|\bspille[rt]? en (?:\w+ )?rolle\b|\bspiel(?:t|en|te) eine (?:\w+ )?Rolle\b"
    r"|\bha(?:s|ve) an? (?:particular|special|certain|important) (?:role|place|meaning|status)\b"
    r"|\b(?:is|are) to (?:note|say|see|remember)\b|\bwhat should happen\b|\b(?:is|are|was|were) needed$"
    r"|\b(?:is|are) (?:an? )?(?:[\w-]+ )?(?:issue|question|matter|problem|challenge|topic)s? (?:of|for|to)\b"
    r"|^(?i:the matter|the situation|things) (?:is|are|gets?|becomes?|can|may)\b"
    r"|\b(?:die (?:Angelegenheit|Sache|Lage)|saken|situasjonen)\b"
    # "Further configuration is required": which?
    r"|\b(?i:additional|further|special|appropriate|certain|some|more) (?:actions?|steps?|measures?|care|work|effort"
    r"|attention|configuration|precautions?|processing|conditions?)\b(?! (?:of|that|which)\b)",
)
# "Such failures", "the two boats", "we show": which, or who, one reads elsewhere; "harder than than" is misprinted.
_LEANS = re.compile(
    r"\b(?:[Ww]e|us|our|[Vv]i|oss|vår[te]?)\b|\bsuch (?!as\b|an?\b)\w+|\b(\w{3,}) \1\b"
    r"|^(?i:the (?:two|three|second|third|other|former|latter|same|last)\b"
    r"|as (?:the|its) \w+ (?:suggests|implies|says)\b)"
)
# "Causes the message in the last two lines": in a picture or a listing near by.
_OF_LINES = re.compile(
    r"\b(?:last|first|next|previous|above|below|following) (?:\w+ )?(?:lines?|examples?|listing|figure|section)\b"
)
# "The reason is that ropes rot, so ...": of what, the sentence before says.
_THE_REASON = re.compile(
    r"(?:the (?:\w+ )?reason|grunnen|årsaken|der Grund) (?:is|was|er|var|ist|war)\b", re.IGNORECASE
)
# "If no gate is set for a lock, basin, and quay, ...": behind the first comma the condition goes on.
_REST_OF_A_LIST = re.compile(r"(?:[\w-]+ ){0,3}[\w-]+,? (?:and|or|og|eller) [^,]{2,40}, ")
_FINITE = re.compile(r"\b(?:kan|må|skal|vil|blir|bør|peut)\b")
_ANY = frozenset(("a", "an", "en", "et", "ei", "ein", "eine"))
_WHICHEVER = frozenset(("any", "one"))
# "In physics, a particle": where it is called so, before what it is.
_SETTING = re.compile(
    r"(?:in|on|i|på|auf|en|dans)(?: [^\W\d][\w-]*){1,3}, ?"
    r"(?=(?:an?|the|any|one|en|et|ei|eine?|der|die|das|une?|le|la|les) )"
    r"|(?:in|im|auf|am) (?:(?:der|dem|den) )?(?-i:[A-ZÄÖÜ][\w-]+) (?=eine? )",
    re.IGNORECASE,
)
# "Logs details of each boat", as manuals say of what a line is about: no noun stands behind one of many.
_DOES = re.compile(r"[A-Z][a-z]*[b-hj-rtv-z]s (?P<what>(?P<any>as|an?|the|all|any|each|its|your)\b|[a-z]+)")
# "It is possible for boats to pass" says nothing of what it is.
_IS_SO = re.compile(r"(?:im)?possible|(?:un)?(?:likely|necessary|common|usual|important)\b", re.IGNORECASE)
_RELATIVE = {"de": re.compile(r"[,;]")}
_WHICH = re.compile(r"\b(?:that|which|who|whose|where|som)\b")
# "Frigate: A frigate bird is a bird": of something else it says what that is.
_OF_ANOTHER = re.compile(
    r"(?:an?|en|et|ei|eine?) [\w-]+(?: (?!that\b|which\b|who\b|som\b|der\b|die\b|das\b)[\w-]+){0,2}?"
    r" (?:is|are|er|ist|sind|wird)"
    r" (?:an?|the|en|et|eine?|der|die|das|in|im|i|\w+(?:ed|en)(?! by\b))\b",
    re.IGNORECASE,
)
# In Norwegian these stand before the verb only in a clause that depends on another, which is no sentence by itself.
_DEPENDENT = re.compile(
    r"\b(?:ikke|raskt|fort|ofte|alltid|aldri|lett|lettere|også|bare|sjelden|snart|gradvis)\s+(?:er|var|blir|ble|kan|må|\w{2,}er)\b"
)


def sound(facts: Facts, language: str, headings: Mapping[str, str] | None = None) -> Facts:
    """The facts without definitions that say two things, without effects that say nothing, without parts that lean on
    what stands before, and without what happens in an example. `headings`: what stands over blocks, by their ids."""
    shared = _shared(facts.definitions)
    shown = {block for block, heading in (headings or {}).items() if _EXAMPLE.match(heading)}
    return replace(
        facts,
        definitions=[
            fact for fact in facts.definitions if _defines(fact, language) and fold(fact.said.text) not in shared
        ],
        causes=[
            fact
            for fact in facts.causes
            if not _POINTED_AT.fullmatch(fact.cause.text)
            and not _DEPENDENT.search(fact.effect.text)
            and not _BESIDES.search(fact.effect.text)
            and not _SAYS_NOTHING.search(fact.effect.text)
            and not _THE_REASON.match(fact.cause.text)
            and not _leans(fact)
            and fact.at.block.block_id not in shown
        ],
        leads=[
            fact
            for fact in facts.leads
            if not any(_POINTED_AT.fullmatch(part.text) for part in (fact.cause, fact.effect))
            and not _OF_LINES.search(fact.effect.text)
        ],
        conditions=[
            fact
            for fact in facts.conditions
            if not any(each.search(fact.effect.text) for each in (_SAYS_NOTHING, _ALSO))
            and not (fact.cause.start < fact.effect.start and _REST_OF_A_LIST.match(fact.effect.text))
            and not _leans(fact)
            and fact.at.block.block_id not in shown
        ],
        ways=[fact for fact in facts.ways if not _leans(fact) and fact.at.block.block_id not in shown],
    )


def _leans(fact: Cause) -> bool:
    parts = fact.effect.text, fact.cause.text
    return bool(_OF_SEVERAL.search(fact.effect.text)) or any(_LEANS.search(part) for part in parts)


def names_no_kind(said: str) -> bool:
    """Whether what a sentence says that something is says not what it is."""
    return bool(_NAME.match(said) or _NO_GENUS.match(said))


def _defines(fact: Definition, language: str) -> bool:
    """Whether it says one thing, and all of it: what a page's end cuts off does not, but for a line of a list."""
    if says_how(fact):
        return False
    if fact.printed:
        # Where a page has labels in place of a glossary, their lines are sentences.
        told = (fact.said.text[:1].isupper() or _FINITE.search(fact.said.text)) and states(
            fact.said.text, language, of_a_glossary=True
        )
        return not (told or _NO_ENTRY.search(fact.said.text))
    if _NTH.match(fact.term.text) or _SPEAKER.search(fact.at.text):
        return False
    if _MORE.search(fact.said.text) or names_no_kind(fact.said.text) or _MANY.fullmatch(fact.said.text):
        return False
    if is_clause(fact.said.text) and _ARTICLE.search(fact.at.block.text[fact.at.start : fact.term.start]):
        return False
    marked = re.fullmatch(r"\s*[:–—]\s*", fact.at.block.text[fact.term.end : fact.said.start])
    if marked and states(fact.said.text, language):
        return False
    return bool(marked) or fact.at.block.kind == "list_item" or ends(fact.at.text)


def says_how(fact: Definition) -> bool:
    """Whether it is of no term, but of a setting or one thing of an example; or says how it is, where it is told, or
    what another thing is."""
    term, said = fact.term.text.strip(), fact.said.text
    is_term = fact.printed or not _CHOSEN.fullmatch(term)
    return not is_term or bool(
        _REMARK.fullmatch(term) or _TOKEN.search(term) or _SAYS_HOW.match(said) or _OF_ANOTHER.match(said)
    )


def states(said: str, language: str, *, of_a_glossary: bool = False) -> bool:
    """Whether a line tells something of its label and not what it is: "Add sail: the sail is set at once". "A keeper
    sees a ship that ..." tells it by any such case. An entry `of_a_glossary` may be what is done: "Moving of water"."""
    setting = _SETTING.match(said)
    said = said[setting.end() :] if setting else said
    first = said.partition(" ")[0].lower()
    if first in _ANY and not setting:
        return False
    does = _DOES.match(said) if language == "en" else None
    if does and (does["any"] or is_noun(said, does.end("what"), language)):
        return True
    if _IS_SO.match(said):
        return True
    head = _RELATIVE.get(language, _WHICH).split(said)[0]
    tagged = parts_of(head, language)
    opens = bool(tagged) and tagged[0].part in ("verb", "form") and not (of_a_glossary and first.endswith("ing"))
    finite = (
        any(word.part in ("verb", "past") for word in tagged)
        if tagged
        else bool(_FINITE.search(head)) or has_verb(head, language)
    )
    return opens or finite or (is_small(first) and first not in ARTICLES | _WHICHEVER)


def _shared(definitions: Sequence[Definition]) -> set[str]:
    """What is said of several terms, the very same of each, folded."""
    told = {(fold(fact.said.text), fact.concept) for fact in definitions}
    return {said for said, times in Counter(said for said, _ in told).items() if times > 1}
