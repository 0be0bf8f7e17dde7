"""Numbers, as each language writes them: one table for whoever reads them."""

import pytest

from services.text.quantities.numbers import (
    numerals_in,
    readings,
    said_in_words,
    same_number,
    scale_of,
    value_of,
    values_in,
)

WORTH = [
    ("en", "1,300", 1300),
    ("en", "1.300", 1.3),
    ("en", "1,234,567.5", 1234567.5),
    ("en", "0.125", 0.125),
    ("en", "12 300", 12300),
    ("en", "3 thousand", 3e3),
    ("en", "3 million", 3e6),
    ("en", "1 billion", 1e9),
    ("en", "1 trillion", 1e12),
    ("no", "1.300", 1300),
    ("no", "1,300", 1.3),
    ("no", "1.5", 1.5),
    ("no", "1.234.567,5", 1234567.5),
    ("no", "12 300", 12300),
    ("no", "2 tusen", 2e3),
    ("no", "2,5 millioner", 2.5e6),
    ("no", "1 milliard", 1e9),
    ("no", "3 milliarder", 3e9),
    ("no", "1 billion", 1e12),
    ("no", "2 billioner", 2e12),
    ("nb-NO", "1 billion", 1e12),
    ("de", "1.300", 1300),
    ("de", "1,5", 1.5),
    ("de", "2 Tausend", 2e3),
    ("de", "1 Million", 1e6),
    ("de", "2,5 Millionen", 2.5e6),
    ("de", "1 Milliarde", 1e9),
    ("de", "3 Milliarden", 3e9),
    ("de", "1 Billion", 1e12),
    ("de", "2 Billionen", 2e12),
    ("fr", "1,3", 1.3),
    ("fr", "1 billion", 1e12),
    ("zh", "1,300", 1300),
    ("", "1 billion", 1e9),
]


@pytest.mark.parametrize(("language", "text", "value"), WORTH)
def test_whoever_reads_a_number_reads_the_same(language: str, text: str, value: float) -> None:
    assert value_of(text, language) == pytest.approx(value)
    assert readings(text, language)[0] == (value, "")
    assert [each.value for each in numerals_in(f"So it is {text}.", language)] == [pytest.approx(value)]
    assert any(each == pytest.approx(value) for each in values_in(f"So it is {text}.", language))


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("no", "Den er 1,2 og 3,4 ganger så stor.", [1.2, 3.4]),
        ("no", "Det er 1,5; 2,5 og 3,5 av dem.", [1.5, 2.5, 3.5]),
        ("de", "Es sind 1,5; 2,5 und 3,5.", [1.5, 2.5, 3.5]),
        ("no", "Det er 1, 2 eller 3.", [1, 2, 3]),
        ("en", "It is 1.5, 2.5 or 3.5.", [1.5, 2.5, 3.5]),
        ("en", "It is 1,300, 2,600 or 3.", [1300, 2600, 3]),
    ],
)
def test_a_list_of_numbers_is_as_many_numbers(language: str, text: str, values: list[float]) -> None:
    assert [each.value for each in numerals_in(text, language)] == values
    assert values_in(text, language) >= set(values)


@pytest.mark.parametrize("text", ["1,2,3", "2.15.3", "3.5.2026", "", "five", "mm"])
def test_what_only_looks_like_one_number_is_none(text: str) -> None:
    for language in ("en", "no", "de"):
        assert readings(text, language) == []
        assert value_of(text, language) is None


def test_who_types_may_write_as_another_language_does_and_the_likelier_reading_comes_first() -> None:
    assert [value for value, _ in readings("1,300 m", "en")] == [1300, 1.3]
    assert [value for value, _ in readings("1,300 m", "no")] == [1.3, 1300]
    assert readings("3 milliarder år", "en") == [(3e9, "år")]


@pytest.mark.parametrize(
    ("language", "words", "value"),
    [
        ("en", "two billion", 2e9),
        ("no", "to milliarder", 2e9),
        ("no", "to billioner", 2e12),
        ("de", "zwei Billionen", 2e12),
    ],
)
def test_in_words_a_scale_is_worth_the_same(language: str, words: str, value: float) -> None:
    assert said_in_words(words, language) == [value]


def test_a_unit_that_is_written_with_a_scale_has_that_of_its_language() -> None:
    assert scale_of("billion kroner", "no") == (1e12, "kroner")
    assert scale_of("billion years", "en") == (1e9, "years")
    assert scale_of("km", "en") == (1, "km")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,300", [1300, 1.3]),
        ("1.300,5", [1300.5]),
        ("1,300.5 m", [1300.5]),
        ("3 million", [3e6]),
        ("2,5 millioner", [2.5e6]),
        ("6.02 x 10^23", [6.02e23]),
        ("10⁶", [1e6]),
        ("−4 °C", [-4]),
        ("0,125", [0.125]),
        ("1.234.567", [1234567]),
        ("five", []),
        ("", []),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, values: list[float]) -> None:
    assert [value for value, _ in readings(text)] == pytest.approx(values)


