"""What a complete quiz lacks, told: the Evaluator's refusals over all rounds and what the Coach said last. Pure.

Where a language model wrote, what it wrote and did not hold up is said to be its own, not the text's, and what the
offline author wrote in its place is counted.
"""

from contracts.problems import Code, Problem, problem
from contracts.quizzes import Shortfall
from services.orchestrator.workflow.quizzes import KINDS, Codes, Of, QuizFacts, plus
from services.text.catalogue import counted, sentences
from services.text.languages import spoken as spoken_in
from services.text.shortfalls import REASONS, has_count, said, told_as

_MADE, _FILLED, _FILLED_OF = sentences("shortfall_made"), sentences("shortfall_filled"), counted("shortfall_filled")


def own_words(facts: QuizFacts) -> list[Of]:
    """The kinds of which the Coach's first word is not the last: some was refused, or tried again, or it said none, or
    what a model wrote did not hold up."""
    judged = (facts.refused, facts.dropped)
    return [of for of in KINDS if any(of in each for each in judged) or of in facts.again or not facts.short.get(of)]


def told(facts: QuizFacts, language: str) -> list[Shortfall]:
    """One entry for each such kind of which less was made than asked; its code is the most frequent reason. One more
    for each kind of which some was written offline in a model's place."""
    spoken = spoken_in(language, REASONS)
    short = [_entry(facts, of, language) for of in own_words(facts) if of in facts.missing]
    return short + [_filled(facts, of, spoken) for of in KINDS if of in facts.model and facts.offline.get(of)]


def nothing(facts: QuizFacts, language: str) -> Problem:
    """The 422 of a quiz of which nothing held up."""
    spoken = spoken_in(language, REASONS)
    models = plus(facts.dropped.get("quiz", {}), facts.dropped.get("flashcards", {})) if not facts.offline else {}
    why = "; ".join(_phrases(_by_count(models or facts.why), spoken)) or _MADE[spoken]["none_made"]
    return problem(Code.NOTHING_TO_ASK, _MADE[spoken]["nothing_models" if models else "nothing"].format(why))


def _filled(facts: QuizFacts, of: Of, spoken: str) -> Shortfall:
    """How many the offline author wrote, and why the model's did not stand."""
    count, asked = facts.offline[of], facts.asked[of]
    why = "; ".join(_phrases(_by_count(facts.dropped.get(of, {})), spoken)) or _FILLED[spoken]["fewer"]
    held = _FILLED[spoken]["unheld" if facts.dropped.get(of) else "short"]
    sentence = _FILLED_OF[spoken][of][count != 1].format(count, held.format(why))
    return Shortfall(of=of, asked=asked, made=count, code="written_offline", sentence=sentence)


def _entry(facts: QuizFacts, of: Of, language: str) -> Shortfall:
    asked, made = facts.asked[of], facts.made.get(of, 0)
    models, spoken = facts.dropped.get(of, {}), spoken_in(language, REASONS)
    refused = _less(facts.refused.get(of, {}), models)
    short = {code: count for code, count in facts.short.get(of, {}).items() if code not in models}
    reasons = _by_count(plus(refused, short))
    if not reasons and not models:
        reasons = {"author_wrote_fewer": 1}
    # Counts that explain fewer than are missing would not add up.
    both = plus(models, reasons)
    if all(map(has_count, both)) and sum(both.values()) < asked - made:
        reasons = plus(reasons, {"author_wrote_fewer": 1})
    told = [_MADE[spoken]["models"].format(", ".join(_phrases(_by_count(models), spoken)))] if models else []
    told += [", ".join(_phrases(reasons, spoken))] if reasons else []
    sentence = _MADE[spoken][of].format(made, asked, "; ".join(told))
    reasons = _by_count(models) or reasons
    return Shortfall(of=of, asked=asked, made=made, code=next(iter(reasons)), sentence=sentence)


def _phrases(reasons: Codes, language: str) -> list[str]:
    """Reasons in words, those that are told alike counted together; what has no count comes last."""
    alike = Codes()
    for code, count in reasons.items():
        alike = plus(alike, {told_as(code): count})
    return [said(code, alike[code], language) for code in sorted(alike, key=lambda code: not has_count(code))]


def _less(codes: Codes, other: Codes) -> Codes:
    """What is left of counts when others are taken from them."""
    return {code: count - other.get(code, 0) for code, count in codes.items() if count > other.get(code, 0)}


def _by_count(reasons: Codes) -> Codes:
    return dict(sorted(((code, count) for code, count in reasons.items() if count), key=lambda each: -each[1]))
