"""What the offline author makes of other languages, several languages, several documents, and very short texts."""

import pytest

from contracts.coaching import StudyMaterial
from contracts.digest import Term
from contracts.documents import Block, Relevance
from contracts.problems import Failure
from contracts.quizzes import ValidateItems
from services.coach.authors.offline.author import written_from
from services.coach.compose.material import material_of
from services.coach.drafts.order import order_of
from services.coach.drafts.quote import locate
from services.coach.sentences.parts import is_noun_in
from services.coach.sentences.split import doubt_of, sentences_of
from services.evaluator.validation.validate import validate
from services.text.splitting import spans_of
from services.text.words import content_of, find, stems_of, tells_all
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS, DOCUMENT, QUIZ, order

ARABIC = (
    "يرتفع ماء البحر مرتين في اليوم بسبب جاذبية القمر الكبيرة. يعرف الصيادون أوقات المد معرفة جيدة في كل يوم.",
    "الشمس أبعد كثيرا من القمر عن الأرض وهي أكبر منه. يكون المد أعلى عندما يكتمل البدر في وسط الشهر.",
)
CHINESE = (
    "光合作用是植物利用阳光制造糖的过程。叶绿素吸收阳光，它的颜色是绿色的。",
    "渗透是水通过薄膜向盐分较多的一侧移动的过程。",
)


def term(blocks: list[Block], name: str, relevance: Relevance = "Low") -> Term:
    block = next(block for block in blocks if name in block.text)
    start = block.text.index(name)
    return Term(term=name, relevance=relevance, block_id=block.block_id, start=start, end=start + len(name))


def written(
    blocks: list[Block], names: list[str], language: str, relevance: Relevance = "Low", questions: int = 10
) -> StudyMaterial:
    command = order(questions=questions, language=language).model_copy(
        update={"blocks": blocks, "terms": [term(blocks, name, relevance) for name in names]}
    )
    read = order_of(command)
    return material_of(read, written_from(read))


def blocks_of(*texts: str, language: str | None = None, **named: object) -> list[Block]:
    made = [{"block_id": f"b{n}", "text": text, "language": language, **named} for n, text in enumerate(texts, 1)]
    return [Block.model_validate(each) for each in made]


def all_hold(material: StudyMaterial, blocks: list[Block], language: str) -> bool:
    """Whether the Evaluator accepts everything."""
    judged = validate(
        ValidateItems(
            quiz_id=QUIZ,
            document_sha256=DOCUMENT,
            language=language,
            items=[entry.item for entry in material.quiz],
            flashcards=material.flashcards,
            blocks=blocks,
        )
    )
    return bool(judged.verdicts) and all(verdict.accepted for verdict in judged.verdicts)


def test_what_a_norwegian_text_has_in_quotation_marks_is_quoted_by_inner_ones_and_holds() -> None:
    blocks = blocks_of(
        "En flo er en «heving av havet» som kommer to ganger i døgnet. Floen var kjent som «månens gave» blant "
        "fiskerne, fordi den løftet båtene av grunnen.",
        "En fjære er en senking av havet som kommer etter en flo. En springflo er en flo som fiskerne kalte «den "
        "store», og som kommer ved nymåne.",
        "En nippflo er en flo som fiskerne kalte «den vesle», og som kommer ved halvmåne. En strøm er vann som flytter "
        "seg i én retning.",
    )
    made = written(blocks, ["flo", "fjære", "springflo", "nippflo", "strøm"], "no", "High")
    assert "«en ‘heving av havet’ som kommer to ganger i døgnet»" in " ".join(each.question for each in made.flashcards)
    whys = [why.sentence for entry in made.quiz for why in entry.item.explanations]
    assert any("«En springflo er en flo som fiskerne kalte ‘den store’, og" in each for each in whys)
    assert not [each for each in whys if "“" in each]
    assert all_hold(made, blocks, "no")


