"""A diagnosis from standings and the document's structure: gaps underneath, level, and where to begin."""

from itertools import product

import pytest

from contracts.learning import Diagnose, Diagnosed
from contracts.mastery import ConceptPlace, Level, Mark, Standing
from services.evaluator.diagnosis.advice import Seen
from services.evaluator.diagnosis.diagnose import diagnose

UNDER = {"charge": [], "electron": ["charge"], "current": ["electron"], "resistance": ["current"], "fuse": ["current"]}
PLACES = [
    ConceptPlace(
        concept=concept,
        relevance="High" if concept in ("charge", "current") else "Low" if concept == "fuse" else "Medium",
        section="Flow" if ordinal < 3 else "Safety",
        source_page=ordinal + 1,
        block_id=f"b{ordinal}",
        ordinal=ordinal,
        prerequisites=under,
    )
    for ordinal, (concept, under) in enumerate(UNDER.items())
]


def stands(concept: str, score: float, answers: int = 2, correct: int = 0, mark: Mark = "none") -> Standing:
    mastered = score >= 0.98
    return Standing(
        concept=concept, score=score, answers=answers, correct=correct, decided=mastered, mastered=mastered, mark=mark
    )


def found(topic: str, *standings: Standing, language: str = "en") -> Diagnosed:
    return diagnose(Diagnose(topic=topic, language=language, places=PLACES[::-1], standings=list(standings)))


def test_gaps_are_what_the_topic_builds_on_also_through_others_in_the_order_of_the_document() -> None:
    low = [stands("electron", 0.2), stands("charge", 0.1), stands("fuse", 0.1), stands("resistance", 0.1)]
    assert found("resistance", *low).prerequisite_gaps == ["charge", "electron"]
    assert found("Safety", *low).prerequisite_gaps == ["charge", "electron"]
    assert found("electron", *low).prerequisite_gaps == ["charge"]
    assert found("", *low).prerequisite_gaps == ["charge", "electron"]


def test_what_is_mastered_likely_known_or_never_asked_is_no_gap() -> None:
    assert found("resistance", stands("charge", 0.99, 5, 5), stands("electron", 0.6)).prerequisite_gaps == []
    assert found("resistance").prerequisite_gaps == []


def test_a_mark_of_the_learners_own_makes_a_gap_and_unmakes_none() -> None:
    assert found("resistance", stands("charge", 0.3, 0, mark="not_yet")).prerequisite_gaps == ["charge"]
    assert found("resistance", stands("charge", 0.2, mark="known")).prerequisite_gaps == ["charge"]


def test_a_circle_of_prerequisites_ends() -> None:
    ring = [
        ConceptPlace(concept=one, block_id="b", ordinal=n, prerequisites=[other])
        for n, (one, other) in enumerate([("hen", "egg"), ("egg", "hen")])
    ]
    command = Diagnose(topic="hen", places=ring, standings=[stands("egg", 0.1), stands("hen", 0.1)])
    assert diagnose(command).prerequisite_gaps == ["egg"]


@pytest.mark.parametrize(
    ("score", "answers", "level"),
    [
        (0.99, 2, "unknown"),
        (0.21, 3, "beginner"),
        (0.22, 3, "intermediate"),
        (0.48, 3, "intermediate"),
        (0.49, 3, "advanced"),
    ],
)
def test_the_level_has_clear_cuts(score: float, answers: int, level: Level) -> None:
    assert found("", stands("charge", score, answers)).learner_level == level


def test_the_level_weighs_by_relevance_and_looks_at_the_topic_first() -> None:
    high, low = stands("charge", 0.6, 3, 3), stands("fuse", 0.1, 3)
    assert found("", high, low).learner_level == "intermediate"  # (3 x .6 + 1 x .1) / 4
    assert found("charge", high, low).learner_level == "advanced"
    assert found("charge", stands("charge", 0.6, 1, 1), low).learner_level == "intermediate"


def test_recommendations_name_concepts_pages_and_counts() -> None:
    told = found("resistance", stands("charge", 0.1, 3, 1), stands("resistance", 0.2)).recommendations
    assert told[0] == "Begin with “charge” (page 1), which one other concept builds on: you had 1 of 3 right."
    assert told[1] == "Work on “resistance” (page 4): you had 0 of 2 right."
    norsk = found("resistance", stands("charge", 0.1, 3, 1), language="nb").recommendations
    assert norsk[0] == "Begynn med «charge» (side 1), som ett annet begrep bygger på: du hadde 1 av 3 riktig."


def test_recommendations_about_a_text_without_pages_name_headings() -> None:
    places = [place.model_copy(update={"page_kind": "section"}) for place in PLACES]
    standings = [stands("charge", 0.1, 3, 1), stands("electron", 0.1, 3, 1), stands("resistance", 0.2)]
    told = diagnose(Diagnose(topic="resistance", language="en", places=places, standings=standings)).recommendations
    assert told[:3] == [
        "Begin with “charge” (“Flow”), which one other concept builds on: you had 1 of 3 right.",
        "Then take “electron” (“Flow”), which one other concept builds on: you had 1 of 3 right.",
        "Work on “resistance” (“Safety”): you had 0 of 2 right.",
    ]


def test_where_to_begin_is_left_to_what_follows_unless_something_is_missing_underneath() -> None:
    for topic in ("", "Flow"):
        assert not [told for told in found(topic).recommendations if "Begin" in told]


@pytest.mark.parametrize("language", ["en", "no", "de"])
@pytest.mark.parametrize("topic", ["", "resistance", "Safety", "nothing of it"])
def test_there_are_always_one_to_five_sentences(language: str, topic: str) -> None:
    for score, count in product((0.0, 0.3, 0.6, 0.99), range(6)):
        standings = [stands(concept, score) for concept in list(UNDER)[:count]]
        told = found(topic, *standings, language=language)
        assert 1 <= len(told.recommendations) <= 5, (score, count)
        assert all(each.endswith(".") and "{" not in each for each in [*told.recommendations, told.reason]), told


def test_the_reason_says_from_how_many_answers() -> None:
    assert found("").reason == "No answer is graded yet, so the level stays unknown."
    assert found("", stands("charge", 0.5, 4)).reason == "0 of your 4 answers about one concept are right."


def test_what_was_always_right_is_no_gap_though_little_is_decided() -> None:
    right = Seen(PLACES[0], Standing(concept="charge", score=0.27, answers=1, correct=1))
    assert not right.missing
    assert Seen(PLACES[0], Standing(concept="charge", score=0.27, answers=2, correct=1)).missing
