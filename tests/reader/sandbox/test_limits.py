"""What a child has worked counts against its limits, not the time that it waited for the machine."""

import pytest

from contracts.problems import Code
from services.reader.sandbox.limits import Limit, over_limit

PAGE = Limit("Page 7", 10, 7, left=10, wall=40)


@pytest.mark.parametrize(("worked", "waited"), [(0.0, 0.0), (9.9, 9.9), (1.0, 39.0), (9.9, 39.9)])
def test_who_waits_for_a_busy_machine_goes_on(worked: float, waited: float) -> None:
    assert over_limit(PAGE, worked, waited) is None


@pytest.mark.parametrize("waited", [10.0, 39.0, 41.0])
def test_too_much_work_is_the_documents_fault_and_final(waited: float) -> None:
    found = over_limit(PAGE, 10.0, waited)
    assert found is not None
    assert (found.final, found.problem.code, found.problem.status) == (True, Code.READING_LIMIT, 422)
    assert found.problem.numbers == {"seconds": 10, "page": 7}


@pytest.mark.parametrize("worked", [0.0, 5.0, 9.9])
def test_the_wall_clock_is_the_last_resort_and_may_be_tried_again(worked: float) -> None:
    found = over_limit(PAGE, worked, 40.0)
    assert found is not None
    assert (found.final, found.problem.code, found.problem.status) == (False, Code.STEP_TIMED_OUT, 504)
