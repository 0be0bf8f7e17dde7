"""M21: stems that do not stand alone: torn, leaning on what came before, or not the text's own claim."""

import re
from collections.abc import Iterable, Mapping

from wordfreq import zipf_frequency

from contracts.documents import Block
from contracts.items import Item
from contracts.proof import Proof
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import fold, stem, words

GAP = "____"
_QUOTED = re.compile(r"(?:^|[\s(])[\"“«„](.{20,})[\"”»“](?!\w)", re.DOTALL)
_FRAME = re.compile(r"(?i)\b(?:of|put|each|bring|among) (?:these|those|this)\b")
_OPENING = frozenset(
    words(
        """
    this these those such it they he she its their his her here another however but and or thus therefore also then
    instead otherwise moreover furthermore nevertheless meanwhile again so yet former latter
    denne dette disse slik slike det han hun hans hennes deres dermed derfor også men og eller altså likevel videre
    dessuten imidlertid her
    dies dieser diese dieses es sie er sein ihr ihre daher deshalb jedoch aber auch somit außerdem
    ce cette ces cela il elle ils elles son leur donc ainsi mais cependant aussi
    """
    )
)
_LEANING = re.compile(
    r"(?i)^(?:on the other\b|for (?:example|instance)\b|in (?:addition|contrast|fact|this|these|such|other words)\b|"
    r"as (?:a result|mentioned|noted|discussed|shown|you|we)\b|at th(?:is|at) (?:point|time)\b|by contrast\b|"
    r"(?:fig(?:ure|ur)?|table|tabell|tabelle|abbildung|box|eksempel|example)\b\s*[\d.:]|first(?:ly)?,|second(?:ly)?,|"
    r"third(?:ly)?,|finally,|(?:the|an?) (?:other|later|latter|same|former|next|previous|(?:second|"
    r"third) (?:major|reason|change|step|group|factor)) |"
    r"at the time\b|(?:later|earlier|previously|afterwards)\b|for eksempel|på den andre siden|i tillegg|"
    r"zum beispiel|par exemple)"
)
_POINTING = re.compile(
    r"(?i)\b(?:the following|as follows|see (?:also |the )?(?:section|chapter|figure|table|page|below|above|\[)|"
    r"(?:section|chapter|figure|table) \d|mentioned (?:above|earlier)|(?:above|below)\)|described (?:above|below)|"
    r"also (?:ha(?:ve|s|d)|need|show)|(?:do|does|did) so|this (?:chapter|section|book|manual|document|article|"
    r"page)|følgende|nedenfor|ovenfor|se (?:kapittel|avsnitt)|"
    r"such an?|(?:this|these|those|such)(?=\W*$)|dette (?:kapittelet|avsnittet)|die folgenden?|wie folgt|"
    r"suivante?s?|ci-dessous)\b"
)
_CITED = re.compile(r"\[\d+(?:[,–-] ?\d+)*\]|\((?:[^()]*[\s,])?(?:1[6-9]|20)\d\d[a-z]?\)|\bet al\b|https?://")
_WE = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|[Uu]s|[Mm]y|[Mm]e|[Vv]åre?s?|[Vv]i|[Oo]ss|[Jj]eg|[Ww]ir|[Uu]nsere?|[Nn]ous)\b|\bI (?=[a-z])"
)
_POINTER = re.compile(
    r"\b(this|these|those|such|denne|dette|disse|slike?|diese[rs]?|cette|ces) (?!is\b|are\b|as\b)([^\W\d_]{3,})"
)
_UNENDED = re.compile(
    r"(?i)(?:[,;:–-]|\b(?:a|an|the|of|to|and|or|in|by|with|en|et|og|av|til|der|die|das|und|le|la|de|"
    r"possibly|probably|mainly|mostly|partly|because|due|is|are|was|were|not))$"
)
_TWICE = re.compile(r"(?i)\b([^\W\d_]+ [^\W\d_]+) \1\b|\b(the|an?|is|of|to|and|in) \2\b")
_MOST = 0.4
_SEEN, _KNOWN = 1.5, 4.0
_DEFINITE = re.compile(
    r"(?i)^(?:the|der|die|das|le|la) ([^\W\d_]{3,}[^\W\d_s])\b(?! (?:of|that|which|who|whose|in|for|to)\b)"
)
_WHOLE = {"(": ")", "[": "]", "“": "”", "«": "»"}


