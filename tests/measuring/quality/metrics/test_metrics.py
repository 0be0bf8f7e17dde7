"""Each metric sees the fault that is planted for it, and none in sound items."""

from collections import Counter
from typing import Any

import pytest

from contracts.digest import Term
from contracts.documents import DocMeta, Emphasis
from contracts.items import Item, MultipleChoice
from contracts.reading import StoredReading
from tests.measuring.quality.metrics.choices import apart, chi_square_p, evenly, near, shaped, told
from tests.measuring.quality.metrics.coverage import covered, recalled
from tests.measuring.quality.metrics.grounding import evidenced, grounded
from tests.measuring.quality.metrics.keys import valid_keys
from tests.measuring.quality.metrics.made import BLOCKS, TEXTS, card, choice, options, sound
from tests.measuring.quality.metrics.noise import noisy
from tests.measuring.quality.metrics.repeats import repeated
from tests.measuring.quality.metrics.telling import told_by_another
from tests.measuring.quality.metrics.wording import numbers

KINDS = [item.type for item in sound()]
SPEECH = " ".join(TEXTS.values())


def of(kind: str) -> Item:
    return next(item for item in sound() if item.type == kind)


def but(item: Item, **changes: Any) -> Item:
    return item.model_copy(update=changes)


def proved(item: Item, **changes: Any) -> Item:
    return but(item, proof=item.proof.model_copy(update=changes))


def test_sound_items_lower_nothing() -> None:
    items = sound()
    assert grounded(items, BLOCKS).missing == 0
    assert evidenced(items).missing == 0, evidenced(items).faults
    assert told(items, "en").missing == 0
    assert [share.missing for share in (shaped(items), apart(items), near(items, SPEECH, "en"))] == [0, 0, 0]
    assert repeated(items, "en").missing == 0, repeated(items, "en").faults


@pytest.mark.parametrize(
    "fault",
    [
        {"quote": "A breakwater is a wall in the sea."},
        {"start": 1},
        {"end": 500},
        {"block_sha256": "0" * 64},
        {"block_id": "b9"},
        {"source_page": 2},
        {"answer_start": 90, "answer_end": 95},
    ],
)
def test_a_wrong_proof_lowers_m1(fault: dict[str, Any]) -> None:
    items = sound()
    share = grounded([proved(items[0], **fault), *items[1:]], BLOCKS)
    assert share.of - share.good == 1


def test_a_wrong_proof_of_an_explanation_lowers_m1() -> None:
    item = of("matching")
    why = item.explanations[1]
    assert why.proof
    wrong = why.model_copy(update={"proof": why.proof.model_copy(update={"quote": "Not there."})})
    assert grounded([but(item, explanations=[item.explanations[0], wrong])], BLOCKS).missing


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("multiple_choice", {"answer": "a"}),
        ("multiple_answer", {"answer": ["a", "b"]}),
        ("true_false", {"right": "lorries"}),
        ("true_false", {"answer": "true", "wrong": "", "right": ""}),
        ("cloze", {"answer": "Shovelling"}),
        ("matching", {"answer": {"1": "a", "2": "b"}}),
        ("ordering", {"options": options("a lorry carries it away", "customs clears it", "the pilot leaves")}),
        ("numeric", {"answer": "two hundred", "value": 300.0}),
        ("numeric", {"value": 300.0}),
        ("numeric", {"value": 2.0}),
        ("short_answer", {"key_points": []}),
    ],
)
def test_an_answer_that_is_not_in_the_quote_lowers_m2(kind: str, fault: dict[str, Any]) -> None:
    if kind == "short_answer":
        item = of(kind)
        point = item.key_points[0].model_copy(update={"text": "rivers bring gold"})  # type: ignore[union-attr]
        fault = {"key_points": [point]}
    assert evidenced([but(of(kind), **fault)]).missing == 1


def test_a_statement_that_leaves_out_a_not_lowers_m2() -> None:
    text = "A bollard is not a short post."
    proof = of("true_false").proof.model_copy(update={"quote": text})
    said = {"proof": proof, "answer": "true", "wrong": "", "right": ""}
    assert evidenced([but(of("true_false"), **said, statement=text)]).missing == 0
    assert evidenced([but(of("true_false"), **said, statement="A bollard is a short post.")]).missing == 1


