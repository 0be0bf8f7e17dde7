"""Ways: which sentence says by doing what something is done."""

import re
from collections.abc import Iterator, Sequence

from services.coach.facts.fact import Cause
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import has_letter, is_balanced, points, words_of
from services.coach.sentences.inverted import inverted
from services.coach.sentences.parts import parts_of

_PATTERNS = {
    "en": re.compile(
        r"(?P<effect>(?:[A-Z][^,;:]{4,50}, )?[^,;:]+?),? "
        r"(?P<cause>(?:by (?:\w+ly )?(?=\w+ing\b)|by means of|via) ?[^;:]+?)"
        r"(?:, (?:but|so|and (?:it|they|thus|therefore))\b.+)?(?:; .+)?"
    ),
    "no": re.compile(r"(?P<effect>[^,;:]+?),? (?P<cause>ved å [^;:]+)(?:; .+)?"),
    "de": re.compile(r"(?P<effect>[^,;:]+), (?P<cause>indem [^;:]+)(?:; .+)?"),
}
# Behind other sentences "the medicine" is one that they spoke of, unless it is a term.
_ONE = re.compile(r"The [a-z]+(?= (?:(?:can|may|must|will) )?[a-z]+)(?! of\b)")
_NONE = re.compile(r"(?!)")
# "Serves the needs of all by teaching": the way of what stands nearest, not of the whole.
_NEARER = re.compile(r"\b\w+ing\b(?! (?:is|are|can|may|must|will)\b)|\b(?:to|that|which|who|å|som|at|og|zu|dass)\b")
_OF_ONE = re.compile(
    r"\b(?:that|one|only|you|your|we|our|equivalent|for (?:example|instance)|bare|kun|du|vi|tilsvarende|for eksempel"
    r"|nur|man|wir|entsprechende\w*|zum Beispiel|beispielsweise|möchten?)\b",
    re.IGNORECASE,
)
# "By clicking on an icon" is found out by who sees it.
_CLICKED = re.compile(r"by (?:(?:left|right|double)-)?(?:clicking|pressing|selecting|choosing)\b")
_LEAST, _MOST = 3, 30  # words


def ways_of(told: Sequence[Told], language: str) -> Iterator[Cause]:
    """At most one for each sentence: `effect` is what is done, a statement in the present, and `cause` the way, with
    its "by"."""
    pattern = _PATTERNS.get(language, _NONE)
    for each in told:
        found = pattern.fullmatch(each.text) if each.sentence.doubt <= 1 else None
        if found is None:
            continue
        concept = each.about(found.span("effect"), found.span("cause"))
        done, way = found["effect"], found["cause"]
        if concept is None or not _holds(done, way, each.text, language) or each.points_back(*found.span("effect")):
            continue
        one = _ONE.match(done)
        if one and each.sentence.start and each.within(*one.span()) is None:
            continue
        yield Cause(
            concept, each.whole, each.span(*found.span("effect")), each.span(*found.span("cause")), each.doubt(concept)
        )


def _holds(done: str, way: str, sentence: str, language: str) -> bool:
    """Whether both are whole, and the way is that of the statement's own verb."""
    turned = inverted(done, language, sentence)
    if turned is None or not is_balanced(done) or not is_balanced(way) or has_letter(f"{done} {way}"):
        return False
    if not all(_LEAST <= len(words_of(part)) <= _MOST for part in (done, way)):
        return False
    if points(done, language) or _OF_ONE.search(done) or _NEARER.search(turned.rest) or _CLICKED.match(way):
        return False
    finite = [w for w in parts_of(sentence, language) if w.part in ("verb", "past") and w.end <= len(done)]
    return len(finite) <= 1 + sum(word.text.endswith("ed") for word in finite if word.part == "past")
