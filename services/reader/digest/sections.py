"""The main sections of a document: by headings, pages or how its parts begin; with a summary and pages."""

from collections import Counter
from collections.abc import Mapping, Sequence

from contracts.digest import Section
from contracts.documents import PageKind
from services.reader.digest.material import Material, Prose
from services.reader.digest.summary import best_sentences, first_lines
from services.reader.digest.term_shapes import is_generic

MOST_SECTIONS = 40
_SUMMARY_CHARACTERS = 320
_LINES_CHARACTERS = 200
_FEW = 5
_MOST_OF = 0.75
_DEEPEST = 6
_MOST_TITLE, _LEAST_BLOCKS = 60, 4
# One and several of what a document counts by, where a learner can turn to it.
_WORDS: dict[str, dict[PageKind, tuple[str, str]]] = {
    "en": {
        "page": ("Page", "Pages"),
        "slide": ("Slide", "Slides"),
    },
    "no": {
        "page": ("Side", "Side"),
        "slide": ("Lysbilde", "Lysbilde"),
    },
    "de": {
        "page": ("Seite", "Seite"),
        "slide": ("Folie", "Folie"),
    },
}


def sections_of(
    material: Material, weights: Mapping[int, Mapping[int, float]], page_kind: PageKind = "page"
) -> list[Section]:
    """The sections in order. `weights`: by prose block and sentence, how much a sentence tells.

    `page_kind`: what titles of parts without headings count. `contentRef` says "pages 1-5"; `places` words it anew for
    slides, sections and times.
    """
    groups = _by_headings(material) or (
        _by_beginnings(material) if page_kind in ("section", "cue") else _by_pages(material, page_kind)
    )
    return [
        Section(
            section_title=title,
            section_summary=best_sentences(members, material, weights, most=2, characters=_SUMMARY_CHARACTERS)
            or first_lines(members, material, _LINES_CHARACTERS),
            content_ref=_pages([material.prose[n] for n in members]),
        )
        for title, members in groups
    ]


def _by_headings(material: Material) -> list[tuple[str, list[int]]]:
    """Prose under the headings of the highest levels that part the document into at least two."""
    for depth in range(1, _DEEPEST + 1):
        opening = {number: heading.text for number, heading in material.headings if (heading.level or 9) <= depth}
        for number in _title(material, depth):
            opening.pop(number, None)
        groups: list[tuple[str, list[int]]] = []
        current = -1
        for n, prose in enumerate(material.prose):
            begun = max((number for number in opening if number <= prose.section), default=0)
            if not begun:
                continue
            if begun != current and not (groups and groups[-1][0] == opening[begun]):
                groups.append((opening[begun], []))
            current = begun
            groups[-1][1].append(n)
        told = [group for group in groups if not is_generic(group[0])]
        covered = sum(len(members) for _, members in groups)
        if len(told) >= 2 and (covered >= _MOST_OF * len(material.prose) or depth == _DEEPEST):
            return (groups if len(groups) - len(told) < len(told) else told)[:MOST_SECTIONS]
    return []


def _title(material: Material, depth: int) -> list[int]:
    """The first heading, where it stands alone above the headings of this depth: the document's title, no section."""
    if not material.headings:
        return []
    number, first = material.headings[0]
    level = first.level or 9
    alone = sum((heading.level or 9) <= level for _, heading in material.headings) == 1
    return [number] if alone and level < depth else []


def _by_pages(material: Material, kind: PageKind) -> list[tuple[str, list[int]]]:
    pages = sorted({prose.block.source_page for prose in material.prose})
    size = max(1, -(-len(pages) // _FEW))
    groups = []
    for first in range(0, len(pages), size):
        span = pages[first : first + size]
        members = [n for n, prose in enumerate(material.prose) if span[0] <= prose.block.source_page <= span[-1]]
        one, many = _WORDS.get(material.language, _WORDS["en"])[kind]
        groups.append((f"{one} {span[0]}" if len(span) == 1 else f"{many} {span[0]}–{span[-1]}", members))
    return groups


def _by_beginnings(material: Material) -> list[tuple[str, list[int]]]:
    """Parts of a text that counts nothing a learner could turn to, each named by how it begins."""
    pages = Counter(prose.block.source_page for prose in material.prose)
    size = max(_LEAST_BLOCKS if len(pages) == 1 else 1, -(-len(material.prose) // _FEW))
    groups: list[tuple[str, list[int]]] = []
    held: list[int] = []
    for n, prose in enumerate(material.prose):
        # A chapter is not parted where there are several: the next group begins with the next one.
        if len(held) >= size and (
            len(pages) == 1 or prose.block.source_page != material.prose[n - 1].block.source_page
        ):
            groups.append((_beginning(material.prose[held[0]]), held))
            held = []
        held.append(n)
    if held:
        groups.append((_beginning(material.prose[held[0]]), held))
    return groups


def _beginning(prose: Prose) -> str:
    """The first words of its first sentence."""
    start, end = prose.sentences[0] if prose.sentences else (0, len(prose.block.text))
    said = prose.block.text[start:end].strip()
    if len(said) <= _MOST_TITLE:
        return said.rstrip(".。 ")
    cut = said[:_MOST_TITLE].rfind(" ")
    return said[: cut if cut > 0 else _MOST_TITLE].rstrip(" ,;:–-") + " …"


def _pages(members: Sequence[Prose]) -> str:
    """ "page 3" or "pages 1-5": the words are the contract's, not the document's language."""
    first, last = (f(prose.block.source_page for prose in members) for f in (min, max))
    return f"page {first}" if first == last else f"pages {first}-{last}"
