"""Which sentences lean on what stands before them, in English and Norwegian, and which only look like it."""

import pytest

from services.coach.sentences.leaning import LEANINGS
from services.coach.sentences.split import doubt_of


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "There are three kinds of rock in the crust of the Earth."),
        ("en", "Built of stone in the last century, the quays of Bergen outlast piers of timber."),
        ("en", "Both plants and animals need oxygen to release energy from food."),
        ("en", "Chloroplasts carry a small ring of DNA because they descend from bacteria."),
        ("en", "Veins hold valves, so that their blood cannot sink back into the legs."),
        ("en", "Photosynthesis slows down above 30 degrees Celsius in most crops."),
        ("en", "There were about 15,000 boats in the ports of Norway in 1950."),
        ("en", "Water boils at 100 °C at the level of the sea."),
        ("en", "A primary producer makes its own food from simple substances."),
        ("no", "Det finnes tre ulike typer bergarter i jordskorpa."),
        ("no", "De fleste planter trenger lys, vann og næring."),
        ("no", "Den franske revolusjonen begynte i Paris i 1789."),
        ("no", "Duggpunktet er den temperaturen der lufta ikke kan holde på mer damp."),
        ("no", "Når den varme lufta stiger, blir den avkjølt av omgivelsene."),
        ("en", "The primary key is a column whose value is different in each row of a table."),
        ("en", "The greatest common divisor is the largest number that divides two others."),
        ("en", "One is a factor of every whole number that there is."),
        ("en", "The first level cache is the memory that lies nearest to the processor."),
        ("en", "A value of 1 means that the two series rise and fall together."),
    ],
)
def test_a_sentence_that_names_what_it_speaks_of_stands_alone(language: str, text: str) -> None:
    assert doubt_of(text, language) == 0


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Most of them sit on the underside of the leaf."),
        ("en", "Fully supported by the harbour, they can work without any fear of storms."),
        ("en", "As discussed earlier, quays of stone outlast those of timber."),
        ("en", "As you well know, much goes on in a school that has little to do with lessons."),
        ("en", "Sailors on such a ship do not really want to go ashore."),
        ("en", "The final stage, called mooring, is when the ropes are made fast to the quay."),
        ("en", "The key change was the introduction of a steel hull for every ferry."),
        ("en", "One is called towing and the other is called pushing."),
        ("en", "Within the port she worked on ropes, nets, sails and much else."),
        ("en", "At the time of release, the list named 8500 boats of 900 owners."),
        ("en", "There were around 15,000 boats that more than nine hundred owners kept."),
        ("en", "A setting of 1.0 is likely to leave too little water under the keel."),
        ("en", "(For further discussion see the handbook of the harbour master)."),
        ("no", "Følgelig er en brygge som aldri blir våt, et tegn på at havnen er tom."),
        ("no", "Det siste trinnet er at tauene gjøres fast i kaia."),
        ("no", "Det ene kalles sleping, og det andre kalles skyving."),
        ("no", "Som du sikkert vet, skjer mye på en skole som ikke har med timene å gjøre."),
        ("no", "Som allerede forklart varer kaier av stein lenger enn kaier av tre."),
        ("de", "Wie bereits erklärt, halten Kais aus Stein länger als solche aus Holz."),
        ("en", "Nine of them are called essential by doctors."),
        ("en", "In an adult it covers about two square metres."),
        ("en", "With age it stiffens and most people need glasses."),
        ("en", "When it contracts, the chest becomes larger."),
        ("en", "Because of them a second infection is beaten back."),
        ("en", "The rest is left over from the formation of the Earth."),
        ("en", "The Pacific plate moves at ten centimetres a year for that reason."),
        ("en", "Up to a third of the nitrogen in a leaf may be bound up in this one enzyme."),
        ("en", "A large one needed the skins of many calves."),
        ("en", "Among its tasks are storing sugar and making bile."),
        ("en", "A more correct answer is that the leaf breathes at night."),
        ("en", "The rule is the same as the one that was given above."),
        ("en", "An interesting side-effect is that the processes will then use less water."),
        ("no", "En interessant bieffekt er at trærne da bruker mindre vann."),
        ("de", "Allerdings werden die Netze im Winter nicht geflickt."),
        ("de", "Das sind die Netze, die im Winter geflickt werden."),
        ("no", "Det er en vanlig sykdom blant barn i Norge."),
        ("no", "De lever i store flokker på savannen."),
        ("no", "Noen av dem lever i store flokker på savannen."),
        ("no", "Resten kommer fra varmen i jordas indre."),
        ("no", "Folk på landet får vannet sitt derfra hele året."),
        ("no", "Når han kom hjem, var kongen syk og trett."),
        ("no", "I verste fall er båten på bunnen før den når land."),
        ("no", "Hvis ikke er det best å vente på neste flo."),
        ("no", "Fra da av ble båtene bygd av stål i Bergen."),
        ("en", "The purpose is to keep the water of the lock clean."),
        ("en", "The primary task is mending the nets of the harbour."),
        ("en", "The two most common ones are the cutter and the ketch."),
        ("no", "Den primære oppgaven er å holde vannet i slusen rent."),
        ("no", "Motsatt, er en kutter en båt som bare har en mast."),
        ("de", "Das liegt daran, dass die Netze im Winter nass sind."),
        ("de", "Hauptzweck ist das Flicken der Netze im Hafen."),
        ("de", "Ein weiteres Ziel ist die Pflege der Netze im Hafen."),
        ("de", "Gegenwärtig werden die Netze im Winter geflickt."),
        ("de", "Mit anderen Worten, die Netze werden im Winter geflickt."),
        ("de", "Hauptkonkurrent ist der Hafen der kleinen Stadt."),
        ("no", "Med andre ord blir garnene bøtt om vinteren."),
        ("de", "Nach dem langen Streit mit den Fischern des alten Hafens und der Stadt wurde er Vorsitzender."),
    ],
)
def test_a_sentence_that_speaks_of_what_stood_before_it_is_left_out(language: str, text: str) -> None:
    assert doubt_of(text, language) is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Alcohol blocks its release in the brain of the drinker."),
        ("en", "The virus of influenza, however, changes every single year."),
        ("de", "Im Winter können Sie die Netze in der Halle flicken."),
        ("no", "Øverst i dalen kommer det derimot lite regn om sommeren."),
        ("no", "På Svalbard kan den være over 400 meter dyp."),
    ],
)
def test_a_pronoun_in_the_first_clause_is_doubtful(language: str, text: str) -> None:
    assert doubt_of(text, language) == 1


def test_a_clause_that_points_back_before_anything_is_named_leans() -> None:
    leaning = LEANINGS["en"]
    assert leaning.leans("Although several rowers jumped into the river to look for it, the captain stayed on board.")
    assert not leaning.leans("Although several rowers jumped into the river, the captain of the boat stayed on board.")
    assert not leaning.leans("When a pump fails, an engineer of the yard repairs the valve within a minute.")
