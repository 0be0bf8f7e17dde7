"""The path planner's rules: what comes first, what is left out, and the sentences that say why."""

import re

import pytest

from contracts.documents import PageKind
from contracts.learning import PathPlanned
from contracts.mastery import ConceptPlace, Standing
from services.coach.path.handler import PathPlanner
from services.coach.path.rules import planned_of
from tests.coach.orders import Noted
from tests.coach.path.courses import PLACES, mastered, plan, weak


def test_what_is_built_on_comes_first_then_the_documents_order() -> None:
    shuffled = plan(places=[PLACES[4], PLACES[2], PLACES[0], PLACES[3], PLACES[1]])
    assert planned_of(shuffled).path == ["atom", "charge", "current", "voltage", "power"]
    assert planned_of(shuffled).next_topic == "atom"


def test_a_goal_comes_first_behind_what_it_builds_on() -> None:
    assert planned_of(plan(goals=["voltage"])).path == ["atom", "charge", "voltage", "current", "power"]
    assert planned_of(plan(mastered("charge"), goals=["Understand voltage well"])).path[0] == "voltage"
    assert planned_of(plan(mastered("atom"), mastered("charge"), goals=["circuits"])).path[0] == "current"


@pytest.mark.parametrize(
    ("concept", "goal"),
    [
        ("stoma", "stomata"),
        ("stoma", "Understand the stomata of a leaf"),
        ("stoma", "stomatal opening"),
        ("stomata", "What a stoma does"),
        ("guard cell", "guard cells"),
        ("guard cell", "How the guard cells open and close"),
        ("nucleus", "what nuclei are for"),
        ("mitochondria", "the mitochondrion"),
        ("bacterium", "Bacteria in the soil"),
        ("hypothesis", "testing hypotheses"),
        ("light reactions", "the reaction to light"),
    ],
)
def test_a_goal_names_a_concept_in_any_form_of_the_word(concept: str, goal: str) -> None:
    places = [place.model_copy(update={"concept": concept}) if place == PLACES[3] else place for place in PLACES]
    planned = planned_of(plan(mastered("charge"), places=places, goals=[goal]))
    assert planned.next_topic == concept
    assert f"It leads to your goal “{goal}”" in planned.reasoning


@pytest.mark.parametrize(
    ("concept", "goal"), [("cellefjellet", "Forstå cellen"), ("stomp", "stomata"), ("guard cell", "the guard")]
)
def test_a_goal_that_is_about_something_else_names_nothing(concept: str, goal: str) -> None:
    places = [place.model_copy(update={"concept": concept}) if place == PLACES[3] else place for place in PLACES]
    reasons = planned_of(plan(places=places, goals=[goal])).reasoning
    assert f"no concept or section for your goal “{goal}”" in reasons


def test_what_is_mastered_or_marked_as_known_is_left_out_and_not_yet_brings_it_back() -> None:
    known = Standing(concept="charge", score=0.5, answers=1, mark="known")
    assert planned_of(plan(mastered("Atom"), known)).path == ["current", "voltage", "power"]
    not_yet = mastered("atom").model_copy(update={"mark": "not_yet"})
    assert planned_of(plan(not_yet)).next_topic == "atom"


@pytest.mark.parametrize("left_out", [[], ["Power"], ["power", "voltage"], ["power", "voltage", "charge"]])
def test_the_numbers_of_a_path_add_up_to_all_concepts(left_out: list[str]) -> None:
    """Mastered, marked as known, without a question, next, named behind it, following."""
    more = [ConceptPlace(concept=f"part {name}", block_id="b", ordinal=9) for name in "abc"]
    known = Standing(concept="charge", score=0.5, answers=1, mark="known")
    said = planned_of(plan(mastered("atom"), known, places=[*PLACES, *more], left_out=left_out)).reasoning
    counts = re.search(r"mastered (\d) of (\d) concepts, and marked (\d) as known", said)
    assert counts is not None
    done, count, marked = map(int, counts.groups())
    empty = re.search(r"no question about (one|\d) of them", said)
    following = re.search(r"(One|\d) more concepts? follow", said)
    rest = sum(int(found[1].replace("One", "1").replace("one", "1")) for found in (empty, following) if found)
    named = 1 + len(re.findall(r"“[^”]+” \(page \d\)", said.partition("After that: ")[2]))
    assert done + marked + rest + named == count, said


def test_the_next_topic_is_one_whose_prerequisites_are_mastered() -> None:
    planned = planned_of(plan(mastered("atom"), mastered("charge"), goals=["power"]))
    assert planned.path == ["current", "voltage", "power"]
    assert planned.next_topic == "current"


