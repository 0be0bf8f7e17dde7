"""Labelled lines of a list: the label for what is said of it among its neighbours, all with theirs; a card for each."""

import re
from collections.abc import Iterator, Sequence

from services.coach.authors.offline import explanations
from services.coach.authors.offline.distractors import LEAST, MOST, apart, is_odd, says_much_the_same, tells
from services.coach.authors.offline.item_types.open_questions import says_more
from services.coach.authors.offline.item_types.pairs import matching
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Draft, OneOf
from services.coach.facts.fact import Definition, Labels
from services.text.alphabets import WORD
from services.text.words import content_of, is_small

_LEAST, _MOST = 3, 4
# "Width: 12 metres or more", "Use sails: YES (tick it)" is what was chosen: a number, a word; no more.
_VALUE = re.compile(
    r"(?:(?:(?i:ca\.?|about|around|approx\.|rundt|omtrent|etwa|environ) )?"
    r"\d[\d.,:/–-]*(?:%|°\w?|[KMG]?B\b|(?!(?:st|nd|rd|th)\b)[a-z]{1,2}\b)?"
    r"(?: (?!(?:that|which|who|som|der|die|das|qui|que)\b)[^\s(]+){0,3}"
    r"|[A-ZÆØÅÄÖÜ][A-ZÆØÅÄÖÜ\d./_-]+(?:, [A-ZÆØÅÄÖÜ][A-ZÆØÅÄÖÜ\d./_-]+)*"
    r"|(?i:yes|no|on|off|true|false|none|ja|nei|nein|oui|non))(?: \([^)]{0,40}\))?"
)


def which_label(group: Labels, source: Source) -> Iterator[Draft]:
    """What is said of one, and its label among others of the group (easy)."""
    for label in group.labels if source.wording else ():
        key, near = label.term.text, _others(label, group, source)
        others = apart(near, key, lambda other: other.term.text, source.language)
        names = [other.term.text for other in others]
        if (
            len(others) < (LEAST if source.order.choice_only else MOST)
            or is_odd(key, names)
            or tells(label.said.text, key, names, source.language)
        ):
            continue
        if _VALUE.fullmatch(label.said.text):
            continue
        wrong = [explanations.said_of(o.term.text, o.term.text, o.at, source) for o in others]
        shape = OneOf(explanations.right(key, label.at, source), wrong)
        question = _asked(label, group, source)
        # As of all definitions: of an entry that everybody knows nothing is to be recognised.
        doubt = 2 if label.printed and source.is_lay(label.term.text) else 0
        yield source.draft(label.concept, label.at, question, shape, "label", "EASY", answer_at=label.term, doubt=doubt)


def all_labels(group: Labels, source: Source) -> Iterator[Draft]:
    """Three or four of them with what is said of each (medium), where there are too few to choose from one by one."""
    wording, taken = source.wording, list[Definition]()
    if len(group.labels) > MOST:
        return
    for label in group.labels:
        if (
            len(taken) < _MOST
            and not _VALUE.fullmatch(label.said.text)
            and not tells(label.said.text, label.term.text, (), source.language)
        ):
            others = _others(label, group, source)
            taken += [label] if all(other in others for other in taken) else []
    if wording is None or len(taken) < _LEAST or all(source.is_lay(label.term.text) for label in taken):
        return
    names = [label.term.text for label in taken]
    under = [wording.quoted(group.heading)] if group.heading else []
    question = (wording.match_in if under else wording.match).format(*under, wording.listed(names))
    yield matching(taken, names, question, source, wording)


def cards_of(group: Labels, source: Source) -> Iterator[Draft]:
    """One; what is said of it, if that is no name. Not where all are everyday words: these head paragraphs, and are no
    terms."""
    if not source.wording or all(source.is_lay(label.term.text) for label in group.labels):
        return
    for label in group.labels:
        said, name = label.said.text, label.term.text
        if not _VALUE.fullmatch(said) and not _is_name(said) and says_more(said, name, source):
            question = source.wording.fill(source.wording.meant, name)
            if group.heading:
                question = source.wording.placed.format(source.wording.quoted(group.heading), question)
            yield source.draft(label.concept, label.at, question, Card(said), "label", "EASY", answer_at=label.said)


def _is_name(said: str) -> bool:
    """Whether it says how something is called and not what it is: "Board of Harbours and Quays (BHQ)"."""
    return all(word[:1].isupper() or is_small(word) for word in WORD.findall(said.partition("(")[0]))


def _asked(label: Definition, group: Labels, source: Source) -> str:
    wording, said = source.wording, label.said.text
    assert wording
    under = [group.heading] if group.heading else []
    return wording.fill(wording.which_label_in if under else wording.which_label, *under, said)


def _others(label: Definition, group: Labels, source: Source) -> Sequence[Definition]:
    """Those of which something else is said, the nearest first."""
    said, own = content_of(label.said.text, source.language), group.labels.index(label)
    fitting = [
        (abs(n - own), n, other)
        for n, other in enumerate(group.labels)
        if n != own
        and not says_much_the_same(label.said.text, other.said.text, source.language)
        and not content_of(other.term.text, source.language) & said
    ]
    return [other for *_, other in sorted(fitting, key=lambda each: each[:2])]
