"""Contrasts: which sentence says one thing of something and another thing of something else of its kind."""

import re
from collections.abc import Iterator, Sequence

from services.coach.facts.fact import Contrast
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import (
    is_balanced,
    is_noun_phrase,
    is_verb,
    opens_with_pronoun,
    subject_ends,
    words_of,
)
from services.coach.sentences.parts import is_noun, parts_of
from services.coach.sentences.vocabulary import ADVERBS, COPULAS
from services.text.words import content_of

_SURE = {
    "en": re.compile(
        r"^(?P<one>[^;]+?)(?:,? whereas|[,;] (?:and )?(?:in|by) contrast,?|[,;] (?:and |but |while )?on the"
        r" other hand,?)"
        r" (?P<other>[^;]+)$"
    ),
    "no": re.compile(r"^(?P<one>[^;]+?)(?:, i motsetning til at|, mens derimot| mens derimot) (?P<other>[^;]+)$"),
}
_MAYBE = {
    "en": re.compile(r"^(?P<one>[^;]+?), (?:while|whilst|but) (?P<other>[^;]+)$"),
    "no": re.compile(r"^(?P<one>[^;]+?), (?:mens|men) (?P<other>[^;]+)$"),
}
_LED = {
    "en": re.compile(r"^(?:While|Whereas|Whilst) (?P<one>[^,;]+), (?P<other>[^,;]+)$"),
    "no": re.compile(r"^Mens (?P<one>[^,;]+), (?P<other>[^,;]+)$"),
}
_UNLIKE = {
    "en": re.compile(
        r"^(?:Unlike|In contrast to) (?!(?:most|many|some|other|any|each|few|several) )(?P<other>[^,;]+),"
        r" (?P<one>[^;]+)$"
    )
}
_TAIL = re.compile(
    r",? (?:because|fordi)\s|, (?:and|so|but|which|although|og|så|men|noe som) (?=\w+ \w)", re.IGNORECASE
)
_LEAST, _MOST, _MOST_NAMED = 2, 20, 5
_MAY = re.compile(r"(?:may|might|can|could)\b")
# "The gate is removed, but the wall is kept": what is done to both on some occasion.
_DONE = re.compile(r"(?:is|are) (?:\w+ly )?\w+(?:ed|en|pt|lt|ld)\b|(?:blir|fjernes|beholdes)\b")
# Words of degree, place or effect that set two things against each other.
_PAIRS = {
    "en": """
        increase decrease/increases decreases/increased decreased/increasing decreasing/higher lower/high low/more less
        above below/larger smaller/longer shorter/faster slower/stronger weaker/rises falls/rise fall/anterior posterior
        superior inferior/inner outer/internal external/stimulates inhibits/stimulate inhibit/activates deactivates
        expands contracts/strengthens weakens/soluble insoluble/maximum minimum/warmer colder/wider narrower
        deeper shallower/thicker thinner/voluntary involuntary/innermost outermost/ascending descending
        mutable immutable/compiled interpreted/accelerates delays/hydrophobic hydrophilic
    """,
    "no": """
        øker minker/øke minke/høyere lavere/høy lav/høyt lavt/mer mindre/større mindre/lengre kortere/raskere saktere
        sterkere svakere/stiger synker/stige synke/utvider trekker/indre ytre/varmere kaldere/fremmer hemmer
        dypere grunnere/tyngre lettere/bredere smalere/tykkere tynnere/sterkt svakt/parallell serie
        fordamper kondenserer
    """,
}


def _turned(pairs: str) -> dict[str, str]:
    words = pairs.replace("/", " ").split()
    both = list(zip(words[::2], words[1::2], strict=True))
    return dict([*((one, other) for one, other in both), *((other, one) for one, other in reversed(both))])


_OPPOSITES = {language: _turned(pairs) for language, pairs in _PAIRS.items()}


def contrasts_of(told: Sequence[Told], language: str) -> Iterator[Contrast]:
    """At most one for each sentence; none for a language without patterns."""
    if language not in _SURE:
        return
    for each in told:
        if each.sentence.doubt > 1:
            continue
        if (unlike := _UNLIKE.get(language)) and (found := unlike.match(each.text)):
            if contrast := _unlike(each, found.span("one"), found.span("other"), language):
                yield contrast
            continue
        for table, sure in ((_SURE, True), (_MAYBE, False), (_LED, False)):
            if found := table[language].match(each.text):
                contrast = _contrast(each, found.span("one"), found.span("other"), language, sure=sure)
                if contrast is not None:
                    yield contrast
                break


Place = tuple[int, int]


def _comparable(names: tuple[str, str]) -> bool:
    """Whether both are named in the same way: in few words, about as many, both with an "of" or neither."""
    one, other = (len(words_of(name)) for name in names)
    of = {bool(re.search(r" (?:of|av) ", name)) for name in names}
    return max(one, other) <= _MOST_NAMED and abs(one - other) <= 2 and len(of) == 1


