"""Answers a question with the document's own passages, or says that none does, and which is nearest. Pure.

1. "What is X" is answered by the explanation of X where the document introduces X, else by a passage that defines it.
2. "The difference between X and Y" by a passage that sets them against each other, else by one about each, or about the
   one that the text tells of, and it is said that none tells the difference.
3. Any other question by what the search finds (`finding.py`). The passage always stands there with its page.
4. A question that leans on what was said before is asked again as it was meant (`following.py`).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from contracts.message import Phrase
from services.coach.drafts.draft import Span
from services.coach.sentences.leaning import LEANINGS, OTHER
from services.coach.tutor.asked import Asked, telling
from services.coach.tutor.explaining import told_of
from services.coach.tutor.finding import EXACT, Hit, Text
from services.coach.tutor.fitting import fits
from services.coach.tutor.following import is_at_a_loss, understood
from services.coach.tutor.lesson import Lesson, lesson_of
from services.coach.tutor.passages import SHORT, definition_of, overlap, repeats
from services.coach.tutor.wording import Label, Line, Paragraph, Told, found_nothing, tutor
from services.search.words import terms_of
from services.text.guessing import is_asked_otherwise
from services.text.quotation import alike
from services.text.splitting import spans_of
from services.text.words import holds, stems_of

_MOST_ANSWERS, _MOST_SHOWN = 2, 3
_MOST_UNPACKED, _LOOKED_BACK = 2, 3
_AS_GOOD, _ALMOST_AS_GOOD = 0.12, 0.35
_NEAR, _NEAR_TOPIC = 0.2, 0.45
"""What of a question the nearest passage holds at least; of one that only leans on an earlier one, of that topic."""
_SEEN, _OPENING = 60, 4
"""Signs of what was told by which it is known again; words with which a sentence says what it is about."""
_AMONG = 12
"""Words that were told beside a definition, so that the definition alone is simpler."""
_MOST_AROUND = 70
"""Words that a passage has at most with what goes on from it."""
_LEADS_AWAY = re.compile(r"(?:view|visit|watch|click|explore|see) (?:on )?(?:this|these) ", re.IGNORECASE)
"""A sentence that leads out of the text: "View this animation to learn more about ..."."""
Honest = Literal["not_told", "no_more", "no_simpler", "no_reason", "other_language"]
"""What is said where no passage answers."""


def answered_of(lesson: Lesson, question: str) -> Told:
    """The answer to a question."""
    text = Text(lesson.command.blocks, lesson.language)
    question = text.spelt(question)
    asked = understood(question, lesson.command.conversation, lesson.language)
    told = _told_before(lesson) if asked.follows else ""
    if asked.simpler and (simpler := _simpler(asked, lesson, told)):
        return simpler
    if (asked.kind == "what" or asked.subject) and not asked.simpler and (explained := _explained(asked, lesson, told)):
        return _and_also(explained, asked, lesson, told)
    found = text.found(asked)
    hits = [hit for hit in found if not _is_in(hit, told)]
    good = [hit for hit in found if hit.answers != "no" and (hit in hits or _tells_again(hit, asked, lesson))]
    if not good and asked.kind == "example" and not asked.another:
        good = [hit for hit in found if hit.answers != "no"]  # What was told has them, though it does not call them so.
    bare = asked.simpler or asked.another or not telling(asked.text, lesson.language)
    if asked.simpler:
        good = [hit for hit in good if hit.answers == "yes"]
        good = [hit for hit in good if hit.sentence.words <= SHORT and _new(hit, told) == hit.span]
        good = [hit for hit in good if hit.opens or asked.kind != "what"]
    elif bare and asked.kind == "why":
        # A reason for anything else is none for what was told.
        good = [hit for hit in good if _is_reason(hit, asked, lesson.language)]
        answers = _told_before(lesson, answers=True)
        good = [hit for hit in good if _tells_of(hit, asked, answers, lesson.language)]
    named = _named(asked, lesson)
    surely = bool(good) and good[0].answers == "yes" and not asked.simpler
    if asked.kind == "what" and not (surely or asked.simpler):
        explained = _explained(asked, lesson, told, defined=False)
        if explained:
            return explained
    if asked.kind == "difference" and not surely:
        sides = _side_by_side(asked, text, lesson, begins=not good)
        if sides and (sides.found or not good):
            return sides
    if not good:
        close = [hit for hit in hits if hit.share >= _NEAR and hit.near]
        if bare and asked.follows:
            close = [hit for hit in hits if hit.share >= _NEAR_TOPIC and _speaks_of(asked, hit, lesson.language)]
            if _shown_nothing(lesson):
                close = []
        if asked.simpler:  # What is longer, or looks at another side of it, is not simpler.
            close = []
        if not close and asked.follows and not bare:
            close = [hit for hit in found if hit.share >= _NEAR and hit.near]
        near = [_with_next(hit.span, told, lesson.language, always=True) for hit in close]
        again = any(hit not in hits and (bare or hit.answers != "no") for hit in found)
        honest: Honest = "no_simpler" if asked.simpler else "no_more" if again else "not_told"
        if bare and asked.kind == "why" and not asked.simpler:
            honest = "no_reason"
        elif honest == "not_told" and is_asked_otherwise(question, lesson.language):
            honest = "other_language"
        return nearest(near, named, honest, lesson.language)
    last = _last(lesson) if told else ""
    if surely or bare:
        beside = [hit for hit in good if hit.score >= good[0].score - (_AS_GOOD if surely else _ALMOST_AS_GOOD)]
        if surely and asked.kind == "what":  # Beside what says what it is stands nothing that only names it.
            beside = [hit for hit in beside if hit.answers == "yes"]
    else:
        beside = [good[0], *(hit for hit in hits if hit is not good[0] and hit.share >= _NEAR and hit.near)]
    best = _apart([_with_next(_new(hit, last), told, lesson.language, always=not surely) for hit in beside])
    if _is_in(good[0], told):
        first: Label = "there" if surely else "perhaps_there"
    else:
        first = "answer" if surely else "perhaps"
    most = _MOST_ANSWERS if surely else _MOST_SHOWN
    lines = [Line(first if n == 0 else "more", at) for n, at in enumerate(best[:most])]
    more = [_with_next(hit.span, told, lesson.language, always=True) for hit in hits[: 2 * _MOST_SHOWN]]
    shown = _apart([*(line.at for line in lines), *more])[:_MOST_SHOWN]
    return Told(named, [Paragraph("", lines)], shown=shown)


def _is_reason(hit: Hit, asked: Asked, language: str) -> bool:
    return hit.answers == "yes" or fits(asked, hit.sentence.text, language)


def _tells_of(hit: Hit, asked: Asked, told: str, language: str) -> bool:
    """Whether a sentence is about what was told: it goes on from it, or all of the topic's words open it."""
    sentence = hit.sentence
    before = _flat(sentence.block.text[: sentence.start])
    if _is_in(hit, told) or (before and before[-_SEEN:] in told):
        return True
    topic = {term for _, term in telling(f"{asked.subject or asked.text} {asked.topic}", language)}
    return bool(topic) and topic <= set(terms_of(" ".join(sentence.text.split()[:_OPENING]), language))


