"""Who is graded again when an item is taken back: told to its owner before it is done."""

from uuid import UUID

import httpx
import pytest

from contracts.views.material import Affected
from tests.gateway.classes.mates import joined
from tests.gateway.conftest import As
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"))


def at(kept: Kept, item: UUID) -> str:
    return f"/v1/sessions/{kept.session}/items/{item}/affected"


async def test_each_answer_has_its_attempts_score_with_and_without_the_item(
    as_user: As, kept: Kept, shelf: Shelf
) -> None:
    owner: httpx.AsyncClient = as_user("ann", "owner")
    joined(shelf, kept, "Kari", [0, 1], score=0.5)
    joined(shelf, kept, "Ola", [1], score=1.0)
    joined(shelf, kept, "Per", [])
    first, second = (item.item_id for item in kept.items[:2])
    told = Affected.model_validate((await owner.get(at(kept, first))).json())
    assert told.learners == 2
    assert {one.name: (one.credit, one.score, one.score_without, one.own) for one in told.answers} == {
        "Kari": (0, 0.5, 1.0, False), "Ola": (1, 1.0, None, False),
    }  # fmt: skip
    assert [one.name for one in Affected.model_validate((await owner.get(at(kept, second))).json()).answers] == ["Kari"]
    assert (await owner.get(at(kept, kept.items[2].item_id))).json() == {"learners": 0, "answers": []}


async def test_it_is_the_owners_alone(as_user: As, kept: Kept) -> None:
    item = kept.items[0].item_id
    assert (await as_user("ann").get(at(kept, item))).status_code == 403
    assert (await as_user("bob", "owner").get(at(kept, item))).status_code == 404
    assert (await as_user("ann", "owner").get(at(kept, UUID(int=1)))).status_code == 404
