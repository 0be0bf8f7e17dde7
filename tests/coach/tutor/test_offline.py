"""Explanations without a model: the document's own sentences, each proved, with few words of ours between."""

import re
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from time import process_time
from typing import Any

import pytest

from contracts.documents import Block
from contracts.learning import Explain, Explained, Mistaken
from contracts.mastery import ConceptPlace, Standing
from contracts.problems import Failure
from services.coach.tutor.handler import Tutor
from services.coach.tutor.offline import tutored
from services.coach.tutor.wording import Told, tutor
from services.text.catalogue.phrases import rendered
from tests.coach.orders import Noted
from tests.coach.test_injection import WORDINGS
from tests.coach.tutor.samples import DOCUMENT, explain, lesson


def lines(told: Told, language: str = "en") -> list[str]:
    return told.text(language).split("\n")


async def told_by_message(command: Explain) -> Explained:
    (message,) = await Tutor(None, 1000).explain(command, Noted())
    assert isinstance(message, Explained)
    return message


def test_the_definition_comes_first_then_what_else_the_text_says() -> None:
    told = tutored(explain("photosynthesis.en", "chlorophyll"))
    assert lines(told) == [
        "Chlorophyll",
        "What it is: “Chlorophyll is the green pigment that absorbs light in the chloroplast.” (page 1)",
        "The text also says: “It absorbs red and blue light strongly and reflects green light, which is why leaves "
        "look green.” (page 1)",
        "A reason in the text: “In autumn many trees break down their chlorophyll and draw back its nitrogen, so that "
        "yellow pigments become visible.” (page 1)",
        "The text also says: “Each molecule of chlorophyll holds one atom of magnesium at its centre.” (page 1)",
    ]


def test_bokmaal_is_told_in_bokmaal() -> None:
    told = tutored(explain("vannets-kretslop.no", "permafrost"))
    assert lines(told, "no")[:2] == [
        "Permafrost",
        "Hva det er: «Permafrost er jord som har vært frossen i minst to år på rad.» (side 3)",
    ]
    assert [at.text for at in told.examples] == ["På Svalbard kan den være over 400 meter dyp."]


def test_another_language_gets_quotes_under_the_concepts_name() -> None:
    text = "La photosynthèse est un processus. Les plantes vivent de la photosynthèse depuis longtemps."
    block = lesson("photosynthesis.en")[0][0].model_copy(update={"text": text, "emphasis": []})
    told = tutored(explain("photosynthesis.en", "photosynthèse", language="fr", blocks=[block], places=[]))
    assert lines(told, "fr")[0] == "Photosynthèse"
    assert all(re.fullmatch("“.+”", line) for line in lines(told, "fr")[1:])


def test_contrasts_and_lists_are_told_as_such() -> None:
    said = "\n".join(lines(tutored(explain("human-body.en", "homeostasis"))))
    assert "What belongs to it: “Homeostasis depends on three parts" in said
    said = "\n".join(lines(tutored(explain("printing.en", "scribe"))))
    assert "The difference: “Scribes wrote with a watery ink, whereas" in said


def test_examples_are_cases_and_figures_that_are_not_told_already() -> None:
    told = tutored(explain("photosynthesis.en", "stoma"))
    assert [at.text for at in told.examples] == [
        "One square millimetre of a leaf commonly has 100 to 300 of these pores."
    ]
    assert not {at.text for at in told.examples} & {at.text for at in told.quotes}


EXAMPLE = {
    "en": "A harbour is a place where ships lie safely. {} Every harbour has a quay.",
    "no": "En havn er et sted der skip ligger trygt. {} Hver havn har en kai.",
    "de": "Ein Hafen ist ein Ort, an dem Schiffe sicher liegen. {} Jeder Hafen hat einen Kai.",
}