def _speaks_of(asked: Asked, hit: Hit, language: str) -> bool:
    """Whether a word of the topic stands in the passage itself, not only around it."""
    terms = {term for _, term in telling(f"{asked.subject or asked.text} {asked.topic}", language)}
    return any(terms & said for _, said in hit.sentence.layers[:2])


def _told_before(lesson: Lesson, *, answers: bool = False) -> str:
    """What the tutor has said, flat; `answers`: without what was only nearest."""
    said = (line.text for line in lesson.command.conversation if line.role == "tutor")
    return _flat(" ".join(text for text in said if not (answers and found_nothing(text))))


def _tells_again(hit: Hit, asked: Asked, lesson: Lesson) -> bool:
    """Whether a passage that was told before has what is asked for now: what is named anew, a time, a reason."""
    if asked.simpler or asked.another:
        return False
    if asked.kind in EXACT or telling(asked.text, lesson.language):
        return True
    return asked.kind == "why" or (asked.kind == "example" and hit.answers == "yes")


def _shown_nothing(lesson: Lesson) -> bool:
    """Whether the tutor's last line says that nothing answers and has nothing that is near: what only asks on then is
    about something that the text does not have."""
    said = next((line for line in reversed(lesson.command.conversation) if line.role == "tutor"), None)
    return said is not None and found_nothing(said.text) and not set("“„«") & set(said.text)


def _last(lesson: Lesson) -> str:
    """The tutor's last line, flat."""
    lines = [line.text for line in lesson.command.conversation if line.role == "tutor"]
    return _flat(" ".join(lines[-1:]))


def _flat(text: str) -> str:
    """With all blanks and quotation marks alike, so that a quote is found where it was told."""
    return alike(" ".join(text.split()))


def _new(hit: Hit, told: str) -> Span:
    """A passage, without the sentence that it leans on where that was told just before."""
    at, sentence = hit.span, hit.sentence
    lead = _flat(sentence.block.text[at.start : sentence.start])
    return Span(at.block, sentence.start, at.end) if lead and lead in told else at


