"""A table of 120 items about six texts of our own, as a strong model composes them: sixty good ones of ten kinds, and
sixty with a planted fault of ten kinds. Sentences of a text are named by their numbers, from 1."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

Json = dict[str, Any]

TEXTS: dict[str, str] = {
    "lamp": "A harbour lamp burns oil that rises through a wick. The wick draws the oil up because its threads are "
    "narrow. A lamp with one wick burns 3 litres in a night of 12 hours. A lamp with four wicks burns four "
    "times as much. A lens gathers the light into a beam, while a mirror only throws it back. Before the "
    "keeper lights the wick, he trims it; then he fills the tank, and last he winds the clockwork that turns "
    "the lens. If the wick is not trimmed, the flame smokes and the glass turns black. The lamp of Varde was "
    "lit in 1841, twenty years after the tower was built.",
    "dough": "Yeast eats the sugar of the flour and gives off gas. The gas is caught by gluten, a net of proteins that "
    "kneading makes. Dough that is kneaded too little rises poorly because the gas escapes. At 26 degrees a "
    "dough doubles in 2 hours; at 18 degrees it needs twice as long. Salt slows the yeast, whereas sugar in "
    "small amounts feeds it. First the flour takes up the water, then the dough is kneaded, after that it "
    "rests, and at last it is shaped. A sourdough rises without baker's yeast, since wild yeasts live in it. "
    "In the oven the crust sets within 10 minutes.",
    "sorter": "The function route takes a postcode and gives the number of a bag. If the postcode begins with 0 or 1, "
    "it gives 1; if it begins with 2, it gives 2; for all others it gives 9. The function merge joins two "
    "bags into the one with the lower number. An empty bag is never merged. A letter without a postcode goes "
    "to bag 0 and is read by hand. The machine sorts 40 letters a minute, and a clerk sorts 8. The bags are "
    "sealed before they are weighed, and they are weighed before they are loaded. A sealed bag may not be "
    "opened, unless its weight is wrong.",
    "lock": "A lock is a chamber between two gates that lifts ships from one water level to another. The upper gate "
    "stays shut while the lower one is open. To go up, a ship enters through the lower gate, the lower gate "
    "is closed, water flows in from above, and the upper gate is opened. Each passage uses 600 cubic metres "
    "of water. The lock of Elde lifts ships by 4 metres, that of Runn by 7 metres. Where water is scarce, a "
    "side basin keeps half of it for the next ship. The gates point upstream, so that the water presses them "
    "together. A weir holds the level but lets no ship pass.",
    "hive": "A hive has one queen, some hundred drones and up to 40,000 workers. Workers live 6 weeks in summer, but "
    "6 months in winter. Drones gather no food; they are driven out in autumn. A worker first cleans cells, "
    "then feeds larvae, then builds combs and in the end flies out for nectar. A larva becomes a queen if it "
    "is fed nothing but royal jelly. A swarm leaves the hive when it has become too full. Bees dance to tell "
    "where food is: the angle of the dance gives the direction, its length the distance. A colony needs 15 "
    "kilograms of honey for a winter.",
    "kiln": "A kiln is an oven in which clay is fired. Clay that is fired at 900 degrees stays porous; at 1250 "
    "degrees it becomes tight. A glaze is a layer of glass that seals the surface. Pots must dry before "
    "firing, since the water inside would turn to steam and burst them. The kiln is heated by 100 degrees an "
    "hour at first, and cooled more slowly still. Copper in the glaze gives green with much air, and red with "
    "little. The pots are dried, fired once, glazed and fired again. Wood fires leave ash on the pots, gas "
    "fires do not.",
}


def sentences(text: str) -> list[str]:
    """Each sentence of a text."""
    return re.split(r"(?<=\.)\s+", TEXTS[text])


def _item(text: str, type: str, question: str, at: Sequence[int], **fields: Any) -> Json:
    """Its concept is the name of its text."""
    said = sentences(text)
    why: Mapping[str, str] = fields.pop("why", {})
    quotes = [said[n - 1] for n in at]
    return {
        "type": type,
        "concept": text,
        "difficulty": "HARD",
        "level": "apply",
        "question": question,
        "block_id": "b1",
        "quote": quotes[0],
        "supports": [{"block_id": "b1", "quote": quote} for quote in quotes[1:]],
        "reasons": [{"option": option, "why": said} for option, said in why.items()],
        **fields,
    }


def choice(text: str, question: str, at: Sequence[int], key: str, *others: str, **why: str) -> Json:
    """`why`: reasons of the key (`k`) and of the others (`a`, `b`, `c`) in their order."""
    named = {"k": key, **dict(zip("abc", others, strict=False))}
    reasons = {named[name]: said for name, said in why.items()}
    return _item(text, "multiple_choice", question, at, options=[key, *others], answer=key, why=reasons)


def truth(text: str, statement: str, at: Sequence[int], wrong: str = "", right: str = "", why: str = "") -> Json:
    """A statement that is true, or has `wrong` where `right` belongs."""
    answer = "false" if wrong else "true"
    reasons = {answer: why} if why else {}
    return _item(text, "true_false", statement, at, answer=answer, wrong=wrong, right=right, why=reasons)


def number(text: str, question: str, at: Sequence[int], answer: str, unit: str = "") -> Json:
    """A number to type."""
    return _item(text, "numeric", question, at, answer=answer, unit=unit)


def gap(text: str, question: str, at: Sequence[int], answer: str) -> Json:
    """A gap to fill."""
    return _item(text, "cloze", question, at, answer=answer)


def steps(text: str, question: str, at: Sequence[int], *order: str) -> Json:
    """An order."""
    return _item(text, "ordering", question, at, answers=list(order))


def opened(text: str, question: str, at: Sequence[int], answer: str, *points: str) -> Json:
    """An open question; the points are the quote's words."""
    return _item(text, "short_answer", question, at, answer=answer, answers=list(points))


