"""Twenty open questions of our own texts, each with two right answers in other words and two wrong ones."""

from dataclasses import dataclass
from typing import cast
from uuid import UUID

from contracts.items import ShortAnswer
from tests.evaluator.items.test_credit import item


@dataclass(frozen=True)
class Asked:
    """`points` are spans of `text`, which is the quote; the model answer is made of them."""

    language: str
    question: str
    text: str
    answer: str
    points: tuple[str, ...]
    right: tuple[str, str]
    wrong: tuple[str, str]

    def item(self, number: int) -> ShortAnswer:
        """The question as an item."""
        made = item(
            "short_answer",
            number,
            question=self.question,
            answer=self.answer,
            key_points=[
                {"text": point, "start": self.text.index(point), "end": self.text.index(point) + len(point)}
                for point in self.points
            ],
        )
        proof = made.proof.model_copy(update={"quote": self.text, "end": len(self.text)})
        return cast(ShortAnswer, made.model_copy(update={"proof": proof, "item_id": UUID(int=number)}))


ASKED = (
    Asked(
        "en",
        "Why does such land sink?",
        "Peat land sinks because the dry peat rots away, and because heavy farm machines press the soil together.",
        "The dry peat rots away and heavy farm machines press the soil together.",
        ("the dry peat rots away", "heavy farm machines press the soil together"),
        (
            "What lies there decays once it is drained, and tractors squash the ground.",
            "Microbes eat it up when it has no water left, besides it is compacted by big vehicles.",
        ),
        ("The sea washes the ground away from below.", "Farmers dig it up and sell it as fuel."),
    ),
    Asked(
        "en",
        "Why does ice float?",
        "Ice floats: water expands as it freezes, so that a piece of ice weighs less than the water it displaces.",
        "Water expands as it freezes, so ice weighs less than the water it displaces.",
        ("water expands as it freezes", "a piece of ice weighs less than the water it displaces"),
        (
            "Turning solid makes it bigger, and therefore it is lighter than an equal volume of liquid.",
            "It is less dense, since its molecules take up more room once they are solid.",
        ),
        ("There is air trapped in every ice cube.", "The cold pushes it upwards."),
    ),
    Asked(
        "en",
        "What does a vaccine do?",
        "A vaccine shows the body a harmless part of a germ, so that memory cells are ready when the real one comes.",
        "It shows the body a harmless part of a germ, so that memory cells are ready.",
        ("shows the body a harmless part of a germ", "memory cells are ready when the real one comes"),
        (
            "It trains the immune system with something that cannot make you ill, and later it reacts faster.",
            "You meet a weakened bit of the pathogen, and your defence remembers it for an actual infection.",
        ),
        ("It kills the germs that are already in the blood.", "It gives you antibiotics for a year."),
    ),
    Asked(
        "en",
        "Why did the canal lose its trade?",
        "The canal lost its trade when the railway carried coal at half the price and did not freeze in winter.",
        "The railway carried coal at half the price and did not freeze in winter.",
        ("the railway carried coal at half the price", "did not freeze in winter"),
        (
            "Trains were cheaper and ran all year round.",
            "Steam locomotives cost fifty percent less, and frost never stopped them.",
        ),
        ("Pirates robbed the barges.", "The railway was dearer, but everyone liked it."),
    ),
    Asked(
        "en",
        "What happens to demand when a price rises, and why?",
        "When a price rises, people buy less of a good, because they turn to cheaper substitutes.",
        "People buy less of a good, because they turn to cheaper substitutes.",
        ("people buy less of a good", "they turn to cheaper substitutes"),
        (
            "It falls: customers switch to something else that costs them less.",
            "Fewer units are sold, as consumers pick alternatives.",
        ),
        ("People buy more of a good, because dear things are better.", "Nothing changes at all."),
    ),
    Asked(
        "en",
        "How do bats find their way in the dark?",
        "Bats find their way by sending out high calls and listening to the echoes from things around them.",
        "By sending out high calls and listening to the echoes from things around them.",
        ("sending out high calls", "listening to the echoes from things around them"),
        (
            "They shriek at a pitch we cannot hear and judge what bounces back.",
            "With a kind of sonar: ultrasound goes out, and the reflection tells where objects are.",
        ),
        ("They have very large eyes.", "They smell the walls of the cave."),
    ),
    Asked(
        "en",
        "Why are leaves green?",
        "Leaves are green because chlorophyll takes in red and blue light and throws green light back.",
        "Chlorophyll takes in red and blue light and throws green light back.",
        ("chlorophyll takes in red and blue light", "throws green light back"),
        (
            "Their pigment absorbs the other colours and reflects this one.",
            "That part of the spectrum is not used by the dye inside them, so it reaches our eyes.",
        ),
        ("Chlorophyll takes in green light and throws red and blue light back.", "The sap is made of grass."),
    ),
    Asked(
        "en",
        "Why must a judge be independent?",
        "A judge must be independent so that a ruling rests on the law alone and not on the wishes of those in power.",
        "So that a ruling rests on the law alone and not on the wishes of those in power.",
        ("a ruling rests on the law alone", "not on the wishes of those in power"),
        (
            "Otherwise politicians could dictate verdicts instead of statutes deciding.",
            "Nobody in government should sway the outcome; only legislation counts.",
        ),
        ("Because judges are paid by the hour.", "A ruling rests on the wishes of those in power alone."),
    ),
    Asked(
        "en",
        "What is a stack?",
        "A stack is a list from which the item that was put in last is taken out first.",
        "A list from which the item that was put in last is taken out first.",
        ("the item that was put in last is taken out first",),
        (
            "A LIFO structure.",
            "Whatever you pushed most recently is what you pop next.",
        ),
        ("The item that was put in first is taken out first.", "A kind of hash table."),
    ),
    Asked(
        "en",
        "Why do metals conduct electricity?",
        "Metals conduct electricity because their outer electrons are free to move through the whole piece.",
        "Their outer electrons are free to move through the whole piece.",
        ("their outer electrons are free to move through the whole piece",),
        (
            "Charge carriers in them are not bound to one atom.",
            "They contain a sea of mobile negative particles.",
        ),
        ("They are heavy and shiny.", "Their protons jump from atom to atom."),
    ),
    Asked(
        "en",
        "What ended the strike?",
        "The strike ended when the owners agreed to a day of eight hours, though wages stayed as they were.",
        "The owners agreed to a day of eight hours, though wages stayed as they were.",
        ("the owners agreed to a day of eight hours", "wages stayed as they were"),
        (
            "Management gave in on working time but pay was unchanged.",
            "A shorter shift was granted, without any raise.",
        ),
        ("The army broke it up.", "The owners agreed to higher wages, though hours stayed as they were."),
    ),
    Asked(
        "en",
        "Why does bread rise?",
        "Bread rises because yeast turns sugar into gas, which the stretchy dough holds as bubbles.",
        "Yeast turns sugar into gas, which the stretchy dough holds as bubbles.",
        ("yeast turns sugar into gas", "the stretchy dough holds as bubbles"),
        (
            "A fungus ferments it to CO2, and gluten traps that.",
            "Carbon dioxide from fermentation gets caught in the elastic mass.",
        ),
        ("The oven sucks it up.", "Salt swells in the heat."),
    ),
    Asked(
        "no",
        "Hvorfor synker torvjord?",
        "Torvjord synker fordi den tørre torva råtner, og fordi tunge traktorer presser jorda sammen.",
        "Den tørre torva råtner, og tunge traktorer presser jorda sammen.",
        ("den tørre torva råtner", "tunge traktorer presser jorda sammen"),
        (
            "Organisk stoff brytes ned når det mangler vann, og landbruksmaskiner pakker bakken.",
            "Mikrober spiser opp massen, dessuten blir grunnen klemt flat av store kjøretøy.",
        ),
        ("Havet graver den bort nedenfra.", "Bøndene selger den som brensel."),
    ),
    Asked(
        "no",
        "Hvorfor ble silda borte fra kysten?",
        "Silda ble borte fordi flåten fisket opp de gamle gyterne, slik at for få yngel vokste opp.",
        "Flåten fisket opp de gamle gyterne, slik at for få yngel vokste opp.",
        ("flåten fisket opp de gamle gyterne", "for få yngel vokste opp"),
        (
            "Båtene tok foreldrefisken, og da kom det nesten ikke nye årskull.",
            "Overfiske av voksne dyr gjorde rekrutteringen dårlig.",
        ),
        ("Hvalen spiste alt sammen.", "Vannet ble for salt."),
    ),
    Asked(
        "no",
        "Hva gjør nyrene?",
        "Nyrene renser blodet for avfall og styrer hvor mye vann kroppen holder på.",
        "De renser blodet for avfall og styrer hvor mye vann kroppen holder på.",
        ("renser blodet for avfall", "styrer hvor mye vann kroppen holder på"),
        (
            "De filtrerer ut giftstoffer og regulerer væskebalansen.",
            "Urea fjernes der, og de bestemmer om urinen skal være tynn eller konsentrert.",
        ),
        ("De pumper blodet rundt.", "De lager galle."),
    ),
    Asked(
        "no",
        "Hvorfor heves renta når prisene stiger fort?",
        "Renta heves for at folk skal låne og bruke mindre, så prisene stiger langsommere.",
        "Folk skal låne og bruke mindre, så prisene stiger langsommere.",
        ("folk skal låne og bruke mindre", "prisene stiger langsommere"),
        (
            "Dyrere kreditt demper forbruket, og inflasjonen avtar.",
            "Når husholdningene må betale mer til banken, handler de ikke så mye, og da bremser veksten i kostnader.",
        ),
        ("For at banken skal bli rik.", "Folk skal låne og bruke mer, så prisene stiger langsommere."),
    ),
    Asked(
        "de",
        "Warum versinkt ein Moor?",
        "Ein Moor versinkt, weil der trockene Torf verrottet und schwere Maschinen den Boden zusammendrücken.",
        "Der trockene Torf verrottet, und schwere Maschinen drücken den Boden zusammen.",
        ("der trockene Torf verrottet", "schwere Maschinen den Boden zusammendrücken"),
        (
            "Ohne Wasser zersetzt sich die Masse, und Traktoren verdichten die Erde.",
            "Organisches Material wird abgebaut, außerdem pressen Fahrzeuge alles flach.",
        ),
        ("Das Meer spült es fort.", "Die Bauern verkaufen es als Dünger."),
    ),
    Asked(
        "de",
        "Warum brennt eine Kerze unter einem Glas nicht weiter?",
        "Unter einem Glas erlischt die Kerze, weil die Flamme den Sauerstoff verbraucht und keiner nachströmt.",
        "Die Flamme verbraucht den Sauerstoff, und keiner strömt nach.",
        ("die Flamme den Sauerstoff verbraucht", "keiner nachströmt"),
        (
            "Ihr geht O2 aus, denn frische Luft kommt nicht hinein.",
            "Das nötige Gas ist bald weg und wird nicht ersetzt.",
        ),
        ("Das Wachs wird zu kalt.", "Glas saugt Licht auf."),
    ),
    Asked(
        "de",
        "Wozu dient die Gewaltenteilung?",
        "Die Gewaltenteilung verhindert, dass eine Stelle allein Gesetze macht, ausführt und über sie richtet.",
        "Sie verhindert, dass eine Stelle allein Gesetze macht, ausführt und über sie richtet.",
        ("verhindert, dass eine Stelle allein Gesetze macht, ausführt und über sie richtet",),
        (
            "Niemand soll zugleich Parlament, Regierung und Gericht sein.",
            "Macht wird auf mehrere Organe verteilt, die einander kontrollieren.",
        ),
        ("Sie macht den Staat billiger.", "Sie sorgt dafür, dass der König alles bestimmt."),
    ),
    Asked(
        "en",
        "What sign does a loss have in the accounts, and why?",
        "A loss is written with a minus because it lowers the owner's equity.",
        "A minus, because it lowers the owner's equity.",
        ("written with a minus", "it lowers the owner's equity"),
        (
            "Negative, since the capital shrinks.",
            "It gets a - as what belongs to the proprietor becomes smaller.",
        ),
        ("A plus, because losses add up.", "None, for it is not counted."),
    ),
)