def _with_next(at: Span, told: str, language: str, *, always: bool) -> Span:
    """A passage with the sentence behind it, where that leans on it or, with `always`, whatever it is: what is only
    near is read with its neighbour. Not what was told, nor what the text asks next or leads away with."""
    text = at.block.text
    start, end = next((span for span in spans_of(text) if span[0] >= at.end), (at.end, at.end))
    plain = _flat(text[start:end])
    if (
        not plain
        or plain in told
        or plain.endswith("?")
        or _LEADS_AWAY.match(plain)
        or len(text[at.start : end].split()) > _MOST_AROUND
    ):
        return at
    goes_on = always or LEANINGS.get(language, OTHER).leans(text[start:end])
    return Span(at.block, at.start, end) if goes_on else at


def _is_in(hit: Hit, told: str) -> bool:
    return _flat(hit.sentence.text) in told


def nearest(near: Sequence[Span], named: Sequence[str], honest: Honest = "not_told", language: str = "") -> Told:
    """An honest sentence, with the passage that comes nearest where there is one. `language`: the text's."""
    shown = _apart(near)[:_MOST_SHOWN]
    said = {"language": Phrase.of(f"languages.{language}")} if honest == "other_language" else {}
    if not shown:
        return Told(named, said=tutor(honest, **said))
    return Told(named, said=tutor(f"{honest}_nearest", quote=Line("answer", shown[0]).quoted, **said), shown=shown)


def _apart(spans: Sequence[Span]) -> list[Span]:
    """Without those that share text with a better one, or repeat it."""
    kept = list[Span]()
    for at in spans:
        if not any(repeats(at, other) for other in kept):
            kept.append(at)
    return kept


def _explained(asked: Asked, lesson: Lesson, before: str, *, defined: bool = True, alone: bool = False) -> Told | None:
    """The explanation of X, where the document says what X is, without what was told before. `defined`: else of a
    concept of the document's that it does not define, which may answer. `alone`: what X is, and no more."""
    key = stems_of(asked.subject, lesson.language)
    name = next((each.name for each in lesson.concepts if each.key == key), asked.subject if defined else "")
    if not key or not name:
        return None
    times = lesson.command.times + asked.simpler
    update = {"concepts": [name], "question": "", "times": times}
    if asked.simpler:
        update["learner_level"] = "beginner"
    about = lesson_of(lesson.command.model_copy(update=update))
    if defined and not definition_of(about.wanted[0], about):
        return None
    if alone:
        return _alone(name, about)
    told = told_of(about)
    if defined and not before:
        return told
    new = [[line for line in each.lines if alike(line.plain) not in before] for each in told.paragraphs]
    paragraphs = [
        replace(each, lines=_begun(left, sure=defined)) for each, left in zip(told.paragraphs, new, strict=True) if left
    ]
    examples = [at for at in told.examples if _flat(at.text) not in before]
    if paragraphs:
        return replace(told, paragraphs=paragraphs, examples=examples)
    return None


def _begun(lines: Sequence[Line], *, sure: bool) -> list[Line]:
    """The same, the first of which "also" says nothing, as what it stood behind is not told; or which may answer."""
    first = lines[0]
    label: Label = "perhaps" if not sure else "answer" if first.label == "more" else first.label
    return [replace(first, label=label), *lines[1:]]


def _and_also(first: Told, asked: Asked, lesson: Lesson, before: str) -> Told:
    """The explanation of X, and of Y, where both were asked for and the document says what Y is; nothing twice."""
    second = _explained(Asked(asked.also, "what", asked.also), lesson, before) if asked.also else None
    if second is None:
        return first
    said = {line.plain for each in first.paragraphs for line in each.lines}
    more = [replace(each, lines=[line for line in each.lines if line.plain not in said]) for each in second.paragraphs]
    return replace(
        first,
        concepts=[*first.concepts, *second.concepts],
        paragraphs=[*first.paragraphs, *(each for each in more if each.lines)],
        examples=[*first.examples, *second.examples],
    )


def _alone(name: str, about: Lesson) -> Told | None:
    """What X is, once more and in its shortest words; None: that is long, or hardly more was told before."""
    concept = about.wanted[0]
    defining = [fact.at for fact in about.facts(concept).definitions if fact.concept == concept]
    said = [definition_of(concept, about), *sorted(defining, key=lambda each: len(each.text.split()))]
    at = next((each for each in said if each and len(each.text.split()) <= SHORT), None)
    if at is None:
        return None
    quoted = _flat(at.text)
    lines = (_flat(line.text) for line in about.command.conversation if line.role == "tutor")
    if any(quoted in line and len(line.replace(quoted, "").split()) < _AMONG for line in lines):
        return None
    return Told([name], [Paragraph("", [Line("again", at)])])


