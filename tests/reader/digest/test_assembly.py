"""What the digest shows a learner: terms with their places, concepts, sections, summary, blocks worth asking about."""

import functools
import itertools
import re

import pytest

from contracts.digest import DocumentDigested
from contracts.documents import Block, Box, DocMeta, Emphasis, ExercisePart, TextLine
from contracts.reading import StoredReading
from services.reader.digest.assembly import BLOCKS_BYTES, digested
from services.reader.language import language_of
from tests.console.samples.make_samples import HERE, NAMES, SAMPLES
from tests.reader.harness import read_here


@functools.cache
def sample(name: str) -> StoredReading:
    blocks = read_here((SAMPLES / f"{name}.pdf").read_bytes())
    language = language_of("\n".join(block.text for block in blocks)) or "und"
    return reading(*blocks, language=language)


def reading(*blocks: Block, language: str = "en") -> StoredReading:
    meta = DocMeta(title="A text", language=language, pages=4)
    return StoredReading(doc_meta=meta, document_sha256="0" * 64, reader="test", blocks=list(blocks))


def prose(*texts: str) -> StoredReading:
    return reading(*[Block(block_id=f"p1b{n}", text=text) for n, text in enumerate(texts, 1)])


def names(digest: DocumentDigested) -> list[str]:
    return [term.term for term in digest.terms]


def sure(digest: DocumentDigested) -> list[str]:
    """Without the mere words that a text with hardly a term is asked about: they alone are Low there."""
    return [term.term for term in digest.terms if term.relevance != "Low"]


@pytest.mark.parametrize("name", NAMES)
def test_every_terms_span_is_the_term_in_its_block(name: str) -> None:
    held = sample(name)
    texts = {block.block_id: block.text for block in held.blocks}
    digest = digested(held)
    assert digest.terms
    for term in digest.terms:
        assert texts[term.block_id][term.start : term.end].casefold() == term.term.casefold()
        assert term.definition in texts[term.block_id]


@pytest.mark.parametrize("name", ["photosynthesis.en", "vannets-kretslop.no"])
def test_the_terms_that_a_document_sets_in_bold_are_found_with_their_definitions(name: str) -> None:
    text = (HERE / f"{name}.md").read_text(encoding="utf-8")
    bold = {found.casefold() for found in re.findall(r"\*\*(.+?)\*\*", text)}
    digest = digested(sample(name))
    found = {term.term.casefold() for term in digest.terms}
    assert len(bold & found) >= 0.95 * len(bold)
    assert len(found - bold) <= 2
    assert sum(bool(term.definition) for term in digest.terms) >= 0.9 * len(digest.terms)


def test_without_bold_type_definitions_and_keyness_find_them() -> None:
    glossary = {
        *("lithosphere", "asthenosphere", "continental drift", "seafloor spreading", "mid-ocean ridge", "subduction"),
        *("convergent boundary", "ocean trench", "volcanic arc", "transform fault", "slab pull", "mantle convection"),
        "hot spot",
    }
    first = {term.casefold() for term in names(digested(sample("plate-tectonics.en")))[:20]}
    assert len(glossary & first) >= 0.8 * len(glossary)


@pytest.mark.parametrize("name", NAMES)
def test_concepts_sections_and_summary_are_there(name: str) -> None:
    held = sample(name)
    digest = digested(held)
    context = digest.context
    assert 5 <= len(context.key_concepts) <= 10
    assert all(concept.definition for concept in context.key_concepts)
    headings = [block.text for block in held.blocks if block.kind == "heading"][1:]
    assert [section.section_title for section in context.main_sections] == headings
    assert all(section.section_summary for section in context.main_sections)
    assert all(re.fullmatch(r"page \d+|pages \d+-\d+", section.content_ref) for section in context.main_sections)
    assert 200 < len(context.full_summary) <= 1500
    everything = " ".join(block.text for block in held.blocks)
    assert context.full_summary.split(". ")[0] in everything


def test_slides_without_a_sentence_are_summed_up_by_their_lines() -> None:
    def slide(page: int, *lines: str) -> list[Block]:
        title = Block(block_id=f"p{page}b0", text=lines[0], kind="heading", level=1, source_page=page)
        return [title] + [
            Block(block_id=f"p{page}b{n}", text=f"▶ {line}", kind="list_item", source_page=page)
            for n, line in enumerate(lines[1:], 1)
        ]

    first = slide(1, "Harbours", "Shelter for ships in any weather", "Cranes for loading and unloading goods")
    second = slide(2, "Canals", "Waterways made by people through land", "Locks to lift boats over a hill")
    context = digested(reading(*first, *second)).context
    shelter = "Shelter for ships in any weather; Cranes for loading and unloading goods"
    assert context.main_sections[0].section_summary == shelter
    assert context.full_summary.startswith(f"{shelter}; Waterways")
    assert len(context.full_summary) <= 302


