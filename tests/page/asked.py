"""Items of every kind to lay in: what the gateway shows of them, and the grades that the real grader gives."""

from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from pydantic import TypeAdapter

from contracts.documents import Block
from contracts.grading import Answer, GradeQuiz, QuizResults
from contracts.items import Flashcard, Item
from contracts.proof import Explanation, Option, Origin, Proof
from contracts.quizzes import Refusal
from contracts.views.material import OwnerCard, OwnerItem, QuizView
from services.evaluator.grading.grade import grade
from services.gateway.items import views
from tests.page import laid

QUIZ = UUID("aaaaaaaa-2222-4333-8444-555555555555")
ATTEMPT = UUID("bbbbbbbb-2222-4333-8444-555555555555")
BLOCK = f"p3b1-{laid.SHA[:6]}"
FIRST = "A spring tide is the large tide near new and full moon, because the pulls of sun and moon add up."
SECOND = "A neap tide is the small tide near the half moons."
THIRD = "Spring and neap tides follow each other every 7.4 days."
LAST = "The tide rises as the flood, stands still as slack water, falls as the ebb, and stands still again."
TEXT = " ".join((FIRST, SECOND, THIRD, LAST))
OFFLINE = Origin(author="offline", name="pensum", version="1")
TAKEN_BACK = "Both answers stand in the text."
ITEM: TypeAdapter[Item] = TypeAdapter(Item)
Json = dict[str, Any]


def proof(quote: str, answer: str = "") -> Proof:
    """The proof of words that stand in `TEXT`."""
    start = TEXT.index(quote)
    at = TEXT.index(answer, start) if answer else None
    return Proof(
        document_sha256=laid.SHA,
        block_id=BLOCK,
        block_sha256=sha256(TEXT.encode()).hexdigest(),
        source_page=3,
        start=start,
        end=start + len(quote),
        quote=quote,
        answer_start=at,
        answer_end=None if at is None else at + len(answer),
    )


def options(*texts: str) -> list[Option]:
    """Options a, b, c, ..."""
    return [Option(option_id=letter, text=text) for letter, text in zip("abcdefgh", texts, strict=False)]


def why(option_id: str, sentence: str, quote: str = "") -> Explanation:
    """Why an option is right or wrong; with a quote also where."""
    return Explanation(option_id=option_id, sentence=sentence, proof=proof(quote) if quote else None)


def item(type: str, number: int, question: str, answer: object, where: Proof, **more: object) -> Item:
    """An item about the tides."""
    common: Json = {"item_id": uuid5(QUIZ, str(number)), "quiz_id": QUIZ, "concept": "tide", "difficulty": "EASY"}
    told: Json = {"type": type, "question": question, "answer": answer, "proof": where, "origin": OFFLINE}
    return ITEM.validate_python({**common, **told, **more})


