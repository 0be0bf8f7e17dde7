"""What a complete quiz lacks, told: the Evaluator's refusals over all rounds and what the Coach said last. Pure."""

from contracts.quizzes import Shortfall
from services.orchestrator.decide.facts import KINDS, Codes, Of, QuizFacts, plus
from services.orchestrator.shortfall_words import MADE, SAME, WORDS


def own_words(facts: QuizFacts) -> list[Of]:
    """The kinds of which the Coach's first word is not the last: some was refused, or tried again, or it said none."""
    return [of for of in KINDS if facts.refused.get(of) or of in facts.again or not facts.short.get(of)]


def told(facts: QuizFacts, language: str) -> list[Shortfall]:
    """One entry for each such kind of which less was made than asked; its code is the most frequent reason."""
    return [_entry(facts, of, language) for of in own_words(facts) if of in facts.missing]


def _entry(facts: QuizFacts, of: Of, language: str) -> Shortfall:
    asked, made = facts.asked[of], facts.made.get(of, 0)
    refused, short = facts.refused.get(of, {}), facts.short.get(of, {})
    reasons = _by_count(plus(refused, short)) or {"author_wrote_fewer": 1}
    spoken = _language(language)
    # Counts that explain fewer than are missing would not add up.
    if all("{}" in WORDS["en"][_spoken(code)][0] for code in reasons) and sum(reasons.values()) < asked - made:
        reasons = plus(reasons, {"author_wrote_fewer": 1})
    sentence = MADE[spoken][of].format(made, asked, ", ".join(_phrases(reasons, spoken)))
    return Shortfall(of=of, asked=asked, made=made, code=next(iter(reasons)), sentence=sentence)


def _phrases(reasons: Codes, language: str) -> list[str]:
    """Reasons in words, those that are told alike counted together; what has no count comes last."""
    words, alike = WORDS[language], Codes()
    for code, count in reasons.items():
        alike = plus(alike, {_spoken(code): count})
    counted = sorted(alike, key=lambda code: "{}" not in words[code][0])
    return [words[code][alike[code] != 1].format(alike[code]) for code in counted]


def _by_count(reasons: Codes) -> Codes:
    return dict(sorted(((code, count) for code, count in reasons.items() if count), key=lambda each: -each[1]))


def _spoken(code: str) -> str:
    code = SAME.get(code, code)
    return code if code in WORDS["en"] else "model" if code.startswith("model_") else "other"


def _language(language: str) -> str:
    first = language.lower().replace("_", "-").split("-")[0]
    spoken = {"nb": "no", "nn": "no"}.get(first, first)
    return spoken if spoken in WORDS else "en"
