"""Handles `GradeQuiz`: raw answers against their keys, the score of each concept, and what follows from it.

`Grader` is the handler; `grade` does the work and is pure. What an answer earns is its item's type's matter (`items`),
unless it was ruled already; with a model, `rubric.py` rules on open answers that no rule can judge, and on typed ones
that may be equal to the key in other words. One that only a person can judge counts in no score. `mistakes.py` tells
which answers were missed and how, `patterns.py` and `gaps.py` what that shows.
The same answers in any order give the same `Evaluation`: graded answers stand in the order of the items, and a result's
id derives from attempt and item.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from contracts.grading import Answer, ConceptScore, Evaluation, GradedAnswer, GradeQuiz, QuizResults, Ruling
from contracts.items import Item, ShortAnswer
from contracts.message import Message
from contracts.problems import Code, failure
from services.chassis import progress
from services.chassis.worker.handlers import Run
from services.evaluator.grading.gaps import gaps, to_improve
from services.evaluator.grading.made_by import CLIENT, LEARNER, SKIPPED
from services.evaluator.grading.mistakes import mistakes
from services.evaluator.grading.patterns import patterns
from services.evaluator.grading.rubric import Graded, Rubric, talks
from services.evaluator.items import typed
from services.evaluator.items.observation import observe
from services.evaluator.items.registry import credit, rules_of
from services.text.words import fold


@dataclass(frozen=True)
class Grader:
    """`rubric`: None where nothing is asked; then the learner compares."""

    rubric: Rubric | None = None

    async def grade_quiz(self, command: GradeQuiz, run: Run) -> Sequence[Message]:
        """Answers with `Evaluation`; raises `Failure` (400) where answers and items do not match."""
        graded = grade(command)
        told = ""
        if self.rubric and (asked := to_judge(command)):
            judged = await self.rubric.grade(asked, command.language, str(run.envelope.subject))
            run.note(tokens_used=judged.tokens)
            graded = grade(command.model_copy(update={"rulings": [*command.rulings, *judged.rulings]}))
            told = _told(asked, judged)
        run.note(
            input_summary=f"{len(command.items)} answers",
            output=_counted(graded),
            reasoning=f"weak: {', '.join(graded.weak_concepts) or 'none'}{told}",
        )
        return [graded]


def _told(asked: Sequence[tuple[Item, str]], judged: Graded) -> str:
    """How many the model judged, and what became of the others."""
    told = ""
    open_ones = sum(isinstance(item, ShortAnswer) for item, _ in asked)
    for what, count, whose, others in (
        ("open", open_ones, "left to the learner", judged.left),
        ("typed", len(asked) - open_ones, "left to the rules", judged.kept),
    ):
        left = ", ".join(f"{code}: {many}" for code, many in sorted(others.items()))
        told += f"; {what} answers judged by the model: {count - others.total()} of {count}" if count else ""
        told += f", {whose}: {left}" if left else ""
    return told


def _counted(graded: Evaluation) -> str:
    right = sum(answer.is_correct for answer in graded.answers)
    return f"{right} of {len(graded.answers)} right, score {graded.score:.2f}"


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


def to_judge(command: GradeQuiz) -> list[tuple[Item, str]]:
    """The answers to ask a model about, in the order of the items: open ones that no rule can judge, and typed ones
    that may be equal to the key in other words. None on which anybody has ruled."""
    given = {answer.item_id: answer for answer in command.results.answers}
    ruled = {ruling.item_id for ruling in command.rulings}
    known, places = known_words(command), {item.concept: item.proof.source_page for item in command.items}
    found = []
    for item in progress.each(command.items):
        answer = given.get(item.item_id)
        if item.item_id in ruled or answer is None or answer.answer is None or _by_client(answer, command.results):
            continue
        if is_unsure(item, answer.answer, places, known, command.language):
            found.append((item, answer.answer))
    return found


def is_unsure(item: Item, raw: str, places: Mapping[str, int], known: Collection[str], language: str) -> bool:
    """Whether a model may know better than the rules what an answer earns. `places`, `known`: see `Rules`."""
    earned = credit(item, raw, known, language)
    if earned is None:
        return True
    return (
        earned == 0 and bool(raw.strip()) and rules_of(item).may_be_equal(item, raw, places, known) and not talks(raw)
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
        earned, made_by = float(bool(answer.is_correct)), CLIENT
    else:
        earned = credit(item, answer.answer, known, command.language)
        made_by = SKIPPED if skipped else rules_of(item).made_by
    faint = (item.item_id in command.repeats) + (made_by == LEARNER)
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
        observation=None if earned is None else observe(item, earned, skipped=made_by == SKIPPED, faint=faint),
        made_by=made_by,
    )


def known_words(command: GradeQuiz) -> frozenset[str]:
    """The words that the quiz uses: in a typed answer they are no slips."""
    return typed.words([text for item in command.items for text in _texts(item)])


def _texts(item: Item) -> list[str]:
    """What the quiz says in other words than its keys: here a near miss is another word, not a slip."""
    rules = rules_of(item)
    options = [option.text for option in rules.options(item)]
    told = [each.option_id for each in item.explanations] if item.by == "words" else []
    return [item.proof.quote, item.question, item.concept, *options, *told, *rules.typed_keys(item)]