@pytest.mark.parametrize(
    ("text", "language", "term"),
    [
        ("En elektrisk krets er en sluttet vei som strømmen kan gå rundt i.", "no", "elektrisk krets"),
        ("Elektrisk strøm er ladninger som flytter seg i en elektrisk krets.", "no", "elektrisk strøm"),
        ("Moving ice is the ice that a cold and moving sea carries along.", "en", "moving ice"),
    ],
)
def test_several_common_words_are_a_term_where_they_are_told_apart_once(text: str, language: str, term: str) -> None:
    digest = digested(reading(Block(block_id="p1b1", text=text), language=language))
    assert [(each.term, each.definition) for each in digest.terms if each.definition] == [(term, text)]


@pytest.mark.parametrize(
    "text",
    ["The red house is the one on the hill.", "Red houses are a related topic.", "Red houses are used that way."],
)
def test_several_common_words_that_are_not_told_apart_are_no_term(text: str) -> None:
    assert [term.term for term in digested(prose(text)).terms if term.definition] == []


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("English grammar is the set of rules that tell how English is written.", "English grammar"),
        ("Calvin cycle is the name that a path of carbon has in a leaf.", "Calvin cycle"),
    ],
)
def test_a_name_keeps_its_capital_at_a_sentences_beginning(text: str, term: str) -> None:
    assert [each.term for each in digested(prose(text)).terms if each.definition] == [term]


def test_equal_readings_give_equal_bytes() -> None:
    held = sample("photosynthesis.en")
    assert digested(held).write() == digested(held.model_copy(deep=True)).write()


@pytest.mark.parametrize(
    "unfit",
    [
        "the",
        "42",
        "Introduction",
        "Chapter 1",
        "x",
        "Figure 3",
        "print(x)",
        "foo.txt",
        "Table 2.1",
        "which is why it rains",
        "Note",
        "very",
    ],
)
def test_what_is_no_term_is_not_shown_even_in_bold(unfit: str) -> None:
    text = f"We now look at {unfit} and at the glacier once more today."
    start = text.index(unfit)
    block = Block(block_id="p1b1", text=text, emphasis=[Emphasis(start=start, end=start + len(unfit), style="bold")])
    digest = digested(reading(block))
    assert sure(digest) == []
    assert unfit.casefold() not in [name.casefold() for name in names(digest)]


def bold(n: int, text: str) -> Block:
    """The text with what stands between asterisks in bold type."""
    parts = text.split("*")
    plain, spans, at = "".join(parts), list[Emphasis](), 0
    for k, part in enumerate(parts):
        spans += [Emphasis(start=at, end=at + len(part), style="bold")] if k % 2 else []
        at += len(part)
    return Block(block_id=f"p1b{n}", text=plain, emphasis=spans)


def test_the_titles_of_cited_works_are_no_terms() -> None:
    cited = [
        "Pilots have long known the value of a *bollard* on the quay. [*Ropes Of The North*, p. 33]",
        "Every quay of the old town has its own *bollard* of iron (Holm, *Quays And Their Masters* , p. 4).",
        "A harbour without a *bollard* is none. [ *Ropes Of The North* ]",
        "As Holm says in *Quays And Their Masters* , vol. 2, a ship needs rope.",
    ]
    found = names(digested(reading(*[bold(n, text) for n, text in enumerate(cited, 1)])))
    assert found[0] == "bollard"
    assert not [name for name in found if " Of " in name or " And " in name]


def test_where_bold_type_tells_how_to_read_a_text_the_words_that_it_is_about_are_its_terms() -> None:
    said = [
        "The old *hierarchy* of the pilots was *not* made by them.",
        "A *hierarchy* is *always* made by somebody, and *never* by all.",
        "They *only* kept the hierarchy because of *fear* and *habit*, and the *others* kept the ropes.",
        "Who stands in the hierarchy stands *between* two others, *however* *high* the *tide*.",
        "Without a hierarchy the *ropes* of the *quay* are kept by *those* on board.",
    ]
    blocks = [bold(n, said[n % len(said)].replace("two", f"{n}")) for n in range(1, 16)]
    assert "hierarchy" in names(digested(reading(*blocks)))
    assert not {"not", "always", "fear", "others", "high"} & {*names(digested(reading(*blocks)))}


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Osmosis is the movement of water through a membrane.", "osmosis"),
        ("The movement of water through a membrane is called osmosis.", "osmosis"),
        ("The epicentre is the point on the surface above an earthquake.", "epicentre"),
        ("Sailors draw a boat up the bank by two ropes. This is called warping.", "warping"),
    ],
)
def test_a_rare_word_that_a_sentence_defines_is_a_term(text: str, term: str) -> None:
    (found,) = [
        each for each in digested(prose(text, f"Later we meet {term} again.")).terms if each.term.casefold() == term
    ]
    assert found.definition == text