def pairs(text: str, question: str, *joined: tuple[str, str, int]) -> Json:
    """Pairs, each with the number of its sentence."""
    said = sentences(text)
    made = [{"prompt": p, "answer": a, "block_id": "b1", "quote": said[n - 1]} for p, a, n in joined]
    return _item(text, "matching", question, [joined[0][2]], pairs=made)


def card(text: str, front: str, back: str, at: int) -> Json:
    """A card."""
    return {"concept": text, "question": front, "answer": back, "block_id": "b1", "quote": sentences(text)[at - 1]}


GOOD: dict[str, list[Json]] = {
    "computed": [
        number(
            "lamp",
            "How many litres of oil does a harbour lamp with four wicks burn in a night of 12 hours?",
            [4, 3],
            "12",
            "litres",
        ),
        number("dough", "How many hours does a dough need to double at 18 degrees?", [4], "4", "hours"),
        number("sorter", "How many letters does the sorting machine sort in five minutes?", [6], "200", "letters"),
        number(
            "lock",
            "How many cubic metres of water do three passages through the lock use?",
            [4],
            "1800",
            "cubic metres",
        ),
        number(
            "hive", "How many kilograms of honey do two colonies of bees need for a winter?", [8], "30", "kilograms"
        ),
        number("kiln", "How many hours does a kiln take for its first 300 degrees?", [5], "3", "hours"),
    ],
    "predicted": [
        choice(
            "lamp",
            "A keeper forgets to trim the wick of his harbour lamp. What will he find?",
            [7],
            "dark glass",
            "an empty tank",
            "a stopped clockwork",
            k="An untrimmed wick smokes and blackens the glass.",
        ),
        choice(
            "dough",
            "A baker triples the salt in a dough. What follows?",
            [5],
            "It rises later",
            "It rises sooner",
            "It needs no kneading",
            k="Salt slows the yeast.",
        ),
        choice(
            "sorter",
            "A letter arrives on which nobody wrote a postcode. What becomes of it?",
            [5],
            "A person reads it",
            "It is sent back",
            "It is put into bag 9",
        ),
        choice(
            "lock",
            "In a dry summer a canal builds a side basin at its lock. What does a passage take from above then?",
            [6, 4],
            "300 cubic metres",
            "600 cubic metres",
            "1200 cubic metres",
        ),
        choice(
            "hive",
            "A beekeeper feeds a larva royal jelly and nothing else. What will it be?",
            [5],
            "a queen",
            "a drone",
            "a worker",
        ),
        choice(
            "kiln",
            "A potter fires a pot that is still wet. What is to be feared?",
            [4],
            "It bursts",
            "It stays green",
            "It turns to glass",
        ),
    ],
    "compared": [
        choice(
            "lamp",
            "What can a lens do for a lamp that a mirror cannot?",
            [5],
            "bring its light together",
            "turn its light around",
            "keep its glass clean",
        ),
        choice(
            "dough",
            "How do salt and a little sugar differ in a dough?",
            [5],
            "One slows the yeast, the other feeds it",
            "One feeds the yeast, the other kills it",
            "Both of them slow the yeast down",
        ),
        choice(
            "sorter",
            "How does the sorting machine compare with a clerk?",
            [6],
            "five times as fast",
            "eight times as fast",
            "twice as fast",
        ),
        choice(
            "lock",
            "In what does a lock differ from a weir?",
            [8, 1],
            "Ships can pass it",
            "It holds the level",
            "It has no gates",
        ),
        choice(
            "hive",
            "How do the lives of summer and winter workers of a hive differ?",
            [2],
            "Winter workers live far longer",
            "Summer workers live far longer",
            "Both live about as long",
        ),
        choice(
            "kiln",
            "How does clay fired at 900 degrees differ from clay fired at 1250?",
            [2],
            "It lets water through",
            "It is made of glass",
            "It is always green",
        ),
    ],
    "matched": [
        pairs(
            "lamp",
            "Join each part of the harbour lamp with its work.",
            ("wick", "brings the oil up", 2),
            ("lens", "makes a beam", 5),
            ("clockwork", "turns the lens", 6),
        ),
        pairs(
            "dough",
            "Join each part of a dough with what it does.",
            ("yeast", "makes gas", 1),
            ("gluten", "holds the gas", 2),
            ("salt", "slows the rising", 5),
        ),
        pairs("sorter", "Join each postcode with its bag.", ("1460", "1", 2), ("2010", "2", 2), ("7030", "9", 2)),
        pairs(
            "lock",
            "Join each building of a canal with its purpose.",
            ("lock", "lifting ships", 1),
            ("side basin", "saving water", 6),
            ("weir", "keeping a level", 8),
        ),
        pairs(
            "hive",
            "Join each part of the bees' dance or food with what it does.",
            ("angle of the dance", "direction", 7),
            ("length of the dance", "distance", 7),
            ("royal jelly", "makes a queen", 5),
        ),
        pairs(
            "kiln",
            "Join each condition with what comes of it.",
            ("copper with much air", "green", 6),
            ("copper with little air", "red", 6),
            ("wood fire", "ash on the pots", 8),
        ),
    ],
    "judged in own words": [
        truth(
            "lamp",
            "A mirror can replace a lens where a beam is wanted.",
            [5],
            "can",
            "cannot",
            "A mirror only throws light back.",
        ),
        truth("dough", "In a cool kitchen a dough takes longer to double.", [4]),
        truth("sorter", "Letters whose postcode begins with 5 and with 8 end in the same bag.", [2]),
        truth(
            "lock",
            "Both gates of a lock may be open at once.",
            [2],
            "may",
            "may not",
            "One stays shut while the other is open.",
        ),
        truth("hive", "Drones help to fill the stores of a hive.", [3], "help", "do not help", "They gather no food."),
        truth("kiln", "A kiln may be heated faster than it is cooled.", [5]),
    ],
    "by a rule": [
        gap("lamp", "In a night of 6 hours a harbour lamp with one wick burns half of ____ litres.", [3], "3"),
        choice(
            "dough",
            "A dough shall double in 2 hours. At which temperature is it kept?",
            [4],
            "26 degrees",
            "18 degrees",
            "10 degrees",
        ),
        gap("sorter", "The call route of the postcode 2350 gives ____.", [2], "2"),
        steps(
            "lock",
            "A ship goes up through a lock. Order what happens.",
            [3],
            "a ship enters through the lower gate",
            "the lower gate is closed",
            "water flows in from above",
            "the upper gate is opened",
        ),
        choice(
            "hive",
            "A bee dances longer than yesterday, at the same angle. What does she tell?",
            [7],
            "food farther off",
            "food elsewhere",
            "food that is sweeter",
        ),
        choice(
            "kiln",
            "A potter wants a red copper glaze. What does he do to the fire?",
            [6],
            "He gives it little air",
            "He gives it much air",
            "He cools it slowly",
        ),
    ],
    "ordered": [
        steps(
            "lamp",
            "In which order does the keeper of a harbour lamp work?",
            [6],
            "he trims it",
            "he fills the tank",
            "he winds the clockwork",
        ),
        steps(
            "dough",
            "In which order is a dough made?",
            [6],
            "the flour takes up the water",
            "the dough is kneaded",
            "it rests",
            "it is shaped",
        ),
        steps("sorter", "In which order are mail bags handled?", [7], "sealed", "weighed", "loaded"),
        choice(
            "lock",
            "What must happen right before water is let into a lock from above?",
            [3],
            "The lower gate is shut",
            "The upper gate is opened",
            "The ship leaves the lock",
        ),
        steps(
            "hive",
            "In which order does a worker of a hive do its tasks?",
            [4],
            "cleans cells",
            "feeds larvae",
            "builds combs",
            "flies out for nectar",
        ),
        steps("kiln", "In which order is a glazed pot made?", [7], "dried", "fired once", "glazed", "fired again"),
    ],
    "explained in own words": [
        opened(
            "lamp",
            "Why does oil climb in the wick of a lamp?",
            [2],
            "Because the threads of the wick leave only narrow ways.",
            "its threads are narrow",
        ),
        opened(
            "dough",
            "Why does a hardly kneaded dough stay flat?",
            [3],
            "There is too little gluten to hold it, so the gas gets out.",
            "the gas escapes",
        ),
        opened(
            "sorter",
            "When may a sealed mail bag be opened?",
            [8],
            "Only if it does not weigh what it should.",
            "its weight is wrong",
        ),
        opened(
            "lock",
            "Why do the gates of a lock point upstream?",
            [7],
            "The water then pushes them shut.",
            "the water presses them together",
        ),
        opened(
            "hive",
            "What makes a swarm of bees leave its hive?",
            [6],
            "There is no longer room enough in it.",
            "too full",
        ),
        opened(
            "kiln",
            "Why must a pot dry before it is fired?",
            [4],
            "Its water would boil and break it.",
            "the water inside would turn to steam",
        ),
    ],
    "options with reasons": [
        choice(
            "lamp",
            "When was the tower of Varde built?",
            [8],
            "1821",
            "1841",
            "1861",
            k="The lamp came twenty years later, in 1841.",
            a="In 1841 its lamp was lit.",
        ),
        choice(
            "dough",
            "What lets a sourdough rise?",
            [7],
            "wild yeasts",
            "baker's yeast",
            "sugar",
            k="They live in it.",
            a="It rises without that.",
        ),
        choice(
            "sorter",
            "Bags 4 and 2 are merged. In which bag are their letters?",
            [3],
            "2",
            "4",
            "9",
            k="The lower number is kept.",
        ),
        choice(
            "lock",
            "Which lock lifts ships higher, and by how much?",
            [5],
            "Runn, by 3 metres more",
            "Elde, by 3 metres more",
            "Runn, by 7 metres more",
            k="7 metres are 3 more than 4.",
        ),
        choice(
            "hive",
            "Which bees do not see the winter in their hive?",
            [3],
            "drones",
            "workers",
            "queens",
            k="They are driven out in autumn.",
        ),
        choice(
            "kiln",
            "What makes porous clay tight on its surface?",
            [3],
            "a glaze",
            "ash",
            "steam",
            k="It is a layer of glass that seals.",
        ),
    ],
    "cards": [
        card("lamp", "What happens to a lamp whose wick is not trimmed?", "It smokes, and its glass gets black.", 7),
        card("dough", "What does gluten do in a dough?", "It holds the gas, so the dough can rise.", 2),
        card("sorter", "To which bag does mail go that has no postcode?", "To bag 0, where somebody reads it.", 5),
        card(
            "lock",
            "What is a lock on a canal?",
            "A chamber with a gate at either end in which ships are raised or lowered.",
            1,
        ),
        card("hive", "What do angle and length of a bee's dance tell?", "Where food lies and how far away.", 7),
        card("kiln", "Which colours does copper give a glaze?", "Green with much air, red with little.", 6),
    ],
}

