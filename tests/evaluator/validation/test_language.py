"""Another language than the document's is refused where it is plain, and never guessed of a few words."""

import pytest

from contracts.quizzes import ValidateItems
from services.evaluator.validation.language import language_differs
from services.evaluator.validation.validate import validate
from tests.evaluator.every_type import every

EN = "A fetch is the distance over which the wind blows across open water."
NO = "En fjord er en lang og smal havarm som en isbre har gravd ut av fjellet."


@pytest.mark.parametrize(
    ("text", "quote", "language"),
    [
        ("What is the name of the narrow arm of the sea that ice has dug?", NO, "no"),
        ("What is a fjord?", NO, "nb-NO"),
        ("Hva kalles strekningen som vinden blåser over?", EN, "en"),
        ("Was ist die Strecke, über die der Wind weht?", EN, "en"),
        ("Quelle est la distance sur laquelle le vent souffle?", EN, "en"),
        ("Was ist der Weg, über den das Wasser zum Meer fließt, und wie wird er tief?", NO, "no"),
        ("Как называется расстояние над водой?", EN, "en"),
        ("What is the name of the rising of the sea?", "يرتفع ماء البحر مرتين في اليوم بسبب جاذبية القمر.", "ar"),
        ("What does the text mean by “приливы” in this sentence?", "Приливы вызваны притяжением Луны.", "ru"),
    ],
)
def test_a_plain_case_is_refused(text: str, quote: str, language: str) -> None:
    refused = language_differs(text, quote, language)
    assert refused is not None
    assert refused.code == "language_differs"


@pytest.mark.parametrize(
    ("text", "quote", "language"),
    [
        ("What is a fjord?", EN, "en"),
        ("Hva er en fjord?", NO, "no"),
        ("fetch", NO, "no"),
        ("apt-get install · make · the shell", NO, "no"),
        ("Hvad er en fjord, og hvor er den dyb?", NO, "no"),
        ("Hva betyr «the survival of the fittest» i teksten?", NO, "no"),
        (
            "____ in the sea and of the wind is a wave that rises.",
            "A wave in the sea and of the wind that rises.",
            "no",
        ),
        ("What is a fetch?", EN, ""),
        ("What is the term for the open water?", EN, "xx"),
        ("光合作用是什么过程？", "光合作用是植物利用阳光制造糖的过程。", "zh"),
        ("DNA и РНК – что это?", "ДНК хранит наследственность.", "ru"),
        ("α · β · γ", EN, "en"),
        ("ΔG = ΔH − TΔS λ μ ν π ρ σ τ", EN, "en"),
        ("Hvem er den eldste?", "Debian er en distribusjon.", "no"),
    ],
)
def test_a_doubtful_one_is_let_pass(text: str, quote: str, language: str) -> None:
    assert language_differs(text, quote, language) is None


def test_questions_and_cards_and_the_blocks_own_language(good: ValidateItems) -> None:
    asked = "Hva er det som kalles dette i teksten, og hvor er det?"
    wrong = good.model_copy(
        update={
            "items": [good.items[0].model_copy(update={"question": asked})],
            "flashcards": [good.flashcards[0].model_copy(update={"question": asked})],
        }
    )
    for verdict in validate(wrong).verdicts:
        assert [reason.code for reason in verdict.reasons] == ["language_differs"]
    assert [v.accepted for v in validate(every().model_copy(update={"language": "de"})).verdicts][
        7
    ]  # its block is "no"
