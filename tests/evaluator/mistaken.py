"""Items about tides to make mistakes in, and what an evaluation says of them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.grading import Answer, Evaluation, GradeQuiz, QuizResults
from contracts.items import Item
from contracts.mastery import ErrorPattern
from contracts.proof import Explanation
from services.evaluator.grading.grade import grade, known_words
from services.evaluator.grading.mistakes import mistakes
from tests.evaluator.items.test_credit import ORDER, TRUE, TWO, item

TERMS = [{"option_id": each, "text": text} for each, text in zip("abc", ["fetch", "neap tide", "ebb"], strict=True)]
SAID = [{"option_id": each, "text": text} for each, text in zip("ab", ["The sea falls.", "It blows far."], strict=True)]
SLOW = 20.0


def on(page: int, made: Item, concept: str = "neap tide") -> Item:
    """The item about a concept, on a page."""
    proof = made.proof.model_copy(update={"source_page": page})
    return made.model_copy(update={"proof": proof, "concept": concept})


def why(option: str, sentence: str, page: int) -> Explanation:
    proof = TRUE.proof.model_copy(update={"source_page": page})
    return Explanation(option_id=option, sentence=sentence, proof=proof)


NEAP = on(2, item("multiple_choice", 1, options=TERMS, answer="b"))
FETCH = on(5, item("multiple_choice", 2, options=TERMS, answer="a"), "fetch")
GAP = on(3, item("cloze", 3, question="A ____ is small.", answer="neap tide"))
STEPS = on(4, ORDER.model_copy(update={"item_id": UUID(int=4)}))
RANGE = on(6, item("numeric", 5, answer="12,300", value=12300, unit="mm"))
JUDGED = on(7, item("true_false", 6, statement="The sea rises.", options=TWO, answer="true"), "sea")
OTHERS = [
    on(8, item("true_false", n, statement="The sea rises.", options=TWO, answer="true"), f"t{n}") for n in range(20, 25)
]


def evaluated(
    items: Sequence[Item], answers: Sequence[str | None], seconds: Sequence[float] | float = SLOW, **fields: Any
) -> Evaluation:
    times = [seconds] * len(items) if isinstance(seconds, float) else seconds
    given = [
        Answer(item_id=each.item_id, answer=answer, latency_sec=time)
        for each, answer, time in zip(items, answers, times, strict=True)
    ]
    return grade(_command(items, given, **fields))


def _command(items: Sequence[Item], given: Sequence[Answer], **fields: Any) -> GradeQuiz:
    results = QuizResults(quiz_id=UUID(int=9), attempt_id=UUID(int=8), answers=list(given))
    return GradeQuiz.model_validate({"items": items, "results": results, "language": "en", **fields})


def seen(found: Evaluation) -> list[tuple[str, str, str, int]]:
    return [
        (each.pattern_type, each.made_by, each.concept, len(each.affected_questions)) for each in found.error_patterns
    ]


def again(asked: Item, number: int, concept: str = "neap tide") -> Item:
    """The same asked once more, of a concept: one slip is no pattern."""
    return on(asked.proof.source_page, asked, concept).model_copy(update={"item_id": UUID(int=number)})


def kinds(
    items: Sequence[Item], answers: Sequence[str | None], seconds: Sequence[float] | float = SLOW
) -> list[tuple[str | None, str]]:
    """What kind each mistake is of, and its sign."""
    command = _command(items, [Answer(item_id=each.item_id) for each in items])
    found = mistakes(items, evaluated(items, answers, seconds).answers, known_words(command))
    return [(each.kind, each.sign) for each in found]


def only(found: Evaluation) -> ErrorPattern:
    (pattern,) = found.error_patterns
    return pattern
