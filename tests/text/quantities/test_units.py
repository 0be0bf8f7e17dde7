"""Units: which are one though they are written otherwise."""

from services.text.quantities.units import same_unit


def test_a_unit_is_known_by_its_sign_and_its_words_and_no_other_is_taken_for_it() -> None:
    assert same_unit("°C", "degrees Celsius")
    assert same_unit("square kilometres", "km²")
    assert not same_unit("M", "m")
    assert not same_unit("legs", "legs")  # not known here: told by their words
