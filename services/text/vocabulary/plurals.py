"""What a word may be the plural of: English, Norwegian and Latin endings, and the commonest irregular ones. Pure.

All words are as `typed.py` compares them: folded and without accents.
"""

from collections.abc import Iterable

_ARABIC_ARTICLE = "ال"
_ENGLISH = (("ies", "y"), ("es", ""), ("s", ""))
# As fields of study write them: nuclei, analyses, vertices, algae.
_LATIN = (("i", "us"), ("ses", "sis"), ("ices", "ex", "ix"), ("ae", "a"))
_NORWEGIAN = (("ene", "", "e"), ("er", "", "e"), ("en", "", "e"), ("et", "", "e"))
_LEAST_STEM = 3
# No rule for -a: ammonia is no plural of ammonium, nor silica of silicon.
_ON_UM = (
    "automaton criterion ganglion mitochondrion phenomenon protozoon taxon "
    "addendum aquarium atrium bacterium cilium continuum datum equilibrium flagellum maximum medium memorandum "
    "millennium minimum optimum ovum quantum referendum septum serum spectrum stadium sternum stratum symposium"
)
_F = "calf half hoof knife leaf life loaf scarf self shelf thief wife wolf"
_IRREGULAR = {
    "children": "child",
    "feet": "foot",
    "geese": "goose",
    "lice": "louse",
    "men": "man",
    "mice": "mouse",
    "teeth": "tooth",
    "women": "woman",
    **{f"{word[:-2]}a": word for word in _ON_UM.split()},
    **{f"{word.removesuffix('e').removesuffix('f')}ves": word for word in _F.split()},
}
_IRREGULAR_NORWEGIAN = {
    "brodre": "bror",
    "dotre": "datter",
    "fedre": "far",
    "fotter": "fot",
    "fottene": "fot",
    "gjess": "gas",
    "hender": "hand",
    "hendene": "hand",
    "krefter": "kraft",
    "kreftene": "kraft",
    "menn": "mann",
    "mennene": "mann",
    "netter": "natt",
    "nettene": "natt",
    "rotter": "rot",
    "rottene": "rot",
    "tenner": "tann",
    "tennene": "tann",
    "traerne": "tre",
    "traer": "tre",
}


def regular(word: str, norwegian: bool) -> set[str]:
    """The word itself, and what it may be the plural (in Norwegian also the definite form) of by its ending."""
    forms = {word}
    if word.startswith(_ARABIC_ARTICLE) and len(word) > len(_ARABIC_ARTICLE) + 2:
        forms.add(word.removeprefix(_ARABIC_ARTICLE))
    return forms | _by_ending(word, (*(_NORWEGIAN if norwegian else ()), *_ENGLISH))


def irregular(word: str, norwegian: bool) -> set[str]:
    """What it may be the plural of besides. Apart from the regular ones, as no slip is forgiven on top."""
    listed = (_IRREGULAR_NORWEGIAN if norwegian else _IRREGULAR).get(word)
    return _by_ending(word, _LATIN) | ({listed} if listed else set())


def _by_ending(word: str, endings: Iterable[tuple[str, ...]]) -> set[str]:
    forms = set[str]()
    for ending, *instead in endings:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _LEAST_STEM and not (ending == "s" and stem.endswith(("s", "u", "i"))):
            forms |= {stem + letters for letters in instead}
    return forms
