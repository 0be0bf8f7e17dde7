"""What to ask about where a text is too short or too plain to have terms: what its sentences speak of, and where that
is little, too, the rarest content words of its sentences.

A list of names or numbers has no sentence, and so gives none.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contracts.digest import Term
from services.reader.alphabets import has_no_case, is_hiragana
from services.reader.digest.candidates import LEADS, OBJECTS, PROCLITICS, is_definite, is_of_menu
from services.reader.digest.material import Material, Prose, Word
from services.reader.digest.occurrences import Key, key_of
from services.reader.digest.term_shapes import is_term
from services.reader.language_names import UNPARTED
from services.reader.words.lists import is_function_word
from services.reader.words.sentences import LEAST_WORDS
from services.text.alphabets import is_together, length_of
from services.text.vocabulary import frequencies

MOST_PLAIN = 12
ENOUGH = 5
"""Terms by which a text can be asked about, whatever kind they are."""
_A_TERM, _MANY = 2, 10
"""Sentences of a text for which there is a term at least, until there are so many."""
_PER_SENTENCE = 2
_LONGEST = 80  # words of a sentence
_LEAST_LETTERS, _LEAST_UNLISTED = 4, 6
_LEAST_SMALL = 2  # small words in a sentence; names have one at most
_NOUNISH, _WITHIN_PHRASE = 3.0, 5.0
# There the noun ends its phrase: what a content word follows says only of which kind it is.
_NOUN_LAST = frozenset({"en", "no", "da", "sv", "nl", "de"})
# What leads a noun in and nothing else.
_NAMING = {**LEADS, "en": (LEADS["en"] | {"at"}) - {"and", "or", "that", "as"}}


# What stands before a verb that hardly is anything else: "A ferry has", "The outer gate must".
_WORD = r"[^\W\d_]+(?:-[^\W\d_]+)*"
_VERBS = {
    "en": """
        is are has have can cannot must may will does do need needs contain contains consist consists make makes move
        moves work works use uses give gives take takes keep keeps lie lies live lives stand stands run runs come comes
        goes become becomes begin begins produce produces cause causes protect protects carry carries control controls
        prevent prevents allow allows help helps hold holds turn turns grow grows show shows provide provides require
        requires receive receives release releases absorb absorbs press presses store stores connect connects separate
        separates remove removes reduce reduces increase increases convert converts transport transports regulate
        regulates
    """,
    "no": """
        er har kan må skal vil blir består ligger lever fanges gjør gir tar finnes trenger bruker virker skyldes kalles
        kommer går står vokser dannes brukes inneholder lager hindrer beskytter styrer fører krever måles
    """,
}
_ARTICLES = {"en": "An?|The|Every|Each|All|Most|Some", "no": "En|Et|Ei|Alle|Noen|Hver|Hvert"}
_NO_SUBJECTS = {
    "en": "There|This|These|That|Those|Here|It|They|He|She|We|You|What|Who|Which|If|When|One|Both|Many|Others?"
    "|(?:Every|Some|Any|No)(?:thing|one|body|where)|None|Today|Tomorrow|Yesterday|Now|Then|Sometimes|Nowadays",
    "no": "Det|Den|De|Dette|Denne|Disse|Her|Der|Hva|Hvem|Hvis|Når|Da|Man|Vi|Du|Jeg|Han|Hun|Som|Alt|Ingen|Ingenting|Noe"
    "|Andre|I|På|Ved|Om|Nå|Så",
}
_JOINS = {
    "en": "of|in|on|at|to|by|for|from|with|and|or|that|which|who",
    "no": "av|i|på|ved|til|for|fra|med|og|eller|som",
}
_SUBJECT = {
    language: re.compile(
        rf"(?:(?:{_ARTICLES[language]}) )?(?P<term>(?!(?:{_NO_SUBJECTS[language]})\b){_WORD}"
        rf"(?: (?!(?:{_JOINS[language]})\b){_WORD}){{0,2}}?) (?:(?:also|often|usually|always|mostly|mainly|only) )?"
        rf"(?:{'|'.join(verbs.split())})\b"
    )
    for language, verbs in _VERBS.items()
}


@dataclass(frozen=True)
class _Plain:
    """A word of a sentence: its worth, its prose block, the number of its sentence there. `named`: it stands as a
    noun does that names something."""

    score: float
    prose: int
    sentence: int
    word: Word
    named: bool


def lacks_terms(material: Material, terms: Sequence[Term]) -> bool:
    """Whether there are too few terms to ask about most of what the text says."""
    count = sum(len(prose.sentences) for prose in material.prose)
    return len(terms) < max(ENOUGH, min(_MANY, count // _A_TERM))


def plain_terms(material: Material, terms: Sequence[Term]) -> list[Term]:
    """At most 12 things or words, the best first, all of Low relevance; none that stands in `terms` already."""
    subjects = _subjects(material, {key_of(term.term, material.language) for term in terms})
    enough = len(terms) + len(subjects) >= ENOUGH
    return subjects if enough else [*subjects, *_rarest(material, [*terms, *subjects])][:MOST_PLAIN]


def _subjects(material: Material, taken: set[Key]) -> list[Term]:
    """What sentences begin with, in the text's order: what they say is said of that."""
    pattern, found = _SUBJECT.get(material.language), list[Term]()
    for prose in material.prose if pattern else ():
        for start, end in prose.sentences:
            said = pattern.match(prose.block.text, start, end) if pattern else None
            if said is None or length_of(prose.block.text[start:end]) < LEAST_WORDS:
                continue
            first, last = said.span("term")
            text = prose.block.text[first:last]
            key = key_of(text, material.language)
            if key in taken or not is_term(text.lower(), material.language, defined=False):
                continue
            taken.add(key)
            # What only the sentence's beginning gave a capital stands somewhere without it.
            is_small = first == start and text.partition(" ")[0].casefold() in material.in_small_letters
            name = text[0].lower() + text[1:] if is_small and text[1:].islower() else text
            found.append(Term(term=name, relevance="Low", block_id=prose.block.block_id, start=first, end=last))
    return found[:MOST_PLAIN]