@pytest.mark.parametrize(
    ("language", "concept", "case"),
    [
        ("en", "harbour", "For example, the harbour of Oslo lies deep in a fjord behind many islands."),
        ("en", "harbour", "For instance, the harbour of Oslo lies deep in a fjord behind many islands."),
        ("en", "harbour", "A harbour has cranes, e.g. for heavy goods that come from other countries."),
        ("en", "harbour", "A harbour needs deep water, because ships such as tankers lie low in it."),
        ("en", "harbour", "Oslo and Bergen are examples of a harbour that nature made."),
        ("no", "havn", "For eksempel ligger Oslo havn langt inne i en fjord bak mange øyer."),
        ("no", "havn", "En havn trenger dypt vann fordi skip, f.eks. tankskip, stikker dypt i sjøen."),
        ("no", "havn", "Oslo er et eksempel på en havn som naturen har laget selv."),
        ("de", "Hafen", "Zum Beispiel liegt der Hafen von Oslo tief in einem Fjord hinter vielen Inseln."),
        ("de", "Hafen", "Ein Hafen braucht tiefes Wasser, z. B. für große Tanker aus fernen Ländern."),
    ],
)
@pytest.mark.parametrize("level", ["beginner", "unknown", "advanced"])
@pytest.mark.parametrize("times", [0, 1, 2])
def test_the_texts_own_example_is_among_the_examples_in_every_round(
    language: str, concept: str, case: str, level: Any, times: int
) -> None:
    block = lesson("photosynthesis.en")[0][0].model_copy(
        update={"text": EXAMPLE[language].format(case), "emphasis": [], "language": None}
    )
    told = tutored(
        explain(
            "photosynthesis.en",
            concept,
            language=language,
            blocks=[block],
            places=[],
            learner_level=level,
            times=times,
        )
    )
    assert case in " ".join(at.text for at in told.examples)


def test_a_definition_that_gives_the_only_example_is_one() -> None:
    told = tutored(explain("human-body.en", "minerals"))
    assert any("such as iron, calcium and iodine" in at.text for at in told.examples)


@pytest.mark.parametrize("level", ["beginner", "unknown", "advanced"])
def test_the_level_decides_how_much(level: Any) -> None:
    told = tutored(explain("photosynthesis.en", "photosynthesis", learner_level=level))
    assert len(told.quotes) == {"beginner": 3, "unknown": 5, "advanced": 7}[level]
    if level == "beginner":
        assert all(len(at.text.split()) <= 25 for at in told.quotes)


def test_an_audience_of_pupils_counts_where_no_level_is_known() -> None:
    pupils = tutored(explain("photosynthesis.en", "photosynthesis", target_audience="grade 5"))
    assert len(pupils.quotes) == 3
    known = tutored(explain("photosynthesis.en", "photosynthesis", target_audience="grade 5", learner_level="advanced"))
    assert len(known.quotes) == 7


def test_told_again_other_passages_follow_the_definition() -> None:
    first = tutored(explain("photosynthesis.en", "photosynthesis"))
    again = tutored(explain("photosynthesis.en", "photosynthesis", times=1))
    assert {at.text for at in again.quotes} - {at.text for at in first.quotes}
    assert lines(again)[1].startswith("Once more, what it is: “Photosynthesis is the process")


def test_in_a_round_half_is_left_for_its_questions_and_the_next_one_tells_other_passages() -> None:
    whole = tutored(explain("photosynthesis.en", "stroma"))
    rounds = [tutored(explain("photosynthesis.en", "stroma", times=n, of_a_round=True)) for n in range(2)]
    assert lines(rounds[0])[1].startswith("What it is: “The stroma is the fluid")
    assert (len(whole.quotes), len(rounds[0].quotes)) == (3, 2)
    assert not {at.text for at in rounds[0].quotes} & {at.text for at in rounds[1].quotes}


def test_what_was_taken_for_what_comes_first_with_both_quotes_and_is_told_in_the_readers_language() -> None:
    mistaken = [{"concept": "chlorophyll", "taken": "Stroma"}]
    told = tutored(explain("photosynthesis.en", "chlorophyll", times=1, of_a_round=True, mistaken=mistaken))
    first, *others = told.text("en").split("\n\n")
    lead, taken, own = first.split("\n")
    assert lead == "You took “stroma” for “chlorophyll”."
    assert taken.startswith("What “stroma” is: “The stroma ")
    assert own == (
        "What “chlorophyll” is: “Chlorophyll is the green pigment that absorbs light in the chloroplast.” (page 1)"
    )
    assert others[0].split("\n")[0] == "Chlorophyll"
    assert "green pigment" not in others[0], "it is not said twice"
    assert told.concepts == ["chlorophyll"]
    assert told.quotes[0].text.startswith("The stroma ")
    norsk = told.text("no").split("\n")
    assert norsk[0] == "Du forvekslet «chlorophyll» med «stroma»."
    assert norsk[1].startswith("Hva «stroma» er: «The stroma ")


@pytest.mark.parametrize("taken", ["volcano", "chlorophyll", "", "—"])
def test_what_the_text_does_not_tell_of_both_is_left_out(taken: str) -> None:
    mistaken = [Mistaken.model_construct(concept="chlorophyll", taken=taken)]
    plain = explain("photosynthesis.en", "chlorophyll", times=1, of_a_round=True)
    assert tutored(plain.model_copy(update={"mistaken": mistaken})) == tutored(plain)