CHOICE = item(
    "multiple_choice",
    1,
    "Which tide is the large one near new and full moon?",
    "b",
    proof(FIRST, "spring tide"),
    options=options("neap tide", "spring tide", "ebb"),
    explanations=[
        why("a", "That is the small tide near the half moons.", SECOND),
        why("b", "The text says so.", FIRST),
        why("c", "That is the falling tide.", LAST),
    ],
)
SEVERAL = item(
    "multiple_answer",
    2,
    "Which moons does the text name for spring tides?",
    ["a", "c"],
    proof(FIRST),
    options=options("full moon", "half moon", "new moon", "blue moon"),
    explanations=[why("b", "That is when the neap tide comes.", SECOND)],
)
JUDGED = item(
    "true_false",
    3,
    "Is this true?",
    "false",
    proof(SECOND),
    statement="A neap tide is the large tide near the half moons.",
    options=[Option(option_id="true", text="True"), Option(option_id="false", text="False")],
    wrong="large",
    right="small",
    explanations=[why("true", "The text says small."), why("false", "The text says small.", SECOND)],
)
GAP = item(
    "cloze",
    4,
    "A ____ is the small tide near the half moons.",
    "neap tide",
    proof(SECOND, "neap tide"),
    accepted=["neap"],
    explanations=[
        why("neap tide", f"The text says this of “neap tide”: “{LAST}”", LAST),
        why("spring tide", f"“spring tide” is not it. The text says of it: “{FIRST}”", FIRST),
        why("ebb", f"“ebb” is not it. The text says of it: “{LAST}”", LAST),
    ],
)
NUMBER = item(
    "numeric", 5, "How long is it from a spring to a neap tide?", "7.4", proof(THIRD, "7.4"), value=7.4, unit="days"
)
PAIRS = item(
    "matching",
    6,
    "What belongs together?",
    {"1": "b", "2": "a"},
    proof(FIRST),
    prompts=[Option(option_id="1", text="spring tide"), Option(option_id="2", text="neap tide")],
    options=options("the small tide near the half moons", "the large tide near new and full moon", "slack water"),
    explanations=[why("1", "The text joins them.", FIRST), why("2", "The text joins them.", SECOND)],
)
STEPS = item(
    "ordering",
    7,
    "In which order does the text name them?",
    ["c", "a", "b"],
    proof(LAST),
    options=options("slack water", "ebb", "flood"),
)
OPEN = item(
    "short_answer",
    8,
    "Why is a spring tide large?",
    "Because the pulls of sun and moon add up.",
    proof(FIRST),
    key_points=[
        {
            "text": "the pulls of sun and moon add up",
            "start": TEXT.index("the pulls"),
            "end": TEXT.index("the pulls") + len("the pulls of sun and moon add up"),
        }
    ],
)
ALL = [CHOICE, SEVERAL, JUDGED, GAP, NUMBER, PAIRS, STEPS, OPEN]
KEYS = ["b", "a,c", "false", "neap tide", "7,4", "1=b,2=a", "c,a,b", "The pulls of sun and moon add up."]
CARD = Flashcard(
    card_id=uuid5(QUIZ, "card"),
    question="spring tide",
    answer="the large tide near new and full moon",
    concept="spring tide",
    proof=proof(FIRST),
    origin=Origin(author="model", name="m-1", version="2"),
)


def quiz(*items: Item, complete: bool = True, repeats: tuple[Item, ...] = (), **changed: Any) -> Json:
    """The quiz as a learner gets it; `repeats` were asked before."""
    view = QuizView(
        quiz_id=QUIZ,
        number=1,
        questions=[
            views.question({"body": one.model_dump(mode="json"), "quiz_id": QUIZ, "repeat": one in repeats})
            for one in items
        ],
        attempted=0,
        complete=complete,
    )
    return {**view.model_dump(mode="json"), **changed}


def results(*pairs: tuple[Item, str | None], retracted: Item | None = None) -> list[Json]:
    """What the house shows of an attempt with these answers once they are graded."""
    given = QuizResults(
        quiz_id=QUIZ,
        attempt_id=ATTEMPT,
        answers=[Answer(item_id=one.item_id, answer=raw, latency_sec=2) for one, raw in pairs],
    )
    graded = grade(GradeQuiz(items=[one for one, _ in pairs], results=given, language="en")).answers
    shown = []
    for number, ((one, _), mark) in enumerate(zip(pairs, graded, strict=True)):
        row = {
            **mark.model_dump(mode="json"),
            "attempt_id": ATTEMPT,
            "quiz_id": QUIZ,
            "timestamp": laid.NOW + timedelta(seconds=number),
            "item": one.model_dump(mode="json"),
            "retracted": TAKEN_BACK if one is retracted else None,
        }
        shown.append(views.result(row).model_dump(mode="json"))
    return shown


def owned(one: Item, **changed: Any) -> Json:
    """The item as its owner gets it."""
    return OwnerItem(**{"item": one, "accepted": True, **changed}).model_dump(mode="json")


def owned_card(**changed: Any) -> Json:
    """The card as its owner gets it."""
    return OwnerCard(**{"flashcard": CARD, "accepted": True, **changed}).model_dump(mode="json")


def refusal(sentence: str) -> Refusal:
    """A reason."""
    return Refusal(code="not_in_quote", sentence=sentence)


def block() -> Json:
    """The block on which all rests."""
    return Block(block_id=BLOCK, text=TEXT, source_page=3, document_sha256=laid.SHA).model_dump(mode="json")
