"""Complements: which sentence says what a thing is made of, regulated by, derived from."""

import re
from collections.abc import Iterator, Sequence

from services.coach.facts.fact import Cause
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import has_letter, is_balanced, is_verb, opens_with_pronoun, words_of
from services.coach.sentences.inverted import inverted
from services.coach.sentences.parts import parts_of
from services.text.words import is_small

# What is asked for by its preposition says of the thing what it is, not where it was read or by whom it was written.
_SAYS = {
    "en": (
        r"(?:is|are) (?:(?:\w+ly|also|thus|therefore|often|usually) )?(?:"
        r"named after|defined as"
        r"|(?:regulated|controlled|governed|characterized|stimulated|activated|inhibited|secreted|produced|released"
        r"|synthesized|surrounded|bounded|separated|measured) by"
        r"|(?:derived|synthesized|made|formed|obtained) from|(?:made up|composed|made|formed) of"
        r"|(?:divided|organized|grouped|broken down|translated|converted|transformed) into"
        r"|(?:filled|lined|covered) with|(?:attached|bound|equivalent) to)"
        r"|consists? of|(?:stem|derive)s? from|(?:belong|correspond)s? to|(?:serve|act)s? as|stands? for"
    ),
    "no": (
        r"(?:er|blir) (?:kjennetegnet|preget|styrt|bestemt|laget|dannet) av"
        r"|består av|stammer fra"
    ),
}
_PATTERNS = {
    language: re.compile(
        rf"(?P<effect>[^,;:]+? (?:{said})) (?P<cause>[^;:]+?)"
        r"(?:,? (?:which|where(?! each\b)|whereas|but|so that|because|although|while|when|if|after|before"
        r"|and (?:thus|hence|therefore|is|are|has|have|can|may|will|it|they|\w+s (?:its|their|an?|the))"
        r"|som|og (?:er|har|den|det)|men|fordi|når|hvis)\b.*)?(?:; .+)?"
    )
    for language, said in _SAYS.items()
}
_NONE = re.compile(r"(?!)")
_JOINS = re.compile(r"(?:and|or|og|eller)\b")
_AND = re.compile(r",? (?:and|or|og|eller) |, (?=(?:the|an?) )")
_LIST = re.compile(r", .*(?:,| and| or) .*\b(?:and|or)\b|, (?:the|an?) .*,? (?:and|or) ")
# "A lock", "canal locks": it says by itself of what it speaks.
_ANY = re.compile(
    r"(?:an?|en|et|ei) |(?!(?:the|no|some|many|most|other|all|both|several|few) )(?:[\w-]+ ){0,2}[a-z]+[^\Ws]s$",
    re.IGNORECASE,
)
_OF_A_PART = re.compile(r"\b(?:that|which|who|whose|som)\b")
_POINTS = re.compile(
    r"\b(?:it|them|this|these|those|one|you|your|we|our|he|she|his|her|following|above|below|same|other|such|figure|table"
    r"|det|den|dem|dette|disse|du|vi|samme|andre|slike?|følgende)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"(?:many|several|various|some|two|three|different|certain|mange|flere|ulike|noen|to|tre)"
    r" (?!.*(?:,| and | og )).*"
    r"|.*\b(?:several|various|certain) \w+"
    r"|(?:more|less|fewer|better|mer|mindre|bedre)\b.*"
    r"|(?:an? |en |et )?(?:sequence|set|number|series|list|collection|pair|group|variety|range|rekke"
    r"|mengde|liste|gruppe)s? (?:of|av|med) \w+",
    re.IGNORECASE,
)
_MOST = 22  # words


def complements_of(told: Sequence[Told], language: str) -> Iterator[Cause]:
    """At most one for each sentence: `effect` is the statement up to its preposition, of which the concept stands
    in the subject, but in what is said of any ("a lock"), and `cause` what stands behind that."""
    pattern = _PATTERNS.get(language, _NONE)
    for each in told:
        found = pattern.fullmatch(each.text) if each.sentence.doubt <= 1 else None
        if found is None:
            continue
        turned = inverted(found["effect"], language, each.text)
        first, last = found.span("cause")
        last = first + len(whole_of(found["cause"], first, each.text, language))
        if turned is None or not _holds(found["effect"], each.text[first:last], each.text, language):
            continue
        start = len(turned.lead)
        subject = start, start + len(turned.subject)
        concept = each.about(subject) if _ANY.match(turned.subject) else each.within(*subject)
        if concept is not None and not each.points_back(*found.span("effect")):
            effect, cause = each.span(*found.span("effect")), each.span(first, last)
            yield Cause(concept, each.whole, effect, cause, each.doubt(concept))


def whole_of(what: str, at: int, sentence: str, language: str) -> str:
    """A phrase from `at` on without what the sentence says besides: "oak and keeps the water in", "walls and filled by
    the tide", "four atoms, and without them a plant dies". "": it is a list that cannot be cut."""
    words = [word for word in parts_of(sentence, language) if word.start >= at]
    if _LIST.search(what):  # of which a part alone is no answer
        return "" if any(word.part in ("verb", "past") for word in words) else what
    for found in _AND.finditer(what):
        behind = [word for word in words if word.start >= at + found.end()]
        anew = found.group().startswith(", ") and (
            found.group() == ", " or any(word.part in ("verb", "past") for word in behind)
        )
        parts = [word.part for word in behind[:2]]
        untagged = next(iter(words_of(what[found.end() :])), "") if not words else ""
        if (
            anew
            or parts[:1] in (["verb"], ["past"], ["form"])
            or parts == ["noun", "verb"]
            or is_verb(untagged, language)
        ):
            return what[: found.start()]
    return what


def _holds(said: str, what: str, sentence: str, language: str) -> bool:
    """Whether both are whole, and what is told says something."""
    both, words = f"{said} {what}", words_of(what)
    if not (is_balanced(said) and is_balanced(what)) or has_letter(both) or _POINTS.search(both):
        return False
    if _OF_A_PART.search(said) or not 1 <= len(words) <= _MOST or is_small(words[-1]):
        return False
    if _JOINS.match(what) or _VAGUE.fullmatch(what) or opens_with_pronoun(what, language):
        return False
    finite = [word for word in parts_of(sentence, language) if word.part in ("verb", "past") and word.end <= len(said)]
    return sum(not word.text.endswith("ed") for word in finite) <= 1
