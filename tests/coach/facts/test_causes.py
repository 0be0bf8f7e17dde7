"""Which sentences state a cause, in English, Norwegian and German, how they are cut, and which only look like it."""

import pytest

from contracts.documents import Block
from services.coach.facts.find import facts_of
from services.coach.sentences.split import sentences_of
from tests.coach.facts.found import concepts, facts


@pytest.mark.parametrize(
    ("text", "concept", "effect", "cause"),
    [
        (
            "Carbon fixation costs energy because carbon dioxide is a very stable molecule.",
            "carbon fixation",
            "Carbon fixation costs energy",
            "carbon dioxide is a very stable molecule",
        ),
        (
            "Phytoplankton bloom in spring, mainly because winter storms have brought nutrients up.",
            "phytoplankton",
            "Phytoplankton bloom in spring",
            "winter storms have brought nutrients up",
        ),
        (
            "Because ice is lighter than water, icebergs float with a tenth above the surface.",
            "icebergs",
            "icebergs float with a tenth above the surface",
            "ice is lighter than water",
        ),
        (
            "Harvests failed across Europe in 1816 due to the ash of a volcano.",
            "harvests",
            "Harvests failed across Europe in 1816",
            "the ash of a volcano",
        ),
        (
            "The glaciers shrink every summer because of warmer air, and the rivers rise.",
            "glaciers",
            "The glaciers shrink every summer",
            "warmer air",
        ),
        (
            "Each enzyme acts on one kind of substance only, because the substance must fit its shape.",
            "enzyme",
            "Each enzyme acts on one kind of substance only",
            "the substance must fit its shape",
        ),
        (
            "Veins contain valves along their whole length, since the blood in the legs would otherwise sink.",
            "veins",
            "Veins contain valves along their whole length",
            "the blood in the legs would otherwise sink",
        ),
        (
            "The skin makes vitamin D in sunlight, and therefore rickets was common in smoky cities.",
            "rickets",
            "rickets was common in smoky cities",
            "The skin makes vitamin D in sunlight",
        ),
        (
            "Chlorophyll reflects green light, which is why leaves look green.",
            "chlorophyll",
            "leaves look green",
            "Chlorophyll reflects green light",
        ),
        (
            "The main reason why emperor penguins huddle is that the wind would freeze a single bird.",
            "penguins",
            "emperor penguins huddle",
            "the wind would freeze a single bird",
        ),
    ],
)
def test_an_english_cause_is_cut_at_its_connective(text: str, concept: str, effect: str, cause: str) -> None:
    (found,) = facts(text, concept).causes
    assert (found.effect.text, found.cause.text, found.concept.name) == (effect, cause, concept)
    assert found.at.text == text
    assert found.doubt <= 1


@pytest.mark.parametrize(
    ("text", "concept", "effect", "cause"),
    [
        (
            "Fordampningen øker når det er varmt, fordi varme molekyler lettere river seg løs.",
            "fordampning",
            "Fordampningen øker når det er varmt",
            "varme molekyler lettere river seg løs",
        ),
        (
            "Havet er salt blant annet fordi elvene fører med seg mineraler.",
            "havet",
            "Havet er salt",
            "elvene fører med seg mineraler",
        ),
        (
            "Avlingene slo feil i hele Europa på grunn av asken fra en vulkan.",
            "avlingene",
            "Avlingene slo feil i hele Europa",
            "asken fra en vulkan",
        ),
        (
            "Isbreene trekker seg tilbake, ettersom somrene blir varmere.",
            "isbreene",
            "Isbreene trekker seg tilbake",
            "somrene blir varmere",
        ),
        (
            "Kort oppholdstid gjør at lufta blir renset for støv.",
            "oppholdstid",
            "lufta blir renset for støv",
            "Kort oppholdstid",
        ),
        (
            "Årsaken til at isen flyter på sjøen er at den har lavere tetthet enn vann.",
            "isen",
            "isen flyter på sjøen",
            "den har lavere tetthet enn vann",
        ),
        (
            "Slusevakten åpner begge portene i flommen, slik at bølgen kan renne gjennom dem.",
            "slusevakten",
            "Slusevakten åpner begge portene i flommen",
            "slik at bølgen kan renne gjennom dem",
        ),
        (
            "Flommen tar med seg begge portene, slik at sluselåsen ruster i bekken.",
            "flommen",
            "sluselåsen ruster i bekken",
            "Flommen tar med seg begge portene",
        ),
    ],
)
def test_a_norwegian_cause_is_cut_at_its_connective(text: str, concept: str, effect: str, cause: str) -> None:
    found = facts(text, concept, language="no").causes
    assert [(each.effect.text, each.cause.text) for each in found] == [(effect, cause)]


