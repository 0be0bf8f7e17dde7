"""Coach and Evaluator agree on what was asked before: of quiz after quiz about one lesson nothing is refused for it."""

import asyncio

from contracts.coaching import StudyMaterial
from contracts.items import Flashcard, Item
from contracts.problems import Failure
from services.coach.authors.offline.author import OfflineAuthor
from services.coach.compose.handler import Composer
from services.evaluator.validation.validate import validate
from services.reader.digest.assembly import digested
from tests.measuring.quality.course import Running
from tests.measuring.quality.documents import Reading, bundled, read_all
from tests.measuring.quality.orders import Before, ordered, to_judge

QUIZZES = 5


def test_no_item_of_a_later_quiz_repeats_one_of_an_earlier() -> None:
    (reading,) = read_all(bundled("plate-tectonics.en"))
    assert isinstance(reading, Reading)
    kept, digest = reading.kept, digested(reading.kept)
    blocks = [block for block in kept.blocks if block.block_id in digest.blocks]
    items, cards, twice = list[Item](), list[Flashcard](), list[str]()
    for _ in range(QUIZZES):
        command = ordered(kept, digest, blocks, (10, 10), ("flashcards", "quiz"), Before(items, cards, [], 0))
        try:
            answered = asyncio.run(Composer(OfflineAuthor()).compose(command, Running()))
        except Failure:
            break
        for part in (message for message in answered if isinstance(message, StudyMaterial)):
            told = {
                verdict.item_id: verdict for verdict in validate(to_judge(kept, part, blocks, items, cards)).verdicts
            }
            new = [entry.item for entry in part.quiz]
            twice += [f"{each.question}: {why.sentence}" for each in new for why in told[each.item_id].reasons]
            twice += [
                f"{each.question}: {why.sentence}" for each in part.flashcards for why in told[each.card_id].reasons
            ]
            items += [item for item in new if told[item.item_id].accepted]
            cards += [card for card in part.flashcards if told[card.card_id].accepted]
    assert twice == []
    assert len(items) > 15