@pytest.mark.parametrize(
    ("texts", "names", "language"),
    [
        (ARABIC, ["جاذبية", "البدر", "الصيادون"], "ar"),
        (CHINESE, ["光合作用", "渗透", "叶绿素"], "zh"),
    ],
)
def test_other_languages_get_gaps_and_cards_in_no_words_of_ours(
    texts: tuple[str, ...], names: list[str], language: str
) -> None:
    blocks = blocks_of(*texts)
    material = written(blocks, names, language)
    assert len(material.quiz) >= 2
    assert material.flashcards
    assert all_hold(material, blocks, language)
    for entry in material.quiz:
        assert entry.item.type == "cloze"
        assert not any(char.isascii() and char.isalpha() for char in entry.question)
    assert {card.answer for card in material.flashcards} <= {*names, *(t[a:b] for t in texts for a, b in spans_of(t))}


def test_a_card_may_show_the_term_and_on_its_back_the_sentence() -> None:
    material = written(blocks_of(*ARABIC), ["جاذبية", "البدر", "الصيادون"], "ar")
    backs = {card.question: card.answer for card in material.flashcards}
    shown = next(name for name in ("جاذبية", "البدر", "الصيادون") if name in backs)
    assert shown in backs[shown]
    assert len(backs[shown]) > 30


def test_a_chinese_word_within_a_longer_one_is_no_gap() -> None:
    with pytest.raises(Failure):
        written(blocks_of("科学家用显微镜观察植物细胞膜结构特点。"), ["细胞"], "zh")


def test_each_block_is_asked_about_in_its_own_language() -> None:
    english, norwegian = blocks_of(*CELLS[:4]), blocks_of(*CELLER[:4], language="no")
    norwegian = [block.model_copy(update={"block_id": f"n{block.block_id}"}) for block in norwegian]
    names = [name for name, _ in CELL_TERMS[:4]] + [name for name, _ in CELLE_TERMER[:4]]
    blocks = [*english, *norwegian]
    folded = [block.model_copy(update={"text": block.text[0] + block.text[1:]}) for block in blocks]
    terms = [name if any(name in block.text for block in folded) else name.capitalize() for name in names]
    material = written(folded, terms, "en", "High")
    asked = {entry.item.proof.block_id[0]: entry.question for entry in material.quiz if entry.item.type != "cloze"}
    assert set(asked) == {"b", "n"}
    assert any(word in asked["n"] for word in ("Hva ", "Hvilke", "Stemmer ", "Hvorfor?", "Forklar "))
    assert any(word in asked["b"] for word in ("What ", "Which ", "Is this ", "Why?", "Explain "))
    assert all_hold(material, folded, "en")


def test_each_proof_names_its_blocks_own_document() -> None:
    one, other = "a" * 64, "b" * 64
    blocks = [*blocks_of(CELLS[0], document_sha256=one), *blocks_of(CELLS[1], document_sha256=other)]
    blocks[1] = blocks[1].model_copy(update={"block_id": "b2"})
    material = written(blocks, ["cell membrane", "ribosome"], "en", "High")
    by_block = {entry.item.proof.block_id: entry.item.proof.document_sha256 for entry in material.quiz}
    assert by_block == {"b1": one, "b2": other}
    assert all_hold(material, blocks, "en")


def test_a_text_that_only_leans_gives_at_least_one_gap() -> None:
    material = written(blocks_of("This is a multi page document. Page 1."), ["document"], "en")
    assert [entry.question for entry in material.quiz] == ["This is a multi page ____."]


def test_what_leans_is_left_alone_where_something_stands_by_itself() -> None:
    blocks = blocks_of("This is a document about ice. The glacier carries stones slowly down the long valley.")
    material = written(blocks, ["document", "valley"], "en")
    assert [entry.item.concept for entry in material.quiz] == ["valley"]


def test_mere_words_are_no_options() -> None:
    text = "The glacier carries stones slowly down the valley. A river takes sand out to the coast every spring."
    material = written(blocks_of(text), ["stones", "valley", "river", "coast"], "en")
    assert {entry.item.type for entry in material.quiz} == {"cloze"}


def test_badly_recognised_blocks_are_asked_about_only_where_no_others_are() -> None:
    bad = blocks_of("The glacier carries stones slowly down the long valley.", confidence=45.0)
    good = [Block(block_id="g", text="A river takes fine sand out to the coast in spring.", confidence=92.0)]
    assert [each.block.block_id for each in sentences_of([*bad, *good], "en")] == ["g"]
    assert [each.block.block_id for each in sentences_of(bad, "en")] == ["b1"]


