"""The stand-in's embeddings: vectors that carry a little meaning, alike for words of two languages that say the same.

Each concept has a direction of its own (the bits of its hash), as far from every other as in a real model; a text
points where its words do. A word that the small dictionary does not have is a concept of itself.
"""

import hashlib
import re

DIMENSIONS = 256
_ALIKE = {
    "leaf": "leaf leaves blad blader bladet bladene",
    "plant": "plant plants plante planter plantene",
    "water": "water vann vannet",
    "vapour": "vapour vapor steam damp dampen",
    "loss": "loss lose loses losing tap taper mister",
    "cool": "cool cools cooling kjøle kjøler avkjøler",
    "sugar": "sugar sukker sukkeret",
    "light": "light lys lyset",
    "pigment": "pigment pigments fargestoff fargestoffet",
    "absorb": "absorb absorbs absorbing fanger sluker",
    "moon": "moon månen måne",
    "tide": "tide tides tidevann tidevannet",
    "pull": "pull pulls trekker",
    "sea": "sea ocean havet hav",
    "bee": "bee bees bie bier biene",
    "continent": "continent continents kontinent kontinenter kontinentene",
    "collide": "collide collides kolliderer",
    "crust": "crust skorpe skorpen jordskorpen",
    "honey": "honey honning honningen",
}
_CONCEPT = {word: concept for concept, words in _ALIKE.items() for word in words.split()}
_SMALL_EN = (
    "a an and are as at by for from has have how in is it its of on or the their them they to was were what which"
)
_SMALL_NO = "av de den der det en er et gjør har hva hvem hvilken hvilket hvor hvordan hvorfor i men når og om på"
_SMALL = frozenset(f"{_SMALL_EN} {_SMALL_NO} skjer som til when who why with".split())


def vector(text: str) -> list[float]:
    """Where a text points; the same text always in the same direction."""
    summed = [0.0] * DIMENSIONS
    for concept in {_CONCEPT.get(word, word) for word in re.findall(r"\w+", text.lower())} - _SMALL:
        bits = int.from_bytes(hashlib.sha256(concept.encode()).digest())
        for at in range(DIMENSIONS):
            summed[at] += 1.0 if bits >> at & 1 else -1.0
    return summed if any(summed) else [1.0] * DIMENSIONS