def test_what_the_document_has_no_question_about_is_on_no_path_and_holds_nothing_back() -> None:
    planned = planned_of(plan(mastered("atom"), left_out=["Charge"], reason="remediation", topic="charge"))
    assert planned.path == ["current", "voltage", "power"]
    assert planned.next_topic == "current"
    assert "charge" not in " ".join([planned.reasoning.partition("Next is")[2], *planned.remediation])
    others = [mastered(place.concept) for place in PLACES if place.concept != "power"]
    done = planned_of(plan(*others, left_out=["power"]))
    assert (done.path, done.next_topic) == ([], "")
    assert "All 4 concepts that the document has questions about are mastered" in done.reasoning
    none = planned_of(plan(left_out=[place.concept for place in PLACES]))
    assert "no question about any of its concepts" in none.reasoning


def test_of_what_the_document_may_tell_nothing_comes_last_also_where_others_build_on_it() -> None:
    planned = planned_of(plan(mastered("atom"), untold=["charge"]))
    assert planned.path == ["current", "voltage", "power", "charge"]
    assert planned.next_topic == "current"
    assert (
        planned_of(plan(mastered("atom"), untold=["charge"], topic="charge", reason="remediation")).path[-1] == "charge"
    )
    others = [mastered(place.concept) for place in PLACES if place.concept != "charge"]
    assert planned_of(plan(*others, untold=["charge"])).next_topic == "charge"
    assert planned_of(plan(untold=[place.concept for place in PLACES])).next_topic == "atom"
    assert "builds on “charge”" not in planned.reasoning, "what comes behind is nothing that a step builds on"


def test_what_comes_next_is_called_a_basis_only_where_it_is_one() -> None:
    planned = planned_of(plan(mastered("atom"), untold=["charge"], topic="current", reason="remediation"))
    assert planned.next_topic == "current"
    assert planned.reasoning.startswith("“current” (page 3) stays next, as it is not mastered yet: ")
    under = planned_of(plan(weak("current"), topic="current", reason="remediation"))
    assert under.next_topic == "atom"
    assert "so what it builds on comes first. Next is “atom”" in under.reasoning


def test_circles_and_unknown_prerequisites_end() -> None:
    circle = [
        PLACES[0].model_copy(update={"prerequisites": ["charge", "atom", "nothing of the kind"]}),
        PLACES[1],
    ]
    planned = planned_of(plan(places=circle))
    assert sorted(planned.path) == ["atom", "charge"]
    assert planned.next_topic


def test_gaps_of_a_diagnosis_come_first() -> None:
    planned = planned_of(plan(reason="diagnosed", prerequisite_gaps=["voltage"], topic="power", goals=["current"]))
    assert planned.path == ["atom", "charge", "voltage", "current", "power"]
    assert planned.reasoning.startswith("By the diagnosis “voltage” is missing underneath and comes first.")


def test_the_reasons_name_concepts_scores_prerequisites_and_pages() -> None:
    planned = planned_of(plan(mastered("atom"), mastered("charge"), weak("current", 0.42), goals=["power", "magnets"]))
    assert planned.reasoning == (
        "You have mastered 2 of 5 concepts. Next is “current” (page 3): you stand at 42 % after 3 answers, and it "
        "builds on “charge”, which you have mastered. It leads to your goal “power”. The document has no concept or "
        "section for your goal “magnets”. After that: “voltage” (page 4); “power” (page 6), which builds on "
        "“current” and “voltage”."
    )


@pytest.mark.parametrize(
    ("kind", "following", "step", "read"),
    [
        (
            "section",
            "Next is “current” (“Circuits”): ",
            "“power” (“Circuits”), which builds on",
            "Read “Circuits” again: there",
        ),
        ("slide", "Next is “current” (slide 3): ", "“power” (slide 6), which builds on", "Read slide 6 again: there"),
        (
            "cue",
            "Next is “current” (passage 3): ",
            "“power” (passage 6), which builds on",
            "Read passage 6 again: there",
        ),
    ],
)
def test_where_a_document_has_no_pages_its_headings_and_slides_are_told(
    kind: PageKind, following: str, step: str, read: str
) -> None:
    places = [place.model_copy(update={"page_kind": kind}) for place in PLACES]
    standings = mastered("atom"), mastered("charge"), weak("current", 0.42), weak("power", 0.1, 4)
    planned = planned_of(plan(*standings, reason="remediation", topic="power", places=places))
    assert following in planned.reasoning
    assert step in planned.reasoning
    assert any(each.startswith(read) for each in planned.remediation)
    for language in ("en", "no", "de"):
        told = planned_of(plan(*standings, reason="remediation", topic="power", places=places, language=language))
        assert not re.search(r"\b(?:page|side|Seite) \d", " ".join([told.reasoning, *told.remediation]))


