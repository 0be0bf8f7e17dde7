"""Whether items and cards can be proved from the text: judged by other code than the Evaluator's."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

Json = dict[str, Any]


def plain(text: str) -> str:
    """Letters and digits as a reader compares them."""
    return re.sub(r"\W+", " ", unicodedata.normalize("NFKC", text)).casefold().strip()


def answer_words(item: Json) -> str:
    """The key in words: the keyed option's text, or what is to be typed."""
    words = {option["option_id"]: option["text"] for option in item.get("options", ())}
    return str(words.get(item["answer"], item["answer"]))


def assert_items_proved(items: Iterable[Json], blocks: Mapping[str, Json]) -> None:
    """Every quote stands verbatim at its place in its block, and every answer stands inside its quote."""
    for item in items:
        proof, block = item["proof"], blocks[item["proof"]["block_id"]]
        assert block["text"][proof["start"] : proof["end"]] == proof["quote"], item["question"]
        assert hashlib.sha256(block["text"].encode()).hexdigest() == proof["block_sha256"]
        assert proof["source_page"] == block["source_page"]
        assert plain(answer_words(item)) in plain(proof["quote"]), item["question"]
        if item["type"] == "cloze":
            whole = re.sub(r"_{3,}", item["answer"], item["question"])
            assert plain(whole) in plain(block["text"]), item["question"]
            assert plain(item["answer"]) not in plain(item["question"]).split()
        else:
            assert len({plain(option["text"]) for option in item["options"]}) == len(item["options"])


def assert_cards_proved(cards: Iterable[Json], blocks: Mapping[str, Json]) -> None:
    """Every card's quote stands verbatim in its block, on its page."""
    for card in cards:
        block = blocks[card["block_id"]]
        assert card["quote"] in block["text"], card["question"]
        assert card["source_page"] == block["source_page"]
        assert card["question"].strip()
        assert card["answer"].strip()