def test_a_number_in_millions_is_what_the_answer_says() -> None:
    quote = "It holds 4.5 million tonnes."
    item = but(of("numeric"), proof=of("numeric").proof.model_copy(update={"quote": quote}))
    assert evidenced([but(item, answer="4.5 million", value=4_500_000.0)]).missing == 0
    assert evidenced([but(item, answer="4.5 million", value=5_000_000.0)]).missing == 1


def test_every_type_is_planted() -> None:
    assert len(set(KINDS)) == 8


def test_an_equal_number_is_an_answer() -> None:
    assert evidenced([but(of("numeric"), answer="two hundred", value=200.0)]).missing == 0
    assert numbers("1,200 and 1 200 and 0,5 and 3.25") == [1200, 1.2, 1200, 0.5, 3.25]


def test_a_key_that_a_human_would_not_choose_lowers_m4() -> None:
    glossary = {"breakwater": "sea wall for shelter", "bollard": "post for ropes", "dredging": "removal of mud"}
    item = of("multiple_choice")
    assert valid_keys([item], glossary, list(TEXTS.values()), "en").value == 1
    assert valid_keys([but(item, answer="b")], glossary, list(TEXTS.values()), "en").value == 1
    assert valid_keys([but(item, answer="a")], glossary, list(TEXTS.values()), "en").value == 0
    assert valid_keys([item], {}, list(TEXTS.values()), "en").of == 0


def test_a_definition_that_is_anothers_lowers_m4() -> None:
    glossary = {"breakwater": "sea wall for shelter"}
    item = choice(
        "b1", "What is a breakwater?", "a wall in the sea", "a short post on the quay", "the digging of mud"
    ).model_copy(update={"concept": "breakwater"})
    assert valid_keys([item], glossary, list(TEXTS.values()), "en").value == 1
    assert valid_keys([item.model_copy(update={"answer": "a"})], glossary, list(TEXTS.values()), "en").value == 0


def test_a_question_that_is_asked_again_lowers_m6() -> None:
    item = of("cloze")
    assert repeated([item, item], "en").missing == 0.5
    same_answer = choice("b2", "What floats there for all to see?", "breakwater", "bollard")
    assert repeated([sound()[0], same_answer], "en").missing == 0.5
    cards = [card("b1", "What is a breakwater?", "a wall in the sea"), card("b2", "What is a bollard?", "a short post")]
    assert repeated(cards, "en").missing == 0
    framed = [
        card(block, f'Under "Ships and Shores": Explain in your own words what "{term}" means.', said)
        for block, term, said in (("b1", "stern", "a wall in the sea"), ("b2", "stem", "a short post"))
    ]
    assert repeated(framed, "en").missing == 0
    alike = [
        card("b1", "Which wall shelters a harbour from waves?", "a wall"),
        card("b2", "Which wall shelters the harbour from the waves?", "a post"),
    ]
    assert repeated(alike, "en").missing == 0.5


def test_poor_wrong_options_lower_m7() -> None:
    question = "Which term means a wall in the sea?"
    assert shaped([choice("b1", question, "breakwater", "a post to which ships are tied")]).missing == 1
    assert shaped([choice("b1", question, "breakwater", "200")]).missing == 1
    assert apart([choice("b1", question, "breakwater", "harbour")]).missing == 1
    assert apart([choice("b2", question, "short post", "post")]).missing == 1
    assert near([choice("b1", question, "breakwater", "breakwaters")], SPEECH, "en").missing == 1
    assert near([choice("b1", question, "breakwater", "lighthouse")], SPEECH, "en").missing == 1


def test_every_key_is_held_against_the_wrong_options() -> None:
    some = of("multiple_answer")
    assert near([some], f"{SPEECH} bollards", "en").of == 3
    inflected = but(some, options=options("tug", "cranes", "pilots", "tugs"))
    assert near([inflected], SPEECH, "en").missing == pytest.approx(1 / 3)


def test_only_what_an_item_rests_on_counts_for_m8() -> None:
    long = {name: block.model_copy(update={"text": block.text + " word" * 40}) for name, block in BLOCKS.items()}
    terms = ["breakwater", "bollard", "cargo", "dredging"]
    assert covered([sound()[0]], long, terms).value == 0.25
    assert covered([sound()[0]], BLOCKS, terms).of == 0


