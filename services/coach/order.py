"""What is ordered of an author: how much, of what kind, about which concepts first, and what was asked before. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from contracts.coaching import Asked, WriteMaterial
from contracts.documents import Block
from contracts.problems import Code, failure
from contracts.quizzes import Difficulty
from services.coach.words import find, fold, stems_of

PER_CONCEPT = 3
_RANK = {"High": 0, "Medium": 1, "Low": 2}
_DIFFICULTY: dict[str, Difficulty] = {"easy": "EASY", "medium": "MEDIUM", "hard": "HARD"}


@dataclass(frozen=True)
class Concept:
    """Something to ask about. `key`: its stems, by which inflections are one; `rank`: 0 for High relevance to 2."""

    name: str
    key: tuple[str, ...]
    rank: int
    focus: bool
    definition: str = ""


@dataclass(frozen=True)
class Order:
    """`concepts` in the order in which they are to be asked about: focus areas first, then by relevance."""

    quiz_id: UUID
    document_sha256: str
    title: str
    summary: str
    language: str
    audience: str
    flashcards: int
    questions: int
    choice_only: bool
    difficulty: Difficulty
    concepts: Sequence[Concept]
    blocks: Sequence[Block]
    asked: Sequence[Asked]


def order_of(command: WriteMaterial) -> Order:
    """Reads a command. `quiz_spec` wins over the handover's constraints.

    Raises `Failure` (400): `quiz_spec` names a block that did not come along.
    """
    metadata, told = command.handover.metadata, command.handover.instructions_for_coach
    spec, goals, shape = command.quiz_spec, told.generation_goals, told.constraints
    language = metadata.language.lower().replace("_", "-").split("-")[0]
    blocks = list(command.blocks)
    if spec:
        unknown = sorted(set(spec.blocks_to_assess) - {block.block_id for block in blocks})
        if unknown:
            raise failure(
                Code.CONTRACT_BROKEN,
                f"quiz_spec.blocks_to_assess: there is no block {', '.join(unknown[:5])}.",
                fields=["quiz_spec.blocks_to_assess"],
            )
        blocks = [block for block in blocks if block.block_id in spec.blocks_to_assess]
    wants_quiz = spec is not None or "quiz" in goals or "multiple_choice_quiz" in goals
    return Order(
        quiz_id=command.quiz_id,
        document_sha256=metadata.source_hash,
        title=metadata.source_title,
        summary=command.handover.context.full_summary,
        language={"nb": "no", "nn": "no"}.get(language, language),
        audience=told.target_audience,
        flashcards=shape.num_flashcards if "flashcards" in goals else 0,
        questions=(spec.num_questions if spec else shape.num_quiz_questions) if wants_quiz else 0,
        choice_only="multiple_choice_quiz" in goals,
        difficulty=spec.difficulty if spec else _DIFFICULTY[shape.quiz_difficulty],
        concepts=_concepts(command, blocks, language),
        blocks=blocks,
        asked=command.asked,
    )


def _concepts(command: WriteMaterial, blocks: Sequence[Block], language: str) -> list[Concept]:
    """The Reader's terms, each once; where it gave none, its key concepts. A focus area that is neither counts if it
    stands in the text."""
    focus = command.handover.instructions_for_coach.focus_areas
    wanted = {stems_of(area, language) for area in focus} - {()}
    found: dict[tuple[str, ...], Concept] = {}
    for each in command.terms or command.handover.context.key_concepts:
        key = stems_of(each.term, language)
        if key:
            found.setdefault(key, Concept(each.term, key, _RANK[each.relevance], key in wanted, each.definition))
    for area in focus:
        key = stems_of(area, language)
        if key and key not in found and any(find(area, fold(block.text)) >= 0 for block in blocks):
            found[key] = Concept(area, key, 0, True)
    return sorted(found.values(), key=lambda concept: (not concept.focus, concept.rank))