FAULTS: dict[str, list[Json]] = {
    "false reason": [
        choice(
            "lamp",
            "What gathers the light of a harbour lamp into a beam?",
            [5],
            "a lens",
            "a mirror",
            "a wick",
            a="A mirror is made of tin.",
        ),
        choice(
            "dough", "What catches the gas in a dough?", [2], "gluten", "salt", "crust", a="Salt is a kind of sugar."
        ),
        choice(
            "sorter",
            "Where does a letter without a postcode go?",
            [5],
            "bag 0",
            "bag 1",
            "bag 9",
            b="Bag 9 is for foreign mail.",
        ),
        choice(
            "lock",
            "What keeps half of the water of a lock for the next ship?",
            [6],
            "a side basin",
            "a weir",
            "an upper gate",
            a="A weir stores water in winter.",
        ),
        choice(
            "hive",
            "Which bees are driven out of a hive in autumn?",
            [3],
            "drones",
            "workers",
            "larvae",
            a="Workers are driven out in spring.",
        ),
        choice(
            "kiln", "What seals the surface of a pot?", [3], "a glaze", "ash", "steam", a="Ash melts at 900 degrees."
        ),
    ],
    "invented number": [
        card(
            "lamp", "What does a lens do for a lamp?", "It gathers the light into a beam that is seen for 20 miles.", 5
        ),
        card("dough", "What does gluten do?", "It catches the gas, up to 70 percent of it.", 2),
        card("sorter", "How fast does the sorting machine work?", "It sorts 60 letters a minute.", 6),
        card("lock", "How much water does a passage through a lock use?", "600 cubic metres, about 4000 bathtubs.", 4),
        card("hive", "What does a colony need for the winter?", "15 kilograms of honey and 2 of pollen.", 8),
        card("kiln", "How is a kiln heated at first?", "By 100 degrees an hour, for 8 hours.", 5),
    ],
    "exchanged roles": [
        choice(
            "lamp",
            "How do lens and mirror differ?",
            [5],
            "The mirror gathers light, the lens throws it back",
            "Both gather the light into a beam",
            "Both throw the light back again",
        ),
        choice(
            "dough",
            "What do yeast and gluten do?",
            [2, 1],
            "Gluten gives off gas, yeast catches it",
            "Both give off gas in the dough",
            "Both catch the gas in the dough",
        ),
        choice(
            "sorter",
            "How do machine and clerk compare?",
            [6],
            "The clerk sorts five letters while the machine sorts one",
            "Both sort as many letters a minute",
            "Neither of them sorts any letters",
        ),
        choice(
            "lock",
            "What do a lock and a weir do?",
            [8, 1],
            "A weir lifts ships, a lock only holds the level",
            "Both of them lift ships to a level",
            "Both of them only hold the level",
        ),
        choice(
            "hive",
            "What does the bees' dance tell?",
            [7],
            "Its length gives the direction, its angle the distance",
            "Its angle and length both give distance",
            "Its angle and length both give direction",
        ),
        choice(
            "kiln",
            "Which colours does copper give?",
            [6],
            "red with much air, green with little",
            "green in any fire at all",
            "red in any fire at all",
        ),
    ],
    "second right option": [
        choice(
            "lamp",
            "What does the keeper do before he lights the wick?",
            [6],
            "He trims it",
            "He shortens the wick",
            "He paints the tower",
        ),
        choice(
            "dough", "What happens to a dough in the warmth?", [1, 4], "It rises", "It gets larger", "It turns blue"
        ),
        choice("sorter", "Which postcode sends a letter to bag 1?", [2], "0150", "1250", "3050"),
        choice(
            "lock",
            "What is closed while a ship goes out at the top?",
            [2, 3],
            "the lower gate",
            "the gate at the lower end",
            "the upper gate",
        ),
        choice("hive", "Which bees live in a hive?", [1], "drones", "workers", "wasps"),
        choice(
            "kiln",
            "What does a wood fire do that a gas fire does not?",
            [8],
            "It leaves ash",
            "It dusts the pots with ash",
            "It bursts the pots",
        ),
    ],
    "wrong key that stands in the quote": [
        choice("lamp", "What only throws light back?", [5], "a lens", "a mirror", "a wick"),
        choice("dough", "What slows the yeast in a dough?", [5], "sugar", "salt", "water"),
        number("sorter", "How many letters a minute does a clerk sort?", [6], "40", "letters"),
        number("lock", "By how many metres does the lock of Runn lift ships?", [5], "4", "metres"),
        choice("hive", "How long do the workers of a hive live in summer?", [2], "6 months", "6 weeks", "6 years"),
        number("kiln", "At how many degrees does clay become tight?", [2], "900", "degrees"),
    ],
    "gives itself away": [
        choice("lamp", "What does the clockwork that turns the lens turn?", [6], "the lens", "the oil", "the glass"),
        choice(
            "dough",
            "Wild yeasts make a sourdough rise. What makes a sourdough rise?",
            [7],
            "wild yeasts",
            "salt",
            "stones",
        ),
        choice(
            "sorter",
            "Which bag is bag 0, to which letters without a postcode go?",
            [5],
            "bag 0",
            "a green horse",
            "the sea",
        ),
        choice(
            "lock",
            "What is a lock?",
            [1],
            "a chamber between two gates that lifts ships from one water level to another",
            "a hat",
            "a bird",
        ),
        choice(
            "hive",
            "Bees dance to tell where food is. Why do bees dance?",
            [7],
            "to tell where food is",
            "for no reason",
            "to sleep",
        ),
        choice(
            "kiln",
            "What is an oven in which clay is fired?",
            [1],
            "an oven for firing clay, called kiln",
            "a spoon",
            "a song",
        ),
    ],
    "computed wrongly": [
        number(
            "lamp", "How many litres does a lamp with four wicks burn in a night of 12 hours?", [4, 3], "7", "litres"
        ),
        number("dough", "How many hours does a dough need to double at 18 degrees?", [4], "3", "hours"),
        number("sorter", "How many letters does the machine sort in an hour?", [6], "240", "letters"),
        number("lock", "How many cubic metres of water do four passages use?", [4], "1800", "cubic metres"),
        number("hive", "How many kilograms of honey do three colonies need for a winter?", [8], "35", "kilograms"),
        number(
            "kiln",
            "How many degrees hotter is clay fired that becomes tight than clay that stays porous?",
            [2],
            "450",
            "degrees",
        ),
    ],
    "wrong order": [
        steps(
            "lamp",
            "In which order does the keeper work?",
            [6],
            "he fills the tank",
            "he trims it",
            "he winds the clockwork",
        ),
        steps(
            "dough",
            "In which order is a dough made?",
            [6],
            "the dough is kneaded",
            "the flour takes up the water",
            "it rests",
            "it is shaped",
        ),
        steps("sorter", "In which order are mail bags handled?", [7], "weighed", "sealed", "loaded"),
        steps(
            "lock",
            "In which order does a ship go up through a lock?",
            [3],
            "a ship enters through the lower gate",
            "water flows in from above",
            "the lower gate is closed",
            "the upper gate is opened",
        ),
        steps(
            "hive",
            "In which order does a worker do its tasks?",
            [4],
            "feeds larvae",
            "cleans cells",
            "builds combs",
            "flies out for nectar",
        ),
        steps("kiln", "In which order is a glazed pot made?", [7], "dried", "glazed", "fired once", "fired again"),
    ],
    "turned round": [
        truth("lamp", "The lamp of Varde was lit twenty years before the tower was built.", [8]),
        truth("dough", "A sourdough rises only if baker's yeast is added.", [7]),
        truth("sorter", "A sealed bag may be opened at any time.", [8]),
        truth("lock", "The gates of a lock point downstream, away from the water.", [7]),
        truth("hive", "Workers live longer in summer than in winter.", [2]),
        truth("kiln", "Pots are fired wet so that steam hardens them.", [4]),
    ],
    "more than is said": [
        opened(
            "lamp",
            "Why does oil rise in a wick?",
            [2],
            "Its threads are narrow, and the flame sucks the oil up by its heat.",
            "its threads are narrow",
        ),
        opened(
            "dough",
            "Why does poorly kneaded dough rise poorly?",
            [3],
            "The gas escapes, and the yeast dies of the cold.",
            "the gas escapes",
        ),
        opened(
            "sorter",
            "When may a sealed bag be opened?",
            [8],
            "If its weight is wrong or the sender asks for it.",
            "its weight is wrong",
        ),
        opened(
            "lock",
            "Why do lock gates point upstream?",
            [7],
            "The water presses them together, which also keeps fish out.",
            "the water presses them together",
        ),
        opened(
            "hive",
            "Why does a swarm leave its hive?",
            [6],
            "It has become too full, and the old queen is ill.",
            "too full",
        ),
        opened(
            "kiln",
            "Why must pots dry before firing?",
            [4],
            "The water would turn to steam, and the glaze would not stick.",
            "the water inside would turn to steam",
        ),
    ],
}


def all_items() -> list[tuple[str, str, Json]]:
    """(kind, text, what was composed), the good ones first. Their places name them."""
    return [
        (f"{name}: {kind}", made["concept"], made)
        for name, kinds in (("good", GOOD), ("fault", FAULTS))
        for kind, rows in kinds.items()
        for made in rows
    ]


REVIEWS: dict[int, str] = {
    **dict.fromkeys(range(60, 66), "claim 1"),
    **dict.fromkeys(range(66, 78), "key"),
    78: "also: He shortens the wick",
    79: "also: It gets larger",
    80: "also: 1250",
    81: "also: the gate at the lower end",
    82: "also: workers",
    83: "also: It dusts the pots with ash",
    **dict.fromkeys(range(84, 90), "key"),
    **dict.fromkeys((90, 91, 92, 94, 95), "away"),
    **dict.fromkeys(range(96, 120), "key"),
}
"""What a strong reviewer said by hand, in an order that tells nothing and without the kinds: what is wrong with an
item, by its place; of the others nothing is."""
