"""What is ordered of an author: how much, of what kind, about which concepts first, and what was asked before. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from contracts.coaching import Fallback, WriteMaterial
from contracts.documents import Block
from contracts.items import Asked
from contracts.problems import Code, failure
from contracts.proof import Difficulty, Level
from contracts.quizzes import Refused
from services.coach.drafts.audience import Level as AudienceLevel
from services.coach.drafts.audience import level_of
from services.coach.drafts.fitness import askable
from services.text.languages import code_of
from services.text.words import find, fold, stems_of

MODEL_TRIES = 2
_RANK = {"High": 0, "Medium": 1, "Low": 2}
_DIFFICULTY: dict[str, Difficulty] = {"easy": "EASY", "medium": "MEDIUM", "hard": "HARD"}
_MIX: Mapping[Difficulty, Mapping[Level, int]] = {
    "EASY": {},
    "MEDIUM": {"recall": 2, "understand": 2, "apply": 1},
    "HARD": {"recall": 0, "understand": 1, "apply": 2},
}
"""What a model is asked for where no mix is ordered: at least half beyond recall, and some to spare."""


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
    """`concepts` in the order in which they are to be asked about: focus areas as they were named, then by relevance.

    `blocks`: those that may state facts, of the `whole` text that came. `printed`: the blocks of questions that the
    document prints with their key. `per_concept`: at most so many questions about one. `asked`, `cards`: what the
    session has; `refused`: what did not hold up. `tries`: how often it was written for before; then, and where one item
    is `replaced`, to find nothing more is no failure. `only_focus`: nothing but the focus areas is asked about.
    `explained`: sentences that were explained just now, folded. `fallback`: what the offline author fills up of what a
    model leaves missing. `levels`: shares of what answering is to take; none: as the difficulty says. `headings`: what
    stands over blocks. `unfound`: focus areas that are no concept of the text.
    """

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
    whole: Sequence[Block] = ()
    printed: Sequence[Block] = ()
    cards: Sequence[Asked] = ()
    refused: Sequence[Refused] = ()
    per_concept: int = 3
    audience_level: AudienceLevel | None = None
    tries: int = 0
    replaced: bool = False
    only_focus: bool = False
    explained: Sequence[str] = ()
    levels: Mapping[Level, int] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)
    fallback: Fallback = "none"
    unfound: Sequence[str] = ()

    @property
    def is_new(self) -> bool:
        """Whether it is for a whole quiz, not for what one lacks."""
        return not self.tries and not self.replaced

    @property
    def mix(self) -> Mapping[Level, int]:
        """Shares of what answering a model's questions is to take: as ordered, else as the difficulty means."""
        return self.levels if any(self.levels.values()) else _MIX[self.difficulty]

    @property
    def of_a_round(self) -> bool:
        """Whether it is about what the learner is learning now: then they may be asked to say it in their own words."""
        return self.only_focus and not self.replaced

    @property
    def topic(self) -> Concept | None:
        """The one concept that a round is about; None: it is about several, or is none."""
        focus = [concept for concept in self.concepts if concept.focus]
        return focus[0] if self.of_a_round and len(focus) == 1 else None

    def was_explained(self, quote: str) -> bool:
        """Whether a sentence (folded) was explained just now, by itself or among others."""
        return any(quote in each or each in quote for each in self.explained)

    @property
    def filled_now(self) -> bool:
        """Whether the offline author writes what a model leaves missing of this very order."""
        return self.fallback == "offline" or (self.fallback == "proof" and not self.is_new)

    @property
    def filled_later(self) -> bool:
        """Whether it will, when what did not hold up is ordered again."""
        return self.fallback == "proof" and self.is_new

    @property
    def offline_alone(self) -> bool:
        """A model has had its tries: it is not asked a third time for what the offline author may write."""
        return self.fallback != "none" and self.tries >= MODEL_TRIES


def order_of(command: WriteMaterial) -> Order:
    """Reads a command. `quiz_spec` wins over the handover's constraints.

    Raises `Failure` (400): `quiz_spec` names a block that did not come along.
    """
    metadata, told = command.handover.metadata, command.handover.instructions_for_coach
    spec, goals, shape = command.quiz_spec, told.generation_goals, told.constraints
    language = code_of(metadata.language)
    blocks = [block for block in command.blocks if block.exercise_part is None]
    if spec:
        unknown = sorted(set(spec.blocks_to_assess) - {block.block_id for block in command.blocks})
        if unknown:
            raise failure(
                Code.CONTRACT_BROKEN,
                f"quiz_spec.blocks_to_assess: there is no block {', '.join(unknown[:5])}.",
                fields=["quiz_spec.blocks_to_assess"],
            )
        blocks = [block for block in blocks if block.block_id in spec.blocks_to_assess]
    fit = askable(blocks)
    concepts = _concepts(command, fit, language)
    had = {concept.key for concept in concepts}
    replaces = command.replaces is not None
    questions = spec.num_questions if spec else shape.num_quiz_questions
    wants_quiz = spec is not None or "quiz" in goals or "multiple_choice_quiz" in goals
    return Order(
        quiz_id=command.quiz_id,
        document_sha256=metadata.source_hash,
        title=metadata.source_title,
        summary=command.handover.context.full_summary,
        language=language,
        audience=told.target_audience,
        flashcards=shape.num_flashcards if "flashcards" in goals and not (replaces and wants_quiz) else 0,
        questions=(1 if replaces else questions) if wants_quiz else 0,
        choice_only="multiple_choice_quiz" in goals,
        difficulty=spec.difficulty if spec else _DIFFICULTY[shape.quiz_difficulty],
        concepts=concepts,
        blocks=fit,
        whole=blocks,
        printed=[block for block in command.blocks if block.exercise_part is not None],
        asked=command.asked,
        cards=command.cards,
        refused=command.refused,
        per_concept=shape.questions_per_concept,
        audience_level=level_of(told.target_audience),
        tries=command.tries,
        replaced=replaces,
        only_focus=(replaces or command.only_focus) and bool(told.focus_areas),
        explained=[fold(quote) for quote in command.explained],
        fallback=told.fallback,
        levels={"recall": shape.levels.recall, "understand": shape.levels.understand, "apply": shape.levels.apply},
        headings=command.headings,
        unfound=[area for area in told.focus_areas if stems_of(area, language) not in had],
    )


def _concepts(command: WriteMaterial, blocks: Sequence[Block], language: str) -> list[Concept]:
    """The Reader's terms, each once; where it gave none, its key concepts. A focus area that is neither counts if it
    stands in the text."""
    focus = command.handover.instructions_for_coach.focus_areas
    keys = dict.fromkeys(stems_of(area, language) for area in focus)
    wanted = {key: place for place, key in enumerate(keys)}
    found: dict[tuple[str, ...], Concept] = {}
    for each in command.terms or command.handover.context.key_concepts:
        key = stems_of(each.term, language)
        if key:
            found.setdefault(key, Concept(each.term, key, _RANK[each.relevance], key in wanted, each.definition))
    for area in focus:
        key = stems_of(area, language)
        if key and key not in found and any(find(area, fold(block.text)) >= 0 for block in blocks):
            found[key] = Concept(area, key, 0, True)
    return sorted(found.values(), key=lambda concept: (not concept.focus, wanted.get(concept.key, concept.rank)))
