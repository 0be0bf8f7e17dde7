"""Cloze: a sentence with a gap for its term; whether the rest tells what belongs there; how doubtful it is. Pure."""

import re
from collections.abc import Iterator

from services.coach.authors.offline.explanations import typed_word
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import GAP, Draft, Gap, Span
from services.coach.drafts.order import Order
from services.coach.facts.names import ARTICLES
from services.coach.sentences.clauses import is_verb
from services.coach.sentences.mentions import Mention
from services.coach.sentences.unfit import says_something
from services.text.alphabets import WORD, is_together, length_of
from services.text.frequencies import is_common
from services.text.words import content_of, fold, is_small, stems_of, tells_all

_LONGEST = 560
_HINGES = frozenset(
    WORD.findall(
        """
        about after against along among around because before behind below beneath between beyond but during except
        how if inside instead into like near off once onto out outside over past per rather should since than that
        though through throughout toward towards under unless until upon via what when where whereas whether while
        within without would could might must shall did does been being only just even again both here there
        """
    )
)
_EARLY = 0.25
_LEAST_HIDDEN = 4
# Shares of everyday words: of a term that the text defines, and of one that it does not, which may be a mere word.
_PLAIN, _RATHER_PLAIN = 6e-5, 1.4e-5
_A_LINE, _LEAST_LINE = 2, 6  # a line of a list says too little in fewer words
_VERSION = re.compile(r" \d+\.\d")
_LEAST_CLAUSE = 3  # words beside the gap
_POINTED_AT = re.compile(
    r"\b(?:this|these|that|those|such|dette|denne|disse|slike?|diese[rsmn]?|jene[rsmn]?)\s+$", re.IGNORECASE
)
# Among examples any other example would do.
_EXAMPLE = re.compile(
    r"\b(?:such as|including|for (?:example|instance)|e\.g\.|slik som|blant annet|for eksempel|f\.eks\.|wie"
    r" etwa|zum Beispiel|z\.\s?B\.)",
    re.IGNORECASE,
)
_LIST = re.compile(r",\s*$")


def gap_of(mention: Mention, source: Source) -> Iterator[Draft]:
    """The sentence, and its term to be typed (medium)."""
    gapped = gapped_sentence(mention, source.language)
    if gapped is None or not is_worth_it(mention, source):
        return
    name, sentence = mention.concept.name, mention.sentence
    at = Span(sentence.block, sentence.start, sentence.end)
    yield source.draft(
        mention.concept,
        at,
        gapped,
        Gap(mention.text, [name] if fold(name) != fold(mention.text) else []),
        "gap",
        answer_at=Span(sentence.block, mention.start, mention.end),
        doubt=doubt_of_gap(mention, source.order),
        told=typed_word(mention.text, mention.concept, at, source),
    )


def gapped_sentence(mention: Mention, language: str) -> str | None:
    """The sentence with a gap for the term; None: the rest tells it, or anything might stand there."""
    sentence = mention.sentence
    if sentence.doubt == _A_LINE and not _is_line_to_ask(sentence.text, language):
        return None
    before = sentence.block.text[sentence.start : mention.start]
    after = sentence.block.text[mention.end : sentence.end]
    if "__" in before + after or len(before + after) > _LONGEST:
        return None
    if (
        (_LIST.search(before) and after.lstrip()[:1] == ",")
        or before.rstrip().endswith("(")
        or _POINTED_AT.search(before)
    ):
        return None
    if language == "de" and re.match(r" [A-ZÄÖÜ]", after):
        return None
    if language != "de" and mention.text[0].isupper() and (_part_of_name(before, after) or _another(mention, before)):
        return None
    if _is_filled_by_any(mention, before, after, language):
        return None
    rest = before + " " + after
    together = is_together(mention.text[0])
    if (together or len(mention.text) >= _LEAST_HIDDEN) and fold(mention.text) in fold(rest):
        return None
    if content_of(mention.text, language) & content_of(rest, language):
        return None
    if tells_all(rest, mention.concept.name, language):
        return None
    return before + GAP + after


