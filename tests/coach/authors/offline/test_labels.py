"""Lines of a list with labels: on slides and in notes hardly anything else is said in sentences."""

from collections.abc import Sequence
from dataclasses import replace

from services.coach.authors.offline.questions import cards_of, questions_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Card, Draft, Gap, OneOf
from tests.coach.authors.offline.by_hand import order_about

LINES = (
    "▶ Keel: holds the boat upright in the wind",
    "▶ Rudder: turns the stern to one side",
    "▶ Boom: wooden pole along the lower edge of a sail",
    "▶ Sheet: rope by which a sail is drawn in",
)
OVER = "Parts of a sailing boat"


def drafts(
    lines: Sequence[str] = LINES,
    heading: str = OVER,
    *,
    cards: bool = False,
    choice: bool = True,
    kind: str = "list_item",
    names: Sequence[str] = ("sail",),
) -> list[Draft]:
    read = order_about(lines, names)
    blocks = [block.model_copy(update={"kind": kind, "source_page": 2}) for block in read.blocks]
    read = replace(read, blocks=blocks, headings={block.block_id: heading for block in blocks if heading})
    found = source_of(replace(read, choice_only=choice), blocks, Places(read))
    return [each for each in (cards_of(found) if cards else questions_of(found)) if each.frame in ("label", "line")]


def test_a_label_is_chosen_among_its_neighbours_under_their_heading() -> None:
    chosen = {each.question: each for each in drafts()}
    draft = chosen[f"Under “{OVER}”: which of these has the description “turns the stern to one side”?"]
    assert isinstance(draft.shape, OneOf)
    assert draft.shape.key.text == "Rudder"
    assert {other.text for other in draft.shape.others} <= {"Keel", "Boom", "Sheet"}
    assert draft.quote == LINES[1]
    assert all(other.at and other.text in other.at.text for other in draft.shape.others)
    assert draft.question in {each.question for each in drafts(heading=f"5.9. {OVER}")}


def test_what_a_form_asks_to_be_done_is_no_description() -> None:
    lines = (
        "Sail: Select the sail that is to be drawn in",
        "Wind: Enter the speed of the wind in knots",
        "Mast: Choose the mast on which it hangs",
        "Rope: Click on the rope that holds the sail",
    )
    assert drafts(lines) == []
    assert drafts(lines, cards=True) == []
    when = ("Sail: if you need to go fast", "Wind: should fill all sails", "Mast: normally of one piece of wood")
    assert drafts(when) == []


def test_what_a_line_states_of_its_label_is_no_description() -> None:
    lines = (
        "Sail: supports the newest masts of all harbours",
        "Wind: Figure 7. A chart of the winds at sea",
        "Mast: Synonym for the pole on which a sail hangs",
        "Rope: includes all lines that hold the sail",
        "Pole: Keepers have a pole of their own for it",
    )
    assert drafts(lines, cards=True) == []


def test_without_a_heading_it_is_asked_without() -> None:
    asked = "Which of these has the description “turns the stern to one side”?"
    assert [each.concept.name for each in drafts(heading="", names=("sail", "rudder")) if each.question == asked] == [
        "rudder"
    ]
    assert asked not in [each.question for each in drafts(heading="")], "an answer would count for “sail”"


def test_where_a_label_need_not_be_chosen_it_is_typed_in_its_line() -> None:
    lines = (
        "▶ Bobstay: rope under the sail that holds the bowsprit. It is of iron today.",
        "▶ Gudgeon: eye in which the sail of a raft hangs",
        "▶ Sheet: rope by which a sail is drawn in",
        "▶ Garboard (two): plank beside the keel of a boat with a sail",
        "▶ Raft sail: sail of a raft on the great rivers",
    )
    found = {each.question: each for each in drafts(lines, choice=False)}
    assert set(found) == {
        "____: rope under the sail that holds the bowsprit.",
        "____: eye in which the sail of a raft hangs",
    }, "everybody knows a sheet, nobody types brackets, and a raft's sail is told"
    draft = found["____: eye in which the sail of a raft hangs"]
    assert (draft.shape, draft.quote) == (Gap("Gudgeon", []), "Gudgeon: eye in which the sail of a raft hangs")


def test_what_a_command_of_a_list_does_is_no_card() -> None:
    lines = (
        "list: Describe the sails that hang in the shed",
        "disable: Disable the lamp, and shut the shed of the sails",
        "enforce: Allow other sails to be dried",
        "reef: Another such way to make a sail small",
    )
    assert drafts(lines, cards=True) == []
    assert drafts([*LINES, *lines], cards=True), "but these are no lines of a command"


def test_a_card_asks_for_what_is_said_of_one_under_its_heading() -> None:
    fronts = {each.question: each.shape for each in drafts(cards=True)}
    assert fronts[f"Under “{OVER}”: What is meant by “Rudder”?"] == Card("turns the stern to one side")
    assert Card("holds the boat upright in the wind") in [each.shape for each in drafts(heading="", cards=True)]


