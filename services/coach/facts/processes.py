"""Processes: which passage tells steps in the order in which they happen, three or more."""

import re
from collections.abc import Iterator, Sequence

from contracts.documents import Block
from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Process
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import is_balanced, words_of
from services.text.splitting import spans_of

LEAST, MOST = 3, 8
_STEP = {"en": r"(?:step|stage|phase)", "no": r"(?:trinn(?:et)?|steg(?:et)?|fase(?:n)?|stadi(?:um|et))"}
# How a step begins: the first, one in between, the last. What else begins so is no step of a process.
_FIRST = {
    "en": re.compile(
        rf"(?:First(?:ly)?,? (?!of all|and|or|class|aid)|At first,? |To begin with, |In the first {_STEP['en']},? )"
    ),
    "no": re.compile(rf"(?:Først (?!og|på|i\b)|Til å begynne med |I (?:det )?første {_STEP['no']} )"),
}
_THEN = {
    "en": re.compile(
        rf"(?:Then,? |Next,? |After (?:that|this),? |Afterwards?,? |Subsequently,? |Later,? |Second(?:ly)?,? "
        rf"|Third(?:ly)?,? "
        rf"|In the (?:second|third|fourth|next) {_STEP['en']},? )"
    ),
    "no": re.compile(
        rf"(?:Deretter |Så |Etterpå |Etter (?:det|dette) |Senere |Dernest |I (?:det )?(?:andre|tredje|fjerde"
        rf"|neste) {_STEP['no']} )"
    ),
}
_LAST = {
    "en": re.compile(rf"(?:Finally,? |Lastly,? |At last,? |In the (?:last|final) {_STEP['en']},? |Eventually,? )"),
    "no": re.compile(rf"(?:Til slutt |Til sist |Endelig |I (?:det )?siste {_STEP['no']} )"),
}
# "First, second, finally" alone counts arguments; these say that time passes.
_TIME = {
    "en": re.compile(rf"(?:Then|Next|After|Subsequently|Later|Eventually|In the \w+ {_STEP['en']})"),
    "no": re.compile(rf"(?:Deretter|Så|Etter|Senere|I (?:det )?\w+ {_STEP['no']})"),
}
# "first a, then b, next c, and finally d" within one sentence.
_BEGINS = {
    "en": re.compile(r"\bfirst,? (?!and\b|of\b|time\b|to\b|class\b|aid\b|in\b)"),
    "no": re.compile(r"\bførst (?!og\b|på\b|i\b|fremst\b)", re.IGNORECASE),
}
_GOES_ON = {
    "en": re.compile(r"[,;]? (?:and )?(?:then|next|after that|afterwards|later),? "),
    "no": re.compile(r"[,;]? (?:og )?(?:deretter|så|dernest|etterpå) "),
}
_ENDS = {
    "en": re.compile(r"[,;]? (?:and (?:finally|lastly|eventually|at last)|finally|lastly),? "),
    "no": re.compile(r"[,;]? (?:og )?(?:til slutt|til sist|endelig) "),
}
# The clause that leads in, and of what the steps are: "a contraction follows a fixed order", "urine is made in three
# steps".
_NUMBER = {
    "en": r"(?:\w+ )?(?:main )?(?:steps|stages|phases|order|sequence)",
    "no": r"(?:\w+ )?(?:trinn|steg|faser|stadier|rekkefølge)",
}
_OF = {
    "en": re.compile(
        rf"(?:.*, )?(?P<thing>[^,]+?) (?:always )?(?:follow(?:s|ed)?|ha[sd]|have|go(?:es)? through|passes"
        rf" through|consists? of"
        rf"|involves?) (?:a |an )?{_NUMBER['en']}$|(?:.*, )?(?P<event>[^,]+?) in (?:a )?{_NUMBER['en']}$"
    ),
    "no": re.compile(
        rf"(?:.*, )?(?P<thing>[^,]+?) (?:følger|fulgte|har|går gjennom|består av) (?:en |et )?{_NUMBER['no']}$"
        rf"|(?P<event>[^,]+?) (?:i|på) (?:en )?{_NUMBER['no']}$"
    ),
}
_HOW = {"en": "how", "no": "hvordan"}
_UNCLEAR = re.compile(r"\b(?:argument|reasons?|advantage|disadvantage|grunn|fordel|ulempe)\b", re.IGNORECASE)
_LEAST_WORDS, _MOST_WORDS = 2, 26