def claims(question: str, statement: str = "") -> list[str]:
    """What a question quotes or states: its statement, or the quotation that is most of it, else the whole of it."""
    found = _QUOTED.search(question)
    quoted = found.group(1).strip() if found and len(found.group(1)) > _MOST * len(question) else ""
    if '"' in quoted or -1 < quoted.find("»") < quoted.find("«"):  # several quotations, and what stands between them
        quoted = ""
    return [statement.strip() or quoted or _FRAME.sub("", question).strip()]


def leans(claim: str, *, whole: bool = False) -> str:
    """Why a claim does not stand alone; "" if it does. `whole`: it is to be a sentence with its end."""
    told = words(claim)
    first = told[0] if told else ""
    if first in _OPENING and not re.match(r"(?i)(?:it|det|es|il) \S+ (?:\S+ )?(?:that|to|at|å|dass|que)\b", claim):
        return f"begins with {first}"
    if found := _LEANING.search(claim) or _POINTING.search(claim):
        return f"points elsewhere: {found.group()}"
    if found := _WE.search(claim):
        return f"says {found.group()}"
    if found := _CITED.search(claim):
        return f"cites {found.group()}"
    for found in _POINTER.finditer(fold(claim)):
        if not re.search(rf"\b{re.escape(found.group(2)[:5])}", fold(claim)[: found.start()]):
            return f"points back: {found.group()}"
    if claim.count('"') % 2 or any(claim.count(one) != claim.count(other) for one, other in _WHOLE.items()):
        return "opens what it does not close"
    if claim[:1] in ",;:)]•·–-|*" or (whole and claim[:1].islower() and not claim.startswith(GAP)):
        return "begins in the middle"
    if _UNENDED.search(claim) or (whole and not re.search(r"[.!?][\"”»)’]*$", claim)):
        return "has no end"
    if found := _TWICE.search(claim):
        return f"says twice: {found.group()}"
    return ""


def run_together(text: str, language: str) -> str:
    """A word that is two, as a lost hyphen or blank leaves it: "cuboidalshaped"."""
    for word in words(text) if language == "en" else ():
        unknown = len(word) > 9 and word.isalpha() and not zipf_frequency(word, language)
        if unknown and any(_both(word[:n], word[n:], language) for n in range(5, len(word) - 4)):
            return word
    return ""


def _both(one: str, other: str, language: str) -> bool:
    known = [zipf_frequency(part, language) for part in (one, other)]
    return min(known) > _SEEN and max(known) > _KNOWN


def torn(items: Iterable[Item], blocks: Mapping[str, Block], terms: Iterable[str], language: str) -> Share:
    """M21: each claim of the stem stands alone, and "the defect" is not one that the sentence before tells of.

    `terms`: what the document is about; "the dermis" leans on nothing.
    """
    share = Share()
    known = {stem(word, language) for term in terms for word in words(term)}
    for item in items:
        statement = getattr(item, "statement", "")
        why = next((w for w in (leans(c, whole=c == statement) for c in claims(item.question, statement)) if w), "")
        why = why or (f"reads {two}" if (two := run_together(f"{item.question} {statement}", language)) else "")
        why = why or _spoken_of(item, statement, blocks, known, language)
        share.add(not why, f"{why}: {item.question} {statement}".strip())
    return share


def _spoken_of(item: Item, statement: str, blocks: Mapping[str, Block], known: set[str], language: str) -> str:
    before = _before(item.proof, blocks)
    for claim in claims(item.question, statement):
        found = _DEFINITE.match(claim)
        noun = stem(fold(found.group(1)), language) if found else ""
        if noun and noun not in known and noun in {stem(word, language) for word in words(before)}:
            return f"leans on the sentence before: {found.group() if found else ''}"
    return ""


def _before(proof: Proof, blocks: Mapping[str, Block]) -> str:
    block = blocks.get(proof.block_id)
    return re.split(r"(?<=[.!?])\s", block.text[: proof.start].rstrip())[-1] if block else ""
