"""What a quiz lacks: written in later rounds, one item for another, or by the offline author in a model's place."""

from dataclasses import replace

import pytest

from contracts.coaching import QuizEntry, StudyMaterial, WriteMaterial
from contracts.documents import Relevance
from contracts.items import Asked, Item
from contracts.problems import Code, Failure, failure
from contracts.proof import Origin
from contracts.quizzes import Refusal, Refused
from services.coach.authors.offline.author import OfflineAuthor, written_from
from services.coach.compose.choose import Chosen
from services.coach.compose.handler import Composer
from services.coach.compose.items import entry as made_of
from services.coach.compose.material import material_of
from services.coach.compose.shortfall import reasons_of
from services.coach.drafts.draft import Written
from services.coach.drafts.order import Order, order_of
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS, Noted, order


def written(command: WriteMaterial) -> StudyMaterial:
    read = order_of(command)
    return material_of(read, written_from(read))


def lacks(material: StudyMaterial, count: int = 2) -> WriteMaterial:
    """The order that follows when so many of a quiz's questions were refused."""
    items = [entry.item for entry in material.quiz]
    why = [Refusal(code="item_flawed", sentence="It is badly put.")]
    return order(questions=count, cards=0, asked=[asked_of(item) for item in items[count:]]).model_copy(
        update={
            "tries": 1,
            "refused": [
                Refused(question=item.question, answer=item.answer_text, quote=item.proof.quote, reasons=why)
                for item in items[:count]
            ],
        }
    )


def asked_of(item: Item) -> Asked:
    return Asked(question=item.question, answer=item.answer_text, quote=item.proof.quote)


def test_what_a_quiz_lacks_is_written_without_what_was_refused_or_accepted() -> None:
    first = written(order(questions=6, cards=0))
    again = written(lacks(first))
    assert len(again.quiz) == 2
    assert not {entry.question for entry in again.quiz} & {entry.question for entry in first.quiz}
    assert not {entry.item.item_id for entry in again.quiz} & {entry.item.item_id for entry in first.quiz}
    quotes = {entry.item.proof.quote for entry in first.quiz[2:]}
    assert not {entry.item.proof.quote for entry in again.quiz} & quotes


def test_where_nothing_more_is_found_a_later_try_ends_in_a_shortfall_not_a_failure() -> None:
    texts, terms = CELLS[:1], CELL_TERMS[:1]
    first = written(order(texts, terms, questions=9, cards=0))
    command = order(texts, terms, questions=3, cards=0, asked=[asked_of(entry.item) for entry in first.quiz])
    again = written(command.model_copy(update={"tries": 1}))
    assert again.quiz == []
    (short,) = again.shortfall
    assert (short.asked, short.made) == (3, 0)


@pytest.mark.parametrize(
    ("language", "texts", "terms", "said"),
    [
        (
            "en",
            CELLS,
            CELL_TERMS,
            "All that was found to ask stands in your quizzes already, or says what stands there ({}).",
        ),
        (
            "nb",
            CELLER,
            CELLE_TERMER,
            "Alt som ble funnet å spørre om, står allerede i quizene dine, eller sier det som står ",
        ),
    ],
)
def test_a_text_of_which_all_was_asked_before_is_told_so_and_not_that_it_gives_nothing(
    language: str, texts: tuple[str, ...], terms: tuple[tuple[str, Relevance], ...], said: str
) -> None:
    """Quiz after quiz until there is nothing left: it counts what was asked, also where cards were ordered too."""
    texts, terms, asked, cards = texts[:2], terms[:2], list[Asked](), list[Asked]()
    for _ in range(12):
        command = order(texts, terms, language=language, questions=3 if cards else 0, cards=4, asked=asked)
        try:
            made = written(command.model_copy(update={"cards": cards}))
        except Failure as failed:
            told = failed.problem
            break
        asked += [asked_of(entry.item) for entry in made.quiz]
        cards += [Asked(question=each.question, answer=each.answer, quote=each.proof.quote) for each in made.flashcards]
    assert (told.code, told.status) == (Code.NOTHING_TO_ASK, 422)
    had = f"{len(asked)} {'questions' if language == 'en' else 'spørsmål'}"
    had += f" and {len(cards)} flashcards" if language == "en" else f" og {len(cards)} kort"
    assert len(asked) > 1 < len(cards)
    assert told.detail.startswith(said.format(had))
    assert had in told.detail
    assert told.numbers == {"asked_before": len(asked) + len(cards)}
    assert "Nothing in the document" not in told.title


