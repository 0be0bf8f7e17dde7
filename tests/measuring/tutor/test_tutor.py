"""The measure of the tutor runs, on our own lessons; what it calls an answer is one."""

from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from contracts.learning import Explained
from contracts.proof import Origin
from tests.measuring.tutor import tutor
from tests.measuring.tutor.asking import LOOKED_AT, Answer, Question, questions
from tests.measuring.tutor.measured import fault, figures
from tests.measuring.tutor.tutor import answers, main, table


def answer(ask: str, said: str, *, found: bool = True, words: tuple[tuple[str, ...], ...] = ()) -> Answer:
    told = Explained(concepts=[], explanation=said, found=found, origin=Origin(author="offline", name="x", version="1"))
    return Answer(Question("a.pdf", ask, words=words), "question", told)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Answer], str]:
    """A whole run on our own lessons, in a folder without the other documents: its answers, and what it printed."""
    found = list[Answer]()

    def recorded(folder: Path | None) -> Iterator[Answer]:
        found.extend(answers(folder))
        yield from found

    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as printed:
        patch.setattr(tutor, "answers", recorded)
        assert main([str(tmp_path_factory.mktemp("none"))]) == 0
    return found, printed.getvalue()


def test_it_runs_on_our_own_lessons(ran: tuple[list[Answer], str]) -> None:
    found, printed = ran
    assert len(found) == sum("/" not in each.document for each in questions()) > 0
    figured = figures([each for each in found if each.question.part == LOOKED_AT])
    assert figured.found >= figured.told - 1
    assert figured.false <= 1
    assert any(line.startswith("| vannets-kretslop.no |") for line in table(found))
    assert printed == "\n".join(table(found)) + "\n"


def test_an_answer_has_its_words_and_what_is_not_told_is_claimed_by_none() -> None:
    words = (("red", "wall"), ("brick",))
    told = [
        answer("What?", "The wall is Red.", words=words),
        answer("What?", "The roof is red.", words=words),
        answer("What?", "No sentence.", found=False, words=words),
        answer("Who?", "Nobody built it."),
        answer("Who?", "No sentence.", found=False),
    ]
    figured = figures(told)
    assert (figured.told, figured.answered, figured.beside, figured.untold, figured.false) == (3, 1, 1, 2, 1)
    assert fault(told[4]) == ""
    assert all(fault(each) for each in told[1:4])


def test_a_place_counts_as_found_only_where_the_label_has_it_and_never_as_an_answer() -> None:
    told = [answer("What?", "Look there.", found=False, words=(("brick",),)) for _ in range(3)]
    asked = replace(told[0].question, page=3)
    places = [((3, "A brick wa1l."),), ((2, "A brick wa1l."),), ((3, "A roof."),)]
    placed = [replace(each, question=asked, places=at) for each, at in zip(told, places, strict=True)]
    untold = replace(answer("Who?", "Look there.", found=False), places=places[0])
    figured = figures([*placed, untold])
    assert (figured.found, figured.placed, figured.answered) == (1, 1, 0)
    assert (figured.false, figured.placed_untold) == (0, 1)


def test_the_questions_are_enough_and_fair() -> None:
    every = [each for each in questions() if "/" in each.document]
    assert len({each.document for each in every}) == 15
    assert len(every) >= 80
    untold = sum(not each.words for each in every)
    assert 0.4 <= untold / len(every) <= 0.6
    assert sum(bool(each.before) for each in every) >= 0.25 * len(every)
    assert sum(each.part != LOOKED_AT for each in every) >= 0.3 * len(every)
    assert all(each.page for each in every if each.words)


def test_without_the_documents_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none")]) == 2
    assert "is no folder" in capsys.readouterr().err
