"""Comparing words: the same in every thread, since orders are written side by side."""

import random
import string
from concurrent.futures import ThreadPoolExecutor

import snowballstemmer

from services.text.words import stems_of


def test_stems_are_the_same_whoever_stems_beside_it() -> None:
    chance = random.Random(7)
    endings = ("ational", "iveness", "ingly", "ousness", "fulness", "ies", "edly")
    texts = [
        " ".join("".join(chance.choices(string.ascii_lowercase, k=9)) + chance.choice(endings) for _ in range(2000))
        for _ in range(4)
    ]
    with ThreadPoolExecutor(4) as threads:
        beside = list(threads.map(lambda text: stems_of(text, "en"), texts))
    alone = snowballstemmer.stemmer("english")
    assert beside == [tuple(alone.stemWord(word) for word in text.split()) for text in texts]
