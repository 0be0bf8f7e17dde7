"""What a learner lacks by one attempt, concept by concept, and what to work on first. Pure.

A concept whose only mistakes are careless is no gap. `severity`, by what its questions earned: Low with half or more,
High under half with two or more missed, else Medium.
"""

from collections import Counter
from collections.abc import Sequence

from contracts.documents import Relevance
from contracts.grading import GradedAnswer
from contracts.mastery import KnowledgeGap
from services.evaluator.grading.mistakes import Mistake
from services.evaluator.grading.patterns import pages_of, said, short
from services.text.catalogue.phrases import rendered
from services.text.words import fold

_HALF = 0.5
_GRAVEST_FIRST: tuple[Relevance, ...] = ("High", "Medium", "Low")


def gaps(found: Sequence[Mistake], graded: Sequence[GradedAnswer], language: str) -> list[KnowledgeGap]:
    """The gravest first, then the least earned, then the most missed, then as asked."""
    by_concept: dict[str, list[Mistake]] = {}
    for mistake in found:
        by_concept.setdefault(fold(mistake.item.concept), []).append(mistake)
    ranked = []
    for concept, missed in by_concept.items():
        if all(mistake.kind == "careless" for mistake in missed):
            continue
        answers = [answer for answer in graded if fold(answer.concept) == concept and not answer.undecided]
        share = sum(answer.credit for answer in answers) / len(answers)
        gap = _gap(missed, answers, share, language)
        ranked.append(((_GRAVEST_FIRST.index(gap.severity), share, -len(missed)), gap))
    return [gap for _, gap in sorted(ranked, key=lambda each: each[0])]


def to_improve(lacking: Sequence[KnowledgeGap], weak: Sequence[str]) -> list[str]:
    """The concepts of the gaps, then those that were missed by carelessness alone."""
    first = {fold(gap.concept): gap.concept for gap in lacking}
    return [*first.values(), *(concept for concept in weak if fold(concept) not in first)]


def _gap(missed: Sequence[Mistake], answers: Sequence[GradedAnswer], share: float, language: str) -> KnowledgeGap:
    taken = Counter(mistake.other for mistake in missed if mistake.other)
    other = taken.most_common(1)[0][0] if taken else ""
    # What the document asks itself is taught elsewhere than where it is asked.
    taught = [mistake for mistake in missed if not mistake.item.is_printed]
    places = {"at": pages_of(taught)} if taught else {}
    told = said(
        "gap" if taught else "gap_asked",
        concept=short(missed[0].item.concept),
        right=sum(answer.is_correct for answer in answers),
        asked=len(answers),
        mistaken=said("gap_mistaken", other=short(other)) if other else "",
        **places,
    )
    return KnowledgeGap(
        concept=answers[0].concept,
        description=rendered(told, language),
        phrase=told,
        severity="Low" if share >= _HALF else "High" if len(missed) > 1 else "Medium",
        item_ids=[mistake.item.item_id for mistake in missed],
        mistaken_for=other,
    )
