"""Multiple answer: which of these does the text list, among what it lists elsewhere; and the same to be named."""

from collections.abc import Iterator, Sequence

from services.coach.authors.offline import explanations, open_questions
from services.coach.authors.offline.distractors import alike, is_plural, tells
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Choice, Draft, SomeOf, Span
from services.coach.facts.fact import Enumeration
from services.coach.sentences.clauses import has_verb, words_of
from services.coach.sentences.vocabulary import SMALL, VERBS
from services.text.words import ARTICLES, content_of, fold

_FEWEST = 2  # the first of `Wording.counts`


def asked(fact: Enumeration, source: Source, *, choose: bool = False) -> str:
    """The question for the members, to be named or (`choose`) to be chosen among others. Needs a wording.

    "The cart has two wheels: ..." is a clause of its own; "Carts consist of ..." breaks off before the list; of
    "... are kinds of cart" only the last words are quoted.
    """
    wording, language = source.wording, source.language
    assert wording
    lead, text = _lead(fact), fact.at.block.text
    many = wording.counts.split()[len(fact.members) - _FEWEST]
    by_itself = text[: fact.members[0].start].rstrip().endswith(":")
    if lead and by_itself and _is_clause(lead, language):
        return (wording.listed_after if choose else wording.list_after).format(lead)
    ends = not text[fact.members[-1].end : fact.at.end].strip(" .!")
    if lead and ends and has_verb(lead, language):
        broken = wording.quoted(f"{lead} …")
        if choose:
            return wording.listed_in.format(broken)
        return wording.list_in.format(broken, many)
    if choose:
        return wording.fill(wording.which_listed, fact.what.text)
    return wording.list_them.format(wording.quoted(fact.what.text), many)


def _lead(fact: Enumeration) -> str:
    """The sentence as far as the list, without a colon; "" where the list comes first."""
    return fact.at.block.text[fact.at.start : fact.members[0].start].rstrip(" :")


def _is_clause(lead: str, language: str) -> bool:
    """Whether it can be quoted as what the text says: it has a verb, and does not end with one or a small word."""
    words = [word.lower() for word in words_of(lead)]
    return has_verb(lead, language) and words[-1] not in VERBS[language] | SMALL[language]


_MOST_KEYS, _MOST_OTHERS, _LEAST_OTHERS = 4, 3, 2
_LONGEST = 8  # words of a member that is to be chosen
_CLAUSE = frozenset(("that", "which", "who", "where", "som", "der", "hvor", "welche", "welcher"))


def which_are_listed(fact: Enumeration, all_lists: Sequence[Enumeration], source: Source) -> Iterator[Draft]:
    """Some that are listed among others that are not (hard)."""
    wording, keys = source.wording, [member.text for member in fact.members[:_MOST_KEYS]]
    if not wording or len(keys) < 2 or any(len(key.split()) > _LONGEST for key in keys):
        return
    question = asked(fact, source, choose=True)
    others = _others(fact, keys, all_lists, source)
    wrong_texts = [other.text for other in others]
    if len(others) < _LEAST_OTHERS or any(tells(question, key, wrong_texts, source.language) for key in keys):
        return
    texts = alike([*keys, *wrong_texts])
    right = [explanations.listed(text, fact.at, source) for text in texts[: len(keys)]]
    wrong = [Choice(text, o.why, o.at) for text, o in zip(texts[len(keys) :], others, strict=True)]
    yield source.draft(
        fact.concept, fact.at, question, SomeOf(right, wrong), "some", "HARD", answer_at=None, doubt=fact.doubt
    )


def name_them(fact: Enumeration, source: Source) -> Iterator[Draft]:
    """All that are listed, to be named (hard)."""
    wording = source.wording
    if not wording or not 2 <= len(fact.members) <= 8:
        return
    question = asked(fact, source)
    said = content_of(question, source.language)
    if not any(content_of(member.text, source.language) <= said for member in fact.members):
        yield open_questions.asked(fact, question, whole(fact), "list", source, list(fact.members), level="recall")


def whole(fact: Enumeration) -> Span:
    """From the first member to the last."""
    return Span(fact.at.block, fact.members[0].start, fact.members[-1].end)


def _others(fact: Enumeration, keys: Sequence[str], all_lists: Sequence[Enumeration], source: Source) -> list[Choice]:
    """Members of other lists, of the keys' shape: those nearest to it first. A mere term would give itself away."""
    language, said = source.language, content_of(fact.at.text, source.language)
    candidates = [(member.text, other) for other in all_lists if other.at != fact.at for member in other.members]
    fitting = [(_far(text, keys, language), n) for n, (text, _) in enumerate(candidates) if _of_one_shape(text, keys)]
    seen = [content_of(key, language) for key in keys]
    found: list[Choice] = []
    for _, n in sorted(fitting):
        text, other = candidates[n]
        stems = content_of(text, language)
        if not stems or stems & said or any(stems & each for each in seen):
            continue
        seen.append(stems)
        found.append(explanations.listed_elsewhere(text, other.at, source))
        if len(found) == _MOST_OTHERS:
            break
    return found


def _of_one_shape(text: str, keys: Sequence[str]) -> bool:
    """About as many words as the keys, the same capitals, article and clauses, and a number where they have one."""
    words, counts = len(text.split()), [len(key.split()) for key in keys]
    if not min(counts) - 1 <= words <= max(counts) + 1 or fold(text) in map(fold, keys):
        return False
    if _build(text) not in map(_build, keys):
        return False
    capitals = {key[:1].isupper() for key in keys}
    return len(capitals) > 1 or text[:1].isupper() in capitals


def _build(text: str) -> tuple[str, bool, bool]:
    """Its article, whether a clause hangs on it, whether it has a number."""
    words = text.lower().split()
    return words[0] if words[0] in ARTICLES else "", not _CLAUSE.isdisjoint(words), any(map(str.isdigit, text))


def _far(text: str, keys: Sequence[str], language: str) -> tuple[bool, int]:
    """How unlike the keys it is: in number (English), in words."""
    other_number = language == "en" and is_plural(text) not in map(is_plural, keys)
    return other_number, min(abs(len(text.split()) - len(key.split())) for key in keys)