def test_what_was_taken_for_each_other_is_told_once() -> None:
    both = [{"concept": "chlorophyll", "taken": "stroma"}, {"concept": "stroma", "taken": "Chlorophyll"}]
    command = explain("photosynthesis.en", "chlorophyll", "stroma", times=1, of_a_round=True, mistaken=both)
    told = tutored(command)
    first, *others = told.text("en").split("\n\n")
    assert first.split("\n")[0] == "You took “stroma” and “chlorophyll” for each other."
    quotes = [line for line in told.text("en").split("\n") if "is: “" in line]
    assert len(quotes) == len(set(quotes)) == 2
    assert not any("You took" in other for other in others)


def test_what_two_concepts_were_taken_for_is_told_once() -> None:
    both = [{"concept": "chlorophyll", "taken": "stroma"}, {"concept": "photosynthesis", "taken": "chlorophyll"}]
    names = ("chlorophyll", "photosynthesis")
    text = tutored(explain("photosynthesis.en", *names, times=1, of_a_round=True, mistaken=both)).text("en")
    assert text.count("You took “") == 2
    quotes = [line for line in text.split("\n") if "is: “" in line]
    assert len(quotes) == len(set(quotes)) == 3


def test_what_was_taken_for_a_concept_is_not_told_by_a_long_sentence_that_only_ends_with_it() -> None:
    long = (
        "The board of the harbour held for many years that the boats of the islanders were too wide for the quays of "
        "the town, and that they had therefore to wait outside the moles without a berth permit."
    )
    short = "A berth permit costs nothing in winter."
    for text, told in ((f"{long} {short}", True), (long, False)):
        mistaken = [{"concept": "wrack line", "taken": "berth permit"}]
        said = told_of([WRACK, text], "wrack line", WRACK[2:], times=1, mistaken=mistaken).text("en")
        assert ("You took “berth permit” for “wrack line”." in said) == told
        assert (short in said, long in said) == (told, False)


def block(number: int, text: str) -> Block:
    return lesson("photosynthesis.en")[0][number].model_copy(update={"text": text, "emphasis": []})


def test_what_stands_in_a_glossary_alone_is_told_as_what_it_is() -> None:
    blocks = [
        block(0, "Many tides are named after what they look like."),
        block(1, "neap tide: a tide with the least rise of all"),
    ]
    place = ConceptPlace(
        concept="neap tide",
        definition="neap tide: a tide with the least rise of all",
        block_id=blocks[0].block_id,
        ordinal=0,
    )
    told = tutored(explain("photosynthesis.en", "neap tide", blocks=blocks, places=[place]))
    assert lines(told)[1].startswith("What it is: “neap tide: a tide with the least rise of all”")


@pytest.mark.parametrize(
    "text",
    [
        "In contrast, a neap tide describes the least rise that the sea has at any time.",
        "With it a neap tide comes to every harbour that we know.",
    ],
)
def test_what_the_text_names_is_shown_and_not_said_to_be_unexplained(text: str) -> None:
    named = block(1, text)
    place = ConceptPlace(concept="neap tide", block_id=named.block_id, ordinal=0)
    told = tutored(explain("photosynthesis.en", "neap tide", blocks=[named], places=[place]))
    assert told.found
    assert text in told.text("en")


def test_a_label_stands_once_before_all_that_it_holds_for() -> None:
    said = lines(tutored(explain("photosynthesis.en", "photosynthesis")))
    labelled = [line.startswith("The text also says") for line in said]
    assert not any(one and other for one, other in pairwise(labelled))
    assert any(line.startswith("“") for line in said)


def test_told_again_what_it_builds_on_is_defined_first_unless_it_is_mastered() -> None:
    basis = {"prerequisites": ["chloroplast", "stoma"]}
    built = [
        place.model_copy(update=basis) if place.concept == "chlorophyll" else place
        for place in lesson("photosynthesis.en")[1]
    ]
    known = [Standing(concept="Stoma", score=0.99, answers=6, decided=True, mastered=True)]
    told = tutored(explain("photosynthesis.en", "chlorophyll", places=built, known=known, times=1))
    assert lines(told)[0] == "Chlorophyll"
    assert lines(told)[1] == (
        "First, what “chloroplast” is: “A chloroplast is the green body inside a plant cell where photosynthesis takes "
        "place.” (page 1)"
    )
    assert "stoma" not in told.text("en").lower()
    assert tutored(explain("photosynthesis.en", "chlorophyll", places=built)).quotes[0].text.startswith("Chlorophyll")


