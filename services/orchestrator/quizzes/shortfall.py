"""What a complete quiz lacks, told: the Evaluator's refusals over all rounds and what the Coach said last. Pure.

Where a language model wrote, what it wrote and did not hold up is said to be its own, not the text's, and what the
offline author wrote in its place is counted.
"""

from contracts.message import Phrase
from contracts.problems import Code, Problem, problem
from contracts.quizzes import Shortfall
from services.orchestrator.workflow.quizzes import KINDS, Codes, Of, QuizFacts, plus
from services.text.catalogue.phrases import rendered
from services.text.catalogue.shortfalls import has_count, plain, told_as


def own_words(facts: QuizFacts) -> list[Of]:
    """The kinds of which the Coach's first word is not the last: some was refused, or tried again, or it said none, or
    what a model wrote did not hold up, or there is more than it wrote."""
    judged = (facts.refused, facts.dropped)
    return [
        of
        for of in KINDS
        if any(of in each for each in judged) or of in facts.again or not facts.short.get(of) or _placed(facts, of)
    ]


def _placed(facts: QuizFacts, of: Of) -> int:
    """How many were there before: what is told counts them, as whoever sees the quiz does."""
    return facts.placed if of == "quiz" else 0


def told(facts: QuizFacts, language: str) -> list[Shortfall]:
    """One entry for each such kind of which less was made than asked; its code is the most frequent reason. One more
    for each kind of which some was written offline in a model's place."""
    short = [_entry(facts, of, language) for of in own_words(facts) if of in facts.missing]
    return short + [_filled(facts, of, language) for of in KINDS if of in facts.model and facts.offline.get(of)]


def nothing(facts: QuizFacts, language: str) -> Problem:
    """The 422 of a quiz of which nothing held up."""
    models = plus(facts.dropped.get("quiz", {}), facts.dropped.get("flashcards", {})) if not facts.offline else {}
    found = _phrases(_by_count(models or facts.why)) or [Phrase.of("shortfall_made.none_made")]
    why = Phrase.listed("semicolon", found)
    phrase = Phrase.of(f"shortfall_made.{'nothing_models' if models else 'nothing'}", why)
    return problem(Code.NOTHING_TO_ASK, rendered(phrase, language), phrase=phrase)


def _filled(facts: QuizFacts, of: Of, language: str) -> Shortfall:
    """How many the offline author wrote, and why the model's did not stand."""
    count, dropped = facts.offline[of], _by_count(facts.dropped.get(of, {}))
    found = _phrases(dropped) or [Phrase.of("shortfall_filled.fewer")]
    why = Phrase.of(f"shortfall_filled.{'unheld' if dropped else 'short'}", Phrase.listed("semicolon", found))
    phrase = Phrase.of(f"shortfall_filled.{of}", count, why)
    return _shortfall(of, facts.asked[of], count, "written_offline", phrase, language)


def _entry(facts: QuizFacts, of: Of, language: str) -> Shortfall:
    there = _placed(facts, of)
    asked, made = there + facts.asked[of], there + facts.made.get(of, 0)
    models = facts.dropped.get(of, {})
    refused = _less(facts.refused.get(of, {}), models)
    short = {code: count for code, count in facts.short.get(of, {}).items() if code not in models}
    reasons = _by_count(plus(refused, short))
    if not reasons and not models:
        reasons = {"author_wrote_fewer": 1}
    # Counts that explain fewer than are missing would not add up.
    both = plus(models, reasons)
    if all(map(has_count, both)) and sum(both.values()) < asked - made:
        reasons = plus(reasons, {"author_wrote_fewer": 1})
    told = [Phrase.of("shortfall_made.models", Phrase.listed("comma", _phrases(_by_count(models))))] if models else []
    told += [Phrase.listed("comma", _phrases(reasons))] if reasons else []
    phrase = Phrase.of(f"shortfall_made.{of}", made, asked, Phrase.listed("semicolon", told))
    return _shortfall(of, asked, made, next(iter(_by_count(models) or reasons)), phrase, language)


def _shortfall(of: Of, asked: int, made: int, code: str, phrase: Phrase, language: str) -> Shortfall:
    return Shortfall(of=of, asked=asked, made=made, code=code, sentence=rendered(phrase, language), phrase=phrase)


def _phrases(reasons: Codes) -> list[Phrase]:
    """Reasons in words, those that are told alike counted together; what has no count comes last."""
    alike = Codes()
    for code, count in reasons.items():
        alike = plus(alike, {told_as(code): count})
    ordered = sorted(alike, key=lambda code: not has_count(code))
    return [Phrase.of(f"shortfall.{plain(code)}", alike[code]) for code in ordered]


def _less(codes: Codes, other: Codes) -> Codes:
    """What is left of counts when others are taken from them."""
    return {code: count - other.get(code, 0) for code, count in codes.items() if count > other.get(code, 0)}


def _by_count(reasons: Codes) -> Codes:
    return dict(sorted(((code, count) for code, count in reasons.items() if count), key=lambda each: -each[1]))
