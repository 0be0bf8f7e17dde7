"""The offline author: an order becomes drafts of questions and cards out of the document's own sentences. Pure."""

import asyncio
from dataclasses import replace

from contracts.proof import Origin
from services.chassis import progress
from services.coach.authors.offline.questions import cards_of, questions_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.authors.offline.wording import WORDINGS
from services.coach.drafts.draft import DOUBTFUL, Draft, Written
from services.coach.drafts.order import Order
from services.text.words import stems_of

ORIGIN = Origin(author="offline", name="pensum-offline", version="2")


def written_from(order: Order) -> Written:
    """All that the text gives; the same order gives the same drafts in the same order.

    Blocks in another language than the document's are asked about in their own. Where no sentence that stands alone
    gives anything, those that nearly do are taken.
    """
    for last_resort in (False, True):
        sources = [source_of(part, part.blocks, Places(part), last_resort=last_resort) for part in by_language(order)]
        quiz = [draft for source in sources for draft in progress.each(questions_of(source))]
        backs = [draft for source in sources for draft in progress.each(cards_of(source))]
        if quiz or backs:
            break
    if not order.only_focus:  # of one concept that is being learnt, or asked about anew, there may be nothing better
        quiz, backs = worth_asking(
            quiz, [] if quiz and order.questions and order.language in WORDINGS and filler(backs) else backs
        )
    return Written(quiz, backs, ORIGIN, sentences=sum(source.sentences for source in sources))


def filler(drafts: list[Draft]) -> bool:
    """Whether none is worth asking."""
    return all(draft.doubt >= DOUBTFUL for draft in drafts)


def worth_asking(quiz: list[Draft], cards: list[Draft]) -> tuple[list[Draft], list[Draft]]:
    """Questions and cards without what is not worth asking: fewer rather than filler, but where a text gives no better
    question, or nothing else about what is to be learnt foremost."""
    good = {draft.concept for draft in (*quiz, *cards) if draft.doubt < DOUBTFUL}
    if not good:
        return quiz, cards
    better, backs = (
        [draft for draft in drafts if draft.doubt < DOUBTFUL or (draft.concept.focus and draft.concept not in good)]
        for drafts in (quiz, cards)
    )
    return better or quiz, backs


def by_language(order: Order) -> list[Order]:
    """The order for each language that blocks are in, the document's first; concepts known by that language's stems."""
    others = sorted({block.language for block in order.blocks if block.language} - {order.language})
    parts = [order]
    for language in others:
        concepts = [replace(each, key=key) for each in order.concepts if (key := stems_of(each.name, language))]
        once = {concept.key: concept for concept in reversed(concepts)}
        concepts = [each for each in concepts if once[each.key] is each]
        blocks = [block for block in order.blocks if block.language == language]
        parts.append(replace(order, language=language, concepts=concepts, blocks=blocks, printed=()))
    return parts


class OfflineAuthor:
    """Writes without a language model. It tells nothing early: to look for the first questions alone took a tenth to a
    half of what all of them take, and in two of three long texts found none."""

    async def write(self, order: Order, session: str, told: object = None) -> Written:
        """See `Author.write`; never fails."""
        return await asyncio.to_thread(written_from, order)
