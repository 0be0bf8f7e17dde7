"""In which language a few words are: a question, a card, a learner's message. By small words, or by their script. Pure.

Of a whole document the Reader judges (`services/reader/language.py`): it has thousands of words, and asks a library
where small words do not tell. A question has ten, half of them the subject's own, of which a library guesses wildly. So
only small words vote here, also those that ask and that command; where they do not tell, nothing is said.
Danish, Norwegian and Swedish are one group: half of their words are the same.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache

from services.text.languages import code_of, spoken
from services.text.questions import INTERROGATIVES
from services.text.vocabulary.frequencies import everyday
from services.text.words import fold

_LEAST_VOTES, _LEAST_SHARE, _LEAD = 3, 0.2, 1.5
_FEWEST = 1
_FEWEST_ASKED = 2
_JOINING, _LEAST_HALF, _LEAST_RARE_HALF, _LEAST_KNOWN_HALF = ("no", "de"), 3, 5, 6
_LETTERS = re.compile(r"[^\W\d_]+")
_BETWEEN, _MARKS = re.compile(r"[\s'’]+"), '.,;:?!"«»“”„()'
_SMALL_WORDS = {
    "en": "a about am an and are as at be by can do does each explain first for from give has have how i in is it its "
    "know learn make me mean means must my name next not now of on or shall should teach that the their there these "
    "they this to true was were what when where which who why will with you",
    "scandinavian": "af alle av bliver blir bør deg dei den denne der det dette disse du efter eg eller en er et ett "
    "etter flere flera for forklar fra från får først gi ha har hur hva hvad hvem hver hvilke hvilken hvilket hvor "
    "hvordan hvorfor hvornår i ifølge ikke inte jeg kan kva kalles lag lær lære med meg mellom min mine mitt må når nå "
    "og også om på samt seg sig sine skal ska som til under vad var ved vet vid videre vil vilka vilken vilket varför "
    "å är åt",
    "de": "als an auch auf aus bei das dem den der des die durch ein eine einem einen einer eines er es für im in ist "
    "kann mit nach nicht oder sich sie sind und vom von warum was welche welcher welches wenn werden wie wird wo wozu "
    "zu zum zur",
    "nl": "aan als bij dat de deze die door een en er het hoe hun in is kan maar met naar niet om of onder ook op te "
    "uit van voor waar waarom wat welke wie worden wordt zijn",
    "fr": "au aux avec ce cette comment dans de des du elle en est et il ils la le les leur ne ou par pas pour "
    "pourquoi quand que quel quelle quelles quels qui se son sont sur un une",
    "es": "al como con cuál cuáles cuándo de del dónde el en entre es esta este la las lo los más no o para pero por "
    "qué que quién se según son su un una y",
    "pt": "a ao as com como da das de do dos e em entre é mais na nas no nos o os ou para pela pelo por qual quais "
    "quando que quem são se sua um uma",
    "it": "al alla che chi come con cosa da dal dei del della delle di dove e è gli i il in la le lo nel nella non o "
    "per perché quale quali quando si sono su tra un una",
    "fi": "eivät että hän ja joka jossa jotka kuin kuka kun miksi mikä milloin missä mitä mutta myös niin ole oli on "
    "ovat se sekä sen tai",
    "pl": "co czy dla do gdzie i jak jaki jaka jakie jest kiedy kto która które który lub na nie o od oraz po przez "
    "się są to w z za że",
}
_VOTERS = {group: frozenset(words.split()) for group, words in _SMALL_WORDS.items()}
# Beside them, words in which somebody is told to do something, which have no small word: "Zeig mir meine Aufgaben".
_COMMANDING = {
    "en": "please show tell give open my me tasks task remind delete remove mark rename update today tomorrow monday "
    "tuesday wednesday thursday friday saturday sunday hello thanks",
    "scandinavian": "vis visa fortell gi åpne meg mig min mine mina oppgave oppgaver oppgavene oppgaven minn påminn "
    "slett fjern merk endre flytt morgen mandag tirsdag onsdag torsdag fredag lørdag søndag hei takk måndag tisdag "
    "lördag söndag radera uppgift uppgifter påmind slet opgave opgaver",
    "de": "ich mich mir mein meine meinen dein du bitte zeig zeige gib lösche lösch füge hinzu erinnere erinner mach "
    "aufgabe aufgaben liste erledigt morgen montag dienstag mittwoch donnerstag freitag samstag sonntag hallo danke "
    "wiederholen lernen daran kannst",
    "nl": "ik mij mijn toon laat zien geef verwijder voeg toe herinner alsjeblieft taak taken morgen maandag dinsdag "
    "woensdag donderdag vrijdag zaterdag zondag hallo bedankt eraan",
    "fr": "je moi me mes mon ma montre rappelle donne ajoute supprime efface marque tâche tâches liste demain lundi "
    "mardi mercredi jeudi vendredi samedi dimanche bonjour merci réviser lire",
    "es": "me mi mis muéstrame muestra recuérdame recuerda dame añade agrega borra elimina marca tarea tareas mañana "
    "lunes martes miércoles jueves viernes sábado domingo hola gracias repasar leer esto",
    "pt": "me meu meus minha minhas mostre mostra lembre lembra adicione adiciona apague apaga tarefa tarefas amanhã "
    "segunda terça quarta quinta sexta sábado domingo olá obrigado revisar ler isto",
    "it": "mi mio mia miei mie mostra mostrami ricordami dammi aggiungi cancella elimina segna compito compiti domani "
    "lunedì martedì mercoledì giovedì venerdì sabato domenica ciao grazie ripassare leggere questo",
    "fi": "minua minulle minun näytä muistuta anna lisää poista tehtävä tehtävät tehtäväni huomenna maanantaina "
    "perjantaina hei kiitos",
    "pl": "mi mnie moje moją pokaż przypomnij daj dodaj usuń zadanie zadania zadaniu jutro poniedziałek wtorek środę "
    "czwartek piątek sobotę niedzielę cześć dzięki",
}
_COMMANDERS = {group: frozenset(words.split()) | _VOTERS[group] for group, words in _COMMANDING.items()}
_SCRIPTS = {
    "ar": {"ARABIC"}, "be": {"CYRILLIC"}, "bg": {"CYRILLIC"}, "el": {"GREEK"}, "fa": {"ARABIC"}, "he": {"HEBREW"},
    "hi": {"DEVANAGARI"}, "ja": {"CJK", "HIRAGANA", "KATAKANA"}, "ko": {"HANGUL", "CJK"}, "mk": {"CYRILLIC"},
    "mr": {"DEVANAGARI"}, "ne": {"DEVANAGARI"}, "ru": {"CYRILLIC"}, "th": {"THAI"}, "uk": {"CYRILLIC"},
    "ur": {"ARABIC"}, "zh": {"CJK"},
}  # fmt: skip


def group_of(language: str) -> str:
    """The name under which a language's words vote here; "" where it has none."""
    code = code_of(language)
    group = "scandinavian" if code in ("da", "no", "sv") else code
    return group if group in _VOTERS else ""


