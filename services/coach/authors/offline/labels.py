"""Labelled lines of a list: the label for what is said of it among its neighbours, all with theirs, and as a card."""

from collections.abc import Iterator, Sequence

from services.coach.authors.offline import explanations
from services.coach.authors.offline.distractors import apart, is_odd, tells
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Choice, Draft, OneOf, Pairs
from services.coach.facts.fact import Label, Labels
from services.text.words import content_of

_LEAST, _MOST = 3, 4


def which_label(group: Labels, source: Source) -> Iterator[Draft]:
    """What is said of one, and its label among others of the group (easy)."""
    for label in group.labels if source.wording else ():
        key, near = label.name.text, _others(label, group, source)
        others = apart(near, key, lambda other: other.name.text, source.language)
        names = [other.name.text for other in others]
        if not others or is_odd(key, names) or tells(label.said.text, key, names, source.language):
            continue
        wrong = [explanations.said_of(o.name.text, o.name.text, o.at, source) for o in others]
        shape = OneOf(explanations.right(key, label.at, source), wrong)
        question = _asked(label, group, source, "which_label")
        yield source.draft(label.concept, label.at, question, shape, "label", "EASY", answer_at=label.name)


def all_labels(group: Labels, source: Source) -> Iterator[Draft]:
    """Three or four of them with what is said of each (medium)."""
    wording, taken = source.wording, list[Label]()
    for label in group.labels:
        if len(taken) < _MOST and not tells(label.said.text, label.name.text, (), source.language):
            others = _others(label, group, source)
            taken += [label] if all(other in others for other in taken) else []
    if wording is None or len(taken) < _LEAST:
        return
    names, first = [label.name.text for label in taken], taken[0]
    prompts = [
        Choice(name, wording.fill(wording.said_of, name, label.at.text), label.at)
        for name, label in zip(names, taken, strict=True)
    ]
    shape = Pairs([(prompt, label.said.text) for prompt, label in zip(prompts, taken, strict=True)])
    listed = ", ".join(map(wording.quoted, names))
    under = wording.quoted(group.heading)
    question = wording.match_in.format(under, listed) if group.heading else wording.match.format(listed)
    yield source.draft(first.concept, first.at, question, shape, "pairs", answer_at=first.said)


def cards_of(group: Labels, source: Source) -> Iterator[Draft]:
    """What is said of one; its label."""
    for label in group.labels if source.wording else ():
        if not tells(label.said.text, label.name.text, (), source.language):
            question, card = _asked(label, group, source, "recall_label"), Card(label.name.text)
            yield source.draft(label.concept, label.at, question, card, "label", "EASY", answer_at=label.name)


def _asked(label: Label, group: Labels, source: Source, frame: str) -> str:
    wording, said = source.wording, label.said.text
    assert wording
    under = [group.heading] if group.heading else []
    return wording.fill(getattr(wording, f"{frame}_in" if under else frame), *under, said)


def _others(label: Label, group: Labels, source: Source) -> Sequence[Label]:
    """Those of which something else is said, the nearest first."""
    said, own = content_of(label.said.text, source.language), group.labels.index(label)
    fitting = [
        (abs(n - own), n, other)
        for n, other in enumerate(group.labels)
        if n != own
        and 2 * len(said & content_of(other.said.text, source.language)) <= len(said)
        and not content_of(other.name.text, source.language) & said
    ]
    return [other for *_, other in sorted(fitting, key=lambda each: each[:2])]
