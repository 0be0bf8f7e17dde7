"""The offline author: an order becomes drafts of questions and cards out of the document's own sentences. Pure.

multiple choice   which term does the text define so (easy), what does it say a term is, which term fits the gap
cloze             a sentence with a gap for its term, or for the year or share that it states
cards             what is it; which term is it; a sentence with a gap
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from contracts.quizzes import Difficulty, Origin
from services.coach.authors.offline.distractors import alike, other_meanings, other_terms, said_of, tells
from services.coach.authors.offline.gap import doubt_of_gap, gapped_sentence, is_early
from services.coach.authors.offline.mentions import Mention, mentions_of
from services.coach.authors.offline.sentences import sentences_of
from services.coach.authors.offline.wording import WORDINGS
from services.coach.draft import GAP, Draft, Written
from services.coach.order import Concept, Order
from services.coach.words import fold, stems_of

ORIGIN = Origin(author="offline", name="pensum-offline", version="1")
_MOST_MENTIONS = 12
_ENOUGH_TERMS = 5
_HARD = re.compile(
    r"\b(?:because|due to|therefore|thus|hence|whereas|unlike|although|in contrast|instead of|rather than"
    r"|depends on|leads? to|causes?|results? in|fordi|på grunn av|derfor|dermed|slik at|mens|i motsetning|selv om"
    r"|avhenger|fører til|skyldes|i stedet|weil|daher|deshalb|wegen|während|obwohl|jedoch|führt zu)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?<![\w.,/:(-])(?:1[5-9]\d\d|20\d\d|\d{1,3}(?:[.,]\d+)? ?(?:%|percent|prosent|Prozent))"
    r"(?![\w/-]|[.,]\d)"
)


def written_from(order: Order) -> Written:
    """All that the text gives; the same order gives the same drafts in the same order.

    Blocks in another language than the document's are asked about in their own. Where no sentence that stands alone
    gives anything, those that nearly do are taken.
    """
    for last_resort in (False, True):
        parts = [_written_in(part, last_resort=last_resort) for part in by_language(order)]
        quiz = [draft for part in parts for draft in part.quiz]
        cards = [draft for part in parts for draft in part.cards]
        if quiz or cards:
            break
    return Written(quiz, cards, ORIGIN, sentences=sum(part.sentences or 0 for part in parts))


def by_language(order: Order) -> list[Order]:
    """The order for each language that blocks are in, the document's first; concepts known by that language's stems."""
    others = sorted({block.language for block in order.blocks if block.language} - {order.language})
    parts = [order]
    for language in others:
        concepts = [replace(each, key=key) for each in order.concepts if (key := stems_of(each.name, language))]
        once = {concept.key: concept for concept in reversed(concepts)}
        concepts = [each for each in concepts if once[each.key] is each]
        blocks = [block for block in order.blocks if block.language == language]
        parts.append(replace(order, language=language, concepts=concepts, blocks=blocks))
    return parts


def _written_in(order: Order, *, last_resort: bool) -> Written:
    """What the blocks of the order's language give."""
    sentences = sentences_of(order.blocks, order.language, last_resort=last_resort)
    found = mentions_of(order.concepts, sentences, order.language)
    by_concept = {concept: sorted(found.get(concept, ()), key=_worth)[:_MOST_MENTIONS] for concept in order.concepts}
    quiz: list[Draft] = []
    cards: list[Draft] = []
    for mentions in by_concept.values():
        for mention in mentions:
            quiz += _questions(mention, by_concept, order)
            cards += _cards(mention, order.language)
    return Written(quiz, cards, ORIGIN, sentences=len(sentences))


def _worth(mention: Mention) -> tuple[int, bool, bool, int, int]:
    """Definitions that stand alone first, then sentences with the term late in them and others beside it."""
    return mention.sentence.doubt, not mention.defines, is_early(mention), -min(3, mention.others), mention.start


def _questions(mention: Mention, by_concept: Mapping[Concept, Sequence[Mention]], order: Order) -> Iterator[Draft]:
    yield from _choices(mention, by_concept, order)
    if order.choice_only:
        return
    if (gapped := gapped_sentence(mention, order.language)) is not None:
        name = mention.concept.name
        yield replace(
            _draft(mention, "cloze", gapped, "term"),
            difficulty="HARD" if _HARD.search(mention.sentence.text) else "MEDIUM",
            accepted=[name] if fold(name) != fold(mention.text) else [],
            doubt=doubt_of_gap(mention, order),
        )
    yield from _numbers(mention)


