"""A course on the terminal: compact, with the proof beside each question. A document's words are never markup."""

import sys
import textwrap
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING

from contracts.items import answered_by, chosen
from services.console.house.folder import Running
from services.console.study import keyed_items
from services.console.study.client import Json

if TYPE_CHECKING:
    from rich.console import Console

QUOTE_WIDTH = 150


@cache
def _out() -> "Console":
    from rich.console import Console

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def line(*parts: str | tuple[str, str], indent: int = 0) -> None:
    """One line on stdout; a part is a text, or a text with its style."""
    from rich.padding import Padding
    from rich.text import Text

    # Into a file or pipe lines go whole; on a terminal they are wrapped below their indent.
    wraps = sys.stdout.isatty()
    text = Text("" if wraps else " " * indent)
    for part in parts:
        text.append(*((part,) if isinstance(part, str) else part))
    _out().print(Padding(text, (0, 0, 0, indent), expand=False) if wraps and indent else text)


def heading(words: str) -> None:
    """A heading with an empty line before it."""
    line()
    line((words, "bold cyan"))


def quiz(items: Sequence[Json], heads: str = "") -> None:
    """Each question with its options, the key, and the quote with its page."""
    if not items:
        return
    heading(heads or f"Quiz: {_count(items, 'question')}")
    for number, item in enumerate(items, 1):
        kind = item["type"].replace("_", " ")
        told = f"  [{kind}, {item['difficulty'].lower()}, {item.get('level', 'recall')}]"
        line(f"{number:2}. ", (keyed_items.question(item), "bold"), (told, "dim"))
        for key, words in keyed_items.lines(item):
            line((f"{'*' if key else ' '} {words}", "green" if key else ""), indent=4)
        _quote(item)


def explanation(text: str, examples: Sequence[str]) -> None:
    """What the tutor says of the key concepts, with its examples."""
    if not text:
        return
    heading("Explained")
    line(text, indent=1)
    for example in examples:
        line((f"For example: {example}", "dim"), indent=1)


def cards(found: Sequence[Json]) -> None:
    """Each card: front, back, page."""
    if not found:
        return
    heading(f"Cards: {_count(found, 'card')}")
    for card in found:
        line("- ", (card["question"], "bold"), indent=1)
        line(_short(card["answer"]), (f"  ({card['place']})", "dim"), indent=3)


def refused(counts: dict[str, int], shortfall: Sequence[str] = ()) -> None:
    """How many were refused, and why; and a sentence for what is missing of the order."""
    for sentence in shortfall:
        line()
        line((sentence, "yellow"))
    if counts:
        line()
        line((f"Left out: {', '.join(f'{code} ({count})' for code, count in counts.items())}", "dim"))


def spending(found: Json | None) -> None:
    """What language models took for it; nothing where none was asked."""
    if not found or not found["models"]:
        return
    told = f"{found['tokens_in']} + {found['tokens_out']}" if found["tokens_in"] is not None else "an unknown number of"
    cost = f", {found['cost']} {found['currency']}" if found["cost"] is not None and found["currency"] else ""
    line((f"Language model: {told} tokens{cost}.", "dim"))


def documents(found: Sequence[Json]) -> None:
    """How each document was read, where there is something to say about it."""
    for each in found:
        whose = f"{each['filename']}: " if len(found) > 1 else ""
        if each.get("ocr_confidence") is not None:
            line((f"{whose}Recognised by OCR with a confidence of {each['ocr_confidence']:.0f} %.", "dim"))
        for notice in each.get("notices") or []:
            line((f"{whose}{notice['sentence']}", "dim"))


def grades(results: Sequence[Json], place: Callable[[Json], str] = lambda proof: f"p. {proof['source_page']}") -> None:
    """Each answer: right or wrong, what would have been right, and of one that is not right what the text says of what
    was chosen or typed. What nobody can judge surely counts for nothing. `place`: where a proof stands."""
    counted = [each for each in results if not each.get("undecided") and each.get("retracted") is None]
    heading(f"Graded: {sum(1 for each in counted if each['is_correct'])} of {len(counted)} right")
    for number, each in enumerate(results, 1):
        word, style = _grade(each)
        given = each["answer_text"] or each["answer"] or "(skipped)"
        line((f"{number:2}. {word}  ", style), (each["concept"], "bold"))
        right = "" if word == "right" else f"  ->  {_short(each['correct_answer'], 70)}"
        line(f"{_short(given, 70)}{right}", indent=11)
        if word == "void ":
            line((f"The question was taken back. {each['retracted']}".rstrip(), "dim"), indent=11)
        for point in each.get("key_points") or () if word == "open " else ():
            line((f"- {point}", "dim"), indent=11)
        for told in _told(each) if word in ("wrong", "open ") else ():
            at = f" ({place(told['proof'])})" if told.get("proof") else ""
            line((f"{told['sentence']}{at}", "dim"), indent=11)


def _told(result: Json) -> list[Json]:
    """What explains a typed answer; of options what explains those that were chosen."""
    found: list[Json] = result.get("explanations") or []
    if answered_by(result.get("type", "")) == "words":
        return found
    return [each for each in found if each["option_id"] in chosen(result["answer"] or "")]


def _grade(result: Json) -> tuple[str, str]:
    """A word of five letters, and its colour."""
    if result.get("retracted") is not None:
        return "void ", "dim"
    if result.get("undecided"):
        return "open ", "yellow"
    return ("right", "green") if result["is_correct"] else ("wrong", "red")


def notes(found: Sequence[Json]) -> None:
    """The coach's sentences."""
    heading("Notes from the coach")
    for each in found:
        line(f"- {each['note']}", indent=1)


def next_quiz(items: Sequence[Json], focus: Collection[str], repeated: int) -> None:
    """The next quiz in short: which questions are about what was missed."""
    weak = {each.casefold() for each in focus}
    about = [each["concept"].casefold() in weak for each in items]
    heading(f"The next quiz: {_count(items, 'question')}, {sum(about)} on what was missed, {repeated} asked before")
    line(("Focus areas: " + ("; ".join(focus) or "none"), "dim"))
    for number, (item, is_focus) in enumerate(zip(items, about, strict=True), 1):
        mark = ("focus  ", "yellow") if is_focus else "       "
        line(f"{number:2}. ", mark, (item["concept"], "bold"), f"  {_short(keyed_items.question(item), 90)}")


def problem(error: Json) -> None:
    """What went wrong, on stderr: the sentence, what helps, code and trace id."""
    print(f"pensum: {error['detail']}", file=sys.stderr)
    if error.get("action"):
        print(f"  What helps: {error['action']}", file=sys.stderr)
    status = f" ({error['status']})" if error.get("status") else ""
    trace = f", trace {error['trace_id']}" if error.get("trace_id") else ""
    print(f"  Code: {error['code']}{status}{trace}", file=sys.stderr, flush=True)


def addresses(house: Running, session: str | None) -> None:
    """Where to click, each address whole in its line."""
    from services.console.house import welcome

    print()
    for name, where in welcome.addresses(house, session):
        print(f"  {name:8}{where}")
    print(f"  {welcome.OWNERS}")
    sys.stdout.flush()


def _quote(item: Json) -> None:
    line((f"“{_short(item['quote'])}” ({item['place']})", "dim italic"), indent=4)


def _short(text: str, width: int = QUOTE_WIDTH) -> str:
    return textwrap.shorten(text, width, placeholder=" …") or text[:width]


def _count(found: Sequence[object], word: str) -> str:
    return f"{len(found)} {word}{'' if len(found) == 1 else 's'}"
