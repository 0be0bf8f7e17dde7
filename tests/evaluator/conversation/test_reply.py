"""The life of a tutor's question: probe, hint, explanation, cleared; and no word of the answer before its time."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from contracts.items import Item, MultipleChoice, ShortAnswer, TrueFalse
from contracts.learning import JudgeReply, ReplyJudged
from services.evaluator.conversation.reply import judge
from services.evaluator.items.masking import masked, tells
from services.evaluator.items.registry import rules_of
from tests.evaluator.every_type import every, statement
from tests.measuring.quality.metrics.made import choice, sound

ITEM: TypeAdapter[Item] = TypeAdapter(Item)
ITEMS: dict[str, Item] = {item.type: item for item in sound()}
MORE: list[Item] = [*every().items, statement(true=False)]
WRONG = {
    "multiple_choice": "bollard",
    "multiple_answer": "cranes, bollards",
    "true_false": "true",
    "cloze": "paving",
    "matching": "1=a, 2=b",
    "ordering": "b,c,a",
    "numeric": "150",
    "short_answer": "because it is nice",
}
RIGHT = {
    "multiple_choice": ["breakwater", "I think it is a breakwater", "b", "2", "Breakwatre"],
    "multiple_answer": ["cranes, pilots and tugs", "b,c,d", "tugs; pilots; cranes", "2, 3, 4"],
    "true_false": ["false", "No", "That's wrong"],
    "cloze": ["dredging", "It is dredging, I think", "Dredgings"],
    "matching": ["1=b, 2=a", "breakwater: a wall in the sea; bollard: a short post on the quay"],
    "ordering": ["c,a,b", "the crane lifts it, then a lorry carries it away, and customs clears it", "cab"],
    "numeric": ["200", "200 tonnes", "I think 200 tonnes", "two hundred"],
    "short_answer": ["Because the rivers bring sand", "rivers bring sand"],
}


def replied(
    item: Item, reply: str, wrong: int = 0, language: str = "en", previous: list[str] | None = None
) -> ReplyJudged:
    command = JudgeReply(item=item, reply=reply, wrong_attempts=wrong, previous=previous or [], language=language)
    return judge(command)


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_wrong_replies_go_from_probe_to_hint_to_explanation(item: Item) -> None:
    told = [replied(item, WRONG[item.type], wrong) for wrong in range(5)]
    assert [each.phase for each in told] == ["probe", "hint", "explain", "explain", "explain"]
    assert not any(each.is_correct for each in told)
    assert [each.proof for each in told] == [None, None, item.proof, item.proof, item.proof]
    assert all(item.proof.quote in each.text for each in told[2:])
    assert len({each.text for each in told[:3]}) == 3


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_without_pages_a_reply_is_told_the_heading_or_the_slide(item: Item) -> None:
    """A text without pages stands on page 1 from its first word to its last: that is nowhere to look."""
    headed, slide = (
        ITEM.validate_python(_standing(item.model_dump(), told))
        for told in ({"page_kind": "section", "heading": "Quays"}, {"page_kind": "slide", "source_page": 7})
    )
    for wrong in (0, 2):
        assert "“Quays”" in replied(headed, WRONG[item.type], wrong).text
        assert "slide 7" in replied(slide, WRONG[item.type], wrong).text
    for language, page in (("en", "page"), ("no", "side 1"), ("de", "Seite")):
        told = [replied(headed, WRONG[item.type], wrong, language).text for wrong in range(3)]
        assert not any(page in each.casefold() for each in told), told


def _standing(within: Any, told: dict[str, Any]) -> Any:
    """The same with each proof standing elsewhere."""
    if isinstance(within, dict):
        if "block_sha256" in within:
            return {**within, **told}
        return {name: _standing(value, told) for name, value in within.items()}
    return [_standing(each, told) for each in within] if isinstance(within, list) else within


def test_a_printed_questions_key_is_not_told_as_what_the_text_says() -> None:
    item = ITEMS["multiple_choice"]
    assert isinstance(item, MultipleChoice)
    key = item.answer_text
    printed = item.model_copy(update={"proof": item.proof.model_copy(update={"quote": key})})
    headed = printed.model_copy(
        update={"proof": printed.proof.model_copy(update={"page_kind": "section", "heading": "Review"})}
    )
    for reply, wrong in ((key, 0), (WRONG["multiple_choice"], 2)):
        said = replied(printed, reply, wrong).text
        assert said.count(f"“{key}”") == 1, said
        assert said.endswith("The document prints this question with its key on page 1.")
        assert replied(headed, reply, wrong).text.endswith("with its key (“Review”).")


def without_options(item: Item, text: str) -> str:
    """A hint without the options of a choice that it names whole."""
    for option in item.options if isinstance(item, MultipleChoice) else ():
        text = text.replace(f"“{option.text}”", "").replace(f"«{option.text}»", "").replace(f"„{option.text}“", "")
    return text


@pytest.mark.parametrize("language", ["en", "nb", "de"])
@pytest.mark.parametrize("item", [*ITEMS.values(), *MORE], ids=lambda item: f"{item.type} {item.concept}")
@pytest.mark.parametrize("reply", ["nothing of it", "I don't know", "a", "1=a"])
def test_a_probe_and_a_hint_never_say_a_word_of_the_answer(item: Item, language: str, reply: str) -> None:
    for wrong in (0, 1):
        told = replied(item, reply, wrong, language)
        if told.phase in ("probe", "hint"):
            text = without_options(item, told.text) if told.phase == "hint" else told.text
            spoken = text.casefold()
            assert not tells(text, rules_of(item).secrets(item), "no" if language == "nb" else language), told.text
            for secret in rules_of(item).secrets(item):
                assert not [word for word in secret.casefold().split() if len(word) > 4 and word in spoken], told.text
            if isinstance(item, TrueFalse):
                assert not {option.text.casefold() for option in item.options} & set(spoken.split())


@pytest.mark.parametrize(("kind", "reply"), [(kind, reply) for kind, said in RIGHT.items() for reply in said])
@pytest.mark.parametrize("wrong", [0, 2])
def test_a_right_reply_clears_the_question_however_it_is_worded(kind: str, reply: str, wrong: int) -> None:
    item = ITEMS[kind]
    told = replied(item, reply, wrong)
    assert (told.phase, told.is_correct, told.credit, told.proof) == ("cleared", True, 1, item.proof)
    assert told.text.startswith("Right")
    assert item.proof.quote in told.text


def test_an_open_reply_that_cannot_be_judged_is_never_called_wrong_and_is_explained_in_the_end() -> None:
    item = ITEMS["short_answer"]
    told = [replied(item, "so that the ships can come in", wrong) for wrong in range(3)]
    assert [each.phase for each in told] == ["probe", "hint", "explain"]
    assert told[0].text.startswith("I find 0 of 1 key points in your reply; 1 may be missing.")
    assert told[2].text.startswith("I cannot judge this surely, so compare:")
    assert not any("Not yet" in each.text for each in told)


def test_key_points_that_are_there_are_counted() -> None:
    item = ITEMS["short_answer"]
    assert isinstance(item, ShortAnswer)
    text = item.proof.quote
    more = item.key_points[0].model_copy(update={"text": "It is needed", "start": 0, "end": 12})
    two = item.model_copy(update={"key_points": [*item.key_points, more], "answer": text})
    told = replied(two, "the rivers bring something like sand, not")
    assert told.text.startswith("I find 1 of 2 key points")
    assert told.credit == 0.5


def test_part_of_it_is_said_to_be_right() -> None:
    told = replied(ITEMS["multiple_answer"], "cranes and tugs")
    assert (told.phase, told.text.split(".")[0]) == ("probe", "Part of it is right: 2 of 3")
    assert 0 < told.credit < 1


def test_the_hint_of_a_choice_leaves_two_options_standing_in_their_order() -> None:
    item = ITEMS["multiple_choice"]
    assert replied(item, "bollard", 1).text.endswith("It is one of these two: “breakwater” and “dredging”.")
    assert replied(item, "dredging", 1).text.endswith("It is one of these two: “bollard” and “breakwater”.")
    both = replied(item, "bollard", 1, previous=["dredging"]).text
    assert both.endswith("“breakwater” and “dredging”."), "all were tried: one of them stays"
    assert "Det er ett av disse to: «breakwater» og «dredging»." in replied(item, "bollard", 1, "nb").text


def test_long_options_are_shown_whole_and_their_words_are_not_counted() -> None:
    long = choice("b1", "What is a breakwater?", "a wall in the sea", "a short wall of mud", "a post")
    probe, hint = (replied(long, "a post", wrong).text for wrong in (0, 1))
    assert hint.endswith("It is one of these two: “a short wall of mud” and “a wall in the sea”.")
    assert probe.endswith("Which of the options agrees with it?")


def test_of_a_long_answer_the_words_are_counted() -> None:
    item = ITEMS["short_answer"]
    assert "What I miss has 3 words; its first main word begins with “r”." in replied(item, "hm", 1).text
    long = ITEMS["cloze"].model_copy(update={"answer": "a wall in the sea"})
    assert "It has 5 words; its first main word begins with “w”." in replied(long, "mud", 1).text


def test_a_reply_that_is_no_option_is_told_how_to_answer() -> None:
    assert "I could not tell which option you mean" in replied(ITEMS["multiple_choice"], "a green one").text
    assert replied(ITEMS["true_false"], "hm", language="no").text.startswith("Jeg skjønte ikke hvilket alternativ")


def test_the_same_wrong_reply_again_is_noticed() -> None:
    assert "You said that before" in replied(ITEMS["cloze"], "Paving!", 1, previous=["paving"]).text


def test_who_does_not_know_is_not_told_that_it_was_wrong() -> None:
    assert replied(ITEMS["cloze"], "no idea").text.startswith("No matter")
    assert replied(ITEMS["short_answer"], "vet ikke", language="no").text.startswith("Det gjør ikke noe")


@pytest.mark.parametrize(
    ("text", "secret", "language", "left"),
    [
        ("Photosynthetic cells use photosynthesis.", "photosynthesis", "en", "____ cells use ____."),
        ("En strømkilde driver strømmen.", "strøm", "no", "En ____ driver ____."),
        ("It has 1,300 boats, or thirteen hundred.", "1300", "en", "It has ____ boats, or thirteen hundred."),
        ("It has three legs and 30 toes.", "3", "en", "It has ____ legs and 30 toes."),
        ("The tide of the sun.", "spring tide", "en", "The ____ of the sun."),
        ("With a 1 above, 1/9 is small, and 9 is big.", "1/9", "en", "With a 1 above, ____ is small, and ____ is big."),
        ("光合作用需要光", "光合", "zh", "____作用需要____"),
    ],
)
def test_blanking_takes_inflections_compounds_and_numbers_in_words(
    text: str, secret: str, language: str, left: str
) -> None:
    assert masked(text, [secret], language) == left


def test_a_sentence_full_of_gaps_is_no_place_to_look_at_and_neither_is_the_question_once_more() -> None:
    cloze = ITEMS["cloze"]
    quote = "A quay is a wall of stones that holds a quayside."
    own = cloze.model_copy(
        update={
            "question": "A ____ is a wall of stones that holds a quayside.",
            "answer": "quay",
            "accepted": [],
            "proof": cloze.proof.model_copy(update={"quote": quote}),
        }
    )
    said = replied(own, "harbour").text
    assert "“" not in said, "what would be quoted is the question with one gap more"
    assert f"Read page {cloze.proof.pages} again" in said
    other = own.model_copy(update={"question": "Which ____ is meant?"})
    assert "“A ____ is a wall of stones that holds a ____.”" in replied(other, "harbour").text
    gaps = own.model_copy(
        update={
            "question": "What is said of stones? ____",
            "answer": "wall holding quays",
            "proof": cloze.proof.model_copy(update={"quote": "The wall of stones that holds a quayside."}),
        }
    )
    assert "“" not in replied(gaps, "harbour").text


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
@pytest.mark.parametrize(
    "reply", ["can you give me a hint?", "I don't understand, can you explain it simpler?", "help"]
)
def test_who_asks_for_help_is_not_told_that_it_is_wrong(item: Item, reply: str) -> None:
    told = replied(item, reply)
    assert (told.phase, told.credit) == ("probe", 0)
    assert told.text.startswith("No matter, let us look together.")