def test_after_mastery_it_congratulates_and_says_what_is_next() -> None:
    planned = planned_of(plan(mastered("atom"), reason="mastered", topic="atom", language="nb"))
    assert planned.reasoning.startswith(
        "Godt jobbet: du mestrer «atom». Neste er «charge» (side 2): ingen av svarene dine om det er vurdert ennå, "
        "og det bygger på «atom», som du mestrer."
    )
    assert not planned.remediation


def test_who_asks_once_more_is_told_the_path_that_was_told_before() -> None:
    failed = weak("voltage", 0.1, 6), mastered("atom"), mastered("charge")
    first = planned_of(plan(*failed, reason="remediation", topic="voltage"))
    asked = planned_of(plan(*failed, topic=first.next_topic))
    assert (asked.next_topic, asked.path) == ("voltage", first.path)
    assert planned_of(plan(*failed)).next_topic == "current", "nothing was told before"
    assert planned_of(plan(*failed, topic="voltage", goals=["current"])).next_topic == "current"
    assert planned_of(plan(*failed[1:], mastered("voltage"), topic="voltage")).next_topic == "current"


def test_when_all_is_mastered_nothing_is_next() -> None:
    planned = planned_of(plan(*(mastered(place.concept) for place in PLACES), reason="mastered", topic="power"))
    assert (planned.path, planned.next_topic) == ([], "")
    assert planned.reasoning == (
        "Well done: you have mastered “power”. All 5 concepts of this document are mastered: nothing is left to learn."
    )
    assert planned_of(plan(places=[])).reasoning == "The document has no concepts to learn."


def test_remediation_begins_with_the_prerequisites_that_are_not_mastered() -> None:
    standings = [
        mastered("atom"),
        mastered("charge"),
        mastered("voltage"),
        weak("current", 0.3, 1),
        weak("power", 0.1, 4),
    ]
    planned = planned_of(plan(*standings, reason="remediation", topic="power"))
    assert planned.remediation == [
        "Read page 3 again: there the document tells of “current”, which “power” builds on.",
        "Practise “current”: you stand at 30 % after one answer.",
        "Read page 6 again: there the document tells of “power”.",
        "Practise “power”: you stand at 10 % after 4 answers.",
    ]
    assert planned.next_topic == "current"
    assert planned.reasoning.startswith("“power” is not mastered yet, so what it builds on comes first.")


def test_a_section_that_has_a_concepts_name_is_meant_by_its_very_spelling() -> None:
    places = [each.model_copy(update={"section": "Atom"}) if each.concept == "power" else each for each in PLACES]
    standings = [weak("atom", 0.2, 2), weak("power", 0.1, 4)]
    for topic, practised in (("Atom", "power"), ("atom", "atom")):
        told = planned_of(plan(*standings, reason="remediation", topic=topic, places=places)).remediation
        assert told[-1].startswith(f"Practise “{practised}”")


def test_what_is_only_marked_as_known_is_not_called_mastered() -> None:
    known = Standing(concept="charge", score=0.61, answers=2, mark="known")
    reasons = planned_of(plan(mastered("atom"), known, goals=["current"])).reasoning
    assert reasons.startswith("You have mastered 1 of 5 concepts, and marked 1 as known.")
    assert "it builds on “charge”, which you marked as known." in reasons
    both = planned_of(
        plan(mastered("current"), known, known.model_copy(update={"concept": "voltage"}), goals=["power"])
    )
    assert "builds on “current”, which you have mastered, and “voltage”, which you marked as known." in both.reasoning
    norwegian = planned_of(plan(mastered("atom"), known, goals=["current"], language="nb")).reasoning
    assert "bygger på «charge», som du har merket som kjent." in norwegian
    all_of_it = [known.model_copy(update={"concept": place.concept}) for place in PLACES]
    assert "All 5 concepts here are mastered or marked as known" in planned_of(plan(*all_of_it)).reasoning


def test_what_is_nearly_mastered_needs_so_many_right_answers_and_no_remedy() -> None:
    nearly = weak("charge", 0.73).model_copy(update={"needed": 2})
    planned = planned_of(plan(mastered("atom"), nearly, reason="remediation", topic="charge"))
    assert planned.remediation == [
        "“charge” needs up to two more right answers (repeated questions may count less): you stand at"
        " 73 % after 3 answers."
    ]
    far = weak("charge", 0.4).model_copy(update={"needed": 4})
    again = planned_of(plan(mastered("atom"), far, reason="remediation", topic="charge")).remediation
    assert again[-1] == "Practise “charge”: you stand at 40 % after 3 answers."
    not_yet = nearly.model_copy(update={"mark": "not_yet"})
    again = planned_of(plan(mastered("atom"), not_yet, reason="remediation", topic="charge")).remediation
    assert again[-1] == "Practise “charge”: you say that you do not know it yet."


