"""What a learner wants of the tutor and not of the subject: help, the question again, a break, to ask. Pure.

A message is such a wish where one of its words says what is wanted and all others are talk about the talk: a word of
any subject makes it something else. So it needs no list of sentences, and "help" in whatever words is never an answer.
"""

from typing import Literal

from services.evaluator.conversation.intent_cues import words_of

Wish = Literal["help", "again", "more", "ask", "verdict", "pause"]
"""What is wanted: an explanation or a hint; the question once more; to hear more; to ask something; to hear whether an
answer was right; a break."""


def _of(words: str) -> frozenset[str]:
    return frozenset(words.split())


_TALK = (
    _of(
        """
        a about again all also am an and another answer anything are as ask at back be been bit but by can cant
        case clear could did different differently do does dont down easy else even example examples five for
        from further get getting give go got had hard has have having how i id idea ill im in is isnt it its ive
        just kind kindly know last let lets like little long lot made make makes may maybe me mean meant might
        mine minute moment more much my myself need next no not now of ok okay old on once one only or other
        others out over part place please pls point problem put question questions quite read really right said
        same say see sentence should show so some someone something sorry sounds spot step still such sure task
        tell text than thanks that thats the them then there these they thing things think this those time to
        too try understand up us very wait wanna want was way we well what whats when where which why will with
        word words work works would wrong year years yes yet you your
        """
    ),
    _of(
        """
        alt andre annen annet at av bare be bedre beklager ber bruke da de deg del den denne der det dette disse
        du eksempel eksempler eller en enda er et fem finne for forstå forstår fra få får gang gi gir gjerne
        gjøre greier gå ha han har her hva hvor hvordan i igjen ikke jeg kan klarer komme kunne la litt lære man
        med meg men mener mer mulig mye må måte nei noe noen nå når og også om ord ordet oss på sa se setning si
        sist siste skal skjønner slik snill som spørsmål spørsmålet svar svaret så takk tenke til trenger tror
        usikker vanskelig var veldig vennligst vi vil ville vis vise visst vær å år
        """
    ),
    _of(
        """
        aber alles also an andere anderen anders antwort auch auf aufgabe bei beispiel beispiele bin bist bitte
        brauch brauche da damit danke das dass deine dem den der die dies diese dir doch du ein eine einem einen
        einer eines einmal es etwas fall frage für geben geht gib gibst habe hast hier ich ihr im in ist ja kann
        kannst können könnte könntest mal man mehr mein mich mir mit muss möchte nach nein nicht nichts noch
        nochmal nur oder richtig sag sagen satz schon schwer sehr sein sie sind so um und uns versteh verstehe
        verstehen viel von war warum was weg weiter weiß welche wenn wie wir wo wollen wort worten würde zeig zu
        zum
        """
    ),
)
"""In English, Norwegian and German; no message mixes them: "man" is talk in two of them, and a subject in English."""
_HELP = _of(
    """
    assist clarify clarified clarification clue clues confused confusing differently easier elaborate explain
    explained explaining explanation explanations help helping hint hints lost rephrase reword simpler simplify
    shorter slow slower slowly stuck tip enklere forenkle forklar forklare forklaring forklart forvirra forvirret
    hint hintet hjelp hjelpe hjelper kortere langsommere lettere saktere tips utdype vink anders einfacher erklär
    erkläre erklären erklärst erklärung helfen hilf hilfe hilfst hinweis kürzer langsam langsamer leichter tipp
    umformulieren verwirrt
    """
)
_AGAIN = _of("repeat repeated reread gjenta gjentar repetere wiederhol wiederhole wiederholen wiederholst")
_PAUSE = _of("break breather exhausted pause rest sleepy tired pausen sliten trett trøtt erschöpft müde")
_SAID_AGAIN = _of("say said tell ask asked si sa sag sagen read what was hva spurte")
_ONCE_MORE = _of("again igjen nochmal")
_RIGHT = _of("right correct wrong true riktig rett feil galt richtig falsch")
_WAS = _of("am was is did have got var er hadde fikk war ist bin habe")
_FIRST = _of("i my it that this jeg det dette mitt ich es das mein meine")
_HAVE = _of("have ive got har habe")
_I = _of("i ive jeg ich")
_MORE = _of("more further mer mehr")
_TELL = _of("tell say explain show fortell si forklar sag erzähl erkläre erklär")
_MUCH = _of("much long many")
_WHAT_WAS = ("what was", "what is", "hva var", "hva er", "was war", "was ist")
_QUESTION = _of("question spørsmål spørsmålet frage aufgabe")
_EXAMPLES = _of("example examples eksempel eksempler beispiel beispiele")
_WHY = _of("why hvorfor warum wieso mean means meant betyr mener bedeutet heißt")
_WISHES = _HELP | _AGAIN | _PAUSE | _RIGHT | _TELL | _WHY


def is_talk(text: str) -> bool:
    """Whether no word of it belongs to any subject."""
    said = set(words_of(text)) - _WISHES
    return any(said <= talk for talk in _TALK)


def asks_back(text: str) -> bool:
    """Whether it asks why, or what is meant, and names nothing: what was said last."""
    return is_talk(text) and bool(_WHY & set(words_of(text)))


def wish_of(text: str) -> Wish | None:
    """What it asks of the tutor; None: nothing, or it has words of a subject too."""
    said = words_of(text)
    words = set(said)
    if not said or words & _EXAMPLES or not is_talk(text):
        return None
    if words & _TELL and words & _MORE and not words & (_HELP - _TELL):
        return "more"
    if words & _HELP or ("too" in words and words & _MUCH):
        return "help"
    if words & _PAUSE:
        return "pause"
    asks_what = " ".join(said[:2]) in _WHAT_WAS and words & _QUESTION
    if words & _AGAIN or asks_what or (words & _ONCE_MORE and words & _SAID_AGAIN):
        return "again"
    if said[0] in _I and words & _HAVE and words & _QUESTION:
        return "ask"
    if words & _RIGHT and said[0] in _WAS and words & _FIRST:
        return "verdict"
    return None
