"""For whom material is written: what an order says of its learners, and what that changes."""

import pytest

from contracts.coaching import StudyMaterial
from contracts.documents import Relevance
from services.coach.authors.offline.author import written_from
from services.coach.compose.material import material_of
from services.coach.drafts.audience import level_of
from services.coach.drafts.order import order_of
from services.text.vocabulary.frequencies import is_common
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS, order

RARE = (
    "An organelle is a specialised intracellular compartment whose phospholipid membrane sustains electrochemical "
    "gradients, thereby permitting oxidative phosphorylation and other thermodynamically unfavourable reactions.",
    "Cytoplasm is a viscous colloidal suspension in which macromolecular complexes, metabolites and cytoskeletal "
    "filaments undergo perpetual reorganisation under stochastic thermal perturbation.",
    "Endocytosis is the invagination of plasmalemma around extracellular particulates, which are subsequently "
    "sequestered within vesicles and trafficked towards lysosomal degradation.",
    "Cytokinesis is the actomyosin-dependent constriction that partitions a binucleate intermediate into "
    "autonomous daughter compartments following chromosomal segregation and spindle disassembly.",
)
PLAIN = (
    "A kidney is a small part of the body that cleans the blood. A vein is a soft pipe that carries blood home.",
    "A muscle is a band of meat that can pull a bone. A nerve is a long thread that carries a message.",
)
TERMS: tuple[tuple[str, Relevance], ...] = tuple(
    (name, "High")
    for name in ("organelle", "cytoplasm", "endocytosis", "cytokinesis", "kidney", "vein", "muscle", "nerve")
)


@pytest.mark.parametrize(
    "said",
    [
        "beginner",
        "Complete Beginners",
        "Nybegynner",
        "elever i grunnskole",
        "7. klasse",
        "ungdomsskolen",
        "children",
        "middle school",
        "grade 5",
        "non-experts",
        "ikke fagfolk",
        "12-year-olds",
        "Einsteiger",
        "lay people",
        "no prior knowledge",
        "inexperienced nurses",
        "uerfarne",
        "9 years old",
    ],
)
def test_beginners_are_known_by_many_names(said: str) -> None:
    assert level_of(said) == "beginner"


@pytest.mark.parametrize(
    "said",
    [
        "expert",
        "Advanced learners",
        "PhD students",
        "fagfolk",
        "viderekomne",
        "Fachleute",
        "graduate students",
        "developers with 5 years of experience",
        "ingeniører med 7 års erfaring",
        "experienced nurses",
    ],
)
def test_so_are_the_advanced(said: str) -> None:
    assert level_of(said) == "advanced"


@pytest.mark.parametrize("said", ["", "students", "high school", "undergraduates", "voksne", "experts and beginners"])
def test_who_is_neither_or_both_has_no_level(said: str) -> None:
    assert level_of(said) is None


def written(audience: str, questions: int = 4) -> StudyMaterial:
    read = order_of(order((*RARE, *PLAIN), TERMS, targetAudience=audience, questions=questions, cards=4))
    return material_of(read, written_from(read))


def _words(material: StudyMaterial) -> list[str]:
    return " ".join([entry.item.proof.quote for entry in material.quiz]).replace(".", " ").replace(",", " ").split()


def _common(material: StudyMaterial) -> float:
    words = _words(material)
    return sum(is_common(word, "en") for word in words) / len(words)


def _length(material: StudyMaterial) -> float:
    return len(_words(material)) / len(material.quiz)


def test_a_beginner_gets_commoner_words_and_shorter_sentences_than_an_expert() -> None:
    easy, hard = written("beginners"), written("experts")
    assert len(easy.quiz) == len(hard.quiz) == 4
    assert _common(easy) > _common(hard) + 0.1
    assert _length(easy) + 2 < _length(hard)


@pytest.mark.parametrize(("texts", "terms", "language"), [(CELLS, CELL_TERMS, "en"), (CELLER, CELLE_TERMER, "no")])
def test_two_audiences_get_different_questions_about_one_lesson(
    texts: tuple[str, ...], terms: tuple[tuple[str, Relevance], ...], language: str
) -> None:
    asked = []
    for audience in ("beginner", "expert"):
        read = order_of(order(texts, terms, language=language, questions=2, targetAudience=audience))
        asked.append({entry.question for entry in material_of(read, written_from(read)).quiz})
    assert len(asked[0] & asked[1]) <= 1


def test_no_audience_is_as_good_as_an_unknown_one() -> None:
    assert written("").quiz == written("curious people").quiz
