"""Grading: raw answers against their keys, the score of each concept, and which are weak. Pure.

What an answer earns is `credit.py`'s matter. One that only a person can judge counts in no score. The same answers in
any order give the same `Evaluation`: graded answers stand in the order of the items, and a result's id derives from
attempt and item.
"""

from collections.abc import Collection
from uuid import UUID, uuid5

from contracts.items import Cloze, Item
from contracts.problems import Code, failure
from contracts.quizzes import Answer, ConceptScore, Evaluation, GradedAnswer, GradeQuiz, QuizResults
from services.evaluator import typed
from services.evaluator.credit import credit
from services.evaluator.text import fold


def grade(command: GradeQuiz) -> Evaluation:
    """Grade an attempt. Raises `Failure` (400) unless each item has exactly one answer and the attempt an id."""
    results = command.results
    if results.attempt_id is None:
        raise failure(Code.CONTRACT_BROKEN, "The results name no attempt.", fields=["attempt_id"])
    answers = _answers_by_item(command.items, results)
    known = typed.words([text for item in command.items for text in _texts(item)])
    graded = [
        _graded(item, answers[item.item_id], results, results.attempt_id, known, command.language)
        for item in command.items
    ]
    decided = [answer.credit for answer in graded if not answer.undecided]
    concepts = concept_scores(graded)
    return Evaluation(
        quiz_id=results.quiz_id,
        attempt_id=results.attempt_id,
        score=sum(decided) / len(decided) if decided else 0.0,
        answers=graded,
        concepts=concepts,
        weak_concepts=weak(concepts),
    )


def concept_scores(graded: list[GradedAnswer]) -> list[ConceptScore]:
    """How often each concept was asked and answered right, in the order of their first question; without what is
    undecided."""
    by_concept: dict[str, list[GradedAnswer]] = {}
    for answer in graded:
        if answer.undecided:
            continue
        by_concept.setdefault(fold(answer.concept), []).append(answer)
    return [
        ConceptScore(concept=group[0].concept, asked=len(group), correct=sum(answer.is_correct for answer in group))
        for group in by_concept.values()
    ]


def weak(concepts: list[ConceptScore]) -> list[str]:
    """The concepts with a wrong answer, worst first: least share right, then most wrong, then as asked."""
    missed = [score for score in concepts if score.correct < score.asked]
    return [s.concept for s in sorted(missed, key=lambda s: (s.correct / s.asked, s.correct - s.asked))]


def _answers_by_item(items: list[Item], results: QuizResults) -> dict[UUID, Answer]:
    answers = {answer.item_id: answer for answer in results.answers}
    asked = {item.item_id for item in items}
    if len(asked) != len(items):
        raise failure(Code.CONTRACT_BROKEN, "An item stands twice in the quiz.", fields=["items"])
    if answers.keys() != asked:
        raise failure(
            Code.CONTRACT_BROKEN,
            f"Each question needs exactly one answer: {len(asked - answers.keys())} missing, "
            f"{len(answers.keys() - asked)} to no question of this quiz.",
            fields=["answers"],
            questions=len(asked),
            answers=len(answers),
        )
    return answers


def _graded(
    item: Item, answer: Answer, results: QuizResults, attempt_id: UUID, known: Collection[str], language: str
) -> GradedAnswer:
    by_client = results.graded_by == "client" and answer.is_correct is not None
    earned = float(bool(answer.is_correct)) if by_client else credit(item, answer.answer, known, language)
    return GradedAnswer(
        result_id=uuid5(attempt_id, str(item.item_id)),
        item_id=item.item_id,
        concept=item.concept,
        difficulty=item.difficulty,
        answer=answer.answer,
        is_correct=earned == 1,
        credit=earned or 0.0,
        latency_sec=answer.latency_sec,
        graded_by="client" if by_client else "evaluator",
        undecided=earned is None,
    )


def _texts(item: Item) -> list[str]:
    """What the quiz says in other words than its keys: here a near miss is another word, not a slip."""
    options = [option.text for option in getattr(item, "options", ())]
    keys = [item.answer, *item.accepted] if isinstance(item, Cloze) else []
    return [item.proof.quote, item.question, item.concept, *options, *keys]
