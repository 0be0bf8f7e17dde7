"""What learners say in few plain words, as a table: a quiz, how they are doing, a greeting. Pure.

A cue is a row of words that must all stand in the message, wherever; `a|b` is one or the other, `a*` any word that
begins so. A word of five letters or more may have one slip of the fingers, and a letter that is held down counts once
("heyyy"). Of several cues that fit, the one with most words counts, then the one that stands first.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from rapidfuzz.distance import OSA

from services.text.words import fold

_WORDS = re.compile(r"[^\W_]+")


def _listed(words: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(words))


Cued = Literal["quiz", "diagnose", "feedback", "plan", "learn"]

_CUES: dict[Cued, str] = {
    "diagnose": """
        test*|check*|find|see|assess|measure what know
        test*|check*|assess* my knowledge|level|understanding
        test me|us first|before
        find out know
        test*|sjekk|finn hva kan|vet
        test*|prüf*|zeig* was weiß|kann
    """,
    "quiz": """
        quiz*
        test*|examine|challenge me|us|myself
        ask|asking me|us
        questions|exercise*|task*|problems give|get|want|need|send|show|more|another|some|new|few|next|other|make|create
        question another|next|new|more
        test give|want|take|another|start
        practise|practice|practising|practicing
        easier|harder give|want|make|something|one|some
        next one
        another one
        test*|prøv|spør|utspør* meg|oss
        spørsmål|oppgave* gi|få|vil|flere|nye|noen|andre|neste|still|lag
        prøve|øve gi|vil|ta|få|litt
        prüf*|frag|frage|teste* mich|uns
        fragen|aufgaben gib|mehr|neue|weitere|noch|stell*|möchte|will
        test gib|mach|noch|starte|möchte|will
        üben will|möchte|lass
    """,
    "feedback": """
        how am|are i|we doing|going
        how|hows is|s it|my going|progress*
        how did|have|was i|we
        how well|far i|my
        score*|result*|grade*|marks|points|stat*|performance|progress my|me|i|have
        what|which|where|topic*|concept* bad|weak*|good|strong|worst|best|struggl* i|my|am
        am i getting|improv*|better
        mistakes|errors|weakness*|strength*|wrong my|i|did
        mastered|master|passed have|did|i
        how many right|correct|wrong i|my
        hvordan går|gikk|ligger|gjør|gjort|klart det|jeg
        resultat*|poeng*|framgang*|fremgang*|karakter*|feil mine|min|mitt|jeg|har
        hva|hvilke dårlig|svak*|god|best jeg
        wie stehe|bin|war|läuft|lief|gut ich|es
        ergebnis*|punkte*|fortschritt*|fehler|note meine|mein|ich|habe
        was|wo schlecht*|schwach|gut ich
    """,
    "plan": """
        prepare|study|revise|start|begin how|where should
        exam*|test* how|what should|prepare
        plan|path|roadmap make|give|show|need|want|my
        what now|next
        hva|hvordan bør|skal lese|øve|begynne|starte
        plan|læringssti lag|gi|vis|trenger
        was soll* ich lernen|tun|machen|wiederholen|üben
        lernplan*|lernweg
    """,
    "learn": """
        teach me|us
        lost|confus*|stuck im|i|am|so|totally
        dont|cant|cannot|not get|understand|follow i|it|this|that
        no idea|clue
        makes|make no|not|zero sense
        too hard|difficult|complicated
        lær meg
        forstår|skjønner ikke
        for vanskelig
        erklär* mir|es|das|nochmal
        verstehe nicht
        keine ahnung
        zu schwer|schwierig
        bring* mir bei
    """,
}
"""By intent, a cue a line, in English, bokmål and German."""

_FIRST_PERSON = _listed(
    """
    i im ive me my myself us we our jeg meg min mitt mine oss vi ich mich mir mein meine uns wir
    """
)
_SOCIAL = _listed(
    """
    hi hello hey hiya heya yo howdy greetings morning evening afternoon thanks thank thankyou thx thnx ty cheers
    bye goodbye ciao later welcome sorry hei heisann hallo hallå halla morn takk tusen hade adjø beklager moin
    servus danke dankeschön tschüss tschüß grüß
    """
)
"""Words that greet, thank or part. With nothing else of substance beside them a message is only that."""
_FILLERS = _listed(
    """
    there good day you so much a lot very for the your help helped that this it was is now again see ya all and
    to my dear friend pensum tutor teacher everyone nice great cool awesome perfect lovely ok okay well done oh
    lol haha ha love got made everything today have god dag kveld på deg så mye hjelpen det var du igjen mange
    bra fint flott supert guten guter tag abend gute nacht dir dich vielen schön sehr super gut prima auf
    wiedersehen bis bald dann
    """
)
_ANYTHING = _listed(
    """
    the a an this that it its them these those all any every everything anything something some stuff things
    thing text document course book chapter lecture lesson page pages reading material content what i ive we
    have has read know learned learnt learn studied so far today now please pls next last first my your of in
    and for from me you weak weakest topics topic points concepts concept mistakes errors questions question
    quiz monday tuesday wednesday thursday friday saturday sunday tomorrow again more same just det den dette
    disse alt alle noe teksten dokumentet kurset boka kapitlet kapittelet hele jeg har lest lært kan og av på
    takk nå das die der dem dies dieses alles etwas dokument kurs buch kapitel was ich gelesen gelernt habe kann
    bitte und
    """
)
"""Words after "on" or "about" that name no subject of their own."""
_APPROVAL = _listed(
    """
    good great cool nice awesome perfect lovely ok okay lol haha wow bra fint flott supert super prima toll yes
    no ja nei nein
    """
)
"""They say something only of themselves: a message of nothing else wants nothing."""
_ABOUT_US: tuple[str, ...] = (
    "what can you do|help|offer",
    "what can i do|ask|say",
    "who|what are you",
    "how do|does you|pensum work",
    "hva kan du gjøre|hjelpe",
    "hvem|hva er du",
    "hvordan virker|fungerer du|dette",
    "was kannst du",
    "wer bist du",
    "wie funktionierst du",
)
_HELD = re.compile(r"(.)\1{2,}")
_SLIP_FROM = 5
_WHERE = re.compile(r"\b(?:on|about|regarding|om|über|zum thema|zu)\s+(.+)$")
_WH = _listed(
    """
    what whats wat why how when where who which hva hvorfor hvordan når hvor hvem was warum wie wann wo wer
    """
)


def words_of(text: str) -> list[str]:
    """The message's words, folded: "What's" is "whats", a letter that is held down stands once."""
    plain = fold(text).replace("’", "'").replace("'", "")
    return [_HELD.sub(r"\1", word) for word in _WORDS.findall(plain)]