def _rarest(material: Material, terms: Sequence[Term]) -> list[Term]:
    if material.language in UNPARTED:
        return []
    taken = {stem for term in terms for stem in key_of(term.term, material.language)}
    counts = Counter(word.folded for prose in material.prose for word in prose.words)
    found = sorted(
        (each for n, prose in enumerate(material.prose) for each in _words(n, prose, material.language, counts)),
        key=lambda each: (-each.score, each.prose, each.word.start),
    )
    # "relax", "nice": what nothing shows to be a noun is asked about only where no noun is.
    nouns = {each.word.folded for each in found if each.named}
    found = [each for each in found if each.word.folded in nouns] if nouns else found
    held: Counter[tuple[int, int]] = Counter()
    said: set[str] = set()
    kept: list[Term] = []
    for each in found:
        block = material.prose[each.prose].block
        start, end = material.prose[each.prose].sentences[each.sentence]
        sentence = block.text[start:end]
        key = key_of(each.word.folded, material.language)
        if taken.issuperset(key) or held[each.prose, each.sentence] == _PER_SENTENCE:
            continue
        if sentence in said and not held[each.prose, each.sentence]:
            continue  # the same sentence again
        said.add(sentence)
        held[each.prose, each.sentence] += 1
        taken.update(key)
        text = block.text[each.word.start : each.word.end]
        kept.append(Term(term=text, relevance="Low", block_id=block.block_id, start=each.word.start, end=each.word.end))
        if len(kept) == MOST_PLAIN:
            break
    return kept