@pytest.mark.parametrize(
    ("text", "term", "language"),
    [
        ("Ein Poller ist ein Pfosten, an dem Schiffe festgemacht werden.", "Poller", "de"),
        ("Pricken sind Stangen, die eine Fahrrinne im Watt bezeichnen.", "Pricken", "de"),
        ("Eine Mauer im Meer, die den Hafen schützt, heißt Mole.", "Mole", "de"),
        ("Une bitte est une colonne où l’on amarre les bateaux.", "bitte", "fr"),
        ("L’estran est la partie du rivage que la mer couvre et découvre.", "estran", "fr"),
        ("Un mur dans la mer qui protège le port est appelé môle.", "môle", "fr"),
    ],
)
def test_german_and_french_sentences_define_terms(text: str, term: str, language: str) -> None:
    again = {
        "de": f"Später am Abend sehen alle noch {term} im Hafen.",
        "fr": f"Plus tard on revoit {term} dans le port.",
    }
    blocks = [Block(block_id=f"p1b{n}", text=each) for n, each in enumerate((text, again[language]), 1)]
    found = {each.term.casefold(): each.definition for each in digested(reading(*blocks, language=language)).terms}
    assert found.get(term.casefold()) == text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Tatsächlich ist das die Aufgabe der Männer im Hafen.", "de"),
        ("Das Ziel ist die Sicherheit aller Schiffe im Hafen.", "de"),
        ("Folgendes ist der Ablauf an einem gewöhnlichen Tag.", "de"),
        ("Une bitte est un exemple de travail bien fait.", "fr"),
        ("L’amarrage est l’une des tâches du port.", "fr"),
    ],
)
def test_german_and_french_sentences_that_define_nothing(text: str, language: str) -> None:
    assert not [
        each
        for each in digested(reading(Block(block_id="p1b1", text=text), language=language)).terms
        if each.definition
    ]


@pytest.mark.parametrize(
    "text",
    [
        "This is the reason for the delay of the train.",
        "The result is a number between one and ten.",
        "It is the only way to reach the top of the hill.",
        "These are called by their names in the list below.",
    ],
)
def test_what_only_looks_like_a_definition_gives_no_term(text: str) -> None:
    assert sure(digested(prose(text, "The train is late again."))) == []


def test_furniture_code_and_tables_are_not_asked_about() -> None:
    sentence = "The glacier carries stones and sand slowly down the long valley."
    kinds = ("paragraph", "list_item", "code", "table_row", "caption", "heading")
    blocks = [Block(block_id=kind, text=sentence, kind=kind) for kind in kinds]
    aside = Block(block_id="aside", text=sentence, material=False)
    assert digested(reading(*blocks, aside)).blocks == ["paragraph", "list_item"]


def test_labelled_lines_of_a_list_are_asked_about_though_they_are_no_sentences() -> None:
    sentence = "The glacier carries stones and sand slowly down the long valley."
    lines = {"keel": "Keel: holds the boat upright", "short": "holds the boat", "led": "Parts of a boat:"}
    blocks = [Block(block_id=name, text=text, kind="list_item") for name, text in lines.items()]
    many = [Block(block_id=f"p{n}", text=sentence) for n in range(40)]
    assert digested(reading(*many, *blocks)).blocks == [*(block.block_id for block in many), "keel"]


def test_a_long_document_is_asked_about_all_over_and_within_the_limit() -> None:
    filler = "The river carries sand and stones into the wide valley every spring when the snow melts. " * 4
    blocks = [Block(block_id=f"p{n}b1", text=f"{filler}{n}.", source_page=n) for n in range(1, 1200)]
    chosen = digested(reading(*blocks)).blocks
    sizes = {block.block_id: len(block.model_dump_json(exclude_defaults=True, exclude={"box"})) for block in blocks}
    assert sum(sizes[name] for name in chosen) <= BLOCKS_BYTES
    numbers = [int(name[1:-2]) for name in chosen]
    assert numbers == sorted(numbers)
    assert max(b - a for a, b in itertools.pairwise(numbers)) < 80


