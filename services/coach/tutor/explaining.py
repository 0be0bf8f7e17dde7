"""Explains concepts: what each is, what the document says about it, examples. Pure.

0. What the learner took for one of them comes before all else: what that is, and what it was taken for, each quoted,
   and once where each was taken for the other.
1. The definition comes first, then as many passages as the learner's level takes, as the text goes, then examples. In a
   round at most half of the passages are told: the others are left for its questions.
2. Told again (`times`), other passages are chosen than in the times before, the short ones before the long ones, in a
   round without the definition where there are any. When all were told, the definition comes again: round by round with
   what stands around them in the text, then with what other terms near by are, to tell it from these; then the learner
   is to say it first. What a concept builds on is defined before it where the learner is not known to master it, and
   what is told names it. What was read meanwhile, as a proof or as why an answer is right (`shown`), is told
   only where nothing else is.
3. What does not name the concept is told only where little else is; what leans on the definition stands right behind
   it. Nothing is said twice; what the document does not have is not said. Where nothing else is, the sentences that
   name the concept are told as they stand, and where there are none, how the section of its name begins.
"""

from collections.abc import Sequence

from contracts.message import Phrase
from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept
from services.coach.tutor.lesson import Lesson
from services.coach.tutor.passages import (
    REST,
    SHORT,
    Passage,
    around,
    calls_itself_example,
    definition_of,
    is_caption,
    naming,
    overlap,
    passages_of,
    repeats,
    under_its_name,
)
from services.coach.tutor.wording import Line, Paragraph, Told, listed, tutor
from services.text.words import fold, holds, stems_of

_FEW, _SOME, _MANY = 2, 4, 6
_MOST_EXAMPLES, _EXAMPLES_OF_ONE, _MOST_BASES = 4, 2, 2


def told_of(lesson: Lesson) -> Told:
    """The explanation of the wanted concepts; not found where the document says nothing about any of them."""
    said: list[Span] = []
    paragraphs: list[Paragraph] = []
    mistaken = _mistaken(lesson, said)
    bases = 0
    examples: list[Span] = []
    explained = []
    for concept in lesson.wanted:
        above = [*said]
        lines, cases = _about(concept, lesson, said)
        if not lines and any(each.lead and each.lead.values["concept"] == concept.name for each in mistaken):
            explained.append(concept.name)
        if lines:
            lead = None
            if lesson.command.of_a_round and _are_old(concept, lines, lesson):
                lines, lead = _once_told(concept, lines, lesson, above, said)
            # What leans on the definition that was told before would be said of what stands right above it.
            leans = lesson.is_leaning(lines[0].plain)
            built_on = [] if leans else _bases(concept, lines, lesson, said, _MOST_BASES - bases)
            paragraphs.append(Paragraph(concept.name, [*built_on, *lines], None if built_on else lead))
            bases += len(built_on)
            explained.append(concept.name)
            examples += cases
    if not explained:
        return Told(lesson.command.concepts, said=_not_explained(lesson))
    return Told(explained, [*mistaken, *paragraphs], examples[:_MOST_EXAMPLES], mistaken=mistaken)


def _mistaken(lesson: Lesson, said: list[Span]) -> list[Paragraph]:
    """What was taken for what, where the text says of both what they are; what is said is added to `said`."""
    found = []
    pairs = [
        (stems_of(each.concept, lesson.language), stems_of(each.taken, lesson.language))
        for each in lesson.command.mistaken
    ]
    for number, (key, taken_key) in enumerate(pairs):
        if (taken_key, key) in pairs[:number]:
            continue  # Told together with that.
        own = next((concept for concept in lesson.wanted if concept.key == key), None)
        taken = next((concept for concept in lesson.concepts if concept.key == taken_key), None)
        if own is None or taken is None or own == taken:
            continue
        its, others = _what(own, lesson), _what(taken, lesson)
        if its is None or others is None:
            continue
        lines = [_line(taken, others, lesson), _line(own, its, lesson)]
        if overlap(its, others):
            lines = lines[1:]
        both = (
            fact.at for fact in lesson.facts(own).contrasts if holds(stems_of(fact.at.text, lesson.language), taken_key)
        )
        lines += [Line("contrast", at) for at in both if not any(repeats(at, line.at) for line in lines)][:1]
        lines = [line for line in lines if line.at not in said]  # What stands a few lines above is not said again.
        said += [line.at for line in lines]
        how = "swapped" if (taken_key, key) in pairs else "taken"
        found.append(Paragraph("", lines, tutor(how, taken=taken.name, concept=own.name)))
    return found


