"""Cloze: a sentence with a gap for its term; whether the rest tells what belongs there; how doubtful it is. Pure."""

import re
from collections.abc import Iterator

from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.ease import is_known
from services.coach.authors.offline.explanations import typed_word
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import GAP, Draft, Gap, Span
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Definition
from services.coach.facts.kinds import kind_of
from services.coach.facts.names import is_clause
from services.coach.facts.sound import names_no_kind
from services.coach.sentences.clauses import is_verb
from services.coach.sentences.mentions import Mention
from services.coach.sentences.parts import is_noun, parts_of
from services.coach.sentences.unfit import says_something
from services.coach.sentences.vocabulary import COPULAS, VERBS
from services.text.alphabets import WORD, is_together, length_of
from services.text.words import ARTICLES, content_of, fold, is_small, stems_of, tells_all

_LONGEST = 560
_EARLY = 0.25
_LEAST_HIDDEN = 4
_LEAST_SHOWN = 3
LEAST_OF_LINE = 4  # words of content: "skin and its accessory structures" is the integument too
_A_LINE, _LEAST_LINE = 2, 6  # a line of a list says too little in fewer words
_LEAST_CLAUSE = 3  # words beside the gap
# Among examples any other example would do.
_EXAMPLE = re.compile(
    r"\b(?:such as|including|for (?:example|instance)|e\.g\.|slik som|blant annet|for eksempel|f\.eks\.|wie"
    r" etwa|zum Beispiel|z\.\s?B\.)",
    re.IGNORECASE,
)
# Of two that are named side by side the one tells the other: "nature and ____".
_PAIRED = re.compile(r"\b(?:and|or|og|eller|und|oder)\s+(?:(?:an?|the|en|et|ei|eine?|der|die|das)\s+)?$", re.IGNORECASE)
# "____, therefore, is ...", "a keeper called ____ (see the tale of the lamp)": what it goes by stands elsewhere.
_LEANS = re.compile(
    r"\b(?:therefore|thus|hence|derfor|dermed|daher|deshalb|somit)\b|\((?:cf\.?|see|se|siehe) ", re.IGNORECASE
)
_LEAST_DONE, _MOST_DONE = 8, 28  # words
_LEAST_APART = 3  # words of content that say of which thing of its kind a sentence speaks
# "The gate, also called the ____": either name would do.
_ALSO = re.compile(r"\b(?:also|sometimes|often(?=[^.]* known)|også|ofte|auch|oft)\s+(?:\w+\s+){1,3}$", re.IGNORECASE)
# "In a yearly meeting called ____".
_ANY_CALLED = re.compile(r"\b(?:an?|en|et|ei|eine?) (?:[\w-]+ ){1,8}(?:an? |the |for )?[\"“«‘']?$", re.IGNORECASE)
_ALSO_BEHIND = re.compile(
    r"[,(]\s?(?:(?:sometimes|also|often|også|auch)\s+)+(?:called|known|kalt|kjent|genannt|bekannt)\b"
)
_MAY = frozenset(
    ("can", "may", "might", "could", "tries", "seems", "kan", "kunne", "kann", "können", "peut", "peuvent")
)
# What parts a label from what is said of it, and what can be typed as one.
_PARTED = re.compile(r"\s*(?:[:–—]|\s-)\s+")
_IS_TYPED = re.compile(r"[^\W\d_][\w’'-]{2,}(?: [\w’'-]{3,}){0,2}")
_BEHIND = re.compile(r"(?:\s\([^()]{1,40}\))?\s+")


def gap_of(mention: Mention, source: Source) -> Iterator[Draft]:
    """The sentence, and its term to be typed (medium)."""
    gapped = gapped_sentence(mention, source.language)
    if gapped is None:
        return
    name, sentence = mention.concept.name, mention.sentence
    others = [other for other in source.places.also_called(mention.concept) if fold(other) not in fold(gapped)]
    at = Span(sentence.block, sentence.start, sentence.end)
    yield source.draft(
        mention.concept,
        at,
        gapped,
        Gap(mention.text, [*([name] if fold(name) != fold(mention.text) else []), *others]),
        "gap",
        "EASY" if mention.defines else "MEDIUM",
        answer_at=Span(sentence.block, mention.start, mention.end),
        doubt=doubt_of_gap(mention, source),
        told=typed_word(mention.text, mention.concept, at, source),
    )


def gap_of_line(fact: Definition, source: Source) -> Iterator[Draft]:
    """A line of a glossary, or of a list with labels, and its term to be typed (easy): not one that everybody knows, or
    whose words tell it."""
    name, text = fact.term.text, fact.at.block.text
    if not _PARTED.fullmatch(text, fact.term.end, fact.said.start) or not _IS_TYPED.fullmatch(name):
        return
    end = fact.said.end + text.startswith(".", fact.said.end)
    at = Span(fact.at.block, fact.term.start, end)
    few = len(content_of(fact.said.text, source.language)) < LEAST_OF_LINE
    if few or is_known(name, source.language) or source.is_lay(name):
        return
    if is_clause(fact.said.text) or tells(at.text[len(name) :], name, (), source.language):
        return
    accepted = [] if fold(name) == fold(fact.concept.name) or not fact.printed else [fact.concept.name]
    told, shape = typed_word(name, fact.concept, at, source), Gap(name, accepted)
    question = GAP + at.text[len(name) :]
    yield source.draft(
        fact.concept, at, question, shape, "line", "EASY", answer_at=fact.term, doubt=fact.doubt, told=told
    )