async def test_a_model_that_writes_only_what_was_asked_before_is_told_so_too() -> None:
    class Repeating(Model):
        async def write(self, order: Order, session: str, told: object = None) -> Written:
            same = await super().write(replace(order, asked=()), session)
            return replace(same, dropped_quiz={})

    asked = [asked_of(entry.item) for entry in written(order(questions=40, cards=0)).quiz]
    command = order(questions=3, cards=0, fallback="proof", asked=asked)
    with pytest.raises(Failure) as caught:
        await Composer(Repeating(3), fallback=OfflineAuthor()).compose(command, Noted())
    said = (
        f"All that was found to ask stands in your quizzes already, or says what stands there ({len(asked)} questions)."
    )
    assert caught.value.problem.detail == said


def replacing(entry: QuizEntry, asked: list[Asked], texts: tuple[str, ...] = CELLS) -> WriteMaterial:
    command = order(texts, CELL_TERMS[: len(texts)], asked=asked, focusAreas=[entry.item.concept])
    return command.model_copy(update={"replaces": entry.item.item_id})


def test_an_item_is_replaced_by_one_other_about_the_same_concept() -> None:
    first = written(order(questions=4, cards=0))
    for entry in first.quiz:
        made = written(replacing(entry, [asked_of(each.item) for each in first.quiz]))
        assert len(made.quiz) == 1
        assert made.flashcards == []
        assert made.quiz[0].item.concept == entry.item.concept
        assert made.quiz[0].question not in {each.question for each in first.quiz}
        assert made.shortfall == []


def test_where_the_concept_has_no_other_question_the_shortfall_says_so() -> None:
    texts = CELLS[:2]
    entry = written(order(texts, CELL_TERMS[:2], questions=1, cards=0)).quiz[0]
    asked = [asked_of(entry.item)]
    for _ in range(12):
        made = written(replacing(entry, asked, texts))
        if not made.quiz:
            break
        asked += [asked_of(each.item) for each in made.quiz]
    (short,) = made.shortfall
    assert (short.code, short.asked, short.made) == ("concept_exhausted", 1, 0)
    assert "no other question about it was found this time" in short.sentence


class Model:
    """An author as a model is one: it writes so many of the offline author's questions, or fails."""

    def __init__(self, questions: int = 0, *, failing: Code | None = None) -> None:
        self.questions, self.failing = questions, failing

    async def write(self, order: Order, session: str, told: object = None) -> Written:
        if self.failing:
            raise failure(self.failing, "The model failed.")
        drafted = written_from(order)
        return Written(
            Chosen(drafted.quiz, order).fill(self.questions),
            [],
            Origin(author="model", name="one", version="1"),
            dropped_quiz={"quote_not_found": 2},
            tokens=70,
        )


async def composed(model: Model, fallback: str, tries: int = 0) -> StudyMaterial:
    command = order(questions=6, cards=4, fallback=fallback).model_copy(update={"tries": tries})
    (material,) = await Composer(model, fallback=OfflineAuthor()).compose(command, Noted())
    assert isinstance(material, StudyMaterial)
    return material


async def test_what_a_model_leaves_missing_is_filled_up_offline_and_each_item_says_who_wrote_it() -> None:
    material = await composed(Model(4), "offline")
    assert [entry.item.origin.author for entry in material.quiz] == ["model"] * 4 + ["offline"] * 2
    assert {card.origin.author for card in material.flashcards} == {"offline"}
    assert material.shortfall == []
    assert len({entry.item.proof.quote for entry in material.quiz}) == 6