def _is_line_to_ask(line: str, language: str) -> bool:
    """Whether a line of a list says enough: a clause with its subject, no label with what stands under it."""
    return length_of(line) >= _LEAST_LINE and ":" not in line and says_something(line, language)


def _is_filled_by_any(mention: Mention, before: str, after: str, language: str) -> bool:
    """Whether any word fills the gap: after "The" alone, behind a name ("the Qwark ____"), in a clause of few words."""
    words = before.split()
    mere_word = mention.text.islower() and len(mention.concept.key) == 1
    if mere_word and not mention.defines and (not words or (len(words) == 1 and words[0].lower() in ARTICLES)):
        return True
    if mere_word and language == "en" and len(words) > 1 and words[-1][0].isupper() and words[-1][-1].isalnum():
        return True
    clause = before.rpartition(":")[2] + after if ":" in before else before + after.partition(":")[0]
    return length_of(clause) < _LEAST_CLAUSE


def _another(mention: Mention, before: str) -> bool:
    """Whether a capital within the sentence makes it a name ("the File menu") though the concept is a word."""
    return bool(before.strip()) and mention.concept.name.islower() and not mention.text.isupper()


def _is_modifier(mention: Mention, language: str) -> bool:
    """Whether one English word stands before the noun that it tells more of ("interactive analysis"): many could."""
    behind = mention.sentence.block.text[mention.end : mention.sentence.end]
    following = re.match(r" ([a-z]{3,})\b", behind)
    if language != "en" or following is None or len(mention.concept.key) > 1 or mention.defines:
        return False
    word = following[1]
    return not (is_small(word) or word in _HINGES or is_verb(word, language) or word.endswith(("ly", "ed", "ing")))


def _part_of_name(before: str, after: str) -> bool:
    """Whether a capital word stands on either side: what is left of a name gives the gap away."""
    words = before.split()
    return (after[:1] == " " and (after[1:2].isupper() or bool(_VERSION.match(after)))) or (
        len(words) > 1 and words[-1][0].isupper() and not is_small(words[-1])
    )


def is_worth_it(mention: Mention, source: Source) -> bool:
    """Whether a gap has anything to ask: not that in a line of a list which is weak besides."""
    return source.last_resort or mention.sentence.doubt != _A_LINE or not is_weak(mention, source.order)


def doubt_of_gap(mention: Mention, order: Order) -> int:
    """A gap is more doubtful at the beginning, in brackets, for what the title says, for a word of every day, among
    examples, and with nothing else of the subject beside it."""
    return min(2, mention.sentence.doubt + is_weak(mention, order))


def is_weak(mention: Mention, order: Order) -> bool:
    """Whether anything but its sentence makes a gap doubtful."""
    concept = mention.concept
    plain = _PLAIN if mention.defines or concept.definition else _RATHER_PLAIN
    return (
        is_early(mention)
        or is_aside(mention)
        or _is_modifier(mention, order.language)
        or set(concept.key) <= set(stems_of(order.title, order.language))
        or (not mention.others and not mention.defines)
        or (len(concept.key) == 1 and is_common(concept.name, order.language, plain))
    )


def is_aside(mention: Mention) -> bool:
    """Whether the term stands in brackets or in a sentence with examples, where something else might stand too."""
    sentence = mention.sentence
    before = sentence.block.text[sentence.start : mention.start]
    example = not mention.defines and bool(_EXAMPLE.search(sentence.text))
    return example or before.count("(") > before.count(")")


def is_early(mention: Mention) -> bool:
    """Whether the gap would stand before most of what tells what belongs there."""
    sentence = mention.sentence
    return mention.start - sentence.start < _EARLY * (sentence.end - sentence.start) and not mention.defines
