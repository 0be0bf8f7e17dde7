"""Right answers in other words are never failed by rule: without a model the learner compares them."""

import pytest

from contracts.learning import JudgeReply
from services.evaluator.conversation.reply import judge, unjudged
from services.evaluator.items.registry import credit
from tests.evaluator.grading.paraphrases import ASKED

SAID = [(number, words) for number, asked in enumerate(ASKED) for words in (*asked.right, *asked.wrong)]
# The words of the text in another order, or with one of them changed: rules on words take these for right.
TAKEN_FOR_RIGHT = {
    "Chlorophyll takes in green light and throws red and blue light back.",
    "The item that was put in first is taken out first.",
    "The owners agreed to higher wages, though hours stayed as they were.",
    "Folk skal låne og bruke mer, så prisene stiger langsommere.",
}


@pytest.mark.parametrize(("number", "words"), SAID)
def test_no_rule_fails_an_open_answer(number: int, words: str) -> None:
    asked = ASKED[number]
    earned = credit(asked.item(number + 1), words, (), asked.language)
    assert earned == (1 if words in TAKEN_FOR_RIGHT else None)


@pytest.mark.parametrize("answer", ["?", "-", "no", "the", "I don't know", "5", "Pass", "…"])
def test_an_answer_of_one_word_or_none_is_not_failed_either(answer: str) -> None:
    assert credit(ASKED[0].item(1), answer, (), "en") is None


@pytest.mark.parametrize(
    "lost", ["I don't know", "I don't know why such land sinks", "No idea, sorry", "?", "I give up!", "Vet ikke"]
)
def test_a_reply_that_only_gives_up_earns_nothing(lost: str) -> None:
    command = JudgeReply(item=ASKED[0].item(1), reply=lost, language="en")
    assert unjudged(command) is None
    assert judge(command).credit == 0
    assert judge(command).text.startswith("No matter")


@pytest.mark.parametrize(
    "reply",
    ["I don't know exactly, but it decays and gets squashed", "No idea, perhaps microbes?", "I don't understand, rot?"],
)
def test_a_reply_that_says_something_beside_giving_up_is_an_answer(reply: str) -> None:
    command = JudgeReply(item=ASKED[0].item(1), reply=reply, language="en")
    assert unjudged(command) is not None
    assert judge(command, 1.0).is_correct
