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


def page_at(block: Json, place: int) -> int:
    """The page on which a code point of a block's text stands."""
    page: int = block["source_page"]
    for part in block.get("continues", ()):
        page = part["source_page"] if part["start"] <= place else page
    return page


def answer_words(item: Json) -> list[str]:
    """The words of the key that must stand in the text: the keyed options', what is to be typed, the key points."""
    words = {option["option_id"]: option["text"] for option in item.get("options", ())}
    match item["type"]:
        case "multiple_answer" | "ordering":
            return [words[key] for key in item["answer"]]
        case "matching":
            return [words[key] for key in item["answer"].values()]
        case "true_false":
            return [item.get("right") or item["statement"]]
        case "short_answer":
            return [point["text"] for point in item["key_points"]]
        case _:
            return [str(words.get(item["answer"], item["answer"]))]


def proofs_of(item: Json) -> list[Json]:
    """The item's proof and those of its explanations."""
    return [item["proof"], *(each["proof"] for each in item["explanations"] if each.get("proof"))]


def assert_items_proved(items: Iterable[Json], blocks: Mapping[str, Json]) -> None:
    """Every quote stands verbatim at its place in its block, and every answer stands inside its quotes."""
    for item in items:
        for proof in proofs_of(item):
            block = blocks[proof["block_id"]]
            assert block["text"][proof["start"] : proof["end"]] == proof["quote"], item["question"]
            assert hashlib.sha256(block["text"].encode()).hexdigest() == proof["block_sha256"]
            pages = [page_at(block, at) for at in (proof["start"], proof["end"] - 1)]
            assert [proof["source_page"], proof.get("last_page") or proof["source_page"]] == pages
        several = item["type"] in ("matching", "ordering")
        quotes = [plain(each["quote"]) for each in (proofs_of(item) if several else [item["proof"]])]
        for words in answer_words(item):
            assert any(plain(words) in quote for quote in quotes), item["question"]
        if item["type"] in ("cloze", "numeric"):
            whole = item["question"].replace("____", item["answer"])
            assert plain(whole) in plain(blocks[item["proof"]["block_id"]]["text"]), item["question"]
            assert plain(item["answer"]) not in plain(item["question"]).split()
        elif "options" in item:
            assert len({plain(option["text"]) for option in item["options"]}) == len(item["options"])


def assert_cards_proved(cards: Iterable[Json], blocks: Mapping[str, Json]) -> None:
    """Every card's quote stands verbatim in its block, on its page."""
    for card in cards:
        block = blocks[card["block_id"]]
        assert card["quote"] in block["text"], card["question"]
        assert card["source_page"] in {page_at(block, at) for at in range(len(block["text"]))}
        assert card["question"].strip()
        assert card["answer"].strip()
