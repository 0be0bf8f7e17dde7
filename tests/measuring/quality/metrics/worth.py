"""M20: what is hardly worth asking. M29: what asks for more than recall."""

import re
from collections.abc import Iterable, Mapping

from contracts.documents import Block
from contracts.items import Item, MultipleChoice, Numeric, Ordering, TrueFalse
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.standing import leans
from tests.measuring.quality.metrics.wording import fold, numbers, occurs, words

_TEXT_SAYS = re.compile(
    r"(?i)\b(?:the (?:text|document|author|passage|sentence)s?\b|according to|in the (?:text|document)|quoted|"
    r"teksten|dokumentet|setningen|ifølge|(?:der|im|dem|den) Text|Dokument|laut|(?:le|du) (?:texte|document)|"
    r"selon|d'après)"
)
_IN_WORDS = frozenset(
    words(
        """one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty
    ninety hundred thousand million billion half third quarter first second fourth fifth dozen double twice
    én to tre fire fem seks sju åtte ni ti elleve tolv tjue tretti førti femti hundre tusen halv første andre tredje
    zwei drei vier fünf sechs sieben acht neun zehn zwölf hundert tausend deux trois quatre cinq
    sept huit dix cent mille
    """
    )
)
_EXAMPLE = re.compile(
    r"(?i)\b(?:for (?:example|instance)|e\.g\.|imagine|suppose|consider|let us say|say,|once|one day|story|told|"
    r"recall|my|we|"
    r"his|her|he|she|interview(?:ed)?|remember|listing|figure|table|example|exercise|for eksempel|tenk deg|anta|"
    r"eksempel|f\.eks\.|"
    r"zum beispiel|par exemple)\b"
)
_PUBLISHED = re.compile(
    r"(?i)\((?:[^()]*[\s,])?(?:1[6-9]|20)\d\d[a-z]?\)|\b(?:published|publication|study|survey|report(?:ed)?|article|"
    r"poll|researchers|according to|copyright|utgitt|publisert|undersøkelse|studie)\b"
)
_VERSION = re.compile(
    r"(?i)\b(?:version|versjon|release|chapter|section|page|kapittel|side|step|line|port) \d|\d+\.\d+\.\d+"
)
_BEYOND = re.compile(
    r"(?i)\b(?:why|reasons?|because|explain|what (?:follows|happens|would|results?|causes?)|consequences?|"
    r"effects?|results? in|"
    r"lead(?:s|ing)? to|due to|if [^?]+\?|would|differ(?:s|ent|ence)?|contrast|unlike|compare|distinguish\w*|"
    r"condition|"
    r"under what|when does|depends? on|which (?:claim|conclusion|statement|of these claims) follows|example of|"
    r"purpose|"
    r"hvorfor|grunn(?:en)?|fordi|forklar|konsekvens\w*|følge(?:n|r)? av|hva skjer|virkning\w*|forskjell\w*|"
    r"skiller|betingelse|"
    r"under hvilke|når (?:er|blir|må|kan)|avhenger|warum|weshalb|grund|folgt|folge|unterschied\w*|unterscheide\w*|"
    r"bedingung|"
    r"pourquoi|raison|conséquence|différence|condition)\b"
)
_RELATION = frozenset(
    words(
        """not no never always all none only some more less fewer most least before after above below increases
    decreases increase decrease rises falls higher lower causes prevents because despite requires forbids must may can
    cannot without with unless if although increased decreased gain lose gains loses faster slower larger smaller inside
    outside opens closes
    ikke aldri alltid bare mer mindre før etter over under øker minker stiger synker høyere lavere fordi selv må kan
    uten med
    """
    )
)
_TELLS = re.compile(
    r"(?i)\b(?:is|are|was|were|means?|refers? to|called|known as|consists?|because|since|therefore|thus|if|when|"
    r"unless|"
    r"whereas|while|unlike|although|but|causes?|results? in|leads? to|allows?|prevents?|requires?|includes?|must|"
    r"first|then|"
    r"er|var|betyr|kalles|består|fordi|derfor|hvis|når|mens|men|fører til|gjør|må|først|deretter|ist|sind|heißt|"
    r"weil|wenn|"
    r"est|sont|parce|si)\b"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def framed(items: Iterable[Item]) -> Share:
    """M20: stems that do without "the text says"."""
    share = Share()
    for item in items:
        found = _TEXT_SAYS.search(item.question)
        share.add(not found, f"{found.group() if found else ''}: {item.question}")
    return share


def unexchanged(items: Iterable[Item]) -> Share:
    """M20: of the true-or-false those that are not false by an exchanged number."""
    share = Share()
    for item in items:
        if isinstance(item, TrueFalse):
            number = bool(numbers(item.wrong)) or bool(set(words(item.wrong)) & _IN_WORDS)
            share.add(not number, f"{item.statement} ({item.right})")
    return share


def numbers_of_matter(items: Iterable[Item], blocks: Mapping[str, Block]) -> Share:
    """M20: of the questions for a number those whose number is the text's own matter: not an example's, an
    anecdote's, or the year or figure of some publication."""
    share = Share()
    for item in items:
        if not (isinstance(item, Numeric) or (numbers(item.answer_text) and len(words(item.answer_text)) <= 3)):
            continue
        if isinstance(item, TrueFalse | Ordering):
            continue
        why = _incidental(item, blocks)
        share.add(not why, f"{why}: {item.question} | {item.answer_text}")
    return share


def _incidental(item: Item, blocks: Mapping[str, Block]) -> str:
    block = blocks.get(item.proof.block_id)
    before = _SENTENCE.split(block.text[: item.proof.start].rstrip())[-1] if block else ""
    quote = item.proof.quote
    if block and block.kind in ("code", "caption", "table_row"):
        return f"of a {block.kind}"
    if found := _EXAMPLE.search(quote) or re.search(r"(?i)\b(?:for (?:example|instance)|suppose|imagine)\b", before):
        return f"an example ({found.group()})"
    if (found := _PUBLISHED.search(quote)) or (found := _VERSION.search(quote)):
        return f"a publication ({found.group()})"
    return ""


def beyond_recall(items: Iterable[Item]) -> Share:
    """M29: asks for a reason, consequence, contrast, application or order, or states another relation than the text."""
    share = Share()
    for item in items:
        changed = isinstance(item, TrueFalse) and bool(set(words(item.wrong)) & _RELATION)
        stem = re.sub(r"[\"“«][^\"”»]*[\"”»]", " ", item.question)
        asks = not isinstance(item, TrueFalse) and "____" not in stem and bool(_BEYOND.search(stem))
        reasons = isinstance(item, MultipleChoice) and any(fold(o.text).startswith("because") for o in item.options)
        share.add(isinstance(item, Ordering) or changed or asks or reasons, item.question)
    return share


def worth(block: Block, terms: Iterable[str]) -> bool:
    """M8: whether a block has something to ask: a sentence of 8 words or more that stands alone, has a term of the
    document and tells what it is, does, causes, needs or is not."""
    for sentence in _SENTENCE.split(block.text):
        told = 8 <= len(sentence.split()) <= 60 and not leans(sentence) and _TELLS.search(sentence)
        if told and any(occurs(term, sentence) for term in terms):
            return True
    return False