@pytest.mark.parametrize(
    ("language", "text", "concept", "effect", "cause"),
    [
        ("en", "Long smoking can lead to cancer of the lungs.", "smoking", "cancer of the lungs", "Long smoking"),
        ("en", "Most ulcers are caused by a common bacterium.", "ulcers", "Most ulcers", "a common bacterium"),
        ("en", "More than half of all strokes are due to a blockage.", "strokes", None, "a blockage"),
        ("en", "A lack of iodine results in a swollen thyroid.", "iodine", "a swollen thyroid", "A lack of iodine"),
        ("en", "Long frost causes damage to the roots of trees.", "frost", "damage to the roots of trees", None),
        ("no", "Langvarig røyking fører ofte til kreft i lungene.", "røyking", "kreft i lungene", "Langvarig røyking"),
        ("no", "Det sterke tidevannet skyldes tyngden fra månen.", "tidevannet", "Det sterke tidevannet", None),
    ],
)
def test_an_effect_that_is_no_clause_is_kept_apart(
    language: str, text: str, concept: str, effect: str | None, cause: str | None
) -> None:
    found = facts(text, concept, language=language)
    assert found.causes == []
    (lead,) = found.leads
    assert effect in (None, lead.effect.text)
    assert cause in (None, lead.cause.text)


@pytest.mark.parametrize(
    ("language", "text", "concept"),
    [
        ("en", "Glaciers have shrunk in the Alps since the middle of the last century.", "glaciers"),
        ("en", "Glaciers have retreated in every summer, since the climate was cooler then.", "glaciers"),
        ("en", "Glaciers do not melt in the dark simply because the sun is away.", "glaciers"),
        ("en", "Glaciers melt not because of the sun alone.", "glaciers"),
        ("en", "The ship with the glacier samples is due to arrive in the harbour of Bergen.", "glacier"),
        ("en", "A warm summer causes the glacier to lose more ice than in other years.", "glacier"),
        ("en", "The causes of the retreat of every glacier are still studied today.", "glacier"),
        ("en", "A glacier melts from below because this keeps it warm and slippery, so they say it.", "penguin"),
        ("en", "Set a stake into the glacier in spring, because the ice moves during the summer.", "glacier"),
        ("de", "Setzen Sie einen Pfahl in den Gletscher, da sich das Eis im Sommer bewegt.", "Gletscher"),
        ("en", "Glaciers that lead to the sea break into icebergs every spring.", "glaciers"),
        ("en", "A glacier is a river of ice that moves because gravity pulls it down the valley.", "glacier"),
        ("en", "The snow that falls on a glacier does not lead to growth in every year.", "glacier"),
        ("en", "A glacier is made of many layers of ice, formed as a result of the weight of snow.", "glacier"),
        ("no", "Isbreene har minket i Norge siden midten av forrige århundre.", "isbreene"),
        ("no", "Veien langs isbreen fører til den gamle hytta ved vannet.", "isbreen"),
        ("no", "Isbreen smelter ikke fordi sola skinner om dagen.", "isbreen"),
        ("no", "Bakterier som fører til sykdom kan leve lenge på en isbre.", "isbre"),
        ("no", "Isbreen ligger på den andre siden av dalen og ved elva.", "isbreen"),
        ("en", "Since Harbour 2.10, a new kind of crane is available on the quay.", "crane"),
        (
            "en",
            "When the crane lifts too much because the rope is short, the quay sinks by an inch.",
            "crane",
        ),
        ("en", "The crane lifts two nets at a time, so increasing the catch that comes ashore.", "crane"),
        ("en", "Cranes by the open sea tend to have high levels because salt sticks to their chains.", "crane"),
        ("en", "A keeper might rest under the crane, because it gives shade at noon.", "crane"),
        ("en", "X can use the crane that Y left, because Y's ships are all at sea while X loads.", "crane"),
        ("en", "The old crane is an example of a ruin, since the quay has no rails.", "crane"),
        ("en", "Chain-based cargo handling, so crane height is limited only by the chain.", "crane"),
        ("en", "The crane stands still when s is full, because s has no owner.", "crane"),
        ("en", "There are no rules in force here, so a crane may have a hook of any length.", "crane"),
        ("en", "Strengthen the old crane where storms are common because of the weight of the ice.", "crane"),
        ("en", "Every crane is built of small parts, so each can be mended by two men on a Sunday.", "crane"),
        ("en", "The crane has no need of oil here because all of the chains are made of brass.", "crane"),
        ("en", "A keeper may prefer the crane to the rope because she knows how to oil a chain.", "crane"),
        ("en", "The crane needs the judgment of an old keeper, and therefore a matter of long practice.", "crane"),
        (
            "en",
            "The crane can lift nets, ropes that are stiff because the tide is low, and broken oars of oak.",
            "crane",
        ),
        ("en", "A crane may lose its load if the rope breaks due to the salt in the air.", "crane"),
        ("en", "The crane does not keep the quay from harm because of storms.", "crane"),
        ("no", "Kranen på kaia er svak, og det er ingen last i havnen fordi båtene kommer sent.", "kranen"),
    ],
)
def test_what_only_looks_like_a_cause_is_none(language: str, text: str, concept: str) -> None:
    found = facts(text, concept, language=language)
    assert (found.causes, found.leads) == ([], [])


