"""A message as wishes, by rules: parted into clauses, each read by the first cue that fits. Pure: "now" is given."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from services.assistant.agent.references import ORDINALS, is_place, is_pronoun, place_of
from services.assistant.agent.wishes import Reference, Wish
from services.assistant.reading.cues import (
    ASKED,
    BEGINS,
    BETWEEN,
    CLOSING,
    CUES,
    EVERY,
    FORGOTTEN,
    NEGATED,
    NO,
    ONTO,
    OPENING,
    QUESTION,
    REMEMBERING,
    SOURCES,
    TASK_WORDS,
    THAT_ONE,
    TOPIC,
    YES,
    Cue,
)
from services.assistant.reading.dates import Dated, find
from services.assistant.reading.wording import Wording, wording

_LESS_SURE, _WEAK, _VAGUE, _SLIP, _SURE = 0.5, 0.7, 0.8, 0.1, 0.95
_QUOTED = re.compile(r"[\"“”«»„]([^\"“”«»„]+)[\"“”«»„]|(?<!\w)['‘’]([^‘’]+?)['‘’](?!\w)")
_PLACES = re.compile(r"\s*(?:,|&|\+|\band\b|\bog\b|\bplus\b)\s*")
_RANGE = re.compile(r"#?(\d{1,3})\s*(?:-|–|to|til|through)\s*#?(\d{1,3})")
_FIRST_OF = re.compile(
    r"(?:the |de )?(?:(?P<count>two|three|four|five|to|tre|fire|fem) første|first (?P<count_>two|three|four|five))"
)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "to": 2, "tre": 3, "fire": 4, "fem": 5}
_COMPLETED = re.compile(
    r"\b(?:(?:did|have) i (?:already )?(?:finish|complete|ticked|checked|crossed)|completed?|finished|done|fullført\w*"
    r"|ferdige?|gjort|gjennomført\w*)\b"
)
_OPEN = re.compile(r"\b(?:not|isn't|aren't|ikke|ikkje|to be|open|pending|left|åpne|igjen|uten)\b")
_ALL = re.compile(
    r"\ball (?:of )?(?:my |the |of )*(?:tasks|to-?dos|items|reminders)\b"
    r"|\b(?:alle|samtlige) (?:de |mine )*(?:oppgav|gjøremål)"
    r"|\bcompleted and|\bboth\b|\bhele (?:listen?|lista)\b|\bcomplete list\b|\bwhole list\b"
)
_BOTH = re.compile(r"\b(?:including|inkludert|both|along with|also|også|as well)\b")
_LEADS = re.compile(
    r"^(?:(?:for )?(?:me|meg) (?:to|at|å) "
    r"|(?:that |at )?(?:i|we|jeg|eg|vi) (?:have to|need to|must|should|gotta|må|skal|bør|trenger å) "
    r"(?:huske (?:på )?(?:å )?)?"
    r"|(?:about|of|om|på) (?=(?:the|my|our|an?|en|et|den|det|å)\b)|å )+",
    re.IGNORECASE,
)
"""Before what is to be done: "at jeg må", "about the"."""
_HEIRS = re.compile(
    r"(?:the|an?|my|his|her|their|our|your|with|for|to|from|en|ei|et|den|det|de|min|mitt|hans|med|til|fra)\b"
)
"""With these begins no other task behind "and": "on Friday and the day after"."""
_LEFT_OVER = re.compile(r"^(?:to|that|å|at|:|,|-|and|og|also|også)\s+|\s+(?:to|and|og|på|on|for|by|at|den|the|innen)$")
_MOST, _MOST_CLAUSES, _AFTER_YES = 20, 8, 6
# "Remind me on Friday to buy paper and to call Ann": what leads to each of the things, and where the next begins.
_TO = re.compile(
    r"(?:remind me (?:(?:on|at|in|by|next|this|tomorrow|today|tonight)\b[^,;]{0,40}? )?to"
    r"|(?:do not|don't) (?:let me )?forget to|remember to"
    r"|(?:minn|påminn) meg (?:(?:på|i|om|neste)\b[^,;]{0,40}? )?på å|(?:husk|ikke glem) (?:på )?å) "
)
_AND_TO = re.compile(r"\s*,?\s+(?:and (?:also |then )?to|og (?:så |også )?(?:på )?å)\s+|\s*,\s+(?:to|å)\s+")
_ALSO = re.compile(r"\s*,?\s+(?:and|og)(?: (?:then|also|so|så|også))?\s+")
_NOT_MORE = re.compile(r"\s*,\s*(?:i |den |det |it |jeg |that |we |because |fordi |since |so ).*$")


def clauses(text: str) -> list[Wording]:
    """The clauses of a message. A yes or a no in front is one of its own, where a command follows it."""
    rest = wording(" ".join(text.split()))
    found: list[Wording] = []
    while len(found) < _MOST_CLAUSES - 1:
        cut = next(_cuts(rest), None)
        if cut is None:
            break
        found.append(rest.part(0, cut[0]))
        rest = rest.part(cut[1], len(rest.said))
    return [each for each in (*found, rest) if each.said.strip(" .,!?;:")]


def _cuts(said: Wording) -> Iterator[tuple[int, int]]:
    """Where a clause ends and the next begins, which is a command by its first words."""
    quoted = [found.span() for found in _QUOTED.finditer(said.said)]
    for found in BETWEEN.finditer(said.said):
        head, tail = said.said[: found.start()], said.said[found.end() :]
        inside = any(start < found.start() < end for start, end in quoted)
        if not inside and head.strip(" .,!?") and BEGINS.match(OPENING.sub("", tail)):
            yield found.start(), found.end()
    found_yes = YES.match(said.said) or NO.match(said.said)
    if found_yes is not None and BEGINS.match(said.said[found_yes.end() :]):
        yield found_yes.end(), found_yes.end()


def wishes_of(clause: Wording, now: datetime, *, course: bool = False) -> list[Wish]:
    """What a clause wants: of "remind me to buy paper and to call Ann tomorrow" each of the two, both tomorrow."""
    found = [read(each, now, course=course) for each in _things(_bare(clause))]
    if len(found) == 1 or any(each.intent != "create" or not each.title for each in found):
        return _apart(clause, read(clause, now, course=course), now)
    due = found[-1].due
    return [each if each.due or each.past else each.model_copy(update={"due": due}) for each in found]


def _apart(clause: Wording, wish: Wish, now: datetime) -> list[Wish]:
    """Two new tasks where the first is dated before "and" and something follows, or where each stands in quotes."""
    if wish.intent != "create" or wish.source or not wish.title:
        return [wish]
    bare = _bare(clause)
    quoted = list(_QUOTED.finditer(bare.said))
    if len(quoted) > 1:
        between = (bare.said[one.end() : other.start()] for one, other in pairwise(quoted))
        if not all(_PLACES.fullmatch(each) for each in between):
            return [wish]
        names = [bare.original(*each.span(1 if each[1] else 2)).strip() for each in quoted]
        return [wish.model_copy(update={"title": each}) for each in names]
    for cut in [] if quoted else _ALSO.finditer(bare.said):
        head, tail = bare.original(0, cut.start()).rstrip(), bare.original(cut.end(), len(bare.said))
        dated, left = when(head, now), tail.split()
        if dated is None or max(end for _, end in dated.spans) < len(head) or len(left) < 2:
            continue
        if _HEIRS.match(wording(tail).said) or ((later := when(tail, now)) and not later.without(tail)):
            continue
        first, rest = read(wording(head), now), read(wording(f"task: {tail}"), now)
        if first.intent == rest.intent == "create" and first.title and rest.title:
            return [each.model_copy(update={"confidence": wish.confidence}) for each in (first, rest)]
    return [wish]


def all_wishes(text: str, now: datetime, *, course: bool = False) -> list[Wish]:
    """What a message wants, clause by clause. What "put that on my list" or "cross it off" is about may stand in the
    clause before."""
    found = list[Wish]()
    before: Wording | None = None
    for clause in clauses(text):
        bare = _bare(clause)
        if before is not None and THAT_ONE.match(bare.said):
            thing = before.original(start.end() if (start := FORGOTTEN.match(before.said)) else 0, len(before.said))
            made = read(wording(f"task: {thing}"), now)
            if made.intent == "create" and made.title:
                found[-1:] = [made]
                before = None
                continue
        wishes = wishes_of(clause, now, course=course)
        if before is not None and all(len(each.tasks) == 1 and is_pronoun(each.tasks[0].said) for each in wishes):
            it = Reference(said=wishes[0].tasks[0].said, before=before.written)
            wishes = [each.model_copy(update={"tasks": [it]}) for each in wishes]
            found = [each for each in found if not each.found_only]  # "I called John, cross it off" is one.
        found += wishes
        before = bare if len(wishes) == 1 and _may_name(wishes[0]) else None
    return found


def _may_name(wish: Wish) -> bool:
    """Whether what was said may name what "it" is in the next clause."""
    return wish.intent in ("other", "create") or wish.found_only


def _things(bare: Wording) -> list[Wording]:
    lead = _TO.match(bare.said)
    if lead is None or _QUOTED.search(bare.said):
        return [bare]
    start, found = lead.end(), list[Wording]()
    for cut in [*_AND_TO.finditer(bare.said, start)][: _MOST_CLAUSES - 1]:
        if re.search(r"\bto\b", bare.said[start : cut.start()]) and "to" in cut.group().split():
            return [bare]  # "to listen to Ann and to music"
        found.append(wording(bare.original(0, lead.end()) + bare.original(start, cut.start())))
        start = cut.end()
    return [*found, wording(bare.original(0, lead.end()) + bare.original(start, len(bare.said)))]


def read(clause: Wording, now: datetime, *, course: bool = False) -> Wish:
    """What one clause wants; `other` where nothing fits. `course`: the chat is about one, so "this" has a meaning."""
    bare = _bare(clause)
    said = bare.said
    slip = _SLIP if bare.mended else 0.0
    if not said:
        return Wish(intent="other", confidence=_SURE)
    if (found := YES.match(said)) is not None:
        more = said[found.end() :]
        if len(more.split()) <= _AFTER_YES and not QUESTION.match(more):
            return Wish(intent="confirm", confidence=_SURE - slip)
    if NO.match(said):
        return Wish(intent="decline", confidence=_SURE - slip)
    if NEGATED.search(said) and not REMEMBERING.match(said):
        return Wish(intent="decline", confidence=0.85)
    unquoted = _QUOTED.sub("", said)
    for source, pattern in SOURCES:
        if pattern.match(unquoted):
            return Wish(intent="create", confidence=_SURE - slip, source=source)
    for cue in CUES:
        if found := cue.pattern.match(said):
            wish = _wish(cue, found, bare, now, course=course)
            if wish is not None and course:
                wish = _beside_a_lesson(wish, said)
            if wish is not None:
                return wish.model_copy(update={"confidence": max(wish.confidence - slip, 0.0)})
    return Wish(intent="other", confidence=_SURE if QUESTION.match(said) else 0.8)


def _beside_a_lesson(wish: Wish, said: str) -> Wish | None:
    """In the chat of a course "remove the x" and "I have to multiply by two" are of the subject: without a word that
    says that it is about tasks a change is one only where such a task is found, and a new task is asked about."""
    if TASK_WORDS.search(said) or wish.every:
        return wish
    if wish.intent in ("complete", "update", "delete"):
        named = not all(is_place(each.said) for each in wish.tasks)
        return wish.model_copy(update={"found_only": wish.found_only or named})
    if wish.intent == "list" and wish.confidence <= _VAGUE:
        return None  # "what's next?" is of the lesson
    if wish.intent == "create" and not (wish.source or wish.due or wish.past):
        return wish.model_copy(update={"confidence": _LESS_SURE}) if wish.confidence > _WEAK else None
    return wish


def _bare(clause: Wording) -> Wording:
    """Without its opening and its politeness."""
    start = found.end() if (found := OPENING.match(clause.said)) else 0
    end = found.start() if (found := CLOSING.search(clause.said, start)) else len(clause.said)
    return clause.part(start, end)


def _wish(cue: Cue, found: re.Match[str], bare: Wording, now: datetime, *, course: bool) -> Wish | None:
    wish = Wish(intent=cue.intent, confidence=cue.sure, found_only=cue.found_only)
    match cue.intent:
        case "create":
            return _created(wish, found, bare, now, course=course)
        case "list":
            return wish.model_copy(update={"status": _status(bare.said)})
        case "complete" | "delete":
            named = _named(_part(found, bare, "ref"))
            if (QUESTION.match(bare.said) and not cue.found_only) or (not named and not _is_every(found["ref"])):
                return None
            done = bool((every := EVERY.match(_trimmed(found["ref"]))) and any(every.groupdict().values()))
            return wish.model_copy(
                update={
                    "tasks": [] if every else named,
                    "every": bool(every),
                    "status": "completed" if done else None,
                }
            )
        case "update":
            return _updated(wish, found, bare, now)
    return wish


def _part(found: re.Match[str], bare: Wording, name: str) -> str:
    """A part as it was written; "" where it was not said."""
    said = found.groupdict().get(name)
    return bare.original(*found.span(name)).strip() if said else ""


def _created(wish: Wish, found: re.Match[str], bare: Wording, now: datetime, *, course: bool) -> Wish | None:
    rest = f"{_part(found, bare, 'title')} {_part(found, bare, 'rest')}".strip()
    if QUESTION.match(bare.said) and not bare.said.startswith(("remind", "do not", "don't")):
        return None
    quoted = _QUOTED.search(rest)
    if quoted is not None:
        dated = when(rest[: quoted.start()] + " " + rest[quoted.end() :], now)
        title = (quoted[1] or quoted[2]).strip()
    else:
        dated = when(rest, now)
        title = cleaned(dated.without(rest) if dated else rest)
    if ASKED.match(wording(title).said.removeprefix("på ")):
        return None  # "remind me what osmosis is"
    if is_place(title) and re.match(r"(?:add|create|make|set) (?:task|item|todo)\b", bare.said):
        return None  # "make task 2 due tomorrow" is no new one
    source = "topic" if course and TOPIC.match(wording(title).said) else None
    return wish.model_copy(
        update={"title": "" if source else title, "source": source, **_when(dated)},
    )


def cleaned(title: str) -> str:
    """A title without what leads to it and which list it goes on."""
    before = None
    while title != before:
        before = title
        title = CLOSING.sub("", title) if len(CLOSING.sub("", title).split()) else title
        said = wording(title)
        if (found := ONTO.search(said.said)) is not None and (
            found.end() == len(said.said) or not said.said[found.end() :].strip(" .,!")
        ):
            title = said.original(0, found.start())
        title = _LEFT_OVER.sub("", _LEADS.sub("", title.strip(" \t,;:.–-"))).strip(" \"'“”«»‘’")
    return title


def _updated(wish: Wish, found: re.Match[str], bare: Wording, now: datetime) -> Wish | None:
    if QUESTION.match(bare.said):
        return None
    parts = found.groupdict()
    reference, update = _part(found, bare, "ref"), dict[str, object]()
    if parts.get("title"):
        update["title"] = _unquoted(_part(found, bare, "title"))
    if parts.get("text"):
        update["description"] = _unquoted(_part(found, bare, "text"))
    if parts.get("again") is not None:
        update["status"] = "pending"
    if parts.get("open") is not None:
        update["open_end"] = True
    if parts.get("due"):
        dated = when(_part(found, bare, "due"), now)
        if dated is None:
            return None
        update |= _when(dated)
    if parts.get("when"):
        said = _part(found, bare, "when")
        dated = when(said, now)
        if dated is None or cleaned(_LEFT_OVER.sub("", dated.without(said))):
            return None
        update |= _when(dated)
    if parts.get("new"):
        new = _part(found, bare, "new")
        dated = when(new, now)
        title = _unquoted(new)
        title = title if title != new else _LEADS.sub("", title)
        update |= _when(dated) if dated is not None and not dated.without(new) else {"title": title}
    if not (named := _named(reference)):
        return None
    return wish.model_copy(update={"tasks": named, **update})


def when(text: str, now: datetime) -> Dated | None:
    """The moment that a text names, its words mended; in which characters of the text as it was written."""
    said = wording(text)
    dated = find(said.said, now)
    if dated is None:
        return None
    spans = ((said.original(0, start), said.original(0, end)) for start, end in dated.spans)
    return replace(dated, spans=tuple((len(start), len(end)) for start, end in spans))


def _unquoted(said: str) -> str:
    return said.strip().strip("\"'“”«»‘’„").strip()


def _when(dated: Dated | None) -> dict[str, object]:
    if dated is None:
        return {}
    return {"past": dated.words} if dated.past else {"due": dated.due}


def _status(said: str) -> str | None:
    if _BOTH.search(said):
        return None
    if _COMPLETED.search(said) and not _OPEN.search(said):
        return "completed"
    return None if _ALL.search(said) and not _OPEN.search(said) else "pending"


def _trimmed(said: str) -> str:
    return said.strip(" .,!?")


def _is_every(said: str) -> bool:
    return EVERY.match(_trimmed(said)) is not None


def _named(reference: str) -> list[Reference]:
    """Each task that is named: several places, or one by its words."""
    said = _NOT_MORE.sub("", _unquoted(reference)) or _unquoted(reference)
    low = wording(said).said
    if (found := _FIRST_OF.search(low)) is not None:
        count = _COUNTS[found["count"] or found["count_"]]
        return [Reference(said=str(place)) for place in range(1, count + 1)]
    if (found := _RANGE.search(low)) is not None and is_place(low.replace(found.group(), found[1])):
        first, last = int(found[1]), int(found[2])
        if first < last <= first + _MOST:
            return [Reference(said=str(place)) for place in range(first, last + 1)]
    parts = [part for part in _PLACES.split(low) if part.strip()]
    if len(parts) > 1 and all(is_place(part) for part in parts):
        digits = [part for part in parts if re.search(r"\d", part)]
        if digits and not re.search(r"\b(?:and|og)\b|[&+]", low):
            parts = digits  # "the first one, number 2": a number wins
        return [Reference(said=part) for part in parts[:_MOST]]
    several = re.findall(r"\d+", low)
    if len(several) > 1 and is_place(low):
        return [Reference(said=number) for number in several[:_MOST]]
    return [Reference(said=said)] if said else []


def chosen(text: str) -> Reference:
    """A message as the answer to "which one?"."""
    bare = _bare(wording(text))
    return Reference(said=_unquoted(bare.written))


def says_place(text: str) -> bool:
    """Whether it is a place alone: "2", "the first one"."""
    said = _bare(wording(text)).said
    return is_place(said) and (place_of(said, 1) is not None or any(word in ORDINALS for word in said.split()))