def test_no_sentence_is_told_twice_over_several_concepts() -> None:
    told = tutored(explain("photosynthesis.en", "ATP", "ATP synthase", "NADPH", "light reactions"))
    places = [(at.block.block_id, at.start) for at in [*told.quotes, *told.examples]]
    assert len(places) == len(set(places))


def test_a_concept_that_the_text_does_not_have_is_said_to_be_missing() -> None:
    told = tutored(explain("photosynthesis.en", "quantum entanglement"))
    assert not told.found
    assert lines(told) == ["The document does not explain “quantum entanglement”."]
    named = [lesson("photosynthesis.en")[1][0].model_copy(update={"concept": "entanglement", "source_page": 7})]
    assert lines(tutored(explain("photosynthesis.en", "entanglement", places=named))) == [
        "The document does not explain “entanglement”; it names it first on page 7."
    ]
    headed = [named[0].model_copy(update={"page_kind": "section", "section": "Light"})]
    assert lines(tutored(explain("photosynthesis.en", "entanglement", places=headed))) == [
        "The document does not explain “entanglement”; the first place that names it is “Light”."
    ]
    both = tutored(explain("photosynthesis.en", "quantum entanglement", "rubisco"))
    assert both.concepts == ["rubisco"]


def test_the_readers_definition_counts_where_no_pattern_finds_one() -> None:
    block = lesson("photosynthesis.en")[0][0].model_copy(
        update={
            "text": "Below 35 degrees one suffers from hypothermia, a dangerous fall in temperature.",
            "emphasis": [],
        }
    )
    place = ConceptPlace(
        concept="hypothermia", definition="a dangerous fall in temperature", block_id=block.block_id, ordinal=0
    )
    told = tutored(explain("photosynthesis.en", "hypothermia", blocks=[block], places=[place]))
    assert lines(told)[1].startswith("What it is: “Below 35 degrees")


@pytest.mark.parametrize("name", ["photosynthesis.en", "elektrisitet.no", "vannets-kretslop.no", "printing.en"])
async def test_every_quote_is_proved_and_nothing_else_is_said(name: str) -> None:
    blocks, places = lesson(name)
    texts = {block.block_id: block for block in blocks}
    for place in places[::3]:
        message = await told_by_message(explain(name, place.concept))
        for proof in [*message.quotes, *(example.proof for example in message.examples)]:
            block = texts[proof.block_id]
            assert block.text[proof.start : proof.end] == proof.quote
            assert proof.block_sha256 == sha256(block.text.encode()).hexdigest()
            assert (proof.document_sha256, proof.source_page) == (DOCUMENT, block.source_page)
        ours = message.explanation
        for proof in message.quotes:
            ours = ours.replace(" ".join(proof.quote.split()), "")
        assert len(re.findall(r"[^\W\d_]+", ours)) <= 6 * (1 + len(message.quotes))


@pytest.mark.parametrize("words", WORDINGS)
def test_a_document_that_gives_orders_is_told_the_same(words: str) -> None:
    command = explain("photosynthesis.en", "chlorophyll", "rubisco")
    evil = command.blocks[0].model_copy(update={"block_id": "evil", "text": words, "emphasis": []})
    poisoned = command.model_copy(update={"blocks": [*command.blocks[:4], evil, *command.blocks[4:]]})
    assert lines(tutored(poisoned)) == lines(tutored(command))


def test_without_a_definition_nothing_is_said_to_be_one() -> None:
    told = tutored(explain("photosynthesis.en", "potassium ions"))
    assert lines(told)[1].startswith("The text says: “Guard cells are")


async def test_blocks_of_no_known_document_are_a_400() -> None:
    with pytest.raises(Failure) as caught:
        await told_by_message(explain("photosynthesis.en", "rubisco", document_sha256=None))
    assert (caught.value.problem.status, caught.value.problem.fields) == (400, ["document_sha256"])
    own = [block.model_copy(update={"document_sha256": "cd" * 32}) for block in lesson("photosynthesis.en")[0]]
    message = await told_by_message(explain("photosynthesis.en", "rubisco", blocks=own, document_sha256=None))
    assert message.quotes[0].document_sha256 == "cd" * 32


def test_a_list_is_told_as_what_belongs_to_the_concept_only_where_it_leads_the_list() -> None:
    told = "\n".join(lines(tutored(explain("human-body.en", "organ", places=[]))))
    assert "Homeostasis depends on three parts" in told
    assert "What belongs to it: “Homeostasis" not in told