def _words(n: int, prose: Prose, language: str, counts: Counter[str]) -> Iterator[_Plain]:
    leads = LEADS.get(language, frozenset())
    for m, (start, end) in enumerate(prose.sentences):
        words = [word for word in prose.words if start <= word.start < end]
        if not _is_sentence(prose.block.text[start:end], start, words, language):
            continue
        once = Counter(word.folded for word in words)
        for at, word in enumerate(words):
            text = prose.block.text[word.start : word.end]
            if at == 0 and text[0].isupper() and not text.isupper() and language != "de":
                continue  # its capital tells nothing, and what opens a sentence seldom is its subject
            if is_of_menu(prose.block.text, word.start, word.end):
                continue
            if once[word.folded] > 1 or not _fits(text, word, language, recognised=prose.block.confidence is not None):
                continue
            closes = language not in _NOUN_LAST or _closes(prose, words, at, language)
            led = (at > 0 and words[at - 1].folded in leads) or is_definite(word, language)
            score = _rarity(word.folded, language) + math.log1p(counts[word.folded])
            score += _NOUNISH if led or text.isupper() else 0.0
            score -= 0.0 if closes else _WITHIN_PHRASE
            abbreviated = text.isupper() and len(text) > 1
            yield _Plain(score, n, m, word, abbreviated or (closes and _is_named(prose, words, at, language)))


def _is_named(prose: Prose, words: Sequence[Word], at: int, language: str) -> bool:
    """Whether an article or a preposition leads it in, be it with words between that tell of which kind it is; a
    German noun has a capital. Where nothing of that is known, any word may be one."""
    if language == "de" or language not in LEADS:
        return language != "de" or prose.block.text[words[at].start].isupper()
    if is_definite(words[at], language):
        return True
    if at + 1 < len(words) and words[at + 1].folded in OBJECTS.get(language, ()):
        return False
    while at > 0 and prose.block.text[words[at - 1].end : words[at].start] == " ":
        at -= 1
        if words[at].folded in _NAMING[language]:
            return True
        if is_function_word(words[at].folded, language):
            return False
    return False


def _is_sentence(sentence: str, start: int, words: Sequence[Word], language: str) -> bool:
    """Whether it says something: not only names and numbers, which small words and small letters tell.

    `start`: its place in the block.
    """
    if not LEAST_WORDS <= length_of(sentence) <= _LONGEST:
        return False
    if not frequencies.known(language) or has_no_case(sentence):
        return sentence.rstrip('"”’»)」』').endswith((".", "!", "。", "！", "।", "۔"))
    small = {word.folded for word in words if is_function_word(word.folded, language)}
    # Names have capitals, but for one or two words between them.
    return len(small) >= _LEAST_SMALL and any(
        word.folded not in small and sentence[word.start - start].islower() for word in words
    )


def _closes(prose: Prose, words: Sequence[Word], at: int, language: str) -> bool:
    if at + 1 == len(words):
        return True
    following = words[at + 1]
    parted = prose.block.text[words[at].end : following.start] != " "
    adverb = language == "en" and following.folded.endswith("ly")
    return parted or adverb or is_function_word(following.folded, language)


def _fits(text: str, word: Word, language: str, *, recognised: bool) -> bool:
    folded = word.folded
    if not is_term(text, language, defined=False) or folded.endswith(_NO_NOUNS.get(language, ())):
        return False
    if (
        any(char.isdigit() or char in "'’" for char in text)
        or is_hiragana(text)
        or folded.startswith(PROCLITICS.get(language, ()))
    ):
        return False
    if text.isupper() and len(text) > 1 and not is_together(text):
        return True
    if not frequencies.known(language):
        return len(folded) >= _LEAST_UNLISTED
    # What was recognised and stands in no list may have been read wrong.
    if recognised and not frequencies.is_listed(folded, language):
        return False
    return len(folded) >= (2 if is_together(folded) else 3 if language == "ko" else _LEAST_LETTERS)


_NO_NOUNS = {"en": ("ly", "ed", "ing", "n't", "n’t", "'s", "’s"), "no": ("ede", "ende")}


def _rarity(word: str, language: str) -> float:
    if not frequencies.known(language):
        return float(min(len(word), 12))
    return -math.log2(max(frequencies.frequency(word, language), 2e-6)) - 10