async def test_without_that_order_the_shortfall_stays_with_the_models_reasons() -> None:
    material = await composed(Model(4), "none")
    assert {entry.item.origin.author for entry in material.quiz} == {"model"}
    assert [short.sentence for short in material.shortfall] == [
        "4 of 6 questions: 2 had quotes that are not in the text.",
        "0 of 4 flashcards: the author wrote no more.",
    ]


@pytest.mark.parametrize("code", [Code.MODEL_FAILED, Code.MODEL_TIMED_OUT])
@pytest.mark.parametrize("fallback", ["none", "proof", "offline"])
@pytest.mark.parametrize("tries", [0, 1])
async def test_nobody_stands_in_for_a_model_that_is_away(code: Code, fallback: str, tries: int) -> None:
    with pytest.raises(Failure) as caught:
        await composed(Model(failing=code), fallback, tries)
    assert caught.value.problem.code is code


def authors(material: StudyMaterial) -> list[str]:
    return [entry.item.origin.author for entry in material.quiz]


async def test_what_did_not_hold_up_is_written_offline_when_it_is_ordered_again() -> None:
    first = await composed(Model(4), "proof")
    assert authors(first) == ["model"] * 4
    assert [short.code for short in first.shortfall] == ["quote_not_found", "author_wrote_fewer"]
    again = await composed(Model(4), "proof", 1)
    assert authors(again) == ["model"] * 4 + ["offline"] * 2
    for each in (first, again):
        assert [(one.of, one.code, one.count) for one in each.dropped] == [("quiz", "quote_not_found", 2)]


@pytest.mark.parametrize(("fallback", "who"), [("proof", "offline"), ("offline", "offline"), ("none", "model")])
async def test_a_model_is_not_asked_a_third_time_for_what_may_be_written_offline(fallback: str, who: str) -> None:
    material = await composed(Model(4), fallback, 2)
    assert set(authors(material)) == {who}
    assert bool(material.dropped) == (who == "model")


async def test_a_model_of_which_nothing_holds_up_is_tried_again_or_to_blame_and_never_the_text() -> None:
    material = await composed(Model(0), "proof")
    assert (material.quiz, material.flashcards) == ([], [])
    assert material.dropped
    with pytest.raises(Failure) as caught:
        await composed(Model(0), "none")
    told = caught.value.problem
    assert (told.code, told.status) == (Code.MODEL_UNREADABLE, 502)
    assert told.detail == (
        "The language model wrote 2 items, and none could be proved from the text: "
        "2 had quotes that are not in the text."
    )


def test_nothing_that_the_quiz_has_or_that_was_refused_is_written_again_in_an_items_place() -> None:
    """Whatever its type: the same draft would come under the same id."""
    read = order_of(order())
    nobody = Origin(author="offline", name="", version="")
    for draft in written_from(read).quiz:
        item = made_of(draft, read, nobody).item
        had, why = asked_of(item), [Refusal(code="item_flawed", sentence="It is badly put.")]
        refused = Refused(question=had.question, answer=had.answer, quote=had.quote, reasons=why)
        for order_of_one in (replace(read, asked=[had]), replace(read, refused=[refused])):
            assert Chosen([draft], replace(order_of_one, replaced=True)).fill(1) == [], item.type


def test_of_a_round_nothing_is_said_of_the_whole_text() -> None:
    """Only the blocks about its concepts come along: a book was said to have two sentences."""
    read = order_of(order(["A quay is a wall at the water. Ships lie at the quay."], [("quay", "High")]))
    written = [written_from(read)]
    assert "text_too_short" in reasons_of("quiz", read, written, 0, 0)
    assert "text_too_short" not in reasons_of("quiz", replace(read, only_focus=True), written, 0, 0)