async def test_the_frames_around_the_quotes_can_be_said_in_the_readers_language() -> None:
    told = await told_by_message(explain("photosynthesis.en", "chlorophyll"))
    assert told.phrase is not None
    assert rendered(told.phrase, "en") == told.explanation
    norwegian = rendered(told.phrase, "nb").split("\n")
    assert norwegian[:2] == [
        "Chlorophyll",
        "Hva det er: «Chlorophyll is the green pigment that absorbs light in the chloroplast.» (side 1)",
    ]
    quoted = [one.quote for one in told.quotes]
    assert all(any(quote in line for line in norwegian) for quote in quoted)
    assert rendered(told.phrase, "de").startswith("Chlorophyll\nWas es ist: „Chlorophyll is")


async def test_what_is_not_told_can_be_said_in_the_readers_language() -> None:
    told = await told_by_message(explain("photosynthesis.en", "zebra"))
    assert told.phrase is not None
    assert rendered(told.phrase, "no") == "Dokumentet forklarer ikke «zebra»."


def test_what_a_summary_says_again_is_told_once() -> None:
    texts = (
        "A tidal mill is a mill that the ebb drives.",
        "Old tidal mills milled grain twice a day, when the pond ran dry.",
        "Old tidal mills milled grain twice a day when the pond ran quite dry.",
        "Old tidal mills never milled grain twice a day, when the pond ran dry.",
    )
    block = lesson("photosynthesis.en")[0][0]
    blocks = [
        block.model_copy(update={"block_id": f"x{n}", "text": text, "source_page": n + 1, "emphasis": []})
        for n, text in enumerate(texts)
    ]
    told = tutored(explain("photosynthesis.en", "tidal mill", blocks=blocks, places=[]))
    shown = "\n".join(lines(told))
    assert shown.count("twice a day") == 2
    assert all(text in shown for text in (texts[0], texts[1], texts[3]))


def test_what_the_reader_set_aside_is_not_explained_from() -> None:
    block = lesson("photosynthesis.en")[0][0]
    texts = ("A tidal mill is a mill that the ebb drives.", "The tidal mill is driven by the wind.")
    blocks = [
        block.model_copy(update={"block_id": f"x{n}", "text": text, "emphasis": [], "material": not n})
        for n, text in enumerate(texts)
    ]
    told = tutored(explain("photosynthesis.en", "tidal mill", blocks=blocks, places=[]))
    assert texts[0] in "\n".join(lines(told))
    assert "wind" not in "\n".join(lines(told))


def told_of(texts: list[str], concept: str, definition: str, prerequisites: Sequence[str] = (), **fields: Any) -> Told:
    first = lesson("photosynthesis.en")[0][0]
    blocks = [
        first.model_copy(update={"block_id": f"w{n}", "text": text, "emphasis": [], "kind": "paragraph"})
        for n, text in enumerate(texts)
    ]
    place = lesson("photosynthesis.en")[1][0].model_copy(
        update={
            "concept": concept,
            "definition": definition,
            "block_id": "w0",
            "prerequisites": [*prerequisites],
        }
    )
    places = [place, *fields.pop("more_places", ())]
    fields = {"times": 0, "of_a_round": True, **fields}
    return tutored(explain("photosynthesis.en", concept, blocks=blocks, places=places, **fields))


WRACK = "A wrack line is the row of weed that the last flood leaves on a beach."
OF_WRACK = [
    "The wrack line marks how far the flood came.",
    "Sand hoppers feed in the wrack line at night.",
    "The keepers of the beach never clear a wrack line in spring, as long as the plovers that nest behind the dunes "
    "have chicks which come down to the water to feed on what lives in it.",
    "Storms push the wrack line up to the dunes.",
]


def test_this_layer_is_told_where_a_layer_was_named_and_the_hormone_with_the_one_it_is() -> None:
    """Of another layer it was told under “epidermis”, and of one hormone as of all of them."""
    for lead, told in (("The prickly weed is a sign", False), ("The upper layer is a sign", True)):
        texts = [f"{WRACK} {lead} of storms. It is known that the smell of this layer comes from the wrack line."]
        more = [lesson("photosynthesis.en")[1][0].model_copy(update={"concept": "upper layer", "definition": ""})]
        said = told_of(texts, "wrack line", WRACK[2:], more_places=more).quotes
        assert any("this layer" in at.text for at in said) == told, lead
    one = "In March a storm drove the barge of the lime kiln ashore. The wreck fills the mouth of the harbour."
    texts = ["A wreck is a ship that the sea has thrown on land.", one, "Each wreck is a danger to boats."]
    quoted = [at.text for at in told_of(texts, "wreck", texts[0][2:], of_a_round=False).quotes]
    assert one in quoted
    assert not any(text.startswith("The wreck") for text in quoted)