def _line(concept: Concept, at: Span, lesson: Lesson) -> Line:
    """What a concept is, or what is said of it where no sentence says that."""
    defined = definition_of(concept, lesson)
    return Line("what" if defined and overlap(at, defined) else "said_of", at, concept.name)


def _what(concept: Concept, lesson: Lesson) -> Span | None:
    """The sentence that says what a concept is; else a short one about it, the best that there is."""
    short = (each.at for each in passages_of(concept, lesson) if each.words <= SHORT)
    return definition_of(concept, lesson) or next(short, None)


def _not_explained(lesson: Lesson) -> Phrase:
    """That the document does not explain them, and where it names one."""
    names = lesson.command.concepts
    named = listed("comma", [Phrase(code="signs.quoted", values={"0": name}) for name in names])
    place = lesson.place(names[0]) if len(names) == 1 else None
    if place is None:
        return tutor("not_explained", concepts=named)
    if place.page_kind == "page":
        return tutor("only_named", concepts=named, page=place.source_page)
    return tutor("only_named_at", concepts=named, at=place.at)


def _about(
    concept: Concept, lesson: Lesson, said: list[Span], times: int | None = None
) -> tuple[list[Line], list[Span]]:
    """The lines about one concept and its examples; what is said is added to `said`. `times`: what would be told then,
    if not as often as it was told."""
    now = times is None
    times = lesson.times(concept) if times is None else times
    defined = definition_of(concept, lesson)
    every = [each for each in passages_of(concept, lesson) if not _is_said(each.at, said)]
    if lesson.simple:
        every = [each for each in every if each.words <= SHORT or each.has_marker]
    passages = [each for each in every if not each.restates]
    count, again = _count(lesson), bool(times)
    if lesson.command.of_a_round:
        new = [each for each in passages if not (now and lesson.was_shown(each.at))] or passages
        count = min(count, max(1, len(new) // 2))  # The rest is left for its questions.
    if again:
        passages = _fresh(every, count, times)
    if now and lesson.command.shown:
        passages = [each for each in passages if not lesson.was_shown(each.at)] or passages
    told, cases = _parted(passages, count)
    lines = [Line(each.label, each.at) for each in _in_order(told, lesson)]
    if defined and not _is_said(defined, said) and not (again and lines and lesson.command.of_a_round):
        lines.insert(0, Line("again" if again and lines else "definition", defined))
    if not (lines or defined or passages or cases):
        named = [at for at in naming(concept, lesson) or under_its_name(concept, lesson) if not _is_said(at, said)]
        first = times * _FEW % max(1, len(named))
        lines = [Line("more", at) for at in [*named[first:], *named[:first]][:_FEW]]
    if lines and lines[0].label == "more":
        lines[0] = Line("answer", lines[0].at)
    said += [line.at for line in lines] + cases
    if not any(calls_itself_example(at.text) for at in cases):
        # What is told may hold the only thing that the text calls an example.
        cases = [*(line.at for line in lines if calls_itself_example(line.at.text)), *cases][:_EXAMPLES_OF_ONE]
    return lines, cases


def _in_order(told: Sequence[Passage], lesson: Lesson) -> list[Passage]:
    """What leans on the definition, then the rest as the text goes, captions last."""
    places = {block.block_id: place for place, block in enumerate(lesson.blocks)}
    return sorted(
        told, key=lambda each: (not each.leans, is_caption(each.at), places[each.at.block.block_id], each.at.start)
    )


def _parted(passages: Sequence[Passage], count: int) -> tuple[list[Passage], list[Span]]:
    """So many to tell, and examples of what is not told: those that call themselves so first."""
    plain = [each for each in passages if not each.is_example or (each.rank == 0 and not each.has_marker)]
    cases = [each for each in passages if each not in plain]
    near = [each for each in plain if each.rank < REST]
    told = (near if len(near) >= _FEW else plain)[:count] or cases[:1]
    left = sorted((each for each in cases if each not in told), key=lambda each: not each.has_marker)
    return told, [each.at for each in left[:_EXAMPLES_OF_ONE]]


def _fresh(passages: list[Passage], count: int, times: int) -> list[Passage]:
    """Those that were not told in the times before, which are chosen here once more; of what is left the short ones
    first. All of them again once each was told."""
    left = passages
    for time in range(times):
        told, _ = _parted(_short_first(left) if time else [each for each in left if not each.restates], count)
        left = [each for each in left if each not in told] or passages
    return _short_first(left)


def _worn(concept: Concept, lesson: Lesson) -> int:
    """How many rounds before this one had nothing new to tell of it either."""
    times = lesson.times(concept)
    old = (time for time in range(1, times) if _are_old(concept, _about(concept, lesson, [], time)[0], lesson, time))
    return times - next(old, times)


def _are_old(concept: Concept, lines: Sequence[Line], lesson: Lesson, times: int | None = None) -> bool:
    """Whether all of it was told before, as the text has no more that can be quoted. `times`: as in `_about`."""
    new = [line.at for line in lines]
    if times is None and lesson.command.shown and lesson.times(concept):
        return all(map(lesson.was_shown, new))
    for time in range(lesson.times(concept) if times is None else times):
        told = [line.at for line in _about(concept, lesson, [], time)[0]]
        new = [at for at in new if at not in told]
        if not new:  # After some times all was told, however often it was told since.
            return True
    return False


def _once_told(
    concept: Concept, lines: Sequence[Line], lesson: Lesson, above: Sequence[Span], said: list[Span]
) -> tuple[list[Line], Phrase]:
    """Where all was told: what the concept is, if that does not stand `above`, and sentences around what tells of it
    that no round had, else what another term is, else what was told; and what leads that in. What is new is added to
    `said`."""
    defined, worn = definition_of(concept, lesson), _worn(concept, lesson)
    beside, others = around(concept, lesson), _others(concept, lesson)
    read = worn > 0  # The definition was told again the round before.
    if lesson.command.shown:  # What was read is known, and need not be counted by rounds.
        near = [at for at in beside if not lesson.was_shown(at)]
        apart = [line for line in others if not lesson.was_shown(line.at)]
        read = defined is not None and lesson.was_shown(defined)
    else:
        near = beside[worn * _FEW :]
        left = others and worn < len(others) - (-len(beside) // _FEW)
        apart = [others[worn % len(others)]] if left else []
    told = [Line("around", at) for at in near[:_FEW] if not _is_said(at, above)]
    name = "once_more_beside" if defined else "beside"
    if not told:
        told = [line for line in apart[:1] if defined is not None and not _is_said(line.at, above)]
        name = "apart" if told else "yourself" if worn else "once_more"
    said += [line.at for line in told]
    read = read and bool(told)
    told = told or [line for line in lines if not (defined and repeats(line.at, defined))]
    if defined and not read and not _is_said(defined, above):
        told.insert(0, Line("definition", defined))
        said.append(defined)
    if read and name == "once_more_beside":
        name = "beside"
    return told or list(lines), tutor(name)


def _others(concept: Concept, lesson: Lesson) -> list[Line]:
    """What other terms are that the document introduces near by, the nearest first."""
    place = lesson.place(concept.name)
    near = [
        (abs(there.ordinal - place.ordinal), each, at)
        for each in lesson.concepts
        if each not in lesson.wanted
        and place is not None
        and (there := lesson.place(each.name)) is not None
        and (at := definition_of(each, lesson)) is not None
    ]
    near.sort(key=lambda each: each[0])
    return [Line("what", at, each.name) for _, each, at in near]


def _short_first(passages: list[Passage]) -> list[Passage]:
    return sorted(passages, key=lambda each: each.words > SHORT and not each.has_marker)


def _bases(concept: Concept, lines: Sequence[Line], lesson: Lesson, said: list[Span], most: int) -> list[Line]:
    """Definitions of what a concept builds on and the learner lacks, if what is told of it names that; only when told
    again, and once."""
    place = lesson.place(concept.name)
    if not lesson.times(concept) or place is None:
        return []
    known = {
        fold(each.concept)
        for each in lesson.command.known
        if each.mark == "known" or (each.mastered and each.mark != "not_yet")
    }
    own = {each.key for each in lesson.wanted}
    told = [stems_of(line.at.text, lesson.language) for line in lines]
    found: list[Line] = []
    for name in dict.fromkeys(place.prerequisites):
        key = stems_of(name, lesson.language)
        if fold(name) in known or key in own or not any(holds(each, key) for each in told):
            continue
        if any(
            holds(stems_of(line.at.text, lesson.language), key)
            for time in range(1, lesson.times(concept))
            for line in _about(concept, lesson, [], time)[0]
        ):
            continue  # It was defined in that round.
        basis = next((each for each in lesson.concepts if fold(each.name) == fold(name)), None)
        at = definition_of(basis, lesson) if basis else None
        if at and not _is_said(at, said) and len(found) < most:
            found.append(Line("basis", at, name))
            said.append(at)
    return found


def _count(lesson: Lesson) -> int:
    if lesson.simple:
        return _FEW
    most = _MANY if lesson.deep else _SOME
    return most if len(lesson.wanted) == 1 else max(_FEW, most - 1)


def _is_said(at: Span, said: Sequence[Span]) -> bool:
    return any(repeats(each, at) for each in said)