def processes_of(told: Sequence[Told], language: str) -> Iterator[Process]:
    """By block, in the order given; none for a language without patterns."""
    if language not in _FIRST:
        return
    by_block: dict[str, list[Told]] = {}
    seen: dict[str, Block] = {}
    for each in told:
        by_block.setdefault(each.sentence.block.block_id, []).append(each)
        seen.setdefault(each.sentence.block.block_id, each.sentence.block)
    for block_id, block in seen.items():
        within = by_block.get(block_id, [])
        concept = _concept(within)
        if concept is None:
            continue
        process = _passage(block, concept, language)
        if process is not None:
            yield process
            continue
        for each in within:
            if each.sentence.doubt <= 1 and (process := _within(each, language)) is not None:
                yield process


def _concept(told: Sequence[Told]) -> Concept | None:
    """What a passage is about: the first concept that its sentences speak of."""
    return next((concept for each in told if (concept := each.about()) is not None), None)


def _passage(block: Block, concept: Concept, language: str) -> Process | None:
    """Sentences that begin with "First", "Then", "Finally", one after another, with at most one between two."""
    spans = [*spans_of(block.text)]
    steps: list[tuple[int, int]] = []
    timed, closed, missed = False, False, 0
    for start, end in spans:
        text = block.text[start:end]
        if not steps:
            if first := _FIRST[language].match(text):
                steps.append((start + first.end(), end))
            continue
        more, last = _THEN[language].match(text), _LAST[language].match(text)
        if found := more or last:
            steps.append((start + found.end(), end))
            timed, missed = timed or bool(_TIME[language].match(text)), 0
            if last:
                closed = True
                break
        else:
            missed += 1
            if missed > 1:
                break
    if len(steps) < LEAST or not timed or not (closed or len(steps) > LEAST):
        return None
    first_start = max(start for start, _ in spans if start <= steps[0][0])
    begins = _introduced(block, spans, first_start, concept)
    if _UNCLEAR.search(block.text[begins : steps[-1][1]]):
        return None
    # After "Først" the verb comes first: the steps are not whole clauses.
    doubt = 1 if language == "no" else 0
    return _process(block, concept, begins, steps, doubt)


def _introduced(block: Block, spans: Sequence[tuple[int, int]], first: int, concept: Concept) -> int:
    """Where the quote begins: with the sentence before the first step where the step does not name the concept."""
    place = [start for start, _ in spans].index(first)
    if place and concept.name.casefold() not in block.text[slice(*spans[place])].casefold():
        return spans[place - 1][0]
    return first


def _within(told: Told, language: str) -> Process | None:
    """One sentence: "first a, then b and finally c"."""
    text = told.text
    first = _BEGINS[language].search(text)
    if first is None or (ends := [*_ENDS[language].finditer(text, first.end())]) == [] or len(ends) > 1:
        return None
    more = [*_GOES_ON[language].finditer(text, first.end(), ends[0].start())]
    if not more:
        return None
    cuts = [*more, ends[0]]
    edges = [first.end(), *(edge for cut in cuts for edge in cut.span()), len(text)]
    steps = [*zip(edges[::2], edges[1::2], strict=True)]
    # A comma within may part two steps of which only the first is marked.
    if any("," in text[start:end] for start, end in steps):
        return None
    lead = text[: first.start()].strip()
    concept = told.about((0, first.start()), steps[0])
    if concept is None:
        return None
    what = _of_what(told, lead, steps[0], language)
    if not what:
        return None
    at = told.sentence.start
    moved = [(at + start, at + end) for start, end in steps]
    block = told.sentence.block
    process = _process(block, concept, at, moved, told.doubt(concept))
    return process and Process(concept, told.whole, what, process.steps, process.doubt)


def _of_what(told: Told, lead: str, step: tuple[int, int], language: str) -> str:
    """Of what the steps are, in the sentence's words; "" where it does not say."""
    if lead.endswith(":"):
        found = _OF[language].match(lead[:-1])
        said = found and (found["thing"] or found["event"])
        if not found or not said:
            return ""
        own = said[:1].isupper() and any(start == 0 and each.name[:1].isupper() for each, start, _ in told.stands)
        small = said if own else said[:1].lower() + said[1:]
        return small if found["thing"] else f"{_HOW[language]} {small}"
    # "Water first evaporates, then condenses": the steps are of the subject, if that is a concept.
    subject = [each for each, start, end in told.stands if end <= max(len(lead), step[0])]
    return subject[0].name if subject else ""


def _process(
    block: Block, concept: Concept, start: int, steps: Sequence[tuple[int, int]], doubt: int
) -> Process | None:
    spans = []
    for first, last in steps:
        text = block.text[first:last].rstrip(" .;,!")
        if not _LEAST_WORDS <= len(words_of(text)) <= _MOST_WORDS or not is_balanced(text):
            return None
        spans.append(Span(block, first, first + len(text)))
    if not LEAST <= len(spans) <= MOST or len({span.text.casefold() for span in spans}) < len(spans):
        return None
    end = steps[-1][1]
    return Process(concept, Span(block, start, end), concept.name, spans, doubt)
