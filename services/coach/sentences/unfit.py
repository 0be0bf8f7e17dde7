"""Sentences that state nothing to learn: orders to the reader, thanks and obituaries, parts of sentences."""

import re

from services.coach.sentences.clauses import has_verb, is_verb, words_of
from services.coach.sentences.parts import parts_of
from services.coach.sentences.vocabulary import VERBS

# Verbs that are no nouns, and those that are: these order only where something to act on follows.
_ORDERS = re.compile(
    r"(?:be (?:sure|careful|aware)|things to|let us|let['’]s)\s|(?:fixme|todo|tbd)\b"
    r"|(?:activate|add|adjust|apply|ask|assume|avoid|check|choose|click|close|compare|connect|consider|create"
    r"|decide|define|delete|diagnose|don['’]t|do|download|edit|enjoy|ensure|enter|execute|experiment|explain|extract|fill|fit|find|follow|generate|get|give|go|grab|hit|hold"
    r"|imagine|insert|install|keep|know|learn|leave|let|look|make|modify|move|open|paste|pause|perform|plot|print|place|pour|press|put|read"
    r"|recall|remember|remove|repeat|replace|restore|return|run|save|see|select|send|set|specify|start|stop|submit|suppose|take|tell|terminate"
    r"|think|try|turn|type|use|verify|view|visit|explore|browse|scan|wait|watch|wear|write)\s+"
    r"(?:an?|the|your|you|yourself|it|them|this|that|these|those|all|any|some|each|every|sure|both)\s"
    r"|(?:experiment with|paste)\s"
    r"|(?:look|go|turn|click|log|refer|return|think|switch|listen) (?:at|to|into|on|in|back|about|through)\s"
    r"|(?:add|assume|avoid|choose|consider|create|download|edit|enjoy|ensure|execute|grab|imagine|install|remember|select"
    r"|specify|suppose|use|verify)\s+(?!of\b|in\b|by\b|for\b|is\b|are\b|was\b|were\b|and\b|or\b)\w"
    r"|(?:bruk|legg|sett|ta|gå|skriv|velg|klikk|husk|prøv|kjør|åpne|lag|finn|les|start|lukk|hold|fjern|hent|tenk|pass"
    r"|unngå)\s+(?:en|et|ei|den|det|de|din|ditt|dine|deg|ned|inn|opp|ut|alltid|aldri|bare|ikke|å)\s"
    r"|(?:siehe|sieh|schau|besuche?|klicke?|öffne|lies)\s+(?:auch |hier |dir )?"
    r"(?:diese[nmrs]?|de[nmrs]|die|das|hier|unter)\s"
    r"|(?:sehen|schauen|besuchen|klicken|öffnen|lesen|beachten) sie\s"
    r"|(?:se|besøk)\s+(?:på |også )?(?:denne|dette|disse|nettsiden|videoen|animasjonen|figuren|lenken)\s?"
    r"|(?:bruk|skriv|velg|klikk|husk|unngå)\s+(?!av\b|i\b|er\b|og\b|for\b|ved\b)[^\W\d_]",
    re.IGNORECASE,
)
_TO_READER = re.compile(
    r"(?:you|we|du|vi|jeg|wir|ich)\s(?!\w+ (?:that|at|dass)\b)|please\b|vennligst\b|bitte\b", re.IGNORECASE
)
# Who is thanked, and who has died, is nothing that a document teaches.
_THANKS = re.compile(
    r"\b(?:passed away|(?:will be|is) (?:sadly |dearly )?missed|in (?:loving )?memory of|thanks to .{3,60} for \w+ing"
    r"|(?:is|are|was|were) dedicated to|like to thank|acknowledges? the (?:help|support)|gikk bort|takk til"
    r"|til minne om|(?:er|ble) tilegnet|verstarb|zum gedenken|ist .{3,40} gewidmet|danken .{3,60} für)\b",
    re.IGNORECASE,
)
# "Release 2.1 (March 9th, 1999): ..." is an entry of a table of dates.
_ENTRY = re.compile(r"[^:]{2,60}\([^()]*\d{4}[^()]*\)\s*:\s")
_RELATIVE = re.compile(r"\b(?:that|which|who)\s+(?P<verb>\w+)", re.IGNORECASE)
# "Adds a legend", as manuals say of what they name elsewhere.
_DOES = re.compile(
    r"(?!Sometimes|Perhaps|Besides|Across|Plus|Always|Unless|Towards|Afterwards|Nowadays|Thus|This|Has|Was|Does|Less)"
    r"[A-Z][a-z]{2,}s\s+(?:an?|the|all|any|its|your|every|each|only)\b"
)
_VAGUE = re.compile(
    r"\b(?:a|an|in) (?:special|certain|particular|specific) (?:form|way|kind|manner|case)\s*\.$", re.IGNORECASE
)
# Where a cross-reference stood there is nothing now: "are identified in ."
_LOST = re.compile(r"\b(?:in|of|by|from|with|to|at|on|and|see|the|av|fra|med|til|på|siehe|von|mit|aus)\s+[.,;:)]")
# What is ideal for something is named elsewhere.
_OF_WHAT = re.compile(r"[A-Z]\w+(?:al|ful|able|ible|ed) (?:for|to|as|with|by|in|on) [^,]*$")
# Lines of verse that stand as one: a small word begins with a capital amid the sentence, more than once.
_VERSE = re.compile(
    r"[a-zæøå][,;]? (?:And|But|To|You|The|Of|In|For|With|On|At|From|That|When|Where|Below|Between|Above|Under|Over"
    r"|Before|After|Beside|Through|Upon|By|As|If|So|How|Nor|My|Your|Her|His|Its|They|We|Og|Men|Til|Du|Det|Den|På|Fra|Som|Når|Hvor"
    r"|Min|Din|De|Vi)(?= [a-zæøå])"
)
# From which day to which a gathering lasted.
_DAYS = re.compile(
    r"\b(?:from|fra|den|vom) (?:[A-Z]\w+ )?\d{1,2}\.?(?:st|nd|rd|th)?(?: [A-Z]?\w+)? (?:to|until|till|til|bis) "
    r"\d{1,2}(?:\b|st|nd|rd|th)",
    re.IGNORECASE,
)
# A paper speaks of itself.
_OF_ITSELF = re.compile(
    r"\bwe (?:also |then |further )?(?:demonstrate|present|propose|introduce|describe|show|report|argue|discuss|hope)\b"
    r"|\b(?:wir (?:zeigen|stellen)|vi (?:viser|presenterer|foreslår|beskriver))\b",
    re.IGNORECASE,
)
_HALF_READ = re.compile(r"\d%\s+[a-z]+s\b")