def _simpler(asked: Asked, lesson: Lesson, told: str) -> Told | None:
    """What was told in fewer words: what it is, alone; else the words in it; else, once, other short passages."""
    named = {name: stems_of(name, lesson.language) for name in _named(asked, lesson)}
    longest = [
        name for name, key in named.items() if not any(holds(each, key) for each in named.values() if each != key)
    ]
    names = (asked.subject, asked.topic, *longest)
    topics = [replace(asked, kind="what", subject=name, topic="") for name in names if name]
    asked_before = next((each.text for each in reversed(lesson.command.conversation) if each.role == "learner"), "")
    others = [] if is_at_a_loss(asked_before, lesson.language) else topics
    return (
        next(filter(None, (_explained(each, lesson, told, alone=True) for each in topics)), None)
        or _unpacked(asked, lesson)
        or next(filter(None, (_explained(each, lesson, told) for each in others)), None)
    )


def _unpacked(asked: Asked, lesson: Lesson) -> Told | None:
    """What the terms are that stand in what was told last, and before that: as far as the text says it in few words,
    but for what was asked about, and what was told already."""
    about = stems_of(f"{asked.subject or asked.text} {asked.topic}", lesson.language)
    before = _told_before(lesson)
    lines = list[Line]()
    said = [line.text for line in lesson.command.conversation if line.role == "tutor" and not found_nothing(line.text)]
    for text in reversed(said[-_LOOKED_BACK:]):
        stems = stems_of(text, lesson.language)
        for concept in lesson.concepts:
            if not holds(stems, concept.key) or holds(about, concept.key):
                continue
            at = definition_of(concept, lesson)
            if at and len(at.text.split()) <= SHORT and _flat(at.text) not in before and not _is_shared(at, lines):
                lines.append(Line("what", at, concept.name))
    chosen = lines[:_MOST_UNPACKED]
    return Told([line.concept for line in chosen], [Paragraph("", chosen, tutor("unpacked"))]) if chosen else None


def _is_shared(at: Span, lines: Sequence[Line]) -> bool:
    return any(repeats(at, line.at) for line in lines)


def _side_by_side(asked: Asked, text: Text, lesson: Lesson, *, begins: bool) -> Told | None:
    """A passage about each of two things whose difference no sentence tells, or about the one that it tells of.
    `begins`: one that begins with it will do."""
    if not all(telling(side, lesson.language) for side in asked.sides):
        return None
    if len({stems_of(side, lesson.language) for side in asked.sides}) < len(asked.sides):
        return None  # "a quay and a quay": one thing.
    found = {side: at for side in asked.sides if (at := _about_side(side, text, lesson, begins))}
    lines = [(name, Line(_label(name, at, lesson), at)) for name, at in found.items()]
    if len(lines) == 1:
        (name, line), other = lines[0], next(side for side in asked.sides if side not in found)
        said = tutor("one_side_nearest", other=other, concept=name, quote=line.quoted)
        return Told(list(found), said=said, shown=[line.at])
    if not lines:
        return None
    (_, first), (_, second) = lines
    if overlap(first.at, second.at):
        return Told(list(found), [Paragraph("", [Line("answer", first.at)])])
    lead = Paragraph("", (), tutor("each_side"))
    return Told(list(found), [lead, *(Paragraph(name, [line]) for name, line in lines)])


def _about_side(name: str, text: Text, lesson: Lesson, begins: bool) -> Span | None:
    """What one of two things is: its definition, the sentence that says it for sure, else, with `begins`, one that may
    and begins with it."""
    key = stems_of(name, lesson.language)
    concept = next((each for each in lesson.concepts if each.key == key), None)
    if concept and (defined := definition_of(concept, lesson)):
        return defined
    found = text.found(Asked(name, "what", name))
    sure = next((hit.span for hit in found if hit.answers == "yes"), None)
    return sure or next((hit.span for hit in found if begins and hit.answers == "perhaps" and hit.opens), None)


def _label(name: str, at: Span, lesson: Lesson) -> Label:
    """Whether a passage says what something is, or only says something of it."""
    key = stems_of(name, lesson.language)
    concept = next((each for each in lesson.concepts if each.key == key), None)
    defined = definition_of(concept, lesson) if concept else None
    return "definition" if defined and overlap(at, defined) else "answer"


def _named(asked: Asked, lesson: Lesson) -> list[str]:
    """The concepts that the question names, in the document's order."""
    key = stems_of(f"{asked.text} {asked.topic}", lesson.language)
    return [concept.name for concept in lesson.concepts if holds(key, concept.key)]