def votes_in(text: str) -> Counter[str]:
    """How many small words of each group it has; one may be several groups'."""
    said = [word.strip(_MARKS) for word in _BETWEEN.split(fold(text))]
    return Counter({group: sum(word in voters for word in said) for group, voters in _VOTERS.items()})


@lru_cache(maxsize=4_000)
def group_said(text: str) -> str | None:
    """The group of most of its small words; None: too few, or two groups have nearly as many."""
    (first, most), (_, second) = votes_in(text).most_common(2)
    enough = most >= max(_LEAST_VOTES, _LEAST_SHARE * len(text.split()))
    return first if enough and second * _LEAD <= most else None


def tongue_said(text: str, language: str, among: Collection[str]) -> str:
    """In which of some languages a message is; where its words do not tell, as one of `language` is answered."""
    votes = votes_in(text)
    counted = sorted(((votes[group_of(code)], code) for code in among), reverse=True)
    (most, first), *others = counted
    return spoken(language, among) if others and others[0][0] == most else first


def is_asked_otherwise(question: str, language: str) -> bool:
    """Whether a question is in another language than a text's: it has small words of one, or begins with one that asks,
    and none of the text's.

    Judged generously, as it only adds a sentence where nothing was found."""
    own, votes = group_of(language), votes_in(question)
    first = next(iter(_LETTERS.findall(fold(question))), "")
    asks = any(first in words for code, words in INTERROGATIVES.items() if group_of(code) != own)
    most = max(votes.values(), default=0)
    if asks:  # "Why would I use it?": a small word may be one of both languages.
        return bool(own) and (not votes[own] or votes[own] < most)
    return bool(own) and not votes[own] and most >= _FEWEST_ASKED


def has_words_of_another(text: str, languages: Collection[str], among: Collection[str]) -> bool:
    """Whether a text has an everyday word of another language (`among`) that is none in its own (`languages`): a single
    word, as people search, has no small word beside it that tells. Two such words in one ("hudkreft") are one, too."""
    own = [code_of(language) for language in languages]
    unknown = [word for word in _LETTERS.findall(fold(text)) if not any(everyday(word, code) for code in own)]
    others = [code for code in among if code not in own]
    return bool(own) and any(_is_word(word, code, own) for code in others for word in unknown)


def _is_word(word: str, code: str, own: Collection[str]) -> bool:
    """Whether a language has a word, or makes it of two, of which one may be a specialist's ("svettekjertel") where the
    other is long and no word of one's own languages."""
    if everyday(word, code):
        return True
    for one, two in _in_two(word, code):
        known = [half for half in (one, two) if everyday(half, code)]
        if len(known) > 1:
            return True
        alone = min(len(one), len(two)) >= _LEAST_RARE_HALF and len(known) == 1 and len(known[0]) >= _LEAST_KNOWN_HALF
        if alone and not any(everyday(half, each) for half in (one, two) for each in own):
            return True
    return False


def _in_two(word: str, code: str) -> Iterator[tuple[str, str]]:
    """A word parted anywhere, where its language joins words."""
    for at in range(_LEAST_HALF, len(word) - _LEAST_HALF + 1) if code in _JOINING else ():
        yield word[:at], word[at:]


def is_foreign(text: str, among: Collection[str]) -> bool:
    """Whether a message that nobody understood is in no language of these: by its script, else by words of another.

    Judged generously, as it only chooses how somebody is told that it was not understood."""
    letters = scripts_in(text)
    if letters and letters.most_common(1)[0][0] not in {script for code in among for script in scripts_of(code)}:
        return True
    said = _LETTERS.findall(fold(text))
    votes = {group: sum(word in voters for word in said) for group, voters in _COMMANDERS.items()}
    own = max(votes[group_of(code)] for code in among)
    return max(votes.values()) > max(own, _FEWEST)


def scripts_of(language: str) -> Collection[str]:
    """The scripts that a language is written in; none: not known here."""
    return _SCRIPTS.get(code_of(language)) or ({"LATIN"} if group_of(language) else set())


def scripts_in(text: str) -> Counter[str]:
    """How many letters of each script it has, by Unicode's names."""
    return Counter(_script(char) for char in text[:2_000] if char.isalpha())


@lru_cache(maxsize=10_000)
def _script(char: str) -> str:
    return unicodedata.name(char, "OTHER").split()[0].split("-")[0]