def cued(text: str, *, waits: bool = False) -> tuple[Cued, str] | None:
    """The intent that the message's words give, and the cue; None: they give none.

    While a question of ours waits, only what speaks of the learner is a wish; all else may be the answer.
    """
    said = words_of(text)
    if waits and (not _FIRST_PERSON & set(said) or said[0] in ("because", "fordi", "weil")):
        return None
    best: tuple[int, Cued, str] | None = None
    for intent, cue in _TABLE:
        if waits and intent == "learn":
            continue
        found = _matched(cue, said)
        if found and (best is None or len(cue) > best[0]):
            best = (len(cue), intent, " ".join(found))
    return (best[1], best[2]) if best else None


def social(text: str, *, waits: bool = False) -> bool:
    """Whether the message greets, thanks, parts, or asks what we are for, and wants nothing else."""
    said = words_of(text)
    if not said:
        return False
    greeting = [word in _SOCIAL or _short(word) or _slip(word, _SOCIAL) for word in said]
    if any(greeting) and all(one or word in _FILLERS for one, word in zip(greeting, said, strict=True)):
        return True
    if waits:
        return False
    if all(word in _APPROVAL or word in _FILLERS for word in said):
        return True
    return len(said) <= 6 and (any(_matched(cue, said) for cue in _US) or _calls_for_help(said))


def named(text: str) -> str:
    """What a wish names as its subject ("a quiz on volcanoes, please": "volcanoes"); "": nothing of its own."""
    found = _WHERE.search(fold(text).strip(" .!?"))
    if found is None:
        return ""
    said = [word for word in found.group(1).split() if word.strip(".,;:!?\"'") not in _ANYTHING]
    return " ".join(said).strip(".,;:!?\"' ")[:200] if said else ""


def asks_of_text(text: str) -> bool:
    """Whether a message begins as a question and says nothing of the learner: it is about the document."""
    said = words_of(text)
    return bool(said) and said[0] in _WH and not _FIRST_PERSON & set(said)


def _calls_for_help(said: Sequence[str]) -> bool:
    return len(said) <= 2 and any(word in ("help", "hjelp", "hilfe") for word in said)


def _short(word: str) -> bool:
    """Its last letter is held down: "heyy"."""
    return word.rstrip(word[-1]) + word[-1] in _SOCIAL


def _matched(cue: Sequence[frozenset[str]], said: Sequence[str]) -> list[str]:
    """The words of the message that fit the cue, one each; [] where one is missing."""
    found: list[str] = []
    for wanted in cue:
        word = next((word for word in said if word not in found and _fits(word, wanted)), None)
        if word is None:
            return []
        found.append(word)
    return [word for word in said if word in found]


@lru_cache(maxsize=4096)
def _fits(word: str, wanted: frozenset[str]) -> bool:
    if word in wanted:
        return True
    if any(each.endswith("*") and word.startswith(each[:-1]) for each in wanted):
        return True
    return _slip(word, wanted)


def _slip(word: str, wanted: frozenset[str]) -> bool:
    """One slip of the fingers; the first letter is right."""
    return len(word) >= _SLIP_FROM and any(
        len(bare := each.rstrip("*")) >= _SLIP_FROM
        and bare[0] == word[0]
        and OSA.distance(bare, word, score_cutoff=1) <= 1
        for each in wanted
    )


def _parted(line: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group.split("|")) for group in line.split())


_TABLE: tuple[tuple[Cued, tuple[frozenset[str], ...]], ...] = tuple(
    (intent, _parted(line)) for intent, lines in _CUES.items() for line in lines.strip().splitlines()
)
_US = tuple(map(_parted, _ABOUT_US))
