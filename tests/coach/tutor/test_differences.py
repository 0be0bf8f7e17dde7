"""What a difference is asked about may be told by a sentence that leans on the one that names the other side."""

from contracts.documents import Block
from contracts.learning import Explain
from contracts.mastery import ConceptPlace
from services.coach.tutor.offline import tutored

SHA = "0" * 64
TEXTS = (
    "A quay is a wall at the water to which ships are moored. It is built of stone.",
    "A pier is a walk on posts. It reaches far into the water, but unlike a quay it lets the waves pass below.",
)


def test_what_is_no_definition_is_not_told_as_one() -> None:
    texts = ("A quay is a wall at the water.", "The mole is repaired with new stones every spring after the storms.")
    blocks = [Block(block_id=f"b{n}", text=text, document_sha256=SHA) for n, text in enumerate(texts)]
    places = [ConceptPlace(concept=name, block_id=f"b{n}", ordinal=n) for n, name in enumerate(("quay", "mole"))]
    asked = Explain(
        concepts=[],
        question="What is the difference between a quay and a mole?",
        language="en",
        blocks=blocks,
        places=places,
        document_sha256=SHA,
    )
    assert "What it is: “The mole is repaired" not in tutored(asked).text("en")


def test_a_sentence_that_leans_on_the_other_side_tells_the_difference() -> None:
    blocks = [Block(block_id=f"b{n}", text=text, document_sha256=SHA) for n, text in enumerate(TEXTS)]
    asked = Explain(
        concepts=[],
        question="What is the difference between a quay and a pier?",
        language="en",
        blocks=blocks,
        document_sha256=SHA,
    )
    told = tutored(asked)
    assert "lets the waves pass below" in told.paragraphs[0].lines[0].plain