def test_the_places_of_lines_take_no_room_as_they_stay_with_the_reading() -> None:
    text = "The river carries sand and stones into the wide valley every spring when the snow melts. " * 4
    blocks = [Block(block_id=f"p{n}b1", text=f"{text}{n}.", source_page=n) for n in range(1, 1200)]
    box = Box(x0=90.0, y0=361.5, x1=372.8, y1=372.4)
    lines = [TextLine(start=n, end=n + 40, box=box) for n in range(0, 360, 40)]
    placed = [block.model_copy(update={"lines": lines}) for block in blocks]
    assert digested(reading(*placed)).blocks == digested(reading(*blocks)).blocks


def test_nothing_to_digest_is_an_empty_digest() -> None:
    empty = digested(reading(Block(block_id="p1b1", text="x = 1", kind="code")))
    assert (empty.terms, empty.blocks, empty.context.full_summary) == ([], [], "")


def test_without_headings_the_pages_are_the_sections() -> None:
    sentence = "The glacier carries stones and sand slowly down the long valley."
    blocks = [Block(block_id=f"p{n}b1", text=sentence, source_page=n) for n in range(1, 11)]
    refs = [section.content_ref for section in digested(reading(*blocks)).context.main_sections]
    assert refs == ["pages 1-2", "pages 3-4", "pages 5-6", "pages 7-8", "pages 9-10"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The tide is the rise and fall of the sea, and it comes twice a day.", "en"),
        ("Tidevannet er det at havet stiger og synker, og det skjer to ganger om dagen.", "no"),
        ("Die Gezeiten sind das Steigen und Fallen des Meeres, und sie kommen zweimal am Tag.", "de"),
        ("Морские приливы происходят дважды в день из-за притяжения Луны.", "ru"),
        ("12 34 56", None),
    ],
)
def test_the_language_is_told_and_never_by_chance(text: str, language: str | None) -> None:
    assert {language_of(text) for _ in range(3)} == {language}


def test_what_the_sentences_of_a_short_text_speak_of_are_its_concepts_and_no_verb_is() -> None:
    said = (
        "A lock has two gates so that boats can climb a hill. The outer gate must be shut by hand. Salt water runs in "
        "when the wind blows. Lock keepers keep a list of all boats. It is written with ink. The purser has two pens. "
        "Ropes of hemp are wet.",
        "En sluse har to porter. Sluseportene må lukkes for hånd. Det er tungt arbeid når vinden blåser.",
    )
    english, norwegian = (digested(reading(Block(block_id="p1b1", text=text), language=language))
                          for text, language in zip(said, ("en", "no"), strict=True))  # fmt: skip
    assert names(english) == ["lock", "outer gate", "Salt water", "lock keepers", "purser"]
    assert names(norwegian)[:2] == ["sluse", "Sluseportene"]
    assert {each.relevance for each in english.terms} == {"Low"}


def test_names_among_them_keep_their_capitals_and_no_pronoun_is_one() -> None:
    text = (
        "Norway has a lock on each canal. VHF radios carry the calls of the keepers. Nobody has seen the old lock. "
        "Today is a good day to paint the gates. Everything is wet there. Nansen is known for his boats."
    )
    found = names(digested(reading(Block(block_id="p1b1", text=text))))
    assert {"Norway", "VHF radios", "Nansen"} <= {*found}
    assert not {"nobody", "today", "everything"} & {each.casefold() for each in found}


def test_questions_that_are_printed_with_their_key_go_along_and_no_others() -> None:
    def part(name: str, text: str, part: ExercisePart) -> Block:
        return Block(block_id=name, text=text, material=False, aside="exercise", exercise_part=part)

    fact = Block(block_id="b1", text="A mole is a wall of stone in the sea that shelters a harbour from the waves.")
    whole = [part("q1", "Which wall shelters a harbour?", "question"), part("o1", "1. mole", "option")]
    whole += [part("o2", "2. fender", "option"), part("k1", "A", "key")]
    page = Block(block_id="r1", text="17", material=False, aside="running", kind="other")
    without_key = [part("q2", "What moors a ship?", "question"), part("o3", "1. bollard", "option")]
    without_key += [part("o4", "2. mole", "option")]
    digest = digested(reading(fact, *whole[:2], page, *whole[2:], *without_key))
    assert digest.blocks == ["b1", "q1", "o1", "o2", "k1"]
    assert digested(reading(*whole)).blocks == []