def _contrast(
    told: Told, one: tuple[int, int], other: tuple[int, int], language: str, *, sure: bool
) -> Contrast | None:
    if tail := _TAIL.search(told.text, *other):
        other = other[0], tail.start()
    parts = _parted(told.text, *one, language), _parted(told.text, *other, language)
    if parts[0] is None or parts[1] is None:
        return None
    (thing, said), (second, second_said) = _named_whole(told, *parts[0]), _named_whole(told, *parts[1])
    names = told.text[slice(*thing)], told.text[slice(*second)]
    tell = told.text[slice(*said)], told.text[slice(*second_said)]
    own, others = (content_of(name, language) for name in names)
    # "Every transaction of a book" is no other thing than "a transaction".
    if own <= others or others <= own or not _comparable(names):
        return None
    if not sure and (not _differ(names, tell, language) or all(map(_DONE.match, tell))):
        return None
    concept = told.about(thing, second, said, second_said)
    if concept is None:
        return None
    return Contrast(
        concept,
        told.whole,
        told.span(*thing),
        told.span(*said),
        told.span(*second),
        told.span(*second_said),
        told.doubt(concept),
    )


def _named_whole(told: Told, thing: Place, said: Place) -> tuple[Place, Place]:
    """The same with the whole of a name that a tagger took for a noun with its verb: "lock gates"."""
    end = next((last for _, first, last in told.stands if first < thing[1] < last), thing[1])
    start = said[0] if end == thing[1] else end + len(told.text[end:]) - len(told.text[end:].lstrip())
    return (thing[0], end), (start, said[1])


def _unlike(told: Told, one: tuple[int, int], other: tuple[int, int], language: str) -> Contrast | None:
    """What is said of one thing alone, and so not of the other."""
    if tail := _TAIL.search(told.text, *one):
        one = one[0], tail.start()
    parted, names = _parted(told.text, *one, language), told.text[slice(*other)]
    if parted is None or not is_noun_phrase(names, language) or not is_noun(names, len(names), language):
        return None
    (start, end), said = parted
    if _MAY.match(told.text[slice(*said)]):
        return None  # what one may do says nothing of the other
    thing = (start + len("all ") if told.text.startswith("all ", start) else start), end
    own, others = (content_of(name, language) for name in (told.text[slice(*thing)], names))
    concept = told.about(thing, other, said)
    if concept is None or own <= others or others <= own:
        return None
    is_so = told.span(*said)
    return Contrast(concept, told.whole, told.span(*thing), is_so, told.span(*other), is_so, told.doubt(concept))


def _parted(text: str, start: int, end: int, language: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The clause's subject and what it says of it, if both can be shown."""
    clause = text[start:end]
    if opens_with_pronoun(clause, language) or (cut := _subject_ends(clause, language)) is None:
        return None
    said = clause[cut:].strip()
    if re.search(r"\b(?:not|ikke|none|so|of (?:it|them)|ingen)$", said):
        return None
    at = start + clause.index(said, cut)
    if not _LEAST <= len(words_of(said)) <= _MOST or not is_balanced(said) or re.search(r"[:;]|,(?!\d)", said):
        return None
    return (start, start + cut), (at, at + len(said))


def _subject_ends(clause: str, language: str) -> int | None:
    """Where its subject ends, before a verb that the table knows or that the parts of speech tell."""
    if (known := subject_ends(clause, language)) is not None:
        return known
    words = parts_of(clause, language)
    at = next((n for n, word in enumerate(words) if n and word.part == "verb"), 0)
    while at > 1 and words[at - 1].text.lower() in ADVERBS[language]:
        at -= 1
    end = words[at - 1].end if at else 0
    return end if 0 < at <= _MOST_NAMED and is_noun_phrase(clause[:end], language) else None


def _verb(said: str, language: str) -> str:
    words = [word.lower() for word in words_of(said)]
    return next((word for word in words if word not in ADVERBS[language]), words[0])


def _differ(names: tuple[str, str], said: tuple[str, str], language: str) -> bool:
    """Whether two clauses joined by "while" or "but" say the same kind of thing of both: by the same verb or, where
    that is a mere "is" or "has", in opposites. Else they may only happen at the same time."""
    first, second = _verb(said[0], language), _verb(said[1], language)
    if {first, second} <= COPULAS[language]:
        return _opposed(names, said, language)
    return first.rstrip("s") == second.rstrip("s") and is_verb(first, language)


def _opposed(names: tuple[str, str], said: tuple[str, str], language: str) -> bool:
    """Whether the two differ in a pair of opposites, or their names share a word ("red cells", "white cells")."""
    first, second = ({word.lower() for word in words_of(part)} for part in said)
    opposites = _OPPOSITES[language]  # Of "mindre" it names one opposite of two: hence from both sides.
    if any(opposites.get(a) == b or opposites.get(b) == a for a in first for b in second):
        return True
    one_sided = {"not", "no", "ikke", "ingen", "only", "bare"} & (first ^ second)
    return bool(one_sided) or bool(content_of(names[0], language) & content_of(names[1], language))
