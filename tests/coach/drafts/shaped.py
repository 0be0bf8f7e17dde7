"""One draft of each shape about a text of our own, and more of them on demand."""

from contracts.documents import Block
from contracts.proof import Difficulty, Origin
from services.coach.drafts.draft import (
    Card,
    Choice,
    Draft,
    Gap,
    Number,
    OneOf,
    Open,
    Pairs,
    Shape,
    SomeOf,
    Span,
    Statement,
    Steps,
)
from services.coach.drafts.order import Concept

BLOCK = Block(
    block_id="b1",
    source_page=3,
    text="A harbour seal is a small seal of northern shores. A walrus is a heavy seal with two long tusks. "
    "Seals eat herring, cod and squid because their skin loses much heat. A pup weighs 11 kilograms at birth. "
    "It first suckles, then sheds its coat and finally dives alone.",
)
SEAL, WALRUS, FOOD, WEIGHT, GROWS = (
    Span(BLOCK, BLOCK.text.index(first), BLOCK.text.index(last) + len(last))
    for first, last in (
        ("A harbour", "shores."),
        ("A walrus", "tusks."),
        ("Seals eat", "heat."),
        ("A pup", "birth."),
        ("It first", "alone."),
    )
)
OFFLINE = Origin(author="offline", name="pensum-offline", version="1")


def within(span: Span, words: str) -> Span:
    """Where words stand in a span."""
    start = BLOCK.text.index(words, span.start, span.end)
    return Span(span.block, start, start + len(words))


def concept(name: str, rank: int = 0, *, focus: bool = False) -> Concept:
    return Concept(name, tuple(name.split()), rank, focus)


def draft(
    shape: Shape,
    at: Span = SEAL,
    *,
    question: str = "Which?",
    about: str = "seal",
    difficulty: Difficulty = "MEDIUM",
    answer: str = "",
) -> Draft:
    return Draft(
        concept(about), difficulty, question, at, shape, answer_at=within(at, answer) if answer else None, frame="test"
    )


SHAPES: dict[str, Draft] = {
    "multiple_choice": draft(
        OneOf(
            Choice("walrus", "The text says so.", WALRUS),
            [Choice("harbour seal", "That is a small seal.", SEAL), Choice("Cod", "That is food.", FOOD)],
        ),
        WALRUS,
        question="Which seal has two long tusks?",
        about="walrus",
        answer="walrus",
    ),
    "multiple_answer": draft(
        SomeOf([Choice("squid", at=FOOD), Choice("cod", at=FOOD)], [Choice("tusks", "Those are a walrus's.", WALRUS)]),
        FOOD,
        question="What do seals eat?",
    ),
    "true_false": draft(
        Statement("A walrus is a light seal.", "The text says heavy.", "light", "heavy"),
        WALRUS,
        question="Is this true?",
        answer="heavy",
    ),
    "cloze": draft(Gap("tusks", ["two tusks"]), WALRUS, question="It has two long ____.", answer="tusks"),
    "numeric": draft(
        Number("11", 11.0, "kilograms", 0.5), WEIGHT, question="How heavy is a pup at birth?", answer="11"
    ),
    "matching": draft(
        Pairs(
            [
                (Choice("harbour seal", "It is the small one.", SEAL), "a small seal of northern shores"),
                (Choice("walrus", "", WALRUS), "a heavy seal with two long tusks"),
            ],
            ["a fish"],
        ),
        SEAL,
        question="What is what?",
    ),
    "ordering": draft(
        Steps(
            [
                Choice("suckles", at=within(GROWS, "suckles")),
                Choice("sheds its coat", at=within(GROWS, "sheds its coat")),
                Choice("dives alone", "That is the end.", within(GROWS, "dives alone")),
            ]
        ),
        GROWS,
        question="What comes first?",
    ),
    "short_answer": draft(
        Open("because their skin loses much heat", [within(FOOD, "their skin loses much heat")]),
        FOOD,
        question="Why do seals eat so much?",
        answer="because their skin loses much heat",
    ),
}
CARD = draft(Card("a small seal of northern shores"), question="What is a harbour seal?", about="harbour seal")
