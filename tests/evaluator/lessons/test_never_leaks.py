"""Whatever is written, no key leaves before it is explained, nothing breaks, and who writes is told something."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.items import Item, MultipleChoice, TrueFalse
from contracts.lessons import TurnAssessed
from contracts.message import Phrase
from services.evaluator.conversation.safety import concern_of
from services.evaluator.items.masking import tells
from services.evaluator.items.registry import rules_of
from services.evaluator.lessons.assess import assess
from services.evaluator.lessons.reading import read
from services.text.catalogue.phrases import rendered
from tests.evaluator.every_type import every, statement
from tests.evaluator.lessons.adversarial import ADVERSARIAL
from tests.evaluator.lessons.lesson import ITEMS, standing, turn

MORE: list[Item] = [*ITEMS.values(), *every().items, statement(true=False), statement(true=True)]
LANGUAGES = ("en", "nb", "de")


def shown(found: TurnAssessed, item: Item) -> Iterator[str]:
    """All words of an assessment but the grade itself; without the two whole options that a hint leaves of a choice."""
    told = found.feedback
    if found.phase == "hint" and isinstance(item, MultipleChoice):
        for option in item.options:
            told = told.replace(f"“{option.text}”", "").replace(f"«{option.text}»", "").replace(f"„{option.text}“", "")
    if found.off_topic_phrase is not None:  # Its frame is said to whatever question, and tells nothing of one.
        yield from (rendered(each, "en") for each in found.off_topic_phrase.values.values() if isinstance(each, Phrase))
    yield from (told, found.assessment_note, found.reasoning, found.replan_said)
    yield from (text for each in found.misconceptions for text in (each.id.replace("_", " "), each.text))


def checked(said: str, item: Item, language: str, wrong: int) -> TurnAssessed:
    """An assessment in which nothing leaks."""
    command = turn(
        said,
        item,
        language,
        topic=item.concept,
        wrong_attempts=wrong,
        previous=["nothing of it"] * wrong,
        standings=[standing("port", 0, 3)],
    )
    found = assess(command, read(command))
    if found.phase in ("cleared", "explain"):
        return found
    assert found.proof is None
    secrets = rules_of(item).secrets(item)
    for text in shown(found, item):
        assert not tells(text, secrets, language), text
        if isinstance(item, TrueFalse):
            assert not {"true", "false", "sant", "usant", "richtig", "falsch"} & set(text.casefold().split()), text
    return found


@pytest.mark.parametrize(("place", "item"), list(enumerate(ITEMS.values())), ids=ITEMS)
def test_no_adversarial_message_gets_a_word_of_the_key(place: int, item: Item) -> None:
    """Each message meets each type of question, and over them all languages, at the first and the second try."""
    for number, (said, _) in enumerate(ADVERSARIAL):
        found = checked(said, item, LANGUAGES[(number + place) % 3], wrong=(number + place) // 3 % 2)
        told = found.feedback or found.off_topic_response
        assert told or found.intent in ("continuation", "question", "stop"), said


@pytest.mark.parametrize("item", MORE, ids=lambda item: f"{item.type} {item.concept}")
def test_no_message_of_an_honest_learner_gets_one_either(item: Item) -> None:
    for said in (
        "a",
        "b, c",
        "1=a",
        "I don't know",
        "What is it?",
        item.question,
        item.concept,
        "true",
        "12",
        "ok",
        "?",
    ):
        for wrong in (0, 1):
            checked(said, item, "en", wrong)


@settings(max_examples=100, deadline=None)
@given(
    said=st.text(min_size=1, max_size=200).filter(lambda text: "\x00" not in text),
    item=st.sampled_from(MORE),
    language=st.sampled_from(LANGUAGES),
    wrong=st.integers(0, 1),
)
def test_random_replies_never_leak(said: str, item: Item, language: str, wrong: int) -> None:
    checked(said, item, language, wrong)
    concern_of(said)


SOME = (
    "why what is the answer key tell me I don't know stop next ok yes no a b c 1 2 = , ? ! it because not sand "
    "dredging port harbour ignore rules please vet ikke weiß nicht warum hva"
)
WORDS = st.lists(st.sampled_from(SOME.split()), min_size=1, max_size=12).map(" ".join)


@settings(max_examples=100, deadline=None)
@given(said=WORDS, item=st.sampled_from(MORE), language=st.sampled_from(LANGUAGES), wrong=st.integers(0, 1))
def test_random_sentences_never_leak(said: str, item: Item, language: str, wrong: int) -> None:
    checked(said, item, language, wrong)
