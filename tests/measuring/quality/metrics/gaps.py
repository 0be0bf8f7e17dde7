"""M22: typed gaps that another term of the document fits. M20: gaps over a word that nothing is said about."""

import re
from collections.abc import Iterable, Sequence

from contracts.items import Cloze, Item, MultipleChoice
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import content, fold, numbers, occurs, stems, words

GAP = "____"
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_AND = r"(?:and|or|og|eller|und|oder|et|ou|nor|samt)"
_LIST = re.compile(
    rf"(?i)(?:\b(?:both|either|between|including|such as|like|e\.g\.|for example|for instance|både|enten|som|"
    rf"blant annet|"
    rf"for eksempel|wie|sowohl) (?:\w+ )?{GAP}|[\w)]+, (?:\w+ )?{GAP},? {_AND}\b|"
    rf"\w, {GAP}, (?:(?!which|who|that|som|der|die|das)\w+)(?: \w+)?,|\w,(?: \w+)? {_AND} (?:(?:the|a|"
    rf"an) )?{GAP}(?=\W*$|[.,;)])|"
    rf"{GAP}, (?:\w+(?: \w+)?, )*{_AND} \w+)"
)
_PARTNER = re.compile(rf"(?i)([\w'-]+) {_AND} (?:(?:the|a|an) )?{GAP}|{GAP} {_AND} (?:(?:the|a|an) )?([\w'-]+)")
_NAMING = re.compile(
    r"(?i)\b(?:called|named|termed|known as|referred to as|defined as|labell?ed|means?|refers to|(?:is|are|was|"
    r"were) (?:an? |the )?|"
    r"term(?: for \w+)?|abbreviated|spelled|dubbed|describes?|kalles|kalt|heter|betegnes(?: som)?|(?:er|var|"
    r"blir)(?: en| et| ei)?|"
    r"betyr|definert som|begrepet|heißt|nennt man|genannt|bezeichnet|ist (?:ein|eine|der|die|das)|appelée?s?|"
    r"est (?:une?|le|la))"
    rf"(?: [\"“'‘«])?\s*(?:the |an? )?{GAP}"
    r"(?=[\"”’'»]?(?:$|\W*[^\w ]|\W+(?:that|which|who|when|where|of|for|in|on|at|to|by|and|or|with|as|is|are|som|"
    r"av|for|i|og)\b))"
)
_DEFINED = re.compile(
    rf"(?i){GAP}[\"”'’»]?(?: \([^)]*\))?,? (?:is|are|was|were|means?|refers? to|describes?|consists?|occurs?|er|"
    rf"var|betyr|består|"
    r"kalles|ist|sind|bezeichnet|est|sont)\b"
)
_HEAD = re.compile(
    rf"^(?:(?:in|on|at|i|på) )?(?:(?:the|an?|en|et|ei|der|die|das|le|la|les) )?(?:[\w'-]+ )?{GAP}", re.IGNORECASE
)
_APPOSED = re.compile(
    rf"(?i){GAP}[\"”’]?(?:, (?:or |i\.e\. )?(?:the|an?|en|et|ei|which|som|der|die|das) |[—–]| ?\((?:the|an?|"
    rf"i\.e\.|en|et|[A-Z]{{2,}}))"
)
_VERB = re.compile(rf"(?i){GAP} (?:the|an?|each|every|all|its|their) ")
_BEFORE_VERB = re.compile(rf"(?i)(?:^|\b(?:in|of|by|with|to|for|as|and|than|called|from|the|an?|or) ){GAP}")
_VAGUE = re.compile(
    r"(?i)\b(?:important|useful|common|several|major|one of|part of|many|viktige?|vanlige?|flere|en del av)\b"
)
_ALIKE, _LEAST = 0.7, 6


def one_fits(items: Iterable[Item], texts: Sequence[str], terms: Sequence[str], language: str) -> Share:
    """M22: of typed gaps those that no other term fits: none that is one member of a list or of a pair, none whose
    frame, or nearly all of whose words, another term of the document stands with.

    `texts`: the document's blocks; `terms`: what it is about.
    """
    share = Share()
    sentences = [sentence for text in texts for sentence in _SENTENCE.split(text) if sentence.strip()]
    told = [(fold(sentence), content(sentence, language)) for sentence in sentences]
    names = {term: set(stems(term, language)) for term in terms}
    for item in items:
        if isinstance(item, Cloze):
            share.add(not (why := _several(item, told, names, language)), f"{why}: {item.question} | {item.answer}")
    return share


