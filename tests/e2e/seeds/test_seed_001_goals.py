"""Seed 001's `generationGoals` end to end: what is asked for is made and nothing else, each goal alone and together."""

import pytest

from tests.console.samples.make_samples import lesson
from tests.e2e.houses import Up
from tests.standins.learners.classmates import Classroom, Mate, join
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.pupil import learner_view
from tests.standins.tables import select

pytestmark = pytest.mark.embedded
GOALS = ("flashcards", "quiz", "multiple_choice_quiz", "explanation")
COMBINATIONS = [*((goal,) for goal in GOALS), *((goal, "explanation") for goal in GOALS[:3]), GOALS]
QUESTIONS, CARDS = 4, 3


def studied(me: Learner, *goals: str, **wishes: object) -> Json:
    """A session of the goals, once it is settled."""
    form = {"numQuizQuestions": QUESTIONS, "numFlashcards": CARDS, **wishes}
    state = me.study(lesson("plate-tectonics.en"), generationGoals=list(goals), **form)
    assert state["status"] == "ready", state["error"]
    return state


@pytest.fixture(scope="module")
def explained(house: Up) -> Json:
    """A session whose only goal is an explanation."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as one:
        return studied(one, "explanation")


@pytest.mark.parametrize("goals", COMBINATIONS, ids="+".join)
def test_what_the_goals_name_is_made_and_nothing_else(me: Learner, goals: tuple[str, ...]) -> None:
    state = studied(me, *goals)
    session = state["session_id"]
    items, cards, view = me.items(session), me.cards(session), learner_view(me, session)
    asks = bool({"quiz", "multiple_choice_quiz"} & set(goals))
    assert len(items) == (QUESTIONS if asks else 0)
    assert len(cards) == (CARDS if "flashcards" in goals else 0)
    kinds = {item["type"] for item in items}
    if "multiple_choice_quiz" in goals:
        assert kinds == {"multiple_choice"}
    elif "quiz" in goals:
        assert len(kinds) > 1, "`quiz` mixes types"
    assert bool(view["explanation"]) == ("explanation" in goals)


def test_an_explanation_is_of_the_key_concepts_each_with_quotes_of_the_text(me: Learner, explained: Json) -> None:
    state, session = explained, explained["session_id"]
    view, blocks = learner_view(me, session), me.blocks(session)
    concepts = [concept["term"] for concept in state["context"]["keyConcepts"]]
    assert len(concepts) >= 5
    headings = [part.split("\n")[0].casefold() for part in view["explanation"].split("\n\n")]
    assert headings == [concept.casefold() for concept in concepts]
    assert len(view["explanation_quotes"]) >= len(concepts)
    for quote in view["explanation_quotes"]:
        assert blocks[quote["block_id"]]["text"][quote["start"] : quote["end"]] == quote["quote"]
        assert " ".join(quote["quote"].split()) in view["explanation"]
    for concept in state["context"]["keyConcepts"]:
        assert concept["definition"] in view["explanation"]
    lines = me.http.get(f"/sessions/{session}/messages").json()["messages"]
    assert [(line["agent"], line["text"]) for line in lines] == [("tutor", view["explanation"])]


def test_an_explanation_alone_that_is_shared_with_a_class_reaches_who_joins(me: Learner, house: Up) -> None:
    room, mate = Classroom(me, lesson("plate-tectonics.en"), generationGoals=["explanation"]), Mate("Ada", 1)
    assert room.items == []
    join(house.house.url, room.share(), mate)
    room.me.until(lambda: room.get(mate, "/learner").json()["explanation"])
    room.settle(mate)
    mine, owners = room.get(mate, "/learner").json(), learner_view(me, room.session)
    assert mine["explanation"] == owners["explanation"]
    assert room.quiz(mate)["questions"] == []
    for path in ("/flashcards", "/notes", "/results", "/messages"):
        assert room.get(mate, path).status_code == 200, path
    [line] = room.get(mate, "/messages").json()["messages"]
    assert line["text"] == mine["explanation"]


def test_the_coach_is_asked_for_no_material_that_is_no_goal(house: Up, explained: Json) -> None:
    session = explained["session_id"]
    rows = select(
        house.house.database, "select to_agent from agent_transitions where session_id = %s order by id", session
    )
    assert "tutor" in {row["to_agent"] for row in rows}
    assert "quiz" not in {row["to_agent"] for row in rows}


def test_who_asked_for_an_explanation_alone_waits_for_nothing_and_goes_on(me: Learner, explained: Json) -> None:
    session = explained["session_id"]
    for path in ("quiz", "flashcards", "notes", "results"):
        answer = me.http.get(f"/sessions/{session}/{path}")
        assert answer.status_code == 200, path
    assert me.owner.get(f"/sessions/{session}/items").status_code == 200
    assert len(me.new_quiz(session, numQuizQuestions=3)["questions"]) == 3


def test_focus_areas_are_explained_first(me: Learner) -> None:
    state = studied(me, "explanation", focusAreas=["slab pull"])
    assert learner_view(me, state["session_id"])["explanation"].startswith("Slab pull\n")


def test_a_quiz_of_no_question_without_an_explanation_is_a_400(me: Learner) -> None:
    answer = me.upload(lesson("plate-tectonics.en"), generationGoals=["quiz"], numQuizQuestions=0)
    assert (answer.status_code, answer.json()["fields"]) == (400, ["numQuizQuestions"])
