"""Summaries: of the whole document, and briefer ones of its sections, in its own sentences. Pure.

The document's is made of short passages as they stand there, from its main claim on:

1. A passage is a sentence that can be understood by itself with what stands right behind it, so that what leans on
   another sentence ("This ...", "However, ...") follows what it leans on.
2. The first is the main claim: early, and about what the title and the best terms name. Nothing before it is told; the
   others come in the document's order, from all parts of it.
3. Whole sentences of running text alone: no title, no line of a list where there is other text, no fragment.
"""

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from contracts.digest import Term
from services.reader.alphabets import has_no_case
from services.reader.digest.material import Material
from services.reader.digest.term_shapes import is_generic, words_of
from services.reader.words.lists import is_function_word
from services.reader.words.sentences import is_whole, stands_alone
from services.text.alphabets import length_of
from services.text.vocabulary import frequencies

SENTENCES, CHARACTERS, LINES_CHARACTERS = 8, 1400, 300
_BULLETS = " \t▶►▸•◦▪■–-*"
# Speaks to the reader, or of the document's other parts.
_POINTS = re.compile(
    r"\b(?:you|your|we|our|us|section|chapter|figure|table|above|below|following|appendix|du|vi|kapittel|avsnitt|figur|tabell)\b",
    re.I,
)
Weights = Mapping[int, Mapping[int, float]]
_PASSAGE = 2
_LEANING, _STANDING = 0.4, 0.6
"""What a sentence behind the first adds to a passage: one that leans on it, and that share of one that does not."""
_EARLY, _OF_TITLE, _OF_TERM, _MOST_WORTH = 2.0, 3.0, 0.5, 2.0
"""What speaks for a passage as the main claim, beside its own worth up to so much."""
_FIRST_PART = 0.4
_LEAST_TELLING = 0.1
_ENOUGH = 4
_LEAST_SMALL = 2
_OPENING = 60
_SHARES = 4
_TITLE_LETTERS, _TITLE_STEM = 4, 5
_SUBJECT_WORDS = 6
"""So many words of a sentence say what it is about."""
_EVERYDAY, _EVERYDAY_SHARE = 0.5, 2.5
"""What a word of a title tells at least, and up to which share of everyday text (its logarithm) it tells no more."""
_OPENERS = "\"“”„«»‘’'「『《"
# Damage of reading, lines that were run together, and what is left out.
_BROKEN = re.compile(
    r"[·•|�]|\. ?\. ?\.|…|[^\W\d_]{4,}\. [a-zæøåäöü]|[)\d]: [a-zæøåäöü]|https?://|\b[^\W\d_]+_[^\W\d_]+"
)
_REFERS = re.compile(
    r"\b(?:this|these|those|such an?|the same|the (?:former|latter|other|second|third|last)|dette|denne|disse|samme"
    r"|sistnevnte|dies\w{0,2}|jene\w?|solche\w?)\b|^(?:when|if|because|as|since|while|once|after|before|although|though"
    r"|unless|until|by|with|for|from|to|in|on|of|unlike|like|når|hvis|fordi|siden|mens|etter at|før|selv om|dersom|wenn"
    r"|weil|da|während|nachdem|bevor|obwohl|sobald) (?:[\w]+ing )?(?:it|they|them|he|she|its|their|his|her|him|den|det"
    r"|de|dem|han|hun|dens|deres|er|sie|es|ihn|ihm)\b"
    r"|\b(?:hat|ist|war|wurde|wird|kann|konnte|hatte) (?:er|sie|es)\b|\b(?:har|var|ble|blir|kan|hadde) (?:han|hun)\b"
    r"|^(?:later|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|finally|lastly|meanwhile|consequently|nevertheless|indeed"
    r"|conversely|(?:in|by) contrast|on the (?:other hand|contrary)|in (?:response|turn|this way)|as a result|først"
    r"|deretter|senere|til slutt|derimot),"
    r"|^(?:er|sie|es|ihre?|seine?|jedoch|aber|doch|daher|deshalb|deswegen|außerdem|dabei|dadurch|damit|dann|dort|hier"
    r"|so|auch|zum beispiel|denn|somit|folglich)\b"
    r"|(?<!but )\balso (?!called|known|named|termed|referred|$)"
    r"|^\w[\w -]{0,40}, (?:s?he|they|it|this|these|han|hun|de|er|sie)\b"
    r"|^(?:هذا|هذه|ذلك|تلك|لذلك|كما|ومع ذلك|على سبيل المثال|في النهاية)\b",
    re.IGNORECASE,
)
_MARK = re.compile(r'(?<!\d)"(?!(?<=\w")\w)')
# Tells the reader to do something.
_TELLS_TO = re.compile(
    r"^(?:think|consider|imagine|suppose|remember|look|read|write|use|define|create|add|find|try|make sure|explain"
    r"|describe|discuss|compare|list|name|give|state|draw|tenk|les|skriv|husk|forklar|beskriv|finn|lag|bruk|nevn|drøft"
    r"|tegn)\b(?! of the\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, order=True)
class _Passage:
    """Sentences `first` to `last` of prose block `n`; the greater `worth`, the more they tell."""

    n: int
    first: int
    last: int
    worth: float


def full_summary(
    material: Material,
    weights: Weights,
    terms: Sequence[Term],
    *,
    title: str = "",
    sentences: int = SENTENCES,
    characters: int = CHARACTERS,
) -> str:
    """At most so many sentences and characters; the first lines of a document that holds no sentence, "" of none."""
    best, passages = list[_Passage](), list[_Passage]()
    for passages in _tiers(material, weights):
        claim = _main_claim(passages, material, terms, title, characters)
        told = _told(claim, passages, material, sentences, characters) if claim else []
        best = max(best, told, key=_count)
        if _count(best) >= min(_ENOUGH, sentences):
            break
    telling = len({each.n for each in passages})
    if not best or (_count(best) < SENTENCES and telling < _LEAST_TELLING * len(material.prose)):
        # Slides and lists: the few sentences that they hold tell of a detail.
        return first_lines(range(len(material.prose)), material, min(LINES_CHARACTERS, characters))
    return " ".join(_text(each, material) for each in best)


def _told(
    claim: _Passage, passages: Sequence[_Passage], material: Material, sentences: int, characters: int
) -> list[_Passage]:
    """The claim and what comes behind it, in order."""
    later = [each for each in passages if each.n > claim.n]
    told = [claim]
    count = len(material.prose) - claim.n
    shares = max(1, min(_SHARES, sentences // _PASSAGE, count // _PASSAGE))
    room, said = characters - _length(claim, material), {_text(claim, material)}
    for share in range(shares):
        members = range(claim.n + share * count // shares, claim.n + (share + 1) * count // shares)
        quota = sentences // shares - (_count([claim]) if not share else 0)
        within = room - (shares - share - 1) * characters // (2 * shares)
        for each in _best([each for each in later if each.n in members], told):
            length = _length(each, material) + 1
            if _count([each]) <= quota and length <= within and _text(each, material) not in said:
                told.append(each)
                said.add(_text(each, material))
                quota -= _count([each])
                room, within = room - length, within - length
    return sorted(told)


def _count(passages: Sequence[_Passage]) -> int:
    return sum(each.last - each.first + 1 for each in passages)


def _best(passages: Iterable[_Passage], told: Sequence[_Passage]) -> Iterator[_Passage]:
    """The most telling first, one of a block."""
    taken = {each.n for each in told}
    for each in sorted(passages, key=lambda each: (-each.worth, each)):
        if each.n not in taken:
            taken.add(each.n)
            yield each


def _tiers(material: Material, weights: Weights) -> Iterator[list[_Passage]]:
    """Every passage that may be told, in order: of paragraphs that speak to nobody, else of more and more."""
    found = [each for n in sorted(weights) for m in sorted(weights[n]) for each in _beginning(n, m, material, weights)]
    running = [each for each in found if _is_running(each, material)]
    yield [each for each in running if _speaks_of_itself(each, material)]
    yield running
    yield found


def _is_running(each: _Passage, material: Material) -> bool:
    return material.prose[each.n].block.kind == "paragraph"


def _speaks_of_itself(each: _Passage, material: Material) -> bool:
    """Whether it speaks of its subject, not to the reader or of other parts of the document."""
    return not _POINTS.search(_text(each, material))


def _beginning(n: int, m: int, material: Material, weights: Weights) -> Iterator[_Passage]:
    """The passages that begin with this sentence: it alone, and with the one behind it."""
    prose = material.prose[n]
    start, end = prose.sentences[m]
    sentence = prose.block.text[start:end]
    if not _is_sound(sentence, material.language) or not _opens_by_itself(sentence):
        return
    worth = weights[n][m]
    yield _Passage(n, m, m, worth)
    if m + 1 < len(prose.sentences):
        begun, over = prose.sentences[m + 1]
        following = prose.block.text[begun:over]
        if _is_sound(following, material.language) and not _POINTS.search(following):
            alone = _opens_by_itself(following)
            yield _Passage(n, m, m + 1, worth + (_STANDING * weights[n].get(m + 1, 0.0) if alone else _LEANING))


def _opens_by_itself(sentence: str) -> bool:
    """Whether nothing at its beginning refers to what was said before."""
    return stands_alone(sentence) and not _REFERS.search(sentence[:_OPENING])


@lru_cache(maxsize=1 << 14)
def _is_sound(sentence: str, language: str) -> bool:
    """Whether it is a whole sentence that was read well: no line that only ends like one."""
    if not is_whole(sentence) or _BROKEN.search(sentence) or sentence.rstrip(_OPENERS)[-1:] in "?:":
        return False
    if not sentence.lstrip(_OPENERS)[:1].isalpha() or _TELLS_TO.match(sentence) or not _quotes_whole(sentence):
        return False
    if not frequencies.known(language) or has_no_case(sentence):
        return True
    return sum(is_function_word(word, language) for word in words_of(sentence)) >= min(
        _LEAST_SMALL, length_of(sentence) // 3
    )


def _quotes_whole(sentence: str) -> bool:
    """Whether what it begins to quote ends in it. A mark within a word or behind a digit is none (ארה"ב, 5")."""
    return len(_MARK.findall(sentence)) % 2 == 0 and sentence.count("“") <= sentence.count("”") + sentence.count("„")


def _main_claim(
    passages: Sequence[_Passage], material: Material, terms: Sequence[Term], title: str, characters: int
) -> _Passage | None:
    """The passage with which the summary begins; None: there is none."""
    fit = [each for each in passages if _length(each, material) <= characters // 2]
    if not fit:
        return None
    blocks = sorted({each.n for each in fit})
    early = {n for n in blocks if n - blocks[0] <= _FIRST_PART * (blocks[-1] - blocks[0])}
    titles = _titles(title, material)
    best = next((term.term.casefold() for term in terms), "")

    def worth(each: _Passage) -> float:
        start, end = material.prose[each.n].sentences[each.first]
        sentence = material.prose[each.n].block.text[start:end]
        words = {word[:_TITLE_STEM] for word in words_of(sentence)[:_SUBJECT_WORDS]}
        share = max((_weight(named, words) / _weight(named, named) for named in titles), default=0.0)
        found = min(each.worth, _MOST_WORTH) + _OF_TITLE * share + _EARLY * (1 - blocks.index(each.n) / len(early))
        return found + (_OF_TERM if best and best in sentence.casefold() else 0.0)

    return max((each for each in fit if each.n in early), key=lambda each: (worth(each), -each.n, -each.first))


def _titles(title: str, material: Material) -> list[dict[str, float]]:
    """The beginnings of the telling words of the document's title, and of its first heading, and how much each tells:
    the less the language has it, the more ("The Endocrine System" is not about any system)."""
    found = []
    for text in (title, *(heading.text for _, heading in material.headings[:1])):
        words = [word for word in words_of(text) if len(word) >= _TITLE_LETTERS and word.isalpha()]
        telling = {
            word[:_TITLE_STEM]: max(
                _EVERYDAY, -math.log10(frequencies.frequency(word, material.language)) - _EVERYDAY_SHARE
            )
            for word in words
            if not is_function_word(word, material.language)
        }
        if telling and not is_generic(text):
            found.append(telling)
    return found


def _weight(of: Mapping[str, float], words: Collection[str]) -> float:
    return sum(weight for word, weight in of.items() if word in words)


def _text(each: _Passage, material: Material) -> str:
    """As it stands in its block."""
    prose = material.prose[each.n]
    return prose.block.text[prose.sentences[each.first][0] : prose.sentences[each.last][1]]


def _length(each: _Passage, material: Material) -> int:
    return len(_text(each, material))


def weights_of(material: Material, terms: Sequence[Term]) -> dict[int, dict[int, float]]:
    """How much each sentence that stands alone tells: by index of the prose block, and of the sentence in it."""
    value = {term.term.casefold(): {"High": 3.0, "Medium": 2.0, "Low": 1.0}[term.relevance] for term in terms}
    definitions = {term.definition: value[term.term.casefold()] for term in reversed(terms) if term.definition}
    by_first: defaultdict[str, list[str]] = defaultdict(list)
    for name in value:
        by_first[name.split()[0][:4]].append(name)
    weights: dict[int, dict[int, float]] = {}
    opened = -1
    for n, prose in enumerate(material.prose):
        opens, opened = prose.section != opened, prose.section
        for m, (start, end) in enumerate(prose.sentences):
            sentence = prose.block.text[start:end]
            if not stands_alone(sentence) or ":" in sentence[-2:]:
                continue
            folded = sentence.casefold()
            near = {name for word in folded.split() for name in by_first.get(word[:4], ())}
            told = sum(value[name] for name in near if name in folded)
            length = sentence.count(" ") + 1
            weight = told / math.sqrt(max(length, 8)) + 0.4 * definitions.get(sentence, 0.0)
            weight += 0.6 if opens and m == 0 else 0.2 if m == 0 else 0.0
            weights.setdefault(n, {})[m] = (
                weight * (0.6 if length > 35 else 1.0) * (0.4 if _POINTS.search(sentence) else 1.0)
            )
    return weights


def best_sentences(members: Iterable[int], material: Material, weights: Weights, *, most: int, characters: int) -> str:
    """The weightiest sentences of these prose blocks, in reading order, first of those to which nothing is wanting;
    "" when none stands alone."""

    def said_at(n: int, m: int) -> str:
        start, end = material.prose[n].sentences[m]
        return material.prose[n].block.text[start:end]

    def wants(sentence: str) -> bool:
        return not _opens_by_itself(sentence) or not _is_sound(sentence, material.language)

    ranked = sorted((wants(said_at(n, m)), -weight, n, m) for n in members for m, weight in weights.get(n, {}).items())
    chosen: list[tuple[int, int]] = []
    said: set[str] = set()
    for lacking, _, n, m in ranked:
        start, end = material.prose[n].sentences[m]
        sentence = said_at(n, m)
        if lacking and chosen and not ranked[0][0]:
            break
        if len(chosen) < most and end - start < characters and sentence not in said:
            chosen.append((n, m))
            said.add(sentence)
            characters -= end - start + 1
    spans = [(n, *material.prose[n].sentences[m]) for n, m in sorted(chosen)]
    return " ".join(material.prose[n].block.text[start:end] for n, start, end in spans)


def first_lines(members: Iterable[int], material: Material, characters: int) -> str:
    """What these prose blocks begin with, for slides and notes that hold no sentence; "" of no block."""
    said = ""
    for n in members:
        line = material.prose[n].block.text.lstrip(_BULLETS).rstrip(" .;:,")
        if said and len(said) + len(line) + 2 > characters:
            break
        said = f"{said}; {line}" if said else line
    return said if len(said) <= characters else said[:characters].rsplit(" ", 1)[0] + " …"