def test_no_round_tells_again_what_one_before_it_told_and_long_sentences_come_too() -> None:
    text = " ".join([WRACK, *OF_WRACK])
    rounds = [[at.text for at in told_of([text], "wrack line", WRACK[2:], times=n).quotes] for n in range(3)]
    told = [*rounds[0], *rounds[1]]
    assert len(told) == len(set(told))
    assert {*OF_WRACK, WRACK} == {*told}
    assert rounds[2], "all of it was told: it begins again, and says so"
    texts = [told_of([text], "wrack line", WRACK[2:], times=n).text("no").split("\n")[1] for n in range(3)]
    assert [line.startswith("Jeg fant foreløpig ikke mer om dette å sitere. En gang til:") for line in texts] == [
        False, False, True,
    ]  # fmt: skip


def read(text: str, sentence: str) -> dict[str, Any]:
    """A sentence of the first block, as a learner was shown it."""
    start = text.index(sentence)
    sha = lesson("photosynthesis.en")[0][0].document_sha256 or "0" * 64
    at = {"start": start, "end": start + len(sentence), "quote": sentence}
    return {"document_sha256": sha, "block_id": "w0", "block_sha256": "0" * 64, "source_page": 1, **at}


def test_a_round_tells_what_was_not_shown_as_a_proof_since() -> None:
    text = " ".join([WRACK, *OF_WRACK])
    plain = [at.text for at in told_of([text], "wrack line", WRACK[2:]).quotes]
    proofs = [each for each in plain if each != WRACK]
    other = [
        at.text for at in told_of([text], "wrack line", WRACK[2:], shown=[read(text, each) for each in proofs]).quotes
    ]
    assert other[0] == WRACK, "it was not read yet"
    assert len(other) > 1
    assert not {*other} & {*proofs}
    left = [OF_WRACK[0], OF_WRACK[3]]
    shown = [read(text, each) for each in (WRACK, *OF_WRACK) if each not in left]
    again = [at.text for at in told_of([text], "wrack line", WRACK[2:], times=1, shown=shown).quotes]
    assert again
    assert {*again} <= {*left}
    every = [read(text, each) for each in (WRACK, *OF_WRACK)]
    said = told_of([text], "wrack line", WRACK[2:], times=1, shown=every).text("en")
    once_more = "I found no more about this to quote for now. Once more:"
    assert once_more in said
    first = told_of([text], "wrack line", WRACK[2:], times=0, shown=every).text("en")
    assert once_more not in first, "nothing was explained before"


def test_when_all_was_told_a_round_tells_what_it_is_again_and_what_stands_around_it() -> None:
    before, *behind = (
        "Nobody mows the grass on the dunes behind the harbour.",
        "Old nets and ropes from the harbour lie about everywhere.",
        "Sheep from the farms graze on the dunes until October.",
        "Many gulls of the harbour sleep on the roofs of the sheds.",
    )
    texts = [WRACK, " ".join([before, OF_WRACK[0], *behind])]
    rounds = [told_of(texts, "wrack line", WRACK[2:], times=n).text("en") for n in range(5)]
    assert not any("mows" in said or "Old nets" in said for said in rounds[:1])
    assert f"stands around it:\nWhat it is: “{WRACK}" in rounds[1]
    assert "Near that, the text says: “Old nets" in rounds[1], "it stands right behind"
    assert not any("mows" in said for said in rounds), "it stands before"
    assert not any("Sheep" in said for said in rounds), "this is about something else"
    assert all("Say it in your own words first" in said for said in rounds[2:]), "nothing else stands there"
    chain = "It reeks. This draws the hoppers of the shore."
    said = told_of([WRACK, f"{OF_WRACK[0]} {chain}"], "wrack line", WRACK[2:], times=1).text("en")
    assert all(said.count(each) <= 1 for each in (OF_WRACK[0], "It reeks.")), said
    leaning = " ".join([OF_WRACK[0], "It shows the children of the farm where to look for amber."])
    again = told_of([WRACK, leaning], "wrack line", WRACK[2:], times=1).text("en")
    assert "where to look for amber" in again
    pointing = "It was so. He knew it. They had it from him. There he had seen the wrack line burn for a whole week."
    again = told_of([WRACK, pointing], "wrack line", WRACK[2:], times=1).text("en")
    assert "burn for a whole week" in again
    alone = told_of([WRACK], "wrack line", WRACK[2:], times=3).text("en").split("\n")
    assert alone[1].endswith("Say it in your own words first, then compare:")
    assert alone[2].startswith("What it is: “")


def test_what_stands_behind_a_sentence_about_another_thing_is_not_told_of_the_concept() -> None:
    task = "The main task is to keep sheep from the road."
    for before, told in (("A fence stands between the road and the wrack line.", False), (OF_WRACK[0], True)):
        again = [told_of([WRACK, f"{before} {task}"], "wrack line", WRACK[2:], times=n).text("en") for n in range(4)]
        assert any(task in said for said in again) == told