def is_order(text: str) -> bool:
    """Whether it tells the reader to do something."""
    return bool(_ORDERS.match(text))


def is_to_reader(text: str) -> bool:
    """Whether it begins with the reader or the writer: what these may do is seldom the subject."""
    return bool(_TO_READER.match(text))


def is_unfit(text: str) -> bool:
    """Whether nobody should learn what it says."""
    return bool(
        is_order(text)
        or _DOES.match(text)
        or _THANKS.search(text)
        or _VAGUE.search(text)
        or _LOST.search(text)
        or _OF_WHAT.match(text)
        or _DAYS.search(text)
        or _OF_ITSELF.match(text)
        or len(_VERSE.findall(text)) > 1
        or _has_no_main_verb(text)
    )


def is_no_sentence(text: str, language: str) -> bool:
    """Whether nothing in it looks like a verb (English): "A vector of whole numbers."."""
    if language != "en" or has_verb(text, language):
        return False
    return not any(word.part in ("verb", "past") for word in parts_of(text, language))


def is_entry(text: str) -> bool:
    """Whether it is an entry under a dated label, and no sentence."""
    return bool(_ENTRY.match(text))


def is_misread(text: str) -> bool:
    """Whether a half was recognised as a per cent sign: "5% sacks"."""
    return bool(_HALF_READ.search(text))


def says_something(line: str, language: str) -> bool:
    """Whether a line of a list is a clause with its subject: it has a verb, and does not begin with it."""
    words = words_of(line)
    if language not in VERBS or not words:
        return True
    return not _DOES.match(line) and not is_verb(words[0], language) and has_verb(line, language)


def _has_no_main_verb(text: str) -> bool:
    """Whether all that may be a verb in an English sentence stands in its relative clause ("Cells that lack walls")."""
    first = _RELATIVE.search(text)
    if first is None or not re.match(r"[A-Z][\w-]*s\s+(?:that|which|who)\b", text):
        return False
    behind = text[first.end() :]
    return not any(is_verb(word, "en") or (len(word) > 4 and word.endswith("ed")) for word in words_of(behind))
