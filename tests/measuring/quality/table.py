"""The tables that `make quality` prints, in Markdown: metrics against their targets, and each document's figures."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.measuring.quality.course import Course
from tests.measuring.quality.documents import Reading, Unread
from tests.measuring.quality.measured import Measured, together
from tests.measuring.quality.metrics.choices import evenly
from tests.measuring.quality.metrics.share import Share, total


@dataclass(frozen=True)
class Row:
    """A metric over all documents. `met` None: nothing to measure. `gate`: a miss fails the build."""

    name: str
    says: str
    value: str
    target: str
    met: bool | None
    gate: bool = False


Result = tuple[Reading, Course, Measured]


def rows(
    results: Sequence[Result], again: Share, noise: Mapping[float, Mapping[str, Share]], mutants: Share
) -> list[Row]:
    """Every metric of the table, in its order."""
    all_of = together(measured for _, _, measured in results).shares
    marked = total(m.shares["M9"] for _, _, m in results if m.marked)
    plain = total(m.shares["M9"] for _, _, m in results if not m.marked)
    asked = [m.shares["M8"] for _, c, m in results if m.shares["M8"].of <= len(c.items) + len(c.cards)]
    count, p = evenly(sum((measured.places for _, _, measured in results), Counter()))
    found = [
        _least("M1", "grounding: the quote stands in its block", all_of["M1"], 1.0, gate=True),
        _least("M2", "the answer stands in its quote", all_of["M2"], 0.99),
        _least("M4", "a human's definition of the key fits the question best", all_of["M4"], 0.95),
        _most("M5", "items with one flaw of the 19 or more", all_of["M5"], 0.15),
        _most("M5", "items with two flaws or more", all_of["M5b"], 0.02),
        _most("M6", "items and cards that repeat another", all_of["M6"], 0.01),
        _least("M7", "wrong options of the key's shape", all_of["M7a"], 0.98),
        _least("M7", "wrong options that are not in the evidence or the key", all_of["M7b"], 0.98),
        _least("M7", "wrong options that the document speaks of, and not the key inflected", all_of["M7c"], 0.98),
        _least(
            "M8",
            "long blocks worth asking about with an item or card, where these are no more than items and cards",
            total(asked),
            0.60,
        ),
        _least("M9", "recall@20 of key terms, terms in bold type", marked, 0.85),
        _least("M9", "recall@20 of key terms, no bold type", plain, 0.45),
        _most("M11", "questions that tell their answer", all_of["M11"], 0.0, gate=True),
        Row(
            "M12",
            f"the key's place is chance, {count} choices",
            "-" if p is None else f"p = {p:.2f}",
            "p > .05",
            None if p is None else p > 0.05,
        ),
        _least("M16", "a second run gives equal bytes, ids too", again, 1.0, gate=True),
    ]
    found += [
        _least("M20", "gaps over the sentence's subject, or what it names or defines", all_of["M20a"], 0.85),
        _most("M20", 'stems that lean on "the text says"', all_of["M20b"], 0.15),
        _most("M20", "true-or-false by an exchanged number", all_of["M20c"], 0.0),
        _most("M20", "numbers of an example, an anecdote or a publication", all_of["M20d"], 0.05),
        _least("M21", "stems that stand alone", all_of["M21"], 0.97),
        _least("M22", "typed gaps that no other term fits", all_of["M22"], 0.97),
        _most("M23", "questions of twenty whose answer another one tells", all_of["M23"], 0.05),
        _most("M23", "questions solved by options, gap or root alone", all_of["M23a"], 0.05),
        _least("M23", "choices whose key is the rarest word's option (chance is .25 to .5)", all_of["M23b"], None),
        _most("M23", "near-twins within a quiz", all_of["M23c"], 0.05),
        _least("M24", "wrong options of the key's class", all_of["M24"], 0.85),
        _most("M26", "cards that repeat a quiz sentence", all_of["M26a"], 0.25),
        _most("M26", "cards that are gaps", all_of["M26b"], 0.25),
        _least("M26", "cards both of whose sides read alone", all_of["M26c"], 0.97),
        _least("M27", "glossary terms asked at 30 questions and 40 cards", all_of["M27"], 0.75),
        _least("M29", "questions beyond recall", all_of["M29"], 0.25),
    ]
    for share, metrics in noise.items():
        found.append(_least("M17", f"M1 after {share:.0%} character noise", metrics["M1"], 1.0))
        found.append(_least("M17", f"M2 after {share:.0%} character noise", metrics["M2"], None))
        found.append(_least("M17", f"M4 after {share:.0%} character noise", metrics["M4"], None))
    found.append(_least("M18", f"mutated contracts refused by name, {mutants.of:,} mutants", mutants, 0.99))
    return found


def _least(name: str, says: str, share: Share, target: float | None, *, gate: bool = False) -> Row:
    met = None if share.value is None or target is None else share.value >= target
    return Row(name, says, _figure(share, share.value), "-" if target is None else f">= {target:g}", met, gate)


def _most(name: str, says: str, share: Share, target: float, *, gate: bool = False) -> Row:
    met = None if share.missing is None else share.missing <= target
    return Row(name, says, _figure(share, share.missing), f"<= {target:g}", met, gate)


def _figure(share: Share, value: float | None) -> str:
    return "-" if value is None else f"{value:.3f} of {share.of:,}"


def metrics_table(found: Sequence[Row]) -> str:
    """The metrics with their targets."""
    said = {None: "-", True: "yes", False: "**no**"}
    body = [
        [row.name, row.says, row.value, row.target, f"{said[row.met]}{' (gate)' if row.gate else ''}"] for row in found
    ]
    return _markdown(["", "metric", "figure", "target", "met"], body)


_SHOWN: tuple[tuple[str, Callable[[Share], float | None]], ...] = (
    ("M1", lambda share: share.value),
    ("M2", lambda share: share.value),
    ("M4", lambda share: share.value),
    ("M5", lambda share: share.missing),
    ("M6", lambda share: share.missing),
    ("M7a", lambda share: share.value),
    ("M7b", lambda share: share.value),
    ("M7c", lambda share: share.value),
    ("M8", lambda share: share.value),
    ("M9", lambda share: share.value),
    ("M11", lambda share: share.missing),
)
_ASKED: tuple[tuple[str, Callable[[Share], float | None]], ...] = (
    ("M20a", lambda share: share.value),
    *((name, lambda share: share.missing) for name in ("M20b", "M20c", "M20d")),
    *((name, lambda share: share.value) for name in ("M21", "M22")),
    *((name, lambda share: share.missing) for name in ("M23", "M23a")),
    ("M23b", lambda share: share.value),
    ("M23c", lambda share: share.missing),
    ("M24", lambda share: share.value),
    *((name, lambda share: share.missing) for name in ("M26a", "M26b")),
    *((name, lambda share: share.value) for name in ("M26c", "M27", "M29")),
)


def documents_table(results: Sequence[Result]) -> str:
    """The metrics of each document, those of what is asked in a table of their own; letters tell a
    metric's lines apart, in the order of the first table."""
    tables = []
    for shown in (_SHOWN, _ASKED):
        body = [
            [reading.name, *(_short(show(measured.shares[name])) for name, show in shown)]
            for reading, _, measured in results
        ]
        tables.append(_markdown(["document", *(name for name, _ in shown)], body))
    return "\n\n".join(tables)


