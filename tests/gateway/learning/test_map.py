"""The map of concepts, and how far a learner has come in the text: pure, and as it is told over HTTP."""

from typing import Any
from uuid import UUID, uuid4

import httpx

from contracts.items import Item
from contracts.views.learners import ConceptMap, ConceptView
from contracts.views.material import TextPassages
from services.gateway.learning.map import concept_map
from services.gateway.learning.passages import Asked, by_page, counted, passages
from tests.gateway.kinds import every_type, items, proof
from tests.gateway.learnt import mastery, read, state
from tests.gateway.shelf import SENTENCE, Kept, Shelf


def concept(name: str, *under: str, section: str = "", **more: Any) -> ConceptView:
    plain = {"relevance": "High", "certainty": 0, "answers": 1, "correct": 0, "decided": False, "mark": "none"}
    known = {"score": 0.5, "mastered": False, "answers_needed": 3}
    return ConceptView(concept=name, section=section, prerequisites=list(under), **{**plain, **known, **more})


def block(id: str, page: int = 1, words: int = 40, member: int = 0, title: str | None = None) -> dict[str, Any]:
    sha = f"{member}" * 64
    where = {"block_id": id, "member": member, "document_sha256": sha, "source_page": page}
    return {**where, "material": True, "words": words, "title": title}


def asked(block_id: str, right: bool | None) -> Asked:
    choice = items(uuid4(), "x")[0].model_copy(update={"proof": proof("quote", block_id)})
    return Asked(choice, right)


def test_each_line_of_the_map_is_drawn_once_and_none_leads_back() -> None:
    told = concept_map(
        [
            concept("cell", "energy"),
            concept("Membrane", "CELL"),
            concept("osmosis", "cell", "membrane", "nowhere", "osmosis"),
            concept("energy"),
        ],
        [{"concept": "osmosis", "definition": "…", "document_sha256": "a", "source_page": 2, "block_id": "p"}],
        ["Osmosis", "osmosis", "cell"],
        [],
        "osmosis",
    )
    drawn = [(one.concept, one.builds_on, one.level, one.questions, one.source_page) for one in told.concepts]
    assert drawn == [
        ("cell", [], 0, 1, 0), ("Membrane", ["cell"], 1, 0, 0),
        ("osmosis", ["Membrane"], 2, 2, 2), ("energy", [], 0, 0, 0),
    ]  # fmt: skip


def test_a_section_has_its_concepts_and_how_far_its_passages_are_covered() -> None:
    text = [block("a"), block("h", words=2, title="Roots"), block("b"), block("c", member=1), block("d", words=39)]
    found = passages(text, [asked("b", right=True), asked("c", right=None)])
    told = concept_map(
        [concept("root", section="Roots", score=1.0, mastered=True), concept("air", section="Else")], [], [], found, ""
    )
    assert [(one.section, one.concepts, one.mastered, one.score, one.passages) for one in told.sections] == [
        ("", 0, 0, 0.0, 2), ("Roots", 1, 1, 1.0, 1), ("Else", 1, 0, 0.5, 0),
    ]  # fmt: skip
    assert [(one.asked, one.answered, one.right) for one in told.sections] == [(1, 0, 0), (1, 1, 1), (0, 0, 0)]


def test_a_passage_is_right_when_all_that_was_answered_on_it_is() -> None:
    text = [block("a"), block("b", page=3), block("c", page=3, words=5), block("aside", page=3) | {"material": False}]
    answers = [asked("a", True), asked("a", False), asked("b", True), asked("b", None), asked("c", False)]
    found = passages(text, answers)
    assert tuple(dict(counted(found)).values()) == (3, 3, 3, 1)
    paper = {"sha256": "0" * 64, "filename": "f", "doc_meta": {"pages": 4, "page_kind": "slide"}}
    (told,) = by_page([paper], found).documents
    assert [(one.page, one.passages, one.right) for one in told.pages] == [(1, 1, 0), (2, 0, 0), (3, 2, 1), (4, 0, 0)]
    assert told.page_kind == "slide"


def on_the_pigment(quiz: UUID, mark: str) -> list[Item]:
    return [one.model_copy(update={"concept": "chlorophyll"}) for one in every_type(quiz, mark, block="p2")]


async def test_the_map_and_the_pages_are_told_to_who_learns(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = read(shelf, shelf.quiz(shelf.session(tenant, "ann"), made=on_the_pigment))
    shelf.attempt(kept, many=1)
    mastery(shelf, kept, "chlorophyll", 0.4, 1)
    state(shelf, kept, next_topic="root")
    answer = await ann.get(f"/v1/sessions/{kept.session}/map")
    told = ConceptMap.model_validate(answer.json())
    shown = [(one.concept, one.level, one.builds_on, one.questions, one.score) for one in told.concepts]
    assert shown == [
        ("leaf", 0, [], 0, 0.0), ("chlorophyll", 1, ["leaf"], len(kept.items), 0.4), ("root", 0, [], 0, 0.0),
    ]  # fmt: skip
    assert (told.concepts[1].block_id, told.concepts[1].source_page, told.next_topic) == ("p2", 1, "root")
    assert [(one.section, one.concepts, one.passages, one.answered) for one in told.sections] == [
        ("Above the ground", 2, 1, 1), ("Below the ground", 1, 0, 0),
    ]  # fmt: skip
    again = {"If-None-Match": answer.headers["ETag"]}
    assert (await ann.get(f"/v1/sessions/{kept.session}/map", headers=again)).status_code == 304
    pages = TextPassages.model_validate((await ann.get(f"/v1/sessions/{kept.session}/coverage/pages")).json())
    assert (pages.passages, pages.asked, pages.answered, pages.right) == (1, 1, 1, 1)
    assert [(one.page, one.passages) for one in pages.documents[0].pages] == [(1, 1), (2, 0)]


async def test_nothing_of_the_map_tells_a_key(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept: Kept = read(shelf, shelf.quiz(shelf.session(tenant, "ann"), mark="secret"))
    for part in ("map", "coverage/pages"):
        answer = await ann.get(f"/v1/sessions/{kept.session}/{part}")
        assert (answer.status_code, "secret" in answer.text, SENTENCE in answer.text) == (200, False, False)
