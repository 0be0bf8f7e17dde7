"""A filter never says no of a term that its text has, and seldom yes of another."""

import pytest

from services.search.filters import filter_of, numbers_of


def may_hold(found: bytes, term: str) -> bool:
    """As `MAY_HOLD` asks it."""
    first, step = numbers_of(term)
    bits = [(first + nth * step) % (8 * len(found)) for nth in range(3)]
    return all(found[bit >> 3] >> (bit & 7) & 1 for bit in bits)


@pytest.mark.parametrize("many", [0, 1, 2, 7, 100, 5000])
def test_what_a_text_has_is_never_denied(many: int) -> None:
    terms = [f"søk{number}" for number in range(many)]
    found = filter_of(terms)
    assert all(may_hold(found, term) for term in terms)
    assert len(found) <= 1.5 * many + 1


@pytest.mark.parametrize("many", [100, 1000, 20_000])
def test_what_it_has_not_is_seldom_thought_to_be_there(many: int) -> None:
    found = filter_of([f"word{number}" for number in range(many)])
    assert sum(may_hold(found, f"other{number}") for number in range(5000)) <= 250
