"""Ten ways to learn, each a function of a `Player`."""

from collections.abc import Callable
from random import Random

from tests.measuring.players.player import Knows, Player
from tests.standins.learners.learner import Json

Play = Callable[[Player], None]


def perfect(player: Player) -> None:
    """Knows everything: learns the topic that is named first, then what the house chooses."""
    player.takes(player.first_quiz())
    player.learns(_topic(player, 0))
    player.rounds()
    player.learns()
    player.rounds()
    player.figures()


def knows_nothing(player: Player) -> None:
    """Learns one topic with every answer wrong, to the end of its rounds, and asks what to do."""
    player.learns(_topic(player, 1), max_cycles=3)
    player.rounds()
    player.says(_said(player, "What should I do next?"))
    player.practises("mistakes")
    player.figures()


def guessing(player: Player) -> None:
    """Answers by chance, a topic in the middle."""
    player.learns(_topic(player, 3))
    player.rounds(3)
    player.says(_said(player, "I don't understand. Explain it simpler."))
    player.rounds(3)
    player.figures()


def wrong_then_right(player: Player) -> None:
    """Gets the first answers wrong and all later ones right."""
    player.learns(_topic(player, 2))
    player.rounds()
    player.says(_said(player, "How am I doing?"))
    player.figures()


def careless(player: Player) -> None:
    """Knows most of it, skips questions, and takes the quiz that came with the document."""
    player.takes(player.first_quiz(), skip=0.3)
    player.practises("mistakes")
    player.learns()
    player.rounds(4)
    player.figures()


def singly(player: Player) -> None:
    """Reads after every answer."""
    player.takes(player.first_quiz(), singly=True)
    player.learns(_topic(player, 4))
    if quiz := player.view()["cycle_quiz"]:
        player.takes(quiz, singly=True)
    player.figures()


def diagnosed(player: Player) -> None:
    """Begins with a diagnosis and follows the path."""
    player.learns(diagnostic=True)
    player.rounds(3)
    player.says(_said(player, "What should I learn next?"))
    player.rounds(3)
    player.figures()


def talking(player: Player) -> None:
    """Asks the tutor, about concepts and what is unclear in the answers."""
    names = [one["concept"] for one in player.view()["concepts"][:3]]
    first, second = names[0], names[1]
    for text in _ASKED.get(_language(player), _ASKED["en"]):
        player.says(text.format(first, second, names[2]))
    player.takes_newest()
    player.says(_said(player, "Why was that wrong?"))
    player.figures()


def hopping(player: Player) -> None:
    """Leaves topics amid their rounds."""
    for place in (0, 2, 0, 5):
        player.learns(_topic(player, place))
        player.rounds(1)
    player.says(_said(player, "Stop."))
    player.figures()


def returning(player: Player) -> None:
    """Learns, comes back after a week, reviews and goes on."""
    player.learns(_topic(player, 0))
    player.rounds(2)
    player.figures()
    player.does("comes back after a week")
    player.later(7)
    player.looks()
    player.says(_said(player, "What should I do next?"))
    player.practises("due")
    player.reviews()
    player.learns(_topic(player, 0))
    player.rounds()
    player.figures()


_ASKED = {
    "en": (
        "What is {0}?", "Tell me more.", "??", "And why?", "Give me an example.", "Explain it simpler.", "waht is {1}",
        "What is the difference between {0} and {1}?", "How does {2} work?", "Who invented the telephone?",
        "How many are there?", "I don't get it", "Tell me the answers to the quiz.", "Let's continue.",
        "Quiz me about {1}",
    ),
    "no": (
        "Hva er {0}?", "Fortell meg mer.", "Jeg skjønner ikke", "Og hvorfor?", "Gi meg et eksempel.",
        "Forklar det enklere.",
        "Hva er forskjellen mellom {0} og {1}?", "Hvordan virker {2}?", "Hvem oppfant telefonen?",
        "What is {0}?", "Give me an example.", "Explain it simpler.", "Si meg svarene på quizen.", "Test meg i {1}",
    ),
    "de": (
        "Was ist {0}?", "Erzähl mir mehr.", "Das verstehe ich nicht", "Und warum?", "Gib mir ein Beispiel.",
        "Erklär es einfacher.", "Was ist der Unterschied zwischen {0} und {1}?", "Wie funktioniert {2}?",
        "Wer hat das Telefon erfunden?", "What is {0}?", "Wie viele gibt es?", "Sag mir die Antworten zum Quiz.",
        "Machen wir weiter.", "Teste mich zu {1}",
    ),
}  # fmt: skip
_ASKED["nb"] = _ASKED["no"]
_SAID = {
    "no": {
        "What should I do next?": "Hva bør jeg gjøre nå?",
        "What should I learn next?": "Hva bør jeg lære nå?",
        "How am I doing?": "Hvordan ligger jeg an?",
        "I don't understand. Explain it simpler.": "Jeg skjønner ikke. Forklar det enklere.",
        "Why was that wrong?": "Hvorfor var det feil?",
        "Stop.": "Stopp.",
    },
    "de": {
        "What should I do next?": "Was soll ich als Nächstes tun?",
        "What should I learn next?": "Was soll ich als Nächstes lernen?",
        "How am I doing?": "Wie stehe ich?",
        "I don't understand. Explain it simpler.": "Das verstehe ich nicht. Erklär es einfacher.",
        "Why was that wrong?": "Warum war das falsch?",
        "Stop.": "Hör auf.",
    },
}
_SAID["nb"] = _SAID["no"]


def right(share: float) -> Callable[[Random], Knows]:
    """Knows this share, whatever the item."""
    return lambda chance: lambda _item, _number: chance.random() < share


def after(wrong: int) -> Callable[[Random], Knows]:
    """Knows all but the first answers."""

    def of(_chance: Random) -> Knows:
        def knows(_item: Json, number: int) -> bool:
            return number > wrong

        return knows

    return of


LEARNERS: list[tuple[str, Play, Callable[[Random], Knows], float]] = [
    ("perfect", perfect, right(1), 6),
    ("knows nothing", knows_nothing, right(0), 20),
    ("guessing", guessing, right(0.35), 1.2),
    ("wrong then right", wrong_then_right, after(4), 12),
    ("careless", careless, right(0.8), 3),
    ("singly", singly, right(0.6), 15),
    ("diagnosed", diagnosed, right(0.5), 10),
    ("talking", talking, right(0.5), 10),
    ("hopping", hopping, right(0.7), 8),
    ("returning", returning, right(0.75), 30),
]


def _language(player: Player) -> str:
    """The text's, by two letters: it is spoken to the tutor."""
    return str(player.me.session(player.session)["doc_meta"]["language"])[:2]


def _said(player: Player, text: str) -> str:
    return _SAID.get(_language(player), {}).get(text, text)


def _topic(player: Player, place: int) -> str:
    topics = [str(one["concept"]) for one in player.view()["concepts"]]
    return topics[min(place, len(topics) - 1)] if topics else ""