def test_an_effect_that_points_at_its_cause_is_not_shown_alone() -> None:
    assert (
        facts("Rubisco is slow and handles few molecules, so plants need a great deal of it.", "rubisco").causes == []
    )
    assert facts("Where a plate meets a continent, it sinks because it is denser.", "plate").causes != []


def test_a_reason_that_is_one_thing_spoken_of_before_is_none() -> None:
    before, text = "Think of a chest on the quay. ", "The crane stops because the chest is too heavy for its rope."
    assert len(facts(text, "crane").causes) == 1
    assert facts(before + text, "crane").causes == []


def test_a_unit_of_one_letter_is_no_letter_that_stands_for_something() -> None:
    text = "The crane lifts boats from a depth of 50 m because its chain is long enough."
    assert len(facts(text, "crane").causes) == 1
    text = "Kranen løfter ingen båt fra 50 m fordi kjettingen er for kort til det."
    assert len(facts(text, "kranen", language="no").causes) == 1


def test_a_letter_behind_a_noun_names_something() -> None:
    assert (
        len(facts("Vitamin A is kept in the liver, because vitamin A does not dissolve in water.", "vitamin").causes)
        == 1
    )
    assert len(facts("Vitamins A and D are kept in the liver, because fat holds vitamins.", "vitamins").causes) == 1


def test_the_reason_ends_where_the_text_goes_on_to_something_else() -> None:
    text = "Cotton burns quickly because its fibres are almost pure cellulose, but wool resists a flame."
    (found,) = facts(text, "cotton").causes
    assert found.cause.text == "its fibres are almost pure cellulose"
    (found,) = facts("Cotton burns quickly because its fibres are almost pure cellulose (see Fibres).", "cotton").causes
    assert found.cause.text == "its fibres are almost pure cellulose"


def test_of_two_clauses_before_the_reason_the_second_has_it() -> None:
    text = "Silver conducts best, but copper is used in most cables because copper costs far less."
    (found,) = facts(text, "copper").causes
    assert found.effect.text == "copper is used in most cables"


def test_a_language_without_patterns_has_no_causes() -> None:
    text = "La glace flotte sur l’eau, parce que sa densité est plus petite."
    found = facts(text, "glace", language="fr")
    assert (found.causes, found.leads, found.enumerations, found.contrasts) == ([], [], [], [])


