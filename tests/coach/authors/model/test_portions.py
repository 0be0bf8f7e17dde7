"""What a model is asked for: small asks that go through the whole text, whose shares follow it, and their context."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.coaching import Levels
from contracts.items import Asked
from contracts.proof import Difficulty
from contracts.quizzes import Refusal, Refused
from services.coach.authors.model.portions import (
    MOST_ITEMS,
    MOST_MENDED,
    Portion,
    beside_of,
    levels_of,
    more,
    portions,
)
from services.coach.authors.model.prompt import request, rules
from services.coach.drafts.order import Order, order_of
from services.coach.drafts.quote import locate_quote
from tests.coach.orders import CELL_TERMS, CELLS, order

AN_ITEM = 400
ORDER = order_of(order())
LONG = [f"{text} Chapter {n} says so." for n in range(12) for text in CELLS]


def shown(portion: Portion, read: Order) -> dict[str, object]:
    text = request(read, portion).removeprefix("<document>\n").partition("\n</document>")[0]
    return dict(json.loads(text))


def test_an_ask_is_for_few_items_and_a_first_order_asks_for_a_quarter_more() -> None:
    read = order_of(order(questions=7, cards=3))
    asks = portions(read, 100_000, AN_ITEM)
    assert all(1 <= each.questions + each.flashcards <= MOST_ITEMS for each in asks)
    assert (sum(each.questions for each in asks), sum(each.flashcards for each in asks)) == (more(7), more(3)) == (9, 4)
    again = order_of(order(questions=7, cards=3).model_copy(update={"tries": 1}))
    assert sum(each.questions for each in portions(again, 100_000, AN_ITEM)) == 7


def test_the_whole_of_a_long_document_is_in_reach_and_shares_follow_it() -> None:
    read = order_of(order(LONG, CELL_TERMS, questions=30, cards=40))
    asks = portions(read, 48_000, AN_ITEM)
    place = {block.block_id: n for n, block in enumerate(read.blocks)}
    reached = sorted(place[block.block_id] * 10 // len(place) for each in asks for block in each.blocks)
    tenths = [
        sum(each.questions for each in asks if place[each.blocks[0].block_id] * 10 // len(place) == k)
        for k in range(10)
    ]
    assert set(reached) == set(range(10))
    assert max(tenths) <= 2 * (sum(tenths) / 10) + 1, tenths
    assert sum(each.questions for each in asks) == more(30)


def test_what_was_asked_about_leaves_the_window_to_other_blocks() -> None:
    fresh = portions(order_of(order(LONG, CELL_TERMS, questions=4, cards=0)), 1_200, 300)
    quotes = [block.text.partition(". ")[0] + "." for each in fresh for block in each.blocks]
    asked = [Asked(question=f"About {n}?", answer="a", quote=quote) for n, quote in enumerate(quotes)] * 3
    read = order_of(order(LONG, CELL_TERMS, questions=4, cards=0, asked=asked))
    again = portions(read, 1_200, 300)
    ids = [{block.block_id for each in found for block in each.blocks} for found in (fresh, again)]
    assert ids[1] - ids[0]


def test_the_focus_area_comes_first_and_gets_more() -> None:
    asks = portions(order_of(order(LONG, CELL_TERMS, questions=20, cards=0, focusAreas=["diffusion"])), 2_000, AN_ITEM)
    assert any(concept.focus for concept in asks[0].concepts)
    assert any("diffusion" in block.text.casefold() for block in asks[0].blocks)
    assert asks == sorted(asks, key=lambda each: not any(concept.focus for concept in each.concepts))


def test_what_was_refused_is_asked_about_its_own_blocks_alone_and_says_why() -> None:
    quote = "A ribosome is a small machine that builds proteins from amino acids."
    why = Refusal(code="answer_leaked", sentence="The question tells its own answer.")
    refused = [Refused(question="What builds?", answer="a ribosome", quote=quote, reasons=[why])]
    command = order(questions=1, cards=0).model_copy(update={"tries": 1, "refused": refused})
    read = order_of(command)
    (only,) = portions(read, 48_000, AN_ITEM)
    assert [block.block_id for block in only.blocks] == ["b2"]
    assert "The question tells its own answer." in request(read, only)
    assert "Osmosis" not in request(read, only)


def test_a_block_goes_with_its_heading_its_page_and_its_neighbours() -> None:
    command = order(questions=1, cards=0).model_copy(update={"headings": {"b4": "Membranes", "b5": "Membranes"}})
    read = order_of(command)
    portion = next(each for each in portions(read, 250, 10) if each.blocks)
    portion = Portion(read.blocks[3:5], portion.concepts, 1, 0, read.blocks[2:3])
    told = shown(portion, read)
    blocks = told["blocks"]
    assert isinstance(blocks, list)
    assert [each.get("under") for each in blocks] == ["Membranes", None]
    assert blocks[0]["page"] == 2
    assert told["beside"] == [CELLS[2]]
    for each in portions(read, 250, 10):
        assert 1 <= len(each.beside) <= 2


def test_a_glossary_is_not_asked_about_in_the_place_of_what_the_text_says() -> None:
    words = ("osmosis", "membrane", "ribosome", "diffusion")
    entries = [f"{word} {n}: part of the {words[n % 4]} of a {words[n % 3]}" for n in range(16) for word in words]
    read = order_of(order([*LONG[:24], *entries], CELL_TERMS, questions=12, cards=8))
    asks = portions(read, 48_000, 100)
    asked = [(each.questions + each.flashcards, all(block.text in entries for block in each.blocks)) for each in asks]
    assert sum(items for items, of_entries in asked if of_entries) <= sum(items for items, _ in asked) / 4, asked


def test_of_a_summary_whose_first_sentence_is_too_long_whole_words_are_shown() -> None:
    long = "Membranes let " + ", ".join(f"matter {n}" for n in range(40)) + " through."
    for summary, begins in ((long, "Membranes let matter 0"), (f"Cells live. {long}", "Cells live.")):
        read = replace(order_of(order()), summary=summary)
        told = str(shown(Portion(read.blocks[:1], (), 1, 0), read)["fullSummary"])
        assert told.startswith(begins)
        assert len(told) <= 250
        assert summary[len(told)] == " "


def test_what_is_the_same_in_all_asks_stands_first() -> None:
    read = order_of(order(LONG, CELL_TERMS, questions=20, cards=20))
    asks = portions(read, 48_000, AN_ITEM)
    starts = {request(read, each).partition('"blocks"')[0] for each in asks}
    assert len(starts) == 1
    assert rules(read) == rules(order_of(order(questions=3)))


def mixed(levels: dict[str, int], questions: int, cards: int = 0) -> Order:
    """An order for a mix of levels."""
    command = order(LONG, CELL_TERMS, questions=questions, cards=cards)
    shape = command.handover.instructions_for_coach.constraints.model_copy(update={"levels": Levels(**levels)})
    told = command.handover.instructions_for_coach.model_copy(update={"constraints": shape})
    return order_of(
        command.model_copy(update={"handover": command.handover.model_copy(update={"instructions_for_coach": told})})
    )


@pytest.mark.parametrize(
    ("levels", "wanted"),
    [({}, {"recall": 1, "understand": 1, "apply": 1}), ({"understand": 1, "apply": 1}, {"understand": 2, "apply": 1})],
)
def test_a_mix_of_levels_is_shared_out(levels: dict[str, int], wanted: dict[str, int]) -> None:
    assert levels_of(mixed(levels, 3), 3) == wanted


def test_what_a_quiz_lacks_is_of_the_levels_that_it_lacks() -> None:
    read = replace(mixed({"recall": 1, "understand": 2, "apply": 1}, 4), tries=1)
    had = [Asked(question=f"{n}?", answer="a", quote="q", level="recall") for n in range(3)]
    had += [Asked(question=f"{n}?", answer="a", quote="q", level="understand") for n in range(3, 8)]
    earlier = Asked(question="Of another quiz?", answer="a", quote="q")
    assert levels_of(replace(read, asked=[*had, earlier]), 4) == {"understand": 1, "apply": 3}
    assert levels_of(read, 4) == {"recall": 1, "understand": 2, "apply": 1}


@pytest.mark.parametrize(("difficulty", "wanted"), [("EASY", 0), ("MEDIUM", 6), ("HARD", 10)])
def test_an_order_that_says_nothing_asks_for_more_than_half_beyond_recall_unless_it_is_easy(
    difficulty: Difficulty, wanted: int
) -> None:
    told = levels_of(replace(mixed({}, 10), difficulty=difficulty), 10)
    assert sum(count for level, count in told.items() if level != "recall") == wanted


def test_each_ask_is_told_its_levels() -> None:
    asks = portions(mixed({}, 12, 6), 48_000, AN_ITEM)
    assert all(sum(each.levels.values()) == each.questions for each in asks)
    assert 2 * sum(each.levels.get("recall", 0) for each in asks) < sum(each.questions for each in asks)
    assert all(f'"levels":{json.dumps(each.levels, separators=(",", ":"))}' in request(ORDER, each) for each in asks)


def test_what_the_first_ask_gave_of_the_levels_is_left_away_from_the_others() -> None:
    read = mixed({}, 10)
    first = portions(read, 48_000, AN_ITEM)[0]
    rest = portions(read, 48_000, AN_ITEM, first, {"recall": first.questions})
    told = Counter[str]()
    for each in rest:
        told.update(each.levels)
    assert told["recall"] == 0
    assert told["understand"] > told["apply"] > 0


def test_the_asks_together_have_the_mix_that_is_ordered_however_few_questions_each_has() -> None:
    asks = portions(mixed({"recall": 1, "understand": 1, "apply": 1}, 12, 16), 48_000, AN_ITEM)
    assert min(each.questions for each in asks) == 2
    told = [{name: each.levels.get(name, 0) for name in ("recall", "understand", "apply")} for each in asks]
    assert all(sum(each.levels.values()) == each.questions for each in asks)
    assert {name: sum(each[name] for each in told) for name in told[0]} == {"recall": 5, "understand": 5, "apply": 5}


def test_what_was_refused_is_mended_in_one_ask_that_tells_no_more_than_it_needs() -> None:
    quotes = [text.partition(". ")[0] + "." for text in CELLS[:6]]
    long = f"{quotes[0]} {quotes[1]}"
    refused = [Refused(question=f"What of {n}?", answer="a", quote=quote, reasons=[]) for n, quote in enumerate(quotes)]
    refused.append(Refused(question="And both?", answer="a", quote=long, reasons=[]))
    elsewhere = Asked(question="What joins osmosis and enzymes?", answer="water", quote=CELLS[6].partition(". ")[0])
    command = order([long, *CELLS], CELL_TERMS, questions=6, cards=1, asked=[elsewhere])
    read = order_of(command.model_copy(update={"tries": 1, "refused": refused}))
    (only,) = portions(read, 48_000, AN_ITEM)
    assert MOST_ITEMS < only.questions + only.flashcards <= MOST_MENDED
    told = request(read, only)
    assert not {"fullSummary", "beside"} & set(shown(only, read))
    assert elsewhere.question not in told
    (end,) = [
        each["quote"] for each in json.loads(told.rpartition("The order:\n")[2])["refused"] if "both" in str(each)
    ]
    assert "…" in end
    assert locate_quote(end, long) == (0, len(long))


def test_a_short_text_is_asked_about_in_no_more_asks_than_a_long_one_and_none_is_for_a_single_card() -> None:
    asks = portions(order_of(order(CELLS[:8], CELL_TERMS[:4], questions=12, cards=6)), 48_000, AN_ITEM)
    assert sorted(each.questions + each.flashcards for each in asks) == [4, 4, 5, 5, 5]
    assert all(each.questions and each.flashcards for each in asks)


def test_what_stands_beside_says_something_also_where_the_last_sentence_is_long() -> None:
    long = "A vacuole is a room of a plant cell that " + "holds water and salts and " * 8 + "keeps the cell firm."
    read = order_of(order([f"Cells differ. {long}", *CELLS], CELL_TERMS))
    (before, *_) = beside_of(read.blocks[1:2], read.blocks)
    assert before.text.endswith("keeps the cell firm.")


@pytest.mark.parametrize("room", [10, 60, min(map(len, CELLS)), 400])
def test_a_block_that_is_too_long_is_cut_and_no_piece_is_too_long(room: int) -> None:
    read = order_of(order(questions=50))
    seen = [block for portion in portions(read, room, AN_ITEM) for block in portion.blocks]
    whole = {block.block_id: block.text for block in read.blocks}
    assert seen
    assert all(len(block.text) <= room and block.text in whole[block.block_id] for block in seen)


def test_it_is_cut_between_sentences() -> None:
    read = order_of(order(CELLS[:1], CELL_TERMS[:1]))
    pieces = [block.text for portion in portions(read, 120, AN_ITEM) for block in portion.blocks]
    assert pieces
    assert all(piece.rstrip().endswith(".") for piece in pieces)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(200, 3000), st.integers(20, 800))
def test_shares_add_up_whatever_is_ordered(questions: int, cards: int, room: int, an_item: int) -> None:
    found = portions(order_of(order(questions=max(1, questions), cards=cards)), room, an_item)
    assert all(sum(len(block.text) for block in portion.blocks) <= room for portion in found)
    assert sum(portion.questions for portion in found) == more(max(1, questions))
    assert sum(portion.flashcards for portion in found) == more(cards)


def test_where_more_is_lacking_than_was_refused_the_window_is_about_what_was() -> None:
    quote = "In the harbour of Elde the lamps are lit at dusk by whoever comes last."
    refused = [Refused(question="Who lights them?", answer="whoever comes last", quote=quote, reasons=[])]
    texts = [*LONG[:8], quote, *LONG[8:]]
    command = order(texts, CELL_TERMS, questions=2, cards=0).model_copy(update={"tries": 1, "refused": refused})
    read = order_of(command)
    (only,) = portions(read, 1_200, 300)
    assert any(quote in block.text for block in only.blocks)
    assert "Who lights them?" in request(read, only)
