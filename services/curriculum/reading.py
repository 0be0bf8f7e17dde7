"""A guideline's file is read: front matter, teacher's part, learner's part; all that is wrong is told at once."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from uuid import UUID, uuid5

from contracts.digest import Context, DocumentDigested, KeyConcept, Term
from contracts.digest import Section as MainSection
from contracts.documents import Block
from contracts.proof import Origin
from services.curriculum.blocks import Laid, laid, sentence_at
from services.curriculum.front import front_matter, language_of, place_of
from services.curriculum.guideline import Broken, Fault, Guideline, Material, Misconception, Objective, ShownBy, Task
from services.curriculum.tasks import About, task_of
from services.curriculum.written import Line, Section, Written, written
from services.text.words import bare, find, fold

LEAST_TASKS = 8
MOST_OBJECTIVES = 8
MOST_BYTES = 500_000


def read(content: bytes) -> Guideline:
    """The guideline of a file's bytes. Raises Broken."""
    faults = list[Fault]()
    if len(content) > MOST_BYTES:
        raise Broken([Fault(1, f"The file has more than {MOST_BYTES} bytes.")])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Broken([Fault(line, "The file is not UTF-8.")]) from error
    if "\x00" in text:
        raise Broken([Fault(text[: text.index("\x00")].count("\n") + 1, "A character here is U+0000.")])
    lines = text.splitlines()
    fields, after = front_matter(lines, faults)
    found = written([Line(number, each) for number, each in enumerate(lines[after:], after + 1)], faults)
    _matched(found, faults)
    if faults:
        raise Broken(faults)
    document = sha256(content).hexdigest()
    place, language, title = place_of(fields), language_of(fields), fields["title"]
    part = laid(title, found.introduction, found.sections, document)
    terms = _terms(found, part, faults)
    shown: dict[str, list[tuple[UUID, str]]] = {each.id: [] for each in found.misconceptions}
    tasks = list[Task]()
    for number, section in enumerate(found.sections):
        about = About(
            guideline_id=place.guideline_id,
            quiz_id=uuid5(place.guideline_id, "tasks"),
            objective_id=section.fields["objective"].text,
            concept=section.fields["concept"].text,
            number=number,
            language=language,
            origin=Origin(author="guideline", name=title, version=document[:12]),
            laid=part,
            misconceptions=shown,
        )
        tasks += [task for each in section.tasks if (task := task_of(each, about, faults))]
    _each_once(tasks, faults)
    if faults:
        raise Broken(faults)
    return Guideline(
        place=place,
        language=language,
        title=title,
        teacher=found.teacher,
        objectives=[_objective(found, section, part.of[n]) for n, section in enumerate(found.sections)],
        misconceptions=[
            Misconception(
                id=each.id,
                text=each.text,
                shown_by=[ShownBy(item_id=item_id, answer=answer) for item_id, answer in shown[each.id]],
            )
            for each in found.misconceptions
        ],
        material=Material(
            blocks=part.blocks, digest=_digest(terms, found.sections, part), items=[task.item for task in tasks]
        ),
        tasks=tuple(tasks),
        sha256=document,
    )


def _matched(found: Written, faults: list[Fault]) -> None:
    """Each objective has one section, which says its concept, explains it and asks for it; and no section is more."""
    named = {each.id: each for each in found.objectives}
    taught, concepts = set[str](), set[str]()
    for section in found.sections:
        line = section.heading.number
        for name in ("objective", "goal", "concept"):
            if name not in section.fields or not section.fields[name].text:
                faults.append(Fault(line, f"Below the heading stands no `{name}: ...`."))
        if (said := section.fields.get("objective")) and said.text:
            if said.text not in named:
                faults.append(Fault(said.number, f"The teacher's part names no objective `{said.text}`."))
            elif said.text in taught:
                faults.append(Fault(said.number, f"The objective `{said.text}` has a section already."))
            taught.add(said.text)
        if (said := section.fields.get("goal")) and said.text and not said.text.endswith((".", "!")):
            faults.append(
                Fault(said.number, "The goal is no sentence that a learner can be told: it has no full stop.")
            )
        if (said := section.fields.get("concept")) and said.text:
            if bare(said.text) in concepts:
                faults.append(Fault(said.number, f"The concept “{said.text}” is another objective's already."))
            concepts.add(bare(said.text))
        if not any(piece.kind != "heading" for piece in section.pieces):
            faults.append(Fault(line, "The objective is not explained: no paragraph stands below its heading."))
        if len(section.tasks) < LEAST_TASKS:
            faults.append(
                Fault(line, f"The objective has {len(section.tasks)} tasks; it needs {LEAST_TASKS} at least.")
            )
    faults += [
        Fault(each.line, f"The objective `{id}` has no section in the learner's part.")
        for id, each in named.items()
        if id not in taught
    ]
    if len(found.objectives) > MOST_OBJECTIVES:
        faults.append(
            Fault(found.objectives[MOST_OBJECTIVES].line, f"There are more than {MOST_OBJECTIVES} objectives.")
        )


def _terms(found: Written, part: Laid, faults: list[Fault]) -> list[Term]:
    """Where each objective's concept first stands in its section, and the sentence there, which is to define it."""
    terms = list[Term]()
    for section, blocks in zip(found.sections, part.of, strict=True):
        concept = section.fields["concept"]
        for block in blocks:
            at = find(concept.text, fold(block.text)) if block.kind != "heading" else -1
            # Folding may change lengths; what was found folded is looked for again as it is written.
            if at >= 0 and (start := block.text.casefold().find(concept.text.casefold())) >= 0:
                terms.append(
                    Term(
                        term=concept.text,
                        definition=sentence_at(block.text, start),
                        relevance="High",
                        block_id=block.block_id,
                        start=start,
                        end=start + len(concept.text),
                    )
                )
                break
        else:
            faults.append(Fault(concept.number, f"No sentence of the section has the words “{concept.text}”."))
    return terms


def _digest(terms: Sequence[Term], sections: Sequence[Section], part: Laid) -> DocumentDigested:
    """What `readings` hold of a document that was digested."""
    places = [blocks[0].source_page for blocks in part.of]
    return DocumentDigested(
        context=Context(
            full_summary=" ".join(term.definition for term in terms),
            key_concepts=[KeyConcept(term=each.term, definition=each.definition, relevance="High") for each in terms],
            main_sections=[
                MainSection(
                    section_title=each.heading.text, section_summary=term.definition, content_ref=f"section {page}"
                )
                for each, term, page in zip(sections, terms, places, strict=True)
            ],
        ),
        terms=list(terms),
        blocks=[block.block_id for block in part.blocks if block.kind != "heading"],
    )


def _objective(found: Written, section: Section, blocks: Sequence[Block]) -> Objective:
    fields: Mapping[str, Line] = section.fields
    id = fields["objective"].text
    before = fields["builds on"].text if "builds on" in fields else ""
    return Objective(
        objective_id=id,
        text=next(each.text for each in found.objectives if each.id == id),
        goal=fields["goal"].text,
        concept=fields["concept"].text,
        builds_on=[name for each in before.split(",") if (name := each.strip())],
        tasks=len(section.tasks),
        blocks=[block.block_id for block in blocks],
    )


def _each_once(tasks: Sequence[Task], faults: list[Fault]) -> None:
    """No question is asked twice."""
    seen = dict[str, int]()
    for task in tasks:
        asked = bare(f"{task.item.question} {getattr(task.item, 'statement', '')}")
        if asked in seen:
            faults.append(Fault(task.line, f"The task of line {seen[asked]} asks the same."))
        seen.setdefault(asked, task.line)