@pytest.mark.parametrize(
    ("text", "concept", "effect", "cause"),
    [
        (
            "Die Fähre blieb im Hafen, weil der Sturm die Wellen hoch trieb.",
            "Fähre",
            "Die Fähre blieb im Hafen",
            "weil der Sturm die Wellen hoch trieb",
        ),
        (
            "Das Salz bleibt in der Pfanne zurück, da nur das reine Wasser verdunstet, aber nicht alles.",
            "Salz",
            "Das Salz bleibt in der Pfanne zurück",
            "da nur das reine Wasser verdunstet",
        ),
    ],
)
def test_german_causes_keep_their_conjunction(text: str, concept: str, effect: str, cause: str) -> None:
    [found] = facts(text, concept, language="de").causes
    assert (found.effect.text, found.cause.text) == (effect, cause)


@pytest.mark.parametrize(
    "text",
    [
        "Sie blieb im Hafen, weil der Sturm die Fähre bedrohte.",
        "Weil der Sturm kam, blieb die Fähre im Hafen.",
        "Die Fähre fuhr los, weil der Wind drehte und weil die Leute warteten.",
        "Die Fähre lag da, wo sie immer lag, am Kai.",
    ],
)
def test_german_sentences_that_only_look_so(text: str) -> None:
    assert facts(text, "Fähre", language="de").causes == []


def test_a_fact_in_which_no_concept_stands_is_about_the_one_that_its_heading_names() -> None:
    text = "The gate must not be left open, because the evening flood would fill the chamber."
    blocks = [Block(block_id="b1", text=text)]
    known = concepts(["windlass", "lock"])
    for heading, names in (("Locks and canals", ["lock"]), ("Canals", [])):
        found = facts_of(known, sentences_of(blocks, "en"), "en", blocks, headings={"b1": heading}).causes
        assert [(each.concept.name, each.doubt) for each in found] == [(name, 1) for name in names]


def test_what_somebody_concludes_with_so_is_no_effect() -> None:
    text = "The gate of the harbour is shut in winter, {} nothing can pass the lock."
    for link, found in (("so", 0), ("which is why", 1)):
        assert len(facts(text.format(link), "gate").causes) == found


def test_what_may_be_due_to_a_reason_is_not_the_noun_before_it_alone() -> None:
    for text, found in (
        ("The scale of the lock shows the error of the tables due to all storms of a year.", 0),
        ("The scale of the lock shows the error of the tables, due to all storms of a year.", 1),
        ("The scale of the lock is invisible due to all storms of a year.", 1),
    ):
        assert len(facts(text, "lock").causes) == found, text


def test_a_tale_of_nothing_that_is_to_be_learnt_is_not_asked_about() -> None:
    text = "The crane stands on the outer quay. {} because the nets of the village were empty."
    for told, found in (("A man sold the boat of his brother", 0), ("Every boat stays in the harbour", 1)):
        assert len(facts(text.format(told), "crane").causes) == found


@pytest.mark.parametrize(
    ("text", "effect", "cause"),
    [
        (
            "Every lock bears not just a sign, but its date as well, which is why the town can tell locks apart.",
            "the town can tell locks apart",
            "Every lock bears not just a sign, but its date as well",
        ),
        (
            "The old lock was blamed for years because its gates leaked; most have been mended since.",
            "The old lock was blamed for years",
            "its gates leaked",
        ),
        (
            "To save the water of the brook, the lock is closed before every night.",
            "the lock is closed before every night",
            "To save the water of the brook",
        ),
        (
            "The lock is closed at dusk in order to save the water of the brook.",
            "The lock is closed at dusk",
            "in order to save the water of the brook",
        ),
        (
            "The lock is drained in autumn so that the keepers can mend its gates.",
            "The lock is drained in autumn",
            "so that the keepers can mend its gates",
        ),
        (
            "The gates of the lock stay shut, e.g. for a night, so that the keepers can mend its walls.",
            "The gates of the lock stay shut, e.g. for a night",
            "so that the keepers can mend its walls",
        ),
    ],
)
def test_a_reason_is_whole_and_may_be_a_purpose(text: str, effect: str, cause: str) -> None:
    (found,) = facts(text, "lock").causes
    assert (found.effect.text, found.cause.text) == (effect, cause)


