"""The history of mastery: a point for each change of the number, with how far the next answer could move it."""

from hypothesis import given
from hypothesis import strategies as st

from contracts.learning import AimsSet, ConceptMarked
from contracts.session import ForgetRequested
from services.orchestrator.workflow.evidence import Tally
from services.orchestrator.workflow.standings import reach, standing_of
from tests.standins.messages import Hall, said


async def test_each_grade_is_a_point_and_the_last_one_is_the_number_that_is_shown(hall: Hall) -> None:
    session = await hall.ready()
    for _ in range(2):
        await hall.walk(said(await hall.answers(session), session))
    points = await hall.rows("select * from mastery_history order by concept, at")
    shown = {row["concept"]: row for row in await hall.rows("select * from concept_mastery")}
    assert len(points) > len(shown) > 1
    for concept, now in shown.items():
        mine = [row for row in points if row["concept"] == concept]
        assert [row["answers"] for row in mine] == sorted({row["answers"] for row in mine})
        assert (mine[-1]["score"], mine[-1]["answers"], mine[-1]["correct"]) == (
            now["score"], now["answers"], now["correct"],
        )  # fmt: skip
        assert all(row["low"] <= row["score"] <= row["high"] for row in mine)
    await hall.walk(said(ConceptMarked(concept="term10", mark="known"), session))
    await hall.walk(said(AimsSet(mastery_threshold=0.6), session))
    assert await hall.count("mastery_history") == len(points)
    await hall.walk(said(ForgetRequested(), session))
    assert await hall.count("mastery_history") == 0


@given(st.floats(0, 1), st.integers(0, 40), st.integers(0, 40))
def test_the_band_holds_the_score_and_is_narrower_the_more_is_known(known: float, right: int, wrong: int) -> None:
    found = standing_of("a", Tally(known=known, answers=right + wrong, correct=right), 0.85)
    low, high = reach(found)
    assert 0 <= low <= found.score <= high <= 1


def test_much_evidence_is_a_narrow_band() -> None:
    def width(answers: int, known: float) -> float:
        low, high = reach(standing_of("a", Tally(known=known, answers=answers, correct=answers), 0.85))
        return high - low

    assert width(30, 0.9999) < 0.02 < 0.1 < width(2, 0.6)