def _choices(mention: Mention, by_concept: Mapping[Concept, Sequence[Mention]], order: Order) -> Iterator[Draft]:
    """Multiple choice: by definition and its reverse where the sentence defines, else by the gap."""
    wording, language = WORDINGS.get(order.language), order.language
    pool = order.concepts if order.choice_only else without_plain(order.concepts)
    terms = other_terms(mention, pool, language) if mention.concept in pool else []
    said = said_of(mention)
    if said and terms and wording and not tells(said, mention.text, (), language):
        yield _choice(_draft(mention, "choice", wording.which_is.format(said), "which", "EASY"), mention.term, terms)
    elif terms and (gapped := gapped_sentence(mention, language)) is not None:
        difficulty: Difficulty = "EASY" if mention.named else "HARD" if _HARD.search(gapped) else "MEDIUM"
        question = wording.which_fits.format(gapped) if wording else gapped
        draft = _choice(_draft(mention, "choice", question, "fits", difficulty), mention.term, terms)
        yield replace(draft, doubt=min(2, doubt_of_gap(mention, order) + (not mention.named)))
    if said and mention.asks and wording and not tells(mention.asks, said, (), language):
        defined = (other for mentions in by_concept.values() for other in mentions[:2] if other.said)
        if meanings := other_meanings(mention, defined, language):
            draft = _draft(mention, "choice", wording.what_text.format(mention.asks), "what")
            assert mention.said
            draft = replace(draft, answer=said, answer_start=mention.said[0], answer_end=mention.said[1])
            yield _choice(draft, said, meanings)


def without_plain(concepts: Sequence[Concept]) -> Sequence[Concept]:
    """Without mere words, taken because the text has hardly a term: they make no good options.

    The Reader calls its five best terms High, and such words Low.
    """
    if sum(concept.rank == 0 for concept in concepts) >= _ENOUGH_TERMS:
        return concepts
    return [concept for concept in concepts if concept.rank < 2]


def _choice(draft: Draft, key: str, others: Sequence[str]) -> Draft:
    answer, *options = alike([key, *others])
    return replace(draft, answer=answer, options=[answer, *options])


def _numbers(mention: Mention) -> Iterator[Draft]:
    """A gap for the one year or share that a sentence states."""
    sentence = mention.sentence
    numbers = _NUMBER.findall(sentence.text)
    if sentence.doubt or len(numbers) != 1 or len(re.findall(r"\d+", sentence.text)) > 3:
        return
    found = _NUMBER.search(sentence.text)
    assert found
    question = sentence.text[: found.start()] + GAP + sentence.text[found.end() :]
    if found.group() in question:
        return
    start, end = sentence.start + found.start(), sentence.start + found.end()
    yield replace(
        _draft(mention, "cloze", question, "number"), answer=found.group(), answer_start=start, answer_end=end
    )


def _cards(mention: Mention, language: str) -> Iterator[Draft]:
    sentence, wording = mention.sentence, WORDINGS.get(language)
    said = said_of(mention)
    if wording and mention.defines:
        question = wording.what_card.format(mention.asks) if mention.asks else wording.meant.format(mention.term)
        whole = replace(_draft(mention, "card", question, "what"), answer=sentence.text)
        yield replace(whole, answer_start=sentence.start, answer_end=sentence.end)
    if wording and said and not tells(said, mention.text, (), language):
        yield replace(_draft(mention, "card", wording.recall.format(said), "which"), difficulty="HARD")
    elif (gapped := gapped_sentence(mention, language)) is not None:
        yield replace(_draft(mention, "card", gapped, "term"), doubt=min(2, sentence.doubt + 1))
    if not wording:
        # A term and the sentence that it stands in need no words of ours.
        whole = replace(_draft(mention, "card", mention.term, "sentence"), answer=sentence.text)
        yield replace(whole, answer_start=sentence.start, answer_end=sentence.end, doubt=min(2, sentence.doubt + 1))


def _draft(mention: Mention, kind: str, question: str, frame: str, difficulty: Difficulty = "MEDIUM") -> Draft:
    sentence = mention.sentence
    return Draft(
        kind=kind,  # type: ignore[arg-type]
        concept=mention.concept,
        difficulty=difficulty,
        question=question,
        answer=mention.text,
        block=sentence.block,
        start=sentence.start,
        end=sentence.end,
        answer_start=mention.start,
        answer_end=mention.end,
        doubt=sentence.doubt,
        frame=frame,
    )


class OfflineAuthor:
    """Writes without a language model."""

    async def write(self, order: Order, session: str) -> Written:
        """See `Author.write`; never fails."""
        return await asyncio.to_thread(written_from, order)
