"""Grading: raw answers against their keys, the score of each concept, and what follows from it. Pure.

What an answer earns is `credit.py`'s matter, unless it was ruled already. One that only a person can judge counts in no
score. `observing.py` tells what an answer says of its concept, `patterns.py` and `gaps.py` what the mistakes show.
The same answers in any order give the same `Evaluation`: graded answers stand in the order of the items, and a result's
id derives from attempt and item.
"""

from collections.abc import Collection
from uuid import UUID, uuid5

from contracts.items import Cloze, Item, ShortAnswer
from contracts.problems import Code, failure
from contracts.quizzes import Answer, ConceptScore, Evaluation, GradedAnswer, GradeQuiz, QuizResults, Ruling
from services.chassis import progress
from services.evaluator.grading.gaps import gaps, to_improve
from services.evaluator.grading.mistakes import mistakes
from services.evaluator.grading.patterns import patterns
from services.evaluator.items import made_by as items_made_by
from services.evaluator.items import typed
from services.evaluator.items.credit import credit
from services.evaluator.items.observation import observe
from services.text.words import fold


def grade(command: GradeQuiz) -> Evaluation:
    """Grade an attempt. Raises `Failure` (400) unless each item has exactly one answer and the attempt an id."""
    results = command.results
    if results.attempt_id is None:
        raise failure(Code.CONTRACT_BROKEN, "The results name no attempt.", fields=["attempt_id"])
    answers = _answers_by_item(command.items, results)
    known = known_words(command)
    rulings = {ruling.item_id: ruling for ruling in command.rulings}
    graded = [
        _graded(item, answers[item.item_id], command, results.attempt_id, known, rulings.get(item.item_id))
        for item in progress.each(command.items)
    ]
    decided = [answer.credit for answer in graded if not answer.undecided]
    concepts = concept_scores(graded)
    found = mistakes(command.items, graded, known)
    lacking = gaps(found, graded, command.language)
    return Evaluation(
        quiz_id=results.quiz_id,
        attempt_id=results.attempt_id,
        score=sum(decided) / len(decided) if decided else 0.0,
        answers=graded,
        concepts=concepts,
        weak_concepts=weak(concepts),
        error_patterns=patterns(found, command.language),
        knowledge_gaps=lacking,
        improvement_areas=to_improve(lacking, weak(concepts)),
    )


def open_answers(command: GradeQuiz) -> list[tuple[ShortAnswer, str]]:
    """The open answers that no rule can judge and nobody has ruled on, in the order of the items."""
    given = {answer.item_id: answer for answer in command.results.answers}
    ruled = {ruling.item_id for ruling in command.rulings}
    found = []
    for item in progress.each(command.items):
        answer = given.get(item.item_id)
        if not isinstance(item, ShortAnswer) or item.item_id in ruled or answer is None or answer.answer is None:
            continue
        by_client = _by_client(answer, command.results)
        if not by_client and credit(item, answer.answer, (), command.language) is None:
            found.append((item, answer.answer))
    return found


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


def _by_client(answer: Answer, results: QuizResults) -> bool:
    return results.graded_by == "client" and answer.is_correct is not None


def _graded(
    item: Item, answer: Answer, command: GradeQuiz, attempt_id: UUID, known: Collection[str], ruling: Ruling | None
) -> GradedAnswer:
    by_client = ruling is None and _by_client(answer, command.results)
    skipped = answer.answer is None or not answer.answer.strip()
    earned: float | None
    if ruling is not None:
        earned, made_by = ruling.credit, ruling.by
    elif by_client:
        earned, made_by = float(bool(answer.is_correct)), items_made_by.CLIENT
    else:
        earned = credit(item, answer.answer, known, command.language)
        made_by = items_made_by.SKIPPED if skipped else items_made_by.RULES[item.type]
    faint = (item.item_id in command.repeats) + (made_by == items_made_by.LEARNER)
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
        observation=None
        if earned is None
        else observe(item, earned, skipped=made_by == items_made_by.SKIPPED, faint=faint),
        made_by=made_by,
    )


def known_words(command: GradeQuiz) -> frozenset[str]:
    """The words that the quiz uses: in a typed answer they are no slips."""
    return typed.words([text for item in command.items for text in _texts(item)])


def _texts(item: Item) -> list[str]:
    """What the quiz says in other words than its keys: here a near miss is another word, not a slip."""
    options = [option.text for option in getattr(item, "options", ())]
    keys = [item.answer, *item.accepted] if isinstance(item, Cloze) else []
    return [item.proof.quote, item.question, item.concept, *options, *keys]