def _several(item: Cloze, told: Sequence[tuple[str, set[str]]], names: dict[str, set[str]], language: str) -> str:
    if found := _LIST.search(item.question):
        return f"one of a list ({found.group()})"
    for pair in _PARTNER.finditer(item.question):
        partner = pair.group(1) or pair.group(2)
        if any(set(stems(partner, language)) <= name for name in names.values()) or _kin(partner, item.answer):
            return f"one of a pair ({pair.group()})"
    least = _LEAST - 2 * _says_which(item.question)
    named = _NAMING.search(item.question) or (_DEFINED.search(item.question) and not _VAGUE.search(item.question))
    if len(content(item.question, language)) <= least and not named:
        return "too little is said"
    own = {fold(each) for each in (item.answer, *item.accepted)}
    if (other := _frame(item.question, told, own)) and not occurs(other, item.question):
        return f"so does {other}"
    asked, key = content(item.question, language), set(stems(item.answer, language))
    quote = fold(item.proof.quote)
    for sentence, said in told:
        if (
            asked
            and sentence not in quote
            and quote not in sentence
            and len(asked & said) >= max(4, _ALIKE * len(asked))
        ):
            in_it = [term for term, name in names.items() if name <= said and not name & (asked | key)]
            if in_it and not key <= said:
                return f"so does {in_it[0]}"
    return ""


def _kin(one: str, other: str) -> bool:
    """Whether two words end alike, as things of one kind do: "formal" and "informal", "arteries" and "capillaries"."""
    last = words(other)[-1] if words(other) else ""
    return len(last) > 4 and one.lower()[-3:] == last[-3:] and not last.endswith(("ing", "ion", "ene"))


def _frame(question: str, told: Sequence[tuple[str, set[str]]], own: set[str]) -> str:
    """What else stands between the gap's neighbours (three words of one side, or two of each) somewhere."""
    for line in question.splitlines():
        before, gap, after = line.partition(GAP)
        if not gap:
            continue
        left, right = words(before)[-2:], words(after)[:2]
        if len(left) < 2:
            left, right = words(before), words(after)[:4]
        elif len(right) < 2:
            left, right = words(before)[-4:], words(after)
        if len(left) + len(right) < 4:
            return ""
        edge = r"(?<!\w)" if left else r"^\W*(?:the |an? |en |et )?"
        middle = r"\W+".join([*map(re.escape, left), r"((?:[\w'-]+ ?){1,3}?)", *map(re.escape, right)])
        frame = re.compile(edge + middle + (r"(?!\w)" if right else r"\W*$"))
        for sentence, _ in told:
            if (found := frame.search(sentence)) and not any(
                found.group(1).strip() in each or each in found.group(1) for each in own
            ):
                return found.group(1).strip()
    return ""


def on_purpose(items: Iterable[Item]) -> Share:
    """M20: of gaps, typed or with options, those over the sentence's subject or over what is being named or defined."""
    share = Share()
    for item in items:
        if isinstance(item, Cloze | MultipleChoice) and GAP in item.question and not numbers(item.answer_text):
            share.add(_says_which(item.question), f"{item.question} | {item.answer_text}")
    return share


def _says_which(question: str) -> bool:
    """Whether the gap's sentence says what it is that belongs there: its subject, or what it names or defines."""
    line = next(each for each in question.splitlines() if GAP in each).strip(' "“”«»')
    line = re.sub(r"^[^:]{0,60}[:?] [\"“«]?(?=.{20})", "", line) if line.index(GAP) > 60 else line
    line = re.sub(r"^(?:In|On|At|For|To|When|If|As|I|Ved|På|Når) [^,_]{3,60}, ", "", line)
    if _VERB.search(line) and not _BEFORE_VERB.search(line):
        return False
    return any(pattern.search(line) for pattern in (_NAMING, _DEFINED, _HEAD, _APPOSED))