def test_what_is_nearly_mastered_is_next_itself_and_not_what_it_builds_on() -> None:
    nearly = weak("power", 0.83, 7).model_copy(update={"needed": 1})
    planned = planned_of(plan(nearly, reason="remediation", topic="power"))
    assert planned.next_topic == planned.path[0] == "power"
    assert planned.reasoning.startswith("“power” (page 6) stays next, as it is not mastered yet: you stand at 83 %")
    assert planned.remediation == [
        "“power” needs one more right answer (repeated questions may count less): you stand at 83 % after 7 answers."
    ]


def test_nobody_is_told_to_practise_what_was_never_asked_or_to_read_again_what_sits() -> None:
    standings = [weak("power", 0.1, 4), weak("voltage", 0.73, 3).model_copy(update={"needed": 2})]
    planned = planned_of(plan(*standings, reason="remediation", topic="power"))
    assert planned.remediation == [
        "Read page 3 again: there the document tells of “current”, which “power” builds on.",
        "Read page 6 again: there the document tells of “power”.",
        "Practise “power”: you stand at 10 % after 4 answers.",
    ]


def test_pages_of_one_number_under_other_headings_are_read_each_for_itself() -> None:
    """They may be those of two documents."""
    places = [
        place.model_copy(
            update={"source_page": 3, "section": "The first" if place.concept == "current" else "The second"}
        )
        for place in PLACES
    ]
    standings = [mastered("atom"), mastered("charge"), weak("current", 0.2, 2), weak("power", 0.1, 4)]
    told = planned_of(plan(*standings, reason="remediation", topic="power", places=places))
    read = [each for each in told.remediation if each.startswith("Read")]
    assert len(read) == 2
    assert not any("“current”" in each and "“voltage”" in each for each in read), read


def test_a_place_is_read_once_for_all_that_it_tells_of() -> None:
    places = [place.model_copy(update={"source_page": 3}) for place in PLACES]
    standings = [mastered("atom"), mastered("charge"), weak("current", 0.2, 2), weak("power", 0.1, 4)]
    told = planned_of(plan(*standings, reason="remediation", topic="power", places=places))
    assert told.remediation == [
        "Read page 3 again: there the document tells of “current”, “voltage” and “power”.",
        "Practise “current”: you stand at 20 % after 2 answers.",
        "Practise “power”: you stand at 10 % after 4 answers.",
    ]


def test_a_topic_that_builds_on_nothing_missing_is_next_itself_before_other_gaps() -> None:
    planned = planned_of(plan(weak("atom", 0.2), reason="remediation", topic="atom", prerequisite_gaps=["voltage"]))
    assert planned.path[0] == "atom"
    assert planned.reasoning.startswith("“atom” (page 1) stays next, as it is not mastered yet: ")


def test_what_nobody_can_be_asked_about_is_not_said_to_be_not_mastered_yet() -> None:
    planned = planned_of(plan(weak("charge", 0.2), reason="remediation", topic="atom", left_out=["atom"]))
    assert planned.reasoning.startswith(
        "You have mastered 0 of 5 concepts. The document has no question about one of them, “atom”. Next is “charge”"
    )


def test_a_path_tells_of_ten_and_counts_what_follows() -> None:
    many = [PLACES[0].model_copy(update={"concept": f"c{n}", "ordinal": n}) for n in range(30)]
    planned = planned_of(plan(places=many))
    assert planned.path == [f"c{n}" for n in range(10)]
    assert len(planned.left) == 30
    assert planned.reasoning.endswith(
        "After that: “c1” (page 1); “c2” (page 1); “c3” (page 1). 26 more concepts follow."
    )
    assert planned_of(plan(places=many[:5])).reasoning.endswith("One more concept follows.")


def test_what_is_not_decided_is_never_said_to_be_sure() -> None:
    assert "99 % after 3 answers" in planned_of(plan(weak("atom", 0.999))).reasoning


@pytest.mark.parametrize("topic", ["", "Circuits", "power", "something else"])
@pytest.mark.parametrize("language", ["en", "no", "fr"])
def test_remediation_is_one_to_six_sentences(topic: str, language: str) -> None:
    standings = [weak(place.concept) for place in PLACES]
    planned = planned_of(plan(*standings, reason="remediation", topic=topic, language=language))
    assert 1 <= len(planned.remediation) <= 6


async def test_the_message_carries_the_plan() -> None:
    run = Noted()
    (message,) = await PathPlanner(None).plan(plan(weak("charge"), reason="remediation", topic="charge"), run)
    assert isinstance(message, PathPlanned)
    assert message.learning_path == ["atom", "charge", "current", "voltage", "power"]
    assert message.next_topic == "atom"
    assert message.remediation[0].startswith("Read page 1 again")
    assert run.notes["reasoning"].startswith("rule:path:v1")
    assert "tokens_used" not in run.notes