def test_where_the_text_says_no_more_a_concept_is_told_from_others_each_time_from_another() -> None:
    """Two sentences are soon told: what comes then is another explanation, or says what to do."""
    near = ("A tide mark is the line that salt leaves on a wall.", "A groyne is a fence that keeps sand on a beach.")
    far = lesson("photosynthesis.en")[1][0]
    places = [
        far.model_copy(
            update={"concept": name, "definition": text[2:], "block_id": f"w{n + 1}", "ordinal": 40 + n}
            | {"prerequisites": []}
        )
        for n, (name, text) in enumerate(zip(("tide mark", "groyne"), near, strict=True))
    ]
    rounds = [told_of([WRACK, *near], "wrack line", WRACK[2:], times=n, more_places=places) for n in range(5)]
    said = [each.text("en") for each in rounds]
    assert len(set(said[:4])) == 4
    for text, other in zip(said[1:3], ("tide mark", "groyne"), strict=True):
        assert "Put it beside another term of the text, and say how they differ:\nWhat " in text
        assert f"What “{other}” is: “A {other} is" in text
    assert [WRACK in text for text in said[1:3]] == [True, False], "what it is was told again the round before"
    assert "Say it in your own words first" in said[3]
    assert said[4] == said[3]


def test_what_was_told_a_thousand_times_takes_no_longer_to_tell_again() -> None:
    text = " ".join([WRACK, *OF_WRACK])
    began = process_time()
    told = told_of([text], "wrack line", WRACK[2:], times=1_000)
    assert process_time() - began < 2, "it was over twenty seconds"
    assert "in your own words first" in told.text("en")


def test_a_concept_that_comes_into_a_later_round_is_told_as_for_the_first_time() -> None:
    both = ["chlorophyll", "stroma"]
    told = tutored(explain("photosynthesis.en", *both, times=2, told={"chlorophyll": 2, "stroma": 0}, of_a_round=True))
    first = tutored(explain("photosynthesis.en", "stroma", of_a_round=True))
    assert told.paragraphs[1].lines[0] == first.paragraphs[0].lines[0]
    assert told.text("en").split("\n\n")[1].split("\n")[1].startswith("What it is: “The stroma is the fluid")


def test_what_a_glossary_says_is_not_told_again_in_other_forms_of_its_words() -> None:
    entry = "wrack line: row of weed that is left behind on a beach by the last flood"
    again = "In contrast, a wrack line describes a row of weed, left behind on the beach by the last floods."
    more = "The wrack line is left behind by the last flood as a row of weed on a beach, and feeds hoppers and plovers."
    whole = told_of([entry, f"{again} {OF_WRACK[1]}"], "wrack line", entry.partition(": ")[2], of_a_round=False)
    assert [at.text for at in whole.quotes] == [entry, OF_WRACK[1]]
    short = told_of([WRACK, "wrack line: row of weed on a beach"], "wrack line", WRACK[2:], of_a_round=False)
    assert [at.text for at in short.quotes] == [WRACK], "it has no word of its own"
    later = told_of([entry, again], "wrack line", entry.partition(": ")[2], times=1)
    assert [at.text for at in later.quotes] == [again], "in the next round it stands for it"
    whole = told_of([entry, more], "wrack line", entry.partition(": ")[2], of_a_round=False)
    assert more in [at.text for at in whole.quotes], "it says more"


def test_what_a_concept_builds_on_is_told_only_where_its_sentences_name_it() -> None:
    texts = [f"{WRACK} {OF_WRACK[0]} {OF_WRACK[1]}", "A plover is a small bird of the shore."]
    for name, told in (("sand hopper", True), ("plover", False)):
        known = texts[1] if name == "plover" else "A sand hopper is a small animal of the shore."
        place = lesson("photosynthesis.en")[1][0].model_copy(
            update={"concept": name, "definition": known[2:], "block_id": "w1", "prerequisites": []}
        )
        found = told_of([texts[0], known], "wrack line", WRACK[2:], [name], times=1, more_places=[place])
        assert (f"First, what “{name}” is" in found.text("en")) == told, found.text("en")
        later = told_of([texts[0], known], "wrack line", WRACK[2:], [name], times=2, more_places=[place])
        assert f"First, what “{name}” is" not in later.text("en"), "it was told in the round before"