def test_how_something_is_called_is_no_card() -> None:
    lines = (
        "▶ Quay 3: Board of Harbours and Quays (BHQ)",
        "▶ Quay 4: Coast Pilots",
        "▶ Quay 5: Society for Sails (of the north)",
    )
    assert drafts(lines, cards=True) == []


def test_everyday_words_that_head_paragraphs_are_not_asked() -> None:
    lines = (
        "▶ Freedom: boats bound by the promise of the club",
        "▶ Quality: pride in every rope that is tied",
        "▶ Safety: nobody sails out alone after dark",
    )
    assert drafts(lines, choice=False) == []
    assert drafts(lines, cards=True) == []


def test_what_was_chosen_in_a_form_is_no_description() -> None:
    lines = (
        "▶ Keel: 12 kg (lead)",
        "▶ Rudder: YES (tick it)",
        "▶ Boom: no (of one piece)",
        "▶ Sheet: 10.5 metres or more",
        "▶ Mast: Ca. 50 000 per boat",
    )
    assert drafts(lines) == []
    assert drafts(lines, cards=True) == []
    assert drafts([f"{line} that hangs in the wind" for line in lines], cards=True), "or they are no labels at all"


def test_a_description_may_open_with_a_figure_or_a_short_name() -> None:
    lines = (
        "▶ Keel: GRP-like plate that holds the boat upright",
        "▶ Rudder: 3-way blade that turns the stern to one side",
        "▶ Boom: 2nd pole of a sail",
        "▶ Sheet: VHF, the radio of the harbour",
        "▶ Mast: NMEA/2 port of a chart plotter",
    )
    assert {each.quote for each in drafts(lines, cards=True)} == set(lines)
    assert {each.quote for each in drafts(lines)} == set(lines)


def test_two_labels_are_no_group_nor_are_paragraphs_nor_labels_that_come_twice() -> None:
    assert drafts(LINES[:2]) == []
    assert drafts(kind="paragraph") == []
    assert drafts([*LINES, "▶ Keel: heavy piece of lead under the boat"]) == []


def test_what_tells_its_label_is_not_asked() -> None:
    told = "▶ Anchor: anchors the boat to the ground"
    assert not [each for each in drafts([*LINES, told]) if each.quote == told]


def test_the_entries_of_a_short_glossary_are_a_group_and_those_of_a_long_one_are_not() -> None:
    entries = (
        "Berth: A place for a ship at a quay.",
        "Demurrage: It is the term that refers to a fee for a ship that stays too long.",
        "Pilot: The person who knows the way through a harbour.",
        "Roadstead: A stretch of sheltered sea outside.",
    )
    names = [entry.partition(":")[0].lower() for entry in entries]

    def asked(*lines: str) -> dict[str, Draft]:
        read = order_about(lines, [*names, *(line.partition(":")[0].lower() for line in lines[len(entries) :])])
        blocks = [block.model_copy(update={"kind": "list_item", "source_page": 2}) for block in read.blocks]
        concepts = [
            replace(each, definition=next(line for line in lines if line.lower().startswith(each.name)))
            for each in read.concepts
        ]
        headings = {block.block_id: OVER for block in blocks}
        read = replace(read, blocks=blocks, concepts=concepts, headings=headings, choice_only=True)
        return {each.question: each for each in questions_of(source_of(read, blocks, Places(read)))}

    question = f"Under “{OVER}”: which of these has the description “a fee for a ship that stays too long”?"
    draft = asked(*entries)[question]
    assert isinstance(draft.shape, OneOf)
    assert (draft.concept.name, draft.shape.key.text) == ("demurrage", "Demurrage")
    told = {each.shape.key.text: each.doubt for each in asked(*entries).values() if isinstance(each.shape, OneOf)}
    assert (told["Demurrage"], told["Pilot"]) == (0, 2), "everybody knows a pilot"
    more = [f"{word}: A small boat for the work in a harbour." for word in ("Bumboat", "Lighter", "Skiff", "Tender")]
    more += [f"{word}: A strong rope that holds a big ship." for word in ("Hawser", "Painter", "Spring", "Warp")]
    more += [f"{word}: A piece of iron on a quay." for word in ("Bollard", "Cleat", "Ring", "Fender", "Capstan")]
    more += [f"{word}: A light that leads ships by night." for word in ("Beacon", "Lantern", "Leading light", "Buoy")]
    assert question not in asked(*entries, *more)


def test_what_says_its_everyday_label_again_or_numbers_it_is_no_card() -> None:
    plain = "▶ Cost: wages of a crew for one day"
    assert len(drafts([*LINES, plain], cards=True)) == 1 + len(drafts(cards=True))
    for heading in ("", "Key terms", "Notes"):  # Which say of no field what an everyday word means there.
        assert len(drafts([*LINES, plain], heading, cards=True)) == len(drafts(heading=heading, cards=True)), heading
    for line in ("▶ Cost: the cost of a crew for one day", "▶ 3. Cost: wages of a crew for one day"):
        assert len(drafts([*LINES, line], cards=True)) == len(drafts(cards=True)), line