def gapped_sentence(mention: Mention, language: str) -> str | None:
    """The sentence with a gap for the term; None: the rest tells it, or anything might stand there."""
    sentence = mention.sentence
    if not mention.defines and not is_noun(sentence.text, mention.end - sentence.start, language):
        return None
    if sentence.doubt == _A_LINE and not _is_line_to_ask(sentence.text, language):
        return None
    before = sentence.block.text[sentence.start : mention.start]
    after = sentence.block.text[mention.end : sentence.end]
    if "__" in before + after or len(before + after) > _LONGEST:
        return None
    if before.rstrip().endswith("(") or _LEANS.search(before + after):
        return None
    if language == "de" and re.match(r" [A-ZÄÖÜ]", after):
        return None
    if language != "de" and mention.text[0].isupper() and (_part_of_name(before, after) or _another(mention, before)):
        return None
    if _is_filled_by_any(mention, before, after, language):
        return None
    rest = before + " " + after
    words, together = WORD.findall(mention.text), is_together(mention.text[0])
    if not together and len(words) > 1 and min(map(len, words)) < _LEAST_SHOWN:
        return None  # of so short a word not even a letter can be shown
    if (together or len(mention.text) >= _LEAST_HIDDEN) and fold(mention.text) in fold(rest):
        return None
    if content_of(mention.text, language) & content_of(rest, language):
        return None
    if tells_all(rest, mention.concept.name, language) or tells(rest, mention.text, (), language):
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


def _part_of_name(before: str, after: str) -> bool:
    """Whether a capital word stands on either side: what is left of a name gives the gap away."""
    words = before.split()
    behind = after[:1] == " " and (after[1:2].isupper() or after[1:2].isdigit())
    return behind or (len(words) > 1 and words[-1][0].isupper() and not is_small(words[-1]))


def doubt_of_gap(mention: Mention, source: Source) -> int:
    """2, which is taken only where nothing better is left, but for a gap that has one answer: where the sentence says
    what the term is or calls it so, or names its kind right before it ("the hormone ____"), and no other term of that
    kind begins alike."""
    concept, sentence = mention.concept, mention.sentence
    if not source.wording:
        return sentence.doubt
    if set(concept.key) <= set(stems_of(source.order.title, source.language)) or is_aside(mention):
        return 2
    if is_known(mention.term, source.language) or _PAIRED.search(_before(mention)):
        return 2
    after = sentence.block.text[mention.end : sentence.end]
    if _ALSO.search(_before(mention)) or _ALSO_BEHIND.match(after.lstrip()) or _another_fits(mention, source):
        return 2
    return sentence.doubt if _tells(mention, source) or _is_kind_before(mention, source) else 2


def _tells(mention: Mention, source: Source) -> bool:
    """Whether the sentence says what the term is, and enough of it to tell it from others of its kind; or calls so what
    it names with an article that any such thing has ("a sticky fluid called ____")."""
    if mention.said is None:
        return mention.named and bool(_ANY_CALLED.search(_before(mention)))
    said = mention.sentence.block.text[slice(*mention.said)]
    return not names_no_kind(said) and len(content_of(said, source.language)) >= _LEAST_APART


def _another_fits(mention: Mention, source: Source) -> bool:
    """Whether another term of the kind begins with the same letters, which is all that is shown of the term."""
    hint, kind = _hint(mention.concept), source.places.kind(mention.concept)
    return kind is not None and any(
        other != mention.concept and _hint(other) == hint and source.places.kind(other) == kind
        for other in source.order.concepts
        if not set(other.key) & set(mention.concept.key)
    )


def _hint(concept: Concept) -> str:
    return "".join(word[0] for word in WORD.findall(fold(concept.name)))


def predicate_of(mention: Mention, language: str) -> Span | None:
    """What a sentence says of the term that begins it, from its verb on; None: nothing that tells this one apart."""
    sentence = mention.sentence
    before, after = sentence.text[: mention.start - sentence.start], mention.end - sentence.start
    verb = _BEHIND.match(sentence.text, after)
    if verb is None or mention.defines or before.strip().lower() not in ("", *ARTICLES):
        return None
    start, end = verb.end(), len(sentence.text.rstrip(" ."))
    said = sentence.text[start:end]
    words = said.split()
    if not _LEAST_DONE <= len(words) <= _MOST_DONE:
        return None
    tagged = [word for word in parts_of(sentence.text, language) if word.start >= start]
    is_done = tagged[0].part in ("verb", "past") if tagged else language in VERBS and is_verb(words[0], language)
    # "is important for" tells nothing apart, "is produced by" does.
    # What it has become says little of what it is, and so does what may be.
    if words[0] in _MAY or (words[0] in ("has", "have") and words[1] == "been"):
        return None
    only_is = words[0] in COPULAS.get(language, ()) and not (len(tagged) > 1 and tagged[1].part == "form")
    return Span(sentence.block, sentence.start + start, sentence.start + end) if is_done and not only_is else None


def _is_kind_before(mention: Mention, source: Source) -> bool:
    """Whether the word before the term is what it is by its definition, with an article before that."""
    before = _before(mention).split()
    kind = source.places.kind(mention.concept)
    if kind is None or len(before) < _LEAST_CLAUSE or before[-2].lower() not in ARTICLES:
        return False
    return kind_of(before[-1], source.language) == kind


def _before(mention: Mention) -> str:
    """What stands before it in its sentence."""
    return mention.sentence.block.text[mention.sentence.start : mention.start]


def is_aside(mention: Mention) -> bool:
    """Whether the term stands in brackets or in a sentence with examples, where something else might stand too."""
    before, example = _before(mention), not mention.defines and bool(_EXAMPLE.search(mention.sentence.text))
    return example or before.count("(") > before.count(")")


def is_early(mention: Mention) -> bool:
    """Whether the gap would stand before most of what tells what belongs there."""
    sentence = mention.sentence
    return mention.start - sentence.start < _EARLY * (sentence.end - sentence.start) and not mention.defines
