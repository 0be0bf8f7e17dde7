"""Questions and cards read and labelled blind (docs/rubric.md): what no metric says, a strict reader does.

`courses FOLDER OUT.json`: makes the course of every document of a folder and keeps its items and cards.
`sheet OUT.md KEY.json SOURCE=FILE.json ... [--items 120] [--cards 60] [--seed 1] [--without LABELS.tsv ...]`: of each
source as many items (and of each that has them, cards) drawn alike from its documents, shuffled into one sheet that
names no source, and the key that does; it stays with who made the sheet.
`keep SHEET.md KEY.json LABELS.tsv`: the filled sheet's labels, as digests: no text of a document is in them.
`score LABELS.tsv ...`: the table, a column for each source.

A source's file is `{document: {"items": [...], "cards": [...]}}`, items and cards as in the contracts; of what people
wrote `question`, `options` (texts), `key` and `answer` are enough. A line `marks:` of the sheet is filled with the
letters of what fails, "-" where nothing does, and "b" for what goes beyond recall.
"""

import argparse
import hashlib
import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.gateway.items import views
from tests.measuring.quality.course import course_of
from tests.measuring.quality.documents import Reading, folder, read_all
from tests.measuring.quality.metrics.share import Share

LETTERS = {
    "k": "M19 key right, complete and in force",
    "w": "M20 worth asking",
    "s": "M21 stem stands alone",
    "o": "M22 one defensible answer",
    "t": "M23 gives itself away",
    "d": "M24 sound options",
}
"""What fails, by the letter in the sheet. "d" is for choices alone, of a card only "k", "w" and "s"."""
SOUND, KEPT = "M26 cards sound by themselves", "M26 cards kept"
BEYOND, REPEAT, CHOICES = "b", "r", ("multiple_choice", "multiple_answer", "matching")
_MARKS = re.compile(r"^## (\w{12})$.*?^marks:[ \t]*(\S*)[ \t]*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """What is read. `key`: a digest of its words. `repeats`: a card on a sentence that a question rests on too."""

    key: str
    source: str
    document: str
    kind: str
    shown: str
    repeats: bool = False


@dataclass(frozen=True)
class Label:
    """How an entry was labelled: the letters of what fails, with "b" and, of cards, "r"."""

    key: str
    source: str
    document: str
    kind: str
    marks: str

    @property
    def card(self) -> bool:
        return self.kind == "card"

    @property
    def flawless(self) -> bool:
        """Nothing wrong at all; a card that repeats a question is not worth keeping."""
        return not set(self.marks) & {*LETTERS, REPEAT}


def entries(source: str, courses: Mapping[str, Mapping[str, Any]]) -> list[Entry]:
    """Everything of a source, in the order of its documents."""
    found = list[Entry]()
    for document, course in courses.items():
        items, cards = course.get("items", []), course.get("cards", [])
        quotes = {item["proof"]["quote"] for item in items if "proof" in item}
        for each in items:
            shown = _item(each)
            found.append(Entry(_hash(document, shown), source, document, each.get("type", "multiple_choice"), shown))
        for each in cards:
            shown = f"front: {each['question']}\nback: {each['answer']}"
            repeats = each["proof"]["quote"] in quotes
            found.append(Entry(_hash(document, shown), source, document, "card", shown, repeats))
    return found


def _hash(document: str, shown: str) -> str:
    return hashlib.sha256(f"{document}\n{shown}".encode()).hexdigest()[:12]


def _item(item: Mapping[str, Any]) -> str:
    """As a learner reads it, the key marked."""
    typed = item.get("type") == "cloze" and item.get("item_id")
    lines = [views.posed(views.item(item)) if typed else item["question"].strip()]
    if item.get("statement") and item["statement"] not in item["question"]:
        lines.append(f"statement: {item['statement']}")
    lines += [f"    {prompt['text']}" for prompt in item.get("prompts", [])]
    options = item.get("options", [])
    if options and isinstance(options[0], str):
        lines += [f"  {'*' if text == item['key'] else ' '} {text}" for text in options]
    elif item.get("type") in ("matching", "ordering", "true_false"):
        texts = {option["option_id"]: option["text"] for option in options}
        prompts = {prompt["option_id"]: prompt["text"] for prompt in item.get("prompts", [])}
        answer = item["answer"]
        if isinstance(answer, Mapping):
            lines += [f"  = {prompts[prompt]} : {texts[key]}" for prompt, key in answer.items()]
        else:
            keys = [answer] if isinstance(answer, str) else answer
            lines.append("  = " + " > ".join(texts[key] for key in keys))
    else:
        keys = set([item["answer"]] if isinstance(item.get("answer"), str) else item.get("answer", []))
        lines += [f"  {'*' if option['option_id'] in keys else ' '} {option['text']}" for option in options]
    if not options:
        lines.append(f"  = {item['answer']} {item.get('unit', '')}".rstrip())
        lines += [f"    also {text}" for text in item.get("accepted", [])]
    return "\n".join(lines)


def drawn(of: Sequence[Entry], count: int, seed: int) -> list[Entry]:
    """So many, documents in turn, which of a document is chance; the same for the same seed."""
    by_document = defaultdict[str, list[Entry]](list)
    for entry in sorted(of, key=lambda entry: _hash(f"{seed}", entry.key)):
        by_document[entry.document].append(entry)
    taken = list[Entry]()
    while len(taken) < count and any(by_document.values()):
        taken += [each.pop() for each in by_document.values() if each]
    return taken[:count]


def sheet(chosen: Iterable[Entry], seed: int) -> str:
    """The entries shuffled, none with its source."""
    shuffled = sorted(chosen, key=lambda entry: entry.key)
    random.Random(seed).shuffle(shuffled)
    return "\n".join(f"## {each.key}\n[{each.document}, {each.kind}] {each.shown}\nmarks: \n" for each in shuffled)


def labelled(filled: str, key: Mapping[str, Mapping[str, Any]]) -> list[Label]:
    """The labels of a filled sheet. Raises ValueError where marks are missing or no letters of the rubric."""
    found = list[Label]()
    for name, marks in _MARKS.findall(filled):
        if not marks or set(marks) - {*LETTERS, BEYOND, "-"}:
            raise ValueError(f"{name}: marks {marks!r} are no letters of {''.join(LETTERS)}{BEYOND} or -")
        told = key[name]
        marked = "".join(sorted(set(marks) - {"-"})) + (REPEAT if told["repeats"] else "")
        found.append(Label(name, told["source"], told["document"], told["kind"], marked or "-"))
    return found


def shares(labels: Iterable[Label]) -> dict[str, Share]:
    """Each line of the rubric; what gives itself away and what goes beyond recall as they are said, a share of all."""
    found = {says: Share() for says in [*LETTERS.values(), "M25 flawless", "M29 beyond recall", SOUND, KEPT]}
    for label in labels:
        if label.card:
            found[SOUND].add(not set(label.marks) & set(LETTERS), label.key)
            found[KEPT].add(label.flawless, label.key)
            continue
        for letter, says in LETTERS.items():
            if letter != "d" or label.kind in CHOICES:
                found[says].add((letter in label.marks) == (letter == "t"), label.key)
        found["M25 flawless"].add(label.flawless, label.key)
        found["M29 beyond recall"].add(BEYOND in label.marks, label.key)
    return found


def table(labels: Sequence[Label], by: str = "source") -> str:
    """A line for each source (or document), a column for each line of the rubric: a share, and of how many."""
    groups = defaultdict[str, list[Label]](list)
    for label in labels:
        groups[getattr(label, by)].append(label)
    rows = {name: shares(each) for name, each in groups.items()}
    columns = list(shares(()))
    lines = [["", *columns], ["---"] * (1 + len(columns))]
    for name, found in rows.items():
        cells = [found[says] for says in columns]
        lines.append([name, *("-" if each.value is None else f"{each.value:.2f} of {each.of}" for each in cells)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def read(path: Path) -> list[Label]:
    """Labels as they are kept."""
    return [Label(*line.split("\t")) for line in path.read_text(encoding="utf-8").splitlines() if line]


def main(arguments: Sequence[str]) -> None:
    """See above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    making = verbs.add_parser("courses")
    making.add_argument("folder", type=Path)
    making.add_argument("out", type=Path)
    drawing = verbs.add_parser("sheet")
    drawing.add_argument("out", type=Path)
    drawing.add_argument("key", type=Path)
    drawing.add_argument("sources", nargs="+")
    for option, count in (("--items", 120), ("--cards", 60), ("--seed", 1)):
        drawing.add_argument(option, type=int, default=count)
    drawing.add_argument("--without", type=Path, nargs="*", default=[])
    keeping = verbs.add_parser("keep")
    for name in ("sheet", "key", "labels"):
        keeping.add_argument(name, type=Path)
    verbs.add_parser("score").add_argument("labels", type=Path, nargs="+")
    given = parser.parse_args(arguments)
    match given.verb:
        case "courses":
            given.out.write_text(json.dumps(_made(given.folder)), encoding="utf-8")
        case "sheet":
            known = {label.key for path in given.without for label in read(path)}
            chosen = list[Entry]()
            for each in given.sources:
                source, _, path = each.partition("=")
                all_of = entries(source, json.loads(Path(path).read_text(encoding="utf-8")))
                new = [entry for entry in all_of if entry.key not in known]
                chosen += drawn([entry for entry in new if entry.kind != "card"], given.items, given.seed)
                chosen += drawn([entry for entry in new if entry.kind == "card"], given.cards, given.seed)
            given.out.write_text(sheet(chosen, given.seed), encoding="utf-8")
            hidden = ("source", "document", "kind", "repeats")
            key = {entry.key: {name: getattr(entry, name) for name in hidden} for entry in chosen}
            given.key.write_text(json.dumps(key), encoding="utf-8")
        case "keep":
            key = json.loads(given.key.read_text(encoding="utf-8"))
            kept = labelled(given.sheet.read_text(encoding="utf-8"), key)
            lines = ["\t".join(vars(label).values()) for label in sorted(kept, key=lambda label: label.key)]
            given.labels.write_text("\n".join(lines) + "\n", encoding="utf-8")
        case "score":
            labels = [label for path in given.labels for label in read(path)]
            print("\n\n".join([table(labels), *(_by_document(labels))]))


def _by_document(labels: Sequence[Label]) -> Iterable[str]:
    for source in dict.fromkeys(label.source for label in labels):
        yield f"{source}, by document\n\n" + table([each for each in labels if each.source == source], "document")


def _made(path: Path) -> dict[str, Any]:
    found = dict[str, Any]()
    for reading in read_all(folder(path)):
        if isinstance(reading, Reading):
            course = course_of(reading.kept)
            found[reading.name] = {
                "items": [item.model_dump(mode="json") for item in course.items],
                "cards": [card.model_dump(mode="json") for card in course.cards],
            }
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
