"""Wrong answers: the document's own terms, or what it says of them, of the same shape as the key, and surely wrong."""

from collections.abc import Iterable, Sequence

from services.coach.alphabets import is_together
from services.coach.authors.offline.mentions import Mention
from services.coach.order import Concept
from services.coach.words import content_of, holds, stems_of

LEAST, MOST = 2, 3
_SIGNS = 2  # by how many signs terms without blanks may differ in length
_VOWELS = "aeiou"


def other_terms(mention: Mention, concepts: Sequence[Concept], language: str) -> list[str]:
    """Two or three terms that could be the key by their shape, do not stand in the sentence and share no word with it;
    none where there are fewer."""
    sentence = mention.sentence
    said = stems_of(sentence.text, language)
    key = frozenset(mention.concept.key)
    fitting = []
    for n, concept in enumerate(concepts):
        if (
            key & frozenset(concept.key)
            or holds(said, concept.key)
            or not _same_shape(mention.text, concept.name, language)
        ):
            continue
        if len(concept.key) > 1 and not is_together(concept.name[0]) and any(stem in said for stem in concept.key):
            continue
        if _article_tells(mention, concept.name):
            continue
        far = abs(len(concept.name) - len(mention.text))
        written = _writing(concept.name) != _writing(mention.term)
        near = (written, abs(len(concept.key) - len(key)), abs(concept.rank - mention.concept.rank), far // 4, n)
        fitting.append((near, concept.name))
    return _distinct((name for _, name in sorted(fitting)), mention.text, language)


def other_meanings(mention: Mention, others: Iterable[Mention], language: str) -> list[str]:
    """Two or three things that the text says of other concepts, about as long; none where there are fewer."""
    key = said_of(mention)
    words = len(key.split())
    fitting = []
    for n, other in enumerate(others):
        text = said_of(other)
        count = len(text.split())
        if other.concept == mention.concept or not text or not words / 1.7 <= count <= words * 1.7:
            continue
        # What speaks of the key's concept would tell by its words, or be right too.
        if set(mention.concept.key) & set(stems_of(text, language)) or text[:1].isupper() != key[:1].isupper():
            continue
        fitting.append((abs(count - words), n, text))
    return _distinct([text for *_, text in sorted(fitting)], key, language)


def said_of(mention: Mention) -> str:
    """What the mention's sentence says that its concept is, verbatim; empty where it does not."""
    return mention.sentence.block.text[slice(*mention.said)] if mention.said else ""


def alike(options: Sequence[str]) -> list[str]:
    """The options, all with a capital where one has one, so that it does not tell them apart."""
    if any(option[:1].isupper() for option in options):
        return [option[:1].upper() + option[1:] for option in options]
    return list(options)


def _distinct(texts: Iterable[str], key: str, language: str) -> list[str]:
    taken: list[str] = []
    seen = [frozenset(stems_of(key, language))]
    for text in texts:
        stems = frozenset(stems_of(text, language))
        if not any(stems <= other or other <= stems for other in seen):
            seen.append(stems)
            taken.append(text)
        if len(taken) == MOST:
            break
    return taken if len(taken) >= LEAST else []


def _same_shape(key: str, other: str, language: str) -> bool:
    """The same kind of writing (abbreviation, name, word), about as long, and in English the same number."""
    if key.isupper() != other.isupper() or any(c.isdigit() for c in key) != any(c.isdigit() for c in other):
        return False
    if is_together(key[0]) != is_together(other[0]) or (is_together(key[0]) and abs(len(key) - len(other)) > _SIGNS):
        return False
    if abs(len(key.split()) - len(other.split())) > 1 or (" " in key and " " not in other):
        return False
    return language != "en" or key.isupper() or _plural(key) == _plural(other)


def _writing(text: str) -> int:
    """0 all small, 1 a capital first, 2 capitals within."""
    return 0 if text.islower() else 1 if text[1:].islower() else 2


def _plural(text: str) -> bool:
    return text.endswith("s") and not text.endswith(("ss", "us", "is"))


def _article_tells(mention: Mention, other: str) -> bool:
    before = mention.sentence.block.text[mention.sentence.start : mention.start].split()
    article = before[-1].lower() if before else ""
    return article in ("a", "an") and (other[:1].lower() in _VOWELS) != (article == "an")


def tells(question: str, key: str, others: Iterable[str], language: str) -> bool:
    """Whether the question shares a word with the key that no other option has."""
    shared = content_of(question, language) & content_of(key, language)
    return bool(shared - frozenset().union(*(content_of(other, language) for other in others)))
