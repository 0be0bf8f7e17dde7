"""In which language a message is answered: its own, where its words tell; else the user's. Pure."""

import re

from services.assistant.agent.ports import Turn
from services.text.catalogue import sentences
from services.text.guessing import group_of, votes_in
from services.text.languages import code_of, spoken
from services.text.words import fold

_TELLING = {
    "en": "show my task tasks add delete remove done finished complete yes yeah please thanks one second third first "
    "last tomorrow today monday tuesday wednesday thursday friday saturday sunday remind buy read call everything all "
    "help list create new mark move rename due don't",
    "no": "vis oppgave oppgaven oppgavene oppgaver mine slett fjern legg til ferdig fullført fullfør takk ja nei "
    "nummer første andre tredje siste morgen mandag tirsdag onsdag torsdag fredag lørdag søndag minn husk kjøp kjøpe "
    "alt alle hjelp merk flytt endre gjort ikke jeg å igjen snill",
    "de": "zeig zeige meine aufgabe aufgaben lösche füge hinzu erledigt fertig bitte danke ja nein erste zweite letzte "
    "morgen montag dienstag mittwoch donnerstag freitag samstag sonntag erinnere mich ich hilfe alle",
}
_VOTERS = {code: frozenset(words.split()) for code, words in _TELLING.items()}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def language_of(turn: Turn) -> str:
    """A language of the catalogue. Where two have as many words, the user's own counts, then English."""
    among = sentences("assistant")
    words = _WORD.findall(fold(turn.text).replace("’", "'"))
    small = votes_in(turn.text)
    votes = {code: small[group_of(code)] + sum(word in _VOTERS[code] for word in words) for code in _VOTERS}
    most = max(votes.values())
    first = [code for code in votes if votes[code] == most and code in among]
    own = code_of(turn.language)
    if most and len(first) == 1:
        return first[0]
    return own if own in first or not first else spoken(first[0] if most else own, among)
