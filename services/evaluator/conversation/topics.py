"""Which concept or section a message is about: by stems, one slip of the fingers forgiven in longer words. Pure."""

from collections.abc import Collection, Sequence

from rapidfuzz.distance import OSA

from services.text.alphabets import WORD
from services.text.words import fold, inflected, main_stems_of, stems_of

_LEAST_SHARE = 0.5
_SMALL = frozenset(["and", "the", "for", "with", "from", "og", "som", "med", "til", "den", "det"])
_SLIP_FROM, _ENDING_FROM, _LONGEST_ENDING = 6, 5, 2


def topic_of(text: str, concepts: Sequence[str], sections: Sequence[str], language: str) -> str:
    """The concept or section title that the message names, in its own spelling; "": none, or nothing surely.

    What stands there word by word goes before what stands there in parts, a longer name before a shorter one, concepts
    before sections. A name half of which is said counts where no other is as near.
    """
    said = set(stems_of(text, language))
    found: list[tuple[float, int, int, int, str]] = []
    for rank, names in enumerate((concepts, sections)):
        for place, name in enumerate(names):
            share, matched = _share(name, said, language)
            if share == 1 and inflected(name, text, language):
                share = 2
            if share >= _LEAST_SHARE:
                found.append((-share, -matched, rank, place, name))
    if not found:
        return ""
    found.sort()
    best = found[0]
    rivals = [each for each in found[1:] if each[:3] == best[:3] and fold(each[4]) != fold(best[4])]
    return "" if -best[0] < 1 and rivals else best[4]


def is_name(text: str, topic: str, language: str) -> bool:
    """Whether a message says the topic's name and nothing else."""
    return bool(topic) and main_stems_of(text, language) <= main_stems_of(topic, language) | set(
        stems_of(topic, language)
    )


def _share(name: str, said: Collection[str], language: str) -> tuple[float, int]:
    """How much of a name's content is said, from 0 to 1, and how many of its words."""
    telling = [word for word in WORD.findall(fold(name)) if len(word) > 2 and word not in _SMALL]
    wanted = {stem for word in telling for stem in stems_of(word, language)} or set(stems_of(name, language))
    hits = sum(any(_alike(stem, each) for each in said) for stem in wanted)
    return (hits / len(wanted) if wanted else 0.0), hits


def _alike(wanted: str, said: str) -> bool:
    if wanted == said:
        return True
    if len(wanted) >= _ENDING_FROM and said.startswith(wanted) and len(said) - len(wanted) <= _LONGEST_ENDING:
        return True  # "stomata" of "stoma": a plural that the stemmer does not know
    return len(wanted) >= _SLIP_FROM and wanted[0] == said[0] and OSA.distance(wanted, said, score_cutoff=1) <= 1