def test_a_small_word_is_no_nought() -> None:
    assert said_in_words("and", "en") == []
    assert 0 not in values_in("salt and water", "en")
    assert said_in_words("a hundred and five", "en") == [105]


@pytest.mark.parametrize(
    ("language", "text", "value", "unit"),
    [
        ("en", "It holds 1,300 litres.", 1300, "litres"),
        ("en", "It holds 1 300 litres.", 1300, "litres"),
        ("en", "It holds 1,234,567.5 kilograms.", 1234567.5, "kilograms"),
        ("en", "It is 12.5 percent.", 12.5, "percent"),
        ("en", "It is 12.5 %.", 12.5, "%"),
        ("en", "It is 25% of all.", 25, "%"),
        ("en", "It is 3 million years old.", 3e6, "years"),
        ("en", "It is 2.4 billion years old.", 2.4e9, "years"),
        ("en", "It boils at 100 °C there.", 100, "°C"),
        ("en", "It boils at 100 degrees Celsius.", 100, "degrees Celsius"),
        ("en", "It freezes at −39 degrees Celsius.", -39, "degrees Celsius"),
        ("en", "It moves 2.5 centimetres a year.", 2.5, "centimetres a year"),
        ("en", "It covers 400 square kilometres.", 400, "square kilometres"),
        ("en", "It moves at 30 kilometres per hour.", 30, "kilometres per hour"),
        ("en", "It holds 420 parts per million.", 420, "parts per million"),
        ("en", "It has 46 chromosomes.", 46, ""),
        ("no", "Den er 12,5 meter lang.", 12.5, "meter"),
        ("no", "Den er 1 300 meter lang.", 1300, "meter"),
        ("no", "Den er 1.300 meter lang.", 1300, "meter"),
        ("no", "Den er 1.5 meter lang.", 1.5, "meter"),
        ("no", "Den er 3 millioner år gammel.", 3e6, "år"),
        ("no", "Den koster 2,5 milliarder kroner.", 2.5e9, "kroner"),
        ("no", "Det er 577 000 kubikkilometer vann.", 577000, "kubikkilometer"),
        ("no", "Den bruker 16 000 kilowattimer i året.", 16000, "kilowattimer i året"),
        ("no", "Det er 86 prosent.", 86, "prosent"),
    ],
)
def test_a_number_is_read_as_its_language_writes_it(language: str, text: str, value: float, unit: str) -> None:
    (found,) = numerals_in(text, language)
    assert found.value == pytest.approx(value)
    assert found.unit == unit


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("4.5 million", "en", 4.5e6),
        ("1,300", "en", 1300),
        ("1.3", "en", 1.3),
        ("72 %", "en", 72),
        ("-40", "en", -40),
        ("2,5 millioner", "no", 2.5e6),
        ("1.300", "no", 1300),
        ("1.300", "de", 1300),
        ("1,3", "fr", 1.3),
        ("1,3", "en", None),
        ("silica", "en", None),
        ("9" * 400, "en", None),
        ("9" * 400, "de", None),
    ],
)
def test_a_number_is_worth_what_its_language_says(text: str, language: str, value: float | None) -> None:
    assert value_of(text, language) == value


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "3/4", "three quarters"),
        ("en", "½", "a half"),
        ("en", "2½", "two and a half"),
        ("en", "2 1/2", "2.5"),
        ("en", "minus five", "−5"),
        ("en", "twenty kilometres", "20 km"),
        ("en", "1300", "1,300"),
        ("en", "5 percent", "5%"),
        ("en", "a third", "1/3"),
        ("no", "tre fjerdedeler", "0,75"),
        ("no", "halvparten", "1/2"),
        ("no", "to og en halv", "2,5"),
        ("no", "femti prosent", "50 %"),
        ("de", "drei Viertel", "0,75"),
    ],
)
def test_one_number_may_be_written_in_many_ways(language: str, one: str, other: str) -> None:
    assert same_number(one, other, language)
    assert same_number(other, one, language)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5", "-5"),
        ("5", "±5"),
        ("7 days", "7"),
        ("7 days", "7 weeks"),
        ("3/4/2020", "0.75"),
        ("third", "1/3"),
        ("1.3", "1,300"),
        ("half", "quarter"),
        ("many", "many"),
    ],
)
def test_what_is_another_number_or_none_is_not_the_same(one: str, other: str) -> None:
    assert not same_number(one, other, "en")