def test_a_block_that_has_nothing_worth_asking_does_not_count_for_m8() -> None:
    aside = "This one was seen by us there, and it is the one that we liked best of them all that day. " * 3
    empty = BLOCKS["b1"].model_copy(update={"text": aside})
    assert covered([], {"b1": empty}, ["breakwater"]).of == 0
    told = BLOCKS["b1"].model_copy(update={"text": f"{aside}A breakwater is a wall in the sea against waves."})
    assert covered([], {"b1": told}, ["breakwater"]).value == 0


def test_m9_counts_the_first_twenty_and_knows_inflections() -> None:
    def term(name: str) -> Term:
        return Term(term=name, relevance="High", block_id="b1", start=0, end=1)

    glossary = {"breakwaters": "", "bollard": "", "tug": ""}
    assert recalled([term("breakwater"), term("bollard")], glossary, "en").value == pytest.approx(2 / 3)
    late = [*(term(f"other {n}") for n in range(20)), term("bollard")]
    assert recalled(late, glossary, "en").value == 0
    many = {f"thing {n}": "" for n in range(50)}
    assert recalled([term(f"thing {n}") for n in range(30)], many, "en").value == 1
    assert recalled([], {}, "en").of == 0


def test_a_question_that_tells_its_answer_raises_m11() -> None:
    leak = choice("b1", "Which breakwater is a wall in the sea?", "breakwater", "bollard")
    assert told([leak], "en").missing == 1
    shared = choice("b1", "Which wall is meant?", "sea wall", "quay wall")
    assert told([shared], "en").missing == 0
    assert told([but(of("cloze"), question="____ and dredging.")], "en").missing == 1


def test_several_keys_and_short_names_in_capitals_count_for_m11_too() -> None:
    some = of("multiple_answer")
    assert told([some], "en").missing == 0
    assert told([but(some, question="Which cranes does the port have?")], "en").missing == 1
    assert told([choice("b1", "What does ATP store?", "ATP energy", "light energy")], "en").missing == 1


def test_m12_sees_a_key_that_always_stands_first() -> None:
    assert evenly(Counter({(0, 4): 99})) == (99, None)
    count, p = evenly(Counter({(0, 4): 30, (1, 4): 26, (2, 4): 22, (3, 4): 28, (0, 2): 11, (1, 2): 9}))
    assert count == 126
    assert p is not None
    assert p > 0.5
    count, p = evenly(Counter({(0, 4): 90, (1, 4): 10, (2, 4): 10, (3, 4): 10}))
    assert p is not None
    assert p < 1e-6


@pytest.mark.parametrize(
    ("squared", "freedom", "p"), [(3.841, 1, 0.05), (7.815, 3, 0.05), (0, 3, 1), (11.345, 3, 0.01)]
)
def test_p_is_that_of_the_printed_tables(squared: float, freedom: int, p: float) -> None:
    assert chi_square_p(squared, freedom) == pytest.approx(p, abs=1e-4)


def test_noise_is_of_the_share_that_is_said_and_always_the_same() -> None:
    block = BLOCKS["b1"].model_copy(
        update={"text": "Sturdy harbours " * 400, "emphasis": [Emphasis(start=16, end=22, style="bold")]}
    )
    kept = StoredReading(
        doc_meta=DocMeta(title="x", language="en"), document_sha256="0" * 64, reader="test", blocks=[block]
    )
    spoilt = noisy(kept, 0.05)
    assert spoilt == noisy(kept, 0.05) != noisy(kept, 0.01)
    text = spoilt.blocks[0].text
    assert abs(len(text) - len(block.text)) < 200
    wrong = sum(word not in ("Sturdy", "harbours") for word in text.split()) / len(text.split())
    assert 0.2 < wrong < 0.45  # of words of 7 letters, 1 - .95^7
    (span,) = spoilt.blocks[0].emphasis
    assert text[span.start : span.end].strip()


def test_an_answer_that_another_question_tells_is_counted_and_options_only_of_what_is_typed() -> None:
    asks, gap = of("multiple_choice"), of("cloze")
    assert isinstance(asks, MultipleChoice)
    answer = gap.answer_text
    assert told_by_another([gap, but(asks, question=f"Where is the {answer.upper()}?")]).missing == 0.5
    options = [*asks.options[:-1], asks.options[-1].model_copy(update={"text": answer})]
    shown = but(asks, question="Where?", options=options)
    assert told_by_another([gap, shown]).missing == 0.5
    chosen = but(asks, question="What floats?", options=options, answer=options[-1].option_id)
    assert told_by_another([chosen, shown]).missing == 0