def test_nothing_that_leans_on_a_definition_told_before_stands_behind_that_of_another_term() -> None:
    hopper = "A sand hopper is a small animal of the shore."
    place = lesson("photosynthesis.en")[1][0].model_copy(
        update={"concept": "sand hopper", "definition": hopper[2:], "block_id": "w1", "prerequisites": []}
    )
    for leaning, told in (("It feeds sand hoppers at night.", False), ("The wrack line feeds sand hoppers.", True)):
        texts = [f"{WRACK} {leaning} The wrack line is left alone in spring because plovers nest there.", hopper]
        found = told_of(texts, "wrack line", WRACK[2:], ["sand hopper"], times=1, more_places=[place]).text("en")
        assert leaning in found
        assert ("First, what “sand hopper” is" in found) == told, found


@pytest.mark.parametrize("language", ["en", "no", "de", "fr", "es", "ar", "zh", "und"])
def test_whatever_language_a_reading_was_taken_for_it_is_explained_and_asked_of(language: str) -> None:
    texts = (
        "Wenn das Tor der Schleuse geschlossen ist, steigt das Wasser in der Kammer.",
        "When the gate is closed, the water rises, because the river runs in.",
        "Når porten lukkes, stiger vannet, fordi elva renner inn, og båten seiler ut.",
    )
    one = lesson("photosynthesis.en")[0][0]
    blocks = [one.model_copy(update={"block_id": f"x{n}", "text": t, "emphasis": []}) for n, t in enumerate(texts)]
    more = {"language": language, "blocks": blocks, "places": []}
    assert tutored(explain("photosynthesis.en", "Wasser", **more)).text(language)
    assert tutored(explain("photosynthesis.en", question="Warum steigt das Wasser?", **more)).text(language)


def test_what_is_new_beside_the_text_is_not_announced_as_told_once_more() -> None:
    text = "Old nets lie about. The capstan of the harbour was sold to a farm. Sheep graze there until October."
    said = told_of([text], "capstan", "", times=1).text("en").split("\n")
    assert said[1] == "You have read what I could quote of this by itself. Here is what stands around it."
    assert said[2].startswith("Near that, the text says: “")


@pytest.mark.parametrize("definition", ["", "a winch that turns upright"])
@pytest.mark.parametrize("language", ["en", "no", "de"])
def test_nothing_is_quoted_below_a_sentence_that_denies_that_there_is_more(definition: str, language: str) -> None:
    text = "Old nets lie about. They hang from a capstan. The capstan of the harbour was sold. Sheep graze there."
    texts = [text, f"A capstan is {definition}."] if definition else [text]
    denied = rendered(tutor("apart"), language).partition(".")[0]
    beside = rendered(tutor("around"), language)
    told = [told_of(texts, "capstan", definition, times=times).text(language) for times in range(5)]
    assert any(beside in each for each in told)
    assert not any(beside in each and denied in each for each in told)
    assert any(denied in each for each in told), "once there is nothing left it is said"


def test_what_stands_around_is_told_with_what_it_leans_on() -> None:
    text = "Old nets lie about. They hang from a capstan. The capstan of the harbour was sold."
    assert "Near that, the text says: “Old nets lie about. They hang from a capstan.”" in told_of(
        [text], "capstan", "", times=1
    ).text("en")
    assert "They hang" not in told_of([text.partition(". ")[2]], "capstan", "", times=1).text("en"), "who does?"


def test_what_is_only_the_name_of_a_section_is_told_by_how_that_begins() -> None:
    first = lesson("photosynthesis.en")[0][0]
    shown = [("heading", "3.2 Kinds of Quays"), ("paragraph", "Some are built of stone. Others float on the water.")]
    shown += [("heading", "Cranes"), ("paragraph", "Cranes lift what ships carry.")]
    blocks = [
        first.model_copy(update={"block_id": f"s{n}", "text": text, "emphasis": [], "kind": kind})
        for n, (kind, text) in enumerate(shown)
    ]
    told = tutored(explain("photosynthesis.en", "kinds of quays", blocks=blocks, places=[]))
    assert told.found
    assert told.text("en").split("\n")[1].startswith("The text says: “Some are built of stone.” (page 1)")
    assert "Cranes" not in told.text("en")


def test_who_is_told_the_same_for_the_second_time_is_to_say_it_first() -> None:
    texts = [
        "The capstan of the harbour was sold to a farm.",
        "Sheep graze there until October. A capstan needs six men.",
    ]
    leads = [told_of(texts, "capstan", "", times=n).text("en").split("\n")[1] for n in range(5)]
    assert [lead.rpartition(". ")[2] for lead in leads[2:]] == [
        "Once more:",
        *["Say it in your own words first, then compare:"] * 2,
    ]
    assert leads[0] != leads[1]
