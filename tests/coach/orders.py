"""Two short lessons of our own, as the Reader would hand them over, and orders to write about them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from contracts.coaching import HandoverV1, Instructions, Metadata, StudyMaterial, WriteMaterial
from contracts.digest import Context, Term
from contracts.documents import Block, Relevance
from contracts.envelope import Envelope
from contracts.items import Asked
from contracts.message import Message
from contracts.quizzes import QuizSpec

QUIZ, SESSION = UUID(int=7), UUID(int=1)
DOCUMENT = sha256(b"lesson").hexdigest()

CELLS = (
    "A cell membrane is a thin layer that decides what enters and leaves a living unit. Proteins in the cell "
    "membrane carry sugar and salts from one side to the other.",
    "A ribosome is a small machine that builds proteins from amino acids. Each ribosome reads a copied message of"
    " the genes and joins one amino acid after another.",
    "Mitochondria are the parts of a living unit that turn sugar and oxygen into usable energy. Muscles hold many"
    " mitochondria because lifting and running take much energy.",
    "Osmosis is the movement of water through a membrane towards the side with more dissolved salt. Salted "
    "cucumbers lose their water by osmosis and turn soft within an hour.",
    "Chlorophyll is a green pigment that captures the light of the sun. Leaves turn yellow in autumn because "
    "trees take their chlorophyll back before winter.",
    "The process by which plants build sugar out of light, water and carbon dioxide is called photosynthesis. "
    "Almost all food on land goes back to photosynthesis in leaves and algae.",
    "An enzyme is a protein that speeds up a chemical reaction without being used up. Saliva holds an enzyme that"
    " breaks starch down into sugar, and bread therefore tastes sweet when chewed for long.",
    "A chromosome is a long thread of genes wound around proteins. Humans carry 46 threads in most of their "
    "tissue, and each chromosome has a partner of the same length.",
    "Robert Hooke described the first cells in 1665 when he looked at cork under his microscope. In modern "
    "laboratories a microscope with electrons shows a ribosome in detail.",
    "Diffusion is the spreading of particles from where they are many to where they are few. Oxygen reaches the "
    "blood by diffusion through the thin walls of the lungs.",
)
CELL_TERMS: tuple[tuple[str, Relevance], ...] = (
    ("cell membrane", "High"),
    ("ribosome", "High"),
    ("mitochondria", "High"),
    ("osmosis", "High"),
    ("chlorophyll", "Medium"),
    ("photosynthesis", "Medium"),
    ("enzyme", "Medium"),
    ("chromosome", "Medium"),
    ("diffusion", "Low"),
    ("microscope", "Low"),
)
CELLER = (
    "En cellemembran er en tynn hinne som bestemmer hva som slipper inn i og ut av en levende enhet. Proteiner i "
    "en cellemembran frakter sukker og salter fra den ene siden til den andre.",
    "Et ribosom er en liten maskin som bygger proteiner av aminosyrer. Hvert ribosom leser en kopi av genene og "
    "hekter sammen den ene aminosyren etter den andre.",
    "Osmose er en bevegelse av vann gjennom en hinne mot siden med mest oppløst salt. Saltede agurker mister "
    "vannet sitt ved osmose og blir myke i løpet av en time.",
    "Klorofyll er et grønt fargestoff som fanger lyset fra solen. Bladene blir gule om høsten fordi trærne "
    "trekker tilbake sitt klorofyll før vinteren.",
    "Prosessen der planter lager sukker av lys, vann og karbondioksid kalles fotosyntese. Nesten all mat på land "
    "går tilbake til fotosyntese i blader og alger.",
    "Et enzym er et protein som setter fart på en kjemisk reaksjon uten selv å brukes opp. Spytt har et enzym som"
    " bryter ned stivelse til sukker, og brød smaker derfor søtt når en tygger lenge.",
    "Et kromosom er en lang tråd av gener som er viklet rundt proteiner. Mennesker har 46 tråder i det meste av "
    "vevet, og hvert kromosom har en makker av samme lengde.",
    "Diffusjon er en spredning av partikler fra steder der mange er samlet til steder med få. Oksygen når blodet "
    "ved diffusjon gjennom de tynne veggene i lungene.",
)
CELLE_TERMER: tuple[tuple[str, Relevance], ...] = (
    ("cellemembran", "High"),
    ("ribosom", "High"),
    ("osmose", "High"),
    ("klorofyll", "Medium"),
    ("fotosyntese", "Medium"),
    ("enzym", "Medium"),
    ("kromosom", "Low"),
    ("diffusjon", "Low"),
)


def blocks_of(texts: Sequence[str]) -> list[Block]:
    return [Block(block_id=f"b{n}", text=text, source_page=n // 3 + 1) for n, text in enumerate(texts, 1)]


def terms_of(blocks: Sequence[Block], names: Sequence[tuple[str, Relevance]]) -> list[Term]:
    """Each name where it first stands."""
    found = []
    for name, relevance in names:
        block = next(block for block in blocks if name in block.text.casefold())
        start = block.text.casefold().index(name)
        found.append(Term(term=name, relevance=relevance, block_id=block.block_id, start=start, end=start + len(name)))
    return found


def order(
    texts: Sequence[str] = CELLS,
    names: Sequence[tuple[str, Relevance]] = CELL_TERMS,
    *,
    language: str = "en",
    asked: Sequence[Asked] = (),
    quiz_spec: QuizSpec | None = None,
    questions: int = 10,
    cards: int = 15,
    difficulty: str = "medium",
    **instructions: Any,
) -> WriteMaterial:
    """An order for material; `instructions` as the handover spells them."""
    blocks = blocks_of(texts)
    shape = {"numQuizQuestions": questions, "numFlashcards": cards, "quizDifficulty": difficulty}
    return WriteMaterial(
        quiz_id=QUIZ,
        handover=HandoverV1(
            metadata=Metadata(
                session_id=SESSION,
                source_title="A lesson",
                source_hash=DOCUMENT,
                language=language,
                generated_at=datetime(2026, 1, 1, tzinfo=UTC),
            ),
            context=Context(full_summary="About life.", key_concepts=[], main_sections=[]),
            instructions_for_coach=Instructions.model_validate({"constraints": shape, **instructions}),
        ),
        quiz_spec=quiz_spec,
        blocks=blocks,
        terms=terms_of(blocks, names),
        asked=list(asked),
    )


def whole(parts: Sequence[Message]) -> StudyMaterial:
    """The material of which these are the parts."""
    found = [part for part in parts if isinstance(part, StudyMaterial)]
    assert len(found) == len(parts)
    quiz, cards = [each for part in found for each in part.quiz], [each for part in found for each in part.flashcards]
    return found[-1].model_copy(update={"quiz": quiz, "flashcards": cards, "part": None})


class Noted:
    """A run that keeps what it is told."""

    def __init__(self) -> None:
        self.notes: dict[str, Any] = {}
        self.told: list[Message] = []
        self.envelope = Envelope(
            id=UUID(int=2), type="test", source="test", subject=SESSION, time=datetime(2026, 1, 1, tzinfo=UTC)
        )

    async def tell(self, message: Message) -> None:
        self.told.append(message)

    def note(
        self, *, input_summary: str = "", output: str = "", reasoning: str = "", tokens_used: int | None = None
    ) -> None:
        told = {"input_summary": input_summary, "output": output, "reasoning": reasoning, "tokens_used": tokens_used}
        self.notes |= {name: value for name, value in told.items() if value not in ("", None)}
