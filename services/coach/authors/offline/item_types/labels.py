"""Labelled lines of a list: the label is typed, or on a card; where nothing but choices is ordered, it is
chosen among its neighbours by what is said of it."""

from collections.abc import Iterator, Sequence

from services.coach.authors.offline import explanations
from services.coach.authors.offline.distractors import apart, is_odd, says_much_the_same, tells
from services.coach.authors.offline.item_types.gap import gap_of_line
from services.coach.authors.offline.item_types.open_questions import is_said_again, says_more
from services.coach.authors.offline.placing import names_a_field
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Draft, OneOf
from services.coach.facts.fact import Definition, Labels
from services.text.alphabets import WORD
from services.text.words import content_of, is_small


def which_label(group: Labels, source: Source) -> Iterator[Draft]:
    """What is said of one, and its label among others of the group (easy)."""
    wording = source.wording
    for label in group.labels if wording else ():
        assert wording
        key, near = label.term.text, _others(label, group, source)
        others = apart(near, key, lambda other: other.term.text, source.language)
        names = [other.term.text for other in others]
        if not others or is_odd(key, names) or tells(label.said.text, key, names, source.language):
            continue
        wrong = [explanations.said_of(o.term.text, o.term.text, o.at, source) for o in others]
        shape = OneOf(explanations.right(key, label.at, source), wrong)
        under = [group.heading] if group.heading else []
        question = wording.fill(wording.which_label_in if under else wording.which_label, *under, label.said.text)
        # As of all definitions: of an entry that everybody knows nothing is to be recognised.
        doubt = 2 if label.printed and source.is_lay(label.term.text) else 0
        yield source.draft(label.concept, label.at, question, shape, "label", "EASY", answer_at=label.term, doubt=doubt)


def to_type(group: Labels, source: Source) -> Iterator[Draft]:
    """The label of each, in its line; an entry of a glossary is asked as all of these are."""
    for label in _described(group, source):
        if not label.printed:
            yield from gap_of_line(label, source)


def cards_of(group: Labels, source: Source) -> Iterator[Draft]:
    """One; what is said of it."""
    wording = source.wording
    for label in _described(group, source) if wording else ():
        assert wording
        question = wording.fill(wording.meant, label.term.text)
        if names_a_field(group.heading):
            question = wording.placed.format(wording.quoted(group.heading), question)
        shape = Card(label.said.text)
        yield source.draft(label.concept, label.at, question, shape, "label", "EASY", answer_at=label.said)


def _described(group: Labels, source: Source) -> Sequence[Definition]:
    """Those of which something is said that is no name. None where all are everyday words: these head paragraphs, and
    are no terms."""
    if all(source.is_lay(label.term.text) for label in group.labels):
        return ()
    return [
        label
        for label in group.labels
        if not _is_name(label.said.text)
        and says_more(label.said.text, label.term.text, source)
        and not is_said_again(label.term.text, label.said.text, source)
        and (names_a_field(group.heading) or not source.is_lay(label.term.text))
    ]


def _is_name(said: str) -> bool:
    """Whether it says how something is called and not what it is: "Board of Harbours and Quays (BHQ)"."""
    return all(word[:1].isupper() or is_small(word) for word in WORD.findall(said.partition("(")[0]))


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