@pytest.mark.parametrize(
    "text",
    [
        "To quote the keeper of the lock, a boat in spring is worth two in autumn.",
        "To learn more about the gates, please see the chapter about the lock.",
        "The lock is said to be wet if it needs to be drained in order to save its gates.",
        "To keep the old custom, the lock should now be opened by hand.",
        "A boat can stick in the lock if its water falls due to a leak in the gate.",
        "In order to lift your boat, the lock must be filled from the brook.",
        "To save the water of the brook, the lock can be closed before every night.",
        "To save the water of the brook, the lock needs to be closed before every night.",
        "To save the water of the brook, the lock has been closed before every night.",
        "To date in this town, the lock is closed before every night.",
        "To save the water of the brook, since the flood the lock is closed before every night.",
    ],
)
def test_what_speaks_to_the_reader_or_of_another_clause_is_no_purpose(text: str) -> None:
    assert facts(text, "lock").causes == []


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("A leaking lock causes floods in the old town and drains the brook above it.", "floods in the old town"),
        ("A leaking lock leads to the growth of moss, leading to slippery steps.", "the growth of moss"),
    ],
)
def test_what_comes_of_a_thing_ends_where_the_sentence_says_more(text: str, effect: str) -> None:
    (found,) = facts(text, "lock").leads
    assert found.effect.text == effect


def test_of_two_reasons_none_is_the_one() -> None:
    text = "As the harbour is full, no boats enter the lock because the keeper of the lock has shut it."
    assert facts(text, "lock").causes == []


def test_that_there_is_none_of_it_is_said_of_what_stands_before() -> None:
    text = "The gates of the lock close by night, and there is no traffic because the keeper of the lock is asleep."
    assert facts(text, "lock").causes == []


def test_what_a_clause_that_breaks_off_leads_to_is_none() -> None:
    text = "Some of the keepers open the lock at a time which would otherwise result in a flood of the old town."
    assert facts(text, "lock").leads == []


@pytest.mark.parametrize(
    ("language", "text", "concept", "effect", "cause"),
    [
        ("no", "For å spare vannet i bekken, er slusen stengt hver natt.", "slusen",
         "er slusen stengt hver natt", "For å spare vannet i bekken"),
        ("de", "Um Wasser zu sparen, ist die Schleuse in jeder Nacht geschlossen.", "Schleuse",
         "ist die Schleuse in jeder Nacht geschlossen", "Um Wasser zu sparen"),
    ],
)  # fmt: skip
def test_what_begins_with_its_verb_behind_its_purpose_is_an_effect(
    language: str, text: str, concept: str, effect: str, cause: str
) -> None:
    (found,) = facts(text, concept, language=language).causes
    assert (found.effect.text, found.cause.text) == (effect, cause)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("no", "For å spare vannet i bekken, må slusen stenges hver natt."),
        ("no", "For å spare vannet i bekken, stenger du slusen hver natt."),
        ("no", "For å løse dette problemet, er slusen stengt hver natt."),
        ("de", "Um Wasser zu sparen, können Keeper die Schleuse schließen."),
        ("de", "Um Wasser zu sparen, schließen Sie die Schleuse in der Nacht."),
    ],
)
def test_what_must_or_may_be_done_for_a_purpose_is_no_effect(language: str, text: str) -> None:
    assert facts(text, {"no": "slusen", "de": "Schleuse"}[language], language=language).causes == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "To put it simply, a lock is a lift for boats."),
        ("en", "To make matters worse, the lock leaks at both ends."),
        ("en", "To give an example, the lock is closed at night."),
        ("no", "For å si det enkelt, er slusen en heis for båter."),
        ("no", "For å være ærlig, er slusen ganske gammel."),
        ("no", "For å gjøre en lang historie kort, ligger slusen fortsatt der."),
        ("no", "For å ta et eksempel, ligger slusen nord for byen."),
        ("de", "Um es kurz zu sagen, ist die Schleuse ein Aufzug für Schiffe."),
        ("de", "Um ein Beispiel zu nennen, liegt die Schleuse im Norden der Stadt."),
    ],
)
def test_what_a_text_says_of_its_own_words_is_no_purpose(language: str, text: str) -> None:
    assert facts(text, {"en": "lock", "no": "slusen", "de": "Schleuse"}[language], language=language).causes == []
