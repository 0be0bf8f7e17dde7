"""The places that several items rest on: each told once, under a number, whatever quotes share or hold."""

from collections.abc import Sequence

from contracts.documents import Block
from contracts.proof import Proof
from services.evaluator.validation.passages import passages
from tests.coach.orders import DOCUMENT

TEXT = "The tide comes in at dawn. It turns at noon. The boats leave with it. Nobody waits for the last one."
BLOCK = Block(block_id="b1", text=TEXT, source_page=1, document_sha256=DOCUMENT)


def proof(quote: str, text: str = TEXT, block_id: str = "b1") -> Proof:
    """Where a quote stands."""
    start = text.index(quote)
    return Proof(
        document_sha256=DOCUMENT,
        block_id=block_id,
        block_sha256="0" * 64,
        source_page=1,
        start=start,
        end=start + len(quote),
        quote=quote,
    )


def told(proofs: Sequence[Proof], one: Proof, around: int = 0) -> str:
    """What a quote's numbers stand for."""
    found = passages(proofs, {"b1": BLOCK}, around)
    return " ".join(found.text[number].strip("… ") for number in found.of([one]))


def test_what_two_items_quote_is_told_once() -> None:
    turns = proof("It turns at noon.")
    found = passages([turns, proof("It turns at noon.")], {"b1": BLOCK})
    assert (found.text, found.of([turns])) == ({1: "It turns at noon."}, [1])


def test_a_quote_within_another_and_one_across_its_end_are_cut_and_lose_nothing() -> None:
    proofs = [
        proof("It turns at noon. The boats leave with it."),
        proof("turns at noon"),
        proof("with it. Nobody waits"),
    ]
    found = passages(proofs, {"b1": BLOCK})
    assert all(told(proofs, each).replace(" ", "") == each.quote.replace(" ", "") for each in proofs)
    assert "".join(found.text.values()).replace(" ", "") == "ItturnsatnoonTheboatsleavewithit.Nobodywaits".replace(
        "noonThe", "noon.The"
    )


def test_what_stands_around_is_told_and_belongs_to_no_quote() -> None:
    boats = proof("The boats leave with it.")
    found = passages([boats], {"b1": BLOCK}, 22)
    assert list(found.text.values()) == ["… It turns at noon.", "The boats leave with it.", "Nobody waits for the …"]
    assert found.of([boats]) == [2]


def test_neighbours_whose_surroundings_meet_share_them() -> None:
    proofs = [proof("It turns at noon."), proof("Nobody waits for the last one.")]
    found = passages(proofs, {"b1": BLOCK}, 40)
    assert " ".join(found.text.values()) == TEXT
    assert [found.of([each]) for each in proofs] == [[2], [4]]


def test_of_a_block_that_is_not_known_the_quotes_alone_are_told() -> None:
    proofs = [proof("It turns at noon."), proof("Nobody waits")]
    assert list(passages(proofs, {}, 40).text.values()) == ["It turns at noon.", "Nobody waits"]


def test_the_same_words_in_two_blocks_are_two_places() -> None:
    proofs = [proof("It turns at noon."), proof("It turns at noon.", block_id="b2")]
    found = passages(proofs, {})
    assert [found.of([each]) for each in proofs] == [[1], [2]]