def yield_table(results: Sequence[Result], *, seconds: bool = True) -> str:
    """What each document gave. `seconds`: of CPU, for digest, writing and validating."""
    body = []
    for reading, course, _ in results:
        thousand = 1000 * len(course.items) / course.words if course.words else 0.0
        body.append(
            [
                reading.name,
                reading.language,
                str(reading.kept.doc_meta.pages or "-"),
                f"{course.words:,}",
                str(len(course.items)),
                _counts(course.types),
                str(len(course.cards)),
                f"{thousand:.1f}",
                *([f"{course.seconds:.1f}"] if seconds else []),
                _counts(course.reasons),
                course.problem
                or ", ".join(f"{s.of}: {s.made} of {s.asked}, {s.code}" for s in course.shortfall)
                or "-",
            ]
        )
    head = ["document", "language", "pages", "words", "items", "by type", "cards", "items per 1000 words"]
    return _markdown([*head, *(["CPU s"] if seconds else []), "refused", "short"], body)


def unread_table(unread: Sequence[Unread]) -> str:
    """The documents that the Reader did not take, and why."""
    return _markdown(["not read", "because"], [[each.name, each.reason] for each in unread]) if unread else ""


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counter.items(), key=lambda p: (-p[1], p[0]))) or "-"


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _markdown(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *body])
