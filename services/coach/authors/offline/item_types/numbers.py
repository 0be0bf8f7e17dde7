"""Numeric: a sentence with a gap for the number that it states."""

import re
from collections.abc import Iterator, Sequence

from services.coach.authors.offline.explanations import typed_number
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import GAP, Draft, Number
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Quantity
from services.text.words import find, fold

_ROUNDED = re.compile(
    r"\b(?:about|around|roughly|some|nearly|almost|approximately|over|under|more than|less than|up to|at least|omtrent"
    r"|rundt|om lag|cirka|ca\.?|omkring|nesten|over|under|mer enn|mindre enn|opptil|minst|knapt|drøyt|etwa|rund"
    r"|ungefähr|fast|über|mehr als|weniger als|mindestens)\s*$",
    re.IGNORECASE,
)
_MOST_SHARE = 0.05
_AT_ONCE = 3  # words of a sentence that tell what it is about
# What a thing has is its own: "humans have 46 chromosomes".
_HAS = re.compile(
    r"\b(?:has|have|carry|carries|contains?|consists? of|made (?:up )?of|har"
    r"|består av|inneholder|hat|haben|enthält|enthalten)"
    r"\s+(?:\w+\s)?$"
)
# What is laid down has to be known: "must be reported within 72 hours".
_LAID_DOWN = re.compile(
    r"\b(?:must|shall|ha(?:s|ve) to|(?:is|are) (?:required|obliged|entitled|allowed) to|may (?:not|only)|no later than"
    r"|skal|må|plikter|har (?:rett|krav) (?:til|på)|senest|muss|müssen|dürfen|darf|spätestens)\b"
)
# "If the table has 10 rows", "there are five trials and each has 20 runs", "over the past 100 years".
_OF_AN_EXAMPLE = re.compile(
    r"^(?:If|When|Suppose|Assume|Say|Hvis|Når|Anta|Wenn)\b[^,]*$|^There (?:are|is)\b|^(?:An?|En|Et|Eine?) .*\d"
    r"|\b(?:over|in|for|during) the (?:past|last)\s*$|\bde siste\s*$|^Det (?:er|finnes)\b",
    re.IGNORECASE,
)
_WHOLE = (0.0, 100.0)
_LISTED = re.compile(r"^ [^,:;.]{3,40}[,:] [^.;]*, [^.;]*(?:,? (?:and|og|und) )")
_LABELLED = re.compile(r"[^\W\d_][\w-]*(?: [\w-]+){0,2} ?: [^\W\da-zæøåäöü]")
_MOST_OTHERS = 3  # figures in one sentence


def numbers_of(quantities: Sequence[Quantity], source: Source) -> Iterator[Draft]:
    """One question for each number that is stated of a concept, however often the text states it."""
    seen: set[tuple[Concept, str, str]] = set()
    for fact in sorted(quantities, key=lambda each: each.doubt):
        asked = fact.concept, fact.number.text, fact.unit
        for draft in number_of(fact, source) if asked not in seen else ():
            seen.add(asked)
            yield draft


def number_of(fact: Quantity, source: Source) -> Iterator[Draft]:
    """The sentence with a gap (medium)."""
    at, number = fact.at, fact.number
    if fact.doubt and not fact.unit:
        return  # a count in a sentence that leans on its neighbours is of no thing that anybody knows
    before, after = at.block.text[at.start : number.start], at.block.text[number.end : at.end]
    if (fact.unit == "%" and fact.value in _WHOLE) or _LABELLED.match(before):
        return  # "wholly" by a figure, and the line of a label
    if _LISTED.search(after):
        return  # who counts them knows
    if number.text in before + after or len(re.findall(r"\d+", at.text)) > _MOST_OTHERS or "__" in at.text:
        return
    if fold(number.text) in ("one", "en", "ett", "én", "et", "eine", "ein"):
        return
    shape = Number(number.text, fact.value, fact.unit, tolerance_of(fact, before))
    question, told = before + GAP + after, typed_number(fact, source)
    doubt = fact.doubt if _is_of_the_matter(fact, before, source) else 2
    yield source.draft(fact.concept, at, question, shape, "number", answer_at=number, doubt=doubt, told=told)


def _is_of_the_matter(fact: Quantity, before: str, source: Source) -> bool:
    """Whether it is a number to know: what is laid down, or what a thing has or is by itself; not how many
    there happened to be of something, nor what an example, a survey or a publication tells."""
    if _OF_AN_EXAMPLE.search(before):
        return False
    laid_down = bool(_LAID_DOWN.search(fact.at.text))
    if laid_down or _ROUNDED.search(before):
        return laid_down
    leads = fact.concept.rank == 0 and find(fact.concept.name, fold(" ".join(before.split()[:_AT_ONCE]))) >= 0
    return leads or bool(_HAS.search(before))


def tolerance_of(fact: Quantity, before: str) -> float:
    """Nothing for counts; else half of the last place that the text writes, at most 5 % of the value."""
    rounded = bool(_ROUNDED.search(before))
    if not fact.unit and not rounded:
        return 0
    figures = re.sub(r"[^\d.,]", "", fact.number.text)
    decimals = re.search(r"[.,](\d{1,2})$", figures)
    digits = re.sub(r"\D", "", figures)
    if not digits.strip("0"):
        return 0
    places = len(decimals.group(1)) if decimals else 0
    zeros = 0 if places else len(digits) - len(digits.rstrip("0"))
    # "2.5 million" is written in millions.
    scale = abs(fact.value) / (int(digits) / 10.0**places)
    return round(min(0.5 * 10.0 ** (zeros - places) * scale, _MOST_SHARE * abs(fact.value)), 6)