@pytest.mark.parametrize("kind", ["formula", "code", "table_row"])
def test_formulas_code_and_tables_are_no_sentences(kind: str) -> None:
    text = "The glacier carries stones slowly down the long valley."
    assert sentences_of(blocks_of(text, kind=kind), "en", last_resort=True) == []


def test_words_of_any_script_are_found_and_compared() -> None:
    assert find("القمر", "جاذبية القمر كبيرة") > 0
    assert find("قمر", "جاذبية القمر كبيرة") < 0
    assert find("阳光", "植物利用阳光制造糖") == 4
    assert locate("阳光", "植物利用阳光制造糖") == (4, 6)
    assert stems_of("किताब पढ़ो", "hi") == ("किताब", "पढ़ो")
    assert tells_all("植物利用阳光制造糖", "阳光", "zh")
    assert not tells_all("阳台的光", "阳光", "zh")
    assert content_of("阳光", "zh") == {"阳光"}
    assert doubt_of("光合作用是植物利用阳光制造糖的过程。", "zh") == 0


FRENCH = (
    "Le jusant est la baisse du niveau de la mer entre la pleine mer et la basse mer. Les pêcheurs l’attendent.",
    "Une écluse est un bassin fermé par deux portes qui permet aux bateaux de changer de niveau.",
    "Il est rare que le vent tourne ici. Un bateau est entré hier et il est reparti au matin avec les autres.",
)


def test_a_french_text_is_asked_about_what_it_defines_in_french() -> None:
    blocks = blocks_of(*FRENCH)
    names = ["jusant", "écluse", "est", "il"]
    material = written(blocks, names, "fr", "High")
    assert {entry.item.concept for entry in material.quiz} == {"jusant", "écluse"}
    material = written(blocks, names, "fr", "High", questions=0)
    assert any(card.question.startswith(("Que désigne «", "Quel terme est défini")) for card in material.flashcards)
    assert all(card.concept in ("jusant", "écluse") for card in material.flashcards)
    assert all_hold(material, blocks, "fr")


@pytest.mark.parametrize(
    ("name", "text", "language", "noun"),
    [
        ("quai", "le bateau quitte le quai. au quai il attend.", "fr", True),
        ("est", "il est tard et le bateau n’est pas là. qui est venu ?", "fr", False),
        ("vanligvis", "båten ligger vanligvis inne. det tar vanligvis en time.", "no", False),
        ("sluse", "en sluse har porter. båten ligger i slusen.", "no", True),
        ("sluse", "sluse er et ord.", "no", True),  # nothing tells
    ],
)
def test_articles_of_the_text_tell_what_stands_as_a_noun(name: str, text: str, language: str, noun: bool) -> None:
    assert is_noun_in(name, [text], language) is noun


REPERTOIRE = (
    "When the gate of a lock is closed, the water in the chamber rises.",
    "The ferry stays in the harbour because the storm drives the waves.",
    "There are three kinds of boats: ferries, barges and yachts, and each has a keel.",
    "Når porten i en sluse lukkes, stiger vannet i kammeret, fordi elva renner inn.",
    "Først lukkes porten, deretter stiger vannet, og til slutt seiler båten ut.",
    "Wenn das Tor der Schleuse geschlossen ist, steigt das Wasser in der Kammer.",
    "Die Fähre blieb 1923 im Hafen, weil der Sturm die Wellen trieb, und der Befehl halt zeigt die Boote.",
    "Quand la porte est fermée, l’eau monte, parce que la rivière entre, et les bateaux sont des navires.",
    "Cuando la puerta se cierra, el agua sube, porque el río entra en la cámara en 1923.",
    "Unlike a barge, a yacht has a keel, whereas the command touch creates an empty file.",
)


@pytest.mark.parametrize("language", ["en", "no", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "ar", "zh", "und"])
def test_no_sentence_of_any_language_ends_an_order(language: str) -> None:
    """A reading may be taken for another language than its own, and a German condition once ended the whole order."""
    names = ["water", "ferry", "boats", "vannet", "Wasser", "Fähre", "eau", "agua", "keel", "file"]
    blocks = blocks_of(*REPERTOIRE)
    there = [name for name in names if any(name in block.text for block in blocks)]
    command = order(language=language).model_copy(
        update={"blocks": blocks, "terms": [term(blocks, name, "High") for name in there]}
    )
    read = order_of(command)
    assert written_from(read).quiz
