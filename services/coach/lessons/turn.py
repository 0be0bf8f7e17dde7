"""A turn by rules: feedback, what its directive wants, one question. Pure; the same command gives the same words.

1. The feedback stands first, without a quotation that answers the question; then a few sentences of the tutor's own,
   then passages, then the question.
2. How much is told, and in which tone, follows from who is taught (`learner.py`), how they write (short, medium, long)
   and how the lesson goes (pacing).
3. Nothing is said twice in a lesson, and nothing that answers the question that the turn asks.
4. Of two turns that end a lesson the second only says that it is over. After one that leaked no passage is told.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from contracts.lessons import Directive, Hint, Length, Pacing, TeachTurn
from contracts.mastery import Standing
from contracts.message import Phrase
from services.coach.drafts.draft import Span
from services.coach.lessons.answering import answered
from services.coach.lessons.asking import Guard, shown
from services.coach.lessons.hints import hints_of, next_hints
from services.coach.lessons.learner import Learner, learner_of
from services.coach.lessons.steps import codes_of, named
from services.coach.lessons.telling import Piece, Telling
from services.coach.lessons.words import SAME, Words, present, question_mark, say
from services.coach.tutor.wording import Line, Paragraph
from services.text.catalogue.phrases import rendered
from services.text.internal import is_internal
from services.text.words import fold, inflected

_SENTENCES: Mapping[Length, int] = {"short": 1, "medium": 2, "long": 4}
_OWN: Mapping[Length, int] = {"short": 1, "medium": 2, "long": 3}
"""How many sentences are told, and how many of the tutor's own stand before them."""
_FIRST_OF_ALL = 3
"""The same of a first turn to who wants it thorough."""
_MOST: Mapping[Pacing, int] = {"first_turn": 2, "accelerate": 1, "extend": 0, "simplify": 2, "consolidate": 1}
_SCAFFOLDS: Mapping[Pacing, str] = {
    "simplify": "small",
    "consolidate": "same",
    "accelerate": "quick",
    "extend": "beyond",
}
_ENDS: Sequence[Directive] = ("close", "intervene")
_WELL = 0.65
_PUT_AGAIN = re.compile(rf"\d+: (?:{'|'.join(SAME)}):")
"""A turn's line in the timeline that put the question once more."""
_QUOTING = frozenset(f"replies.{what}{form}" for what in ("says", "look") for form in ("", "_at", "_here"))
"""Parts of a feedback that quote the text."""
_LEANING = frozenset(
    f"replies.seek_{what}" for what in ("multiple_choice", "multiple_answer", "true_false", "numeric", "gap_letters")
)
"""Parts that say what to do with what is quoted before them: nothing without it."""
_HEAD = 2
"""Words before a concept with which a sentence about it may begin."""
_EXAMPLES = {"title_examples", "way_visual", "other_0"}


@dataclass(frozen=True)
class Turn:
    """What the learner reads, as data; `said`: which of the tutor's own sentences are in it."""

    phrase: Phrase
    quotes: Sequence[Span] = ()
    hints: Sequence[Hint] = ()
    said: Sequence[str] = field(default=())

    def text(self, language: str) -> str:
        """The same in words."""
        return rendered(self.phrase, language)


def asks(command: TeachTurn) -> bool:
    """Whether the turn puts a question."""
    return command.item is not None and command.directive not in _ENDS


def telling_of(command: TeachTurn) -> Telling:
    """The command with what may be told by it."""
    learner = learner_of(command, command.learner_level)
    concepts = _concepts(command)
    guard = Guard(command.item if asks(command) else None, command.language, concepts)
    return Telling(command, learner, guard, concepts)


def turned(command: TeachTurn) -> Turn:
    """The turn."""
    telling = telling_of(command)
    words = Words(command, telling.guard)
    make = _MAKES.get(command.directive, _taught)
    own, told = make(telling, words)
    own = own[: 3 if command.directive in _ENDS else _OWN[command.manner.length]]
    if command.manner.emoji and own and not telling.learner.formal:
        own[0] = words.cheered(own[0])
    parts: list[str | Phrase] = []
    if command.leaked:
        told = []  # It may have been the text that speaks as nobody here should.
    comforted = command.directive == "intervene" and _is_lost(command)  # What calls a person promises no help here.
    if command.feedback.strip() and not comforted and not (command.leaked and is_internal(command.feedback)):
        parts.append(feedback_of(command, telling.guard))
    if own:
        parts.append(Phrase.listed("space", own))
    if told:
        parts.append(_quoted(told, telling))
    hints: Sequence[Hint] = ()
    if asks(command) and command.item is not None:
        bare = not (own or told or command.feedback.strip())
        lead = _into_question(telling, words, bare=bare, led=bool(own))
        question = shown(command.item)
        parts.append(Phrase.listed("lines", [lead, question]) if lead else question)
        hints = next_hints(command, telling.guard, words)
    if not parts:
        parts.append(words.fresh("after") or say("invite_0"))
    return Turn(Phrase.listed("paragraphs", parts), [each.at for each in told], hints, words.used)


def feedback_of(command: TeachTurn, guard: Guard) -> Phrase | str:
    """The feedback, without a quotation that answers the question behind it, and without what leans on that, where
    something else is said."""
    phrase = command.feedback_phrase
    if phrase is None:
        return command.feedback
    parts, again = list(phrase.values.values()), command.directive in SAME
    left = [part for part in parts if not _answers(part, guard, again=again)]
    if phrase.code != "list.space" or not left or len(left) == len(parts):
        return phrase
    if not again and (place := next((each for part in parts if (each := _place_of(part))), None)):
        return Phrase.listed("space", [*_phrases(left), place])
    alone = [part for part in left if not isinstance(part, Phrase) or part.code not in _LEANING]
    return Phrase.listed("space", _phrases(alone or left))


def _phrases(parts: Sequence[object]) -> list[str | Phrase]:
    return [part for part in parts if isinstance(part, str | Phrase)]


def _place_of(part: object) -> Phrase | None:
    """Where what is quoted to an answer that is over stands; a guideline has no place."""
    if not isinstance(part, Phrase) or part.code not in ("replies.says", "replies.says_at"):
        return None
    place = {name: value for name, value in part.values.items() if name != "quote"}
    return Phrase(code=part.code.replace("replies.says", "assessing.place"), values=place)


def _answers(part: object, guard: Guard, *, again: bool) -> bool:
    """Whether a part of the feedback quotes what the next answer is made from, or that answer. `again`: the question is
    the same once more, and what it was made from is the place to look."""
    quote = part.values.get("quote") if isinstance(part, Phrase) and part.code in _QUOTING else None
    if not isinstance(quote, Phrase):
        return False
    text = " ".join(str(each) for each in quote.values.values())
    return guard.gives_away(text) or (guard.rests_on(text) and not again)


def _concepts(command: TeachTurn) -> list[str]:
    """What the turn is about: of a step's concepts that of its question first."""
    names = list(command.step.concepts) if command.step else []
    if command.item is not None:
        key = fold(command.item.concept)
        names = [command.item.concept, *(name for name in names if fold(name) != key)]
    return names[:10]


def _planned(command: TeachTurn) -> list[str]:
    """The plan's concepts."""
    return list(dict.fromkeys(name for step in command.plan.todo_list for name in step.concepts))


def _limit(command: TeachTurn, learner: Learner) -> int:
    """How many sentences may be told."""
    most = min(_SENTENCES[command.manner.length], _MOST.get(command.pacing, _SENTENCES["long"]))
    if learner.thorough and command.pacing not in ("accelerate", "extend"):
        most = max(most, _FIRST_OF_ALL if command.pacing == "first_turn" else _SENTENCES["medium"])
    if learner.sparing:
        most = min(most, 1)
    return min(most, 2) if learner.simple or learner.pace == "slow" else most


Made = tuple[list[Phrase], Sequence[Piece]]


def _taught(telling: Telling, words: Words) -> Made:
    """Explaining, asking, going beyond the plan."""
    command, learner = telling.command, telling.learner
    limit = _limit(command, learner)
    if command.directive == "ask" and not (command.manner.length == "long" and command.pacing == "steady"):
        limit = 0
    if command.directive == "ask":
        limit = min(limit, 1)
    told = _chosen(telling, limit) if command.directive != "extend" else []
    spent = command.directive == "explain" and bool(limit) and not told
    own = [*_turning(telling, words, spent=spent)] if command.new_step else []
    scaffolds = not (command.new_step and command.pacing == "consolidate") and not learner.brief
    if command.pacing == "accelerate" and _was_helped(command):
        scaffolds = False  # It went, but not "without my help".
    if command.pacing in _SCAFFOLDS and scaffolds:
        own += present([words.fresh(_SCAFFOLDS[command.pacing])])
    elif learner.pace == "slow" and command.new_step and command.directive == "explain" and not learner.brief:
        own += present([words.fresh("small")])
    if command.directive == "extend" and command.pacing != "extend":
        own += present([words.fresh("beyond")])
    if spent:
        own += present([words.fresh("spent")])
    return [*own, *_manners(telling, words)], told


def _was_helped(command: TeachTurn) -> bool:
    """Whether the question that is over had been put once more."""
    return bool(command.timeline) and _PUT_AGAIN.match(command.timeline[-1]) is not None


def _opened(telling: Telling, words: Words) -> Made:
    command = telling.command
    count = len(command.plan.todo_list)
    topic = command.topic.strip()
    untold = [name for name in _planned(command) if not telling.guard.says(name)]
    about = Phrase.quoted(topic) if topic else named(untold) if untold else None
    if about is not None and not topic and len(untold) < len(_planned(command)):
        about = say("names_and_asked", names=about)  # What is not named is the answer of the first question.
    learner = telling.learner
    own = present([_welcome(learner, words, about, count)])
    if learner.interests:
        own += present([words.one("interest", interest=learner.interests[0])])
    elif command.manner.asks:
        own += present([words.fresh("invite")])
    if (learner.visual or learner.doing) and not learner.brief:
        own += present([words.one("by_sight" if learner.visual else "by_doing")])
    if len(own) > 1:
        own = [Phrase.listed("space", own)]  # Who is quiet by nature is still greeted.
    most = _FIRST_OF_ALL if learner.thorough else 2
    return own, _chosen(telling, max(1, min(_limit(command, learner), most)))


def _welcome(learner: Learner, words: Words, about: Phrase | None, count: int) -> Phrase | None:
    """What the lesson is about and how it goes: in the learner's manner, and at the learner's pace."""
    named = ""
    if about is not None:
        named = "greet_formal" if learner.formal else "greet_brief" if learner.sparing else ""
        if not named and learner.pace == "normal":
            return words.one("welcome", topic=about, count=count) or words.one("welcome_unnamed", count=count)
    elif learner.pace == "normal" and not (learner.formal or learner.brief):
        return words.one("welcome_unnamed", count=count)
    greeting = words.one(named or "greet", topic=about) if about is not None else None
    if learner.pace != "normal":
        going = words.one(f"steps_{learner.pace}", count=count)
    else:
        going = words.one("steps_formal", count=count) if learner.formal else None
    said = present([greeting, going])
    return Phrase.listed("space", said) if said else words.one("welcome_unnamed", count=count)


def _again(telling: Telling, words: Words) -> Made:
    """Another passage, an example or a short one before all others; where none is left, a hint that was not told."""
    limit = max(1, min(_limit(telling.command, telling.learner), 2))
    told = telling.chosen(limit, examples=True, again=True, named=False)
    own = present([words.fresh("again" if told else "spent")])
    if not told:
        own_hints = (each for each in hints_of(telling.command, telling.guard, words) if "?" not in each.text)
        hint = next((each for each in own_hints if words.hears(each.text)), None)
        own += [hint.phrase or Phrase.listed("space", [hint.text])] if hint else []
        own = [Phrase.listed("space", own)] if own else []
    return [*own, *_manners(telling, words)], told


def _answered(telling: Telling, words: Words) -> Made:
    """The learner's question, from the blocks; what would answer the tutor's own is kept for later."""
    if not telling.command.question.strip():
        return _manners(telling, words), []
    return answered(telling, words, _OWN[telling.command.manner.length])


def _repeated(telling: Telling, words: Words) -> Made:
    return _manners(telling, words), []


def _closed(telling: Telling, words: Words) -> Made:
    command = telling.command
    if words.was_said("closed_0"):
        return present([words.fresh("after")]), []
    topic = command.topic.strip()
    first = words.one("closing", topic=Phrase.quoted(topic)) if topic else words.one("closing_unnamed")
    words.used.append("closed_0")
    concepts = _planned(command)
    standings = {fold(each.concept): each for each in command.standings if each.answers}
    answered = [each for name in concepts if (each := standings.get(fold(name)))]
    untested = [name for name in concepts if fold(name) not in standings]
    well = [each for each in answered if each.mastered]
    left = [each for each in answered if not each.mastered]
    nearly = [each for each in left if each.correct == each.answers or each.score >= _WELL]
    shaky = [each for each in left if each not in nearly]
    learnt = []
    for name, found, worded in (("well", well, _right_of), ("nearly", nearly, _stands), ("shaky", shaky, _right_of)):
        if found:
            learnt.append(words.one(name, concepts=Phrase.listed("and", map(worded, found))))
    if any(each.correct == each.answers for each in nearly):
        learnt.append(words.one("all_asked"))
    if untested:
        learnt.append(words.one("untested", concepts=named(untested)))
    following = "next_shaky" if shaky else "next_nearly" if nearly else "next_rest" if well else "next_untested"
    return [Phrase.listed("lines", present([first, *learnt, words.one(following)]))], []


def _intervened(telling: Telling, words: Words) -> Made:
    command = telling.command
    stuck = [name for step in command.plan.todo_list if step.status == "blocked" for name in step.concepts]
    concepts = stuck or (list(command.step.concepts) if command.step else [])
    hard = words.one("hard", concepts=named(concepts)) if concepts else None
    return present([words.one("help"), hard, words.one("kind")]), []


_MAKES = {
    "open": _opened,
    "again": _again,
    "answer": _answered,
    "repeat": _repeated,
    "close": _closed,
    "intervene": _intervened,
}


def _turning(telling: Telling, words: Words, *, spent: bool) -> list[Phrase]:
    """To another step, by its concepts; of a lesson's own text by the headings over them, for a part that is called by
    one of its words may begin with another. Without names where they are the answer, or those of the step before. By
    another plan it is the same once more, unless all of it was told (`spent`)."""
    command = telling.command
    step, steps = command.step, command.plan.todo_list
    before = next((one for one, other in pairwise(steps) if step and other.step_id == step.step_id), None)
    same = before is not None and step is not None and set(before.concepts) == set(step.concepts)
    answered_before = {fold(each.concept) for each in command.standings if each.answers}
    dealt_with = step is not None and {fold(name) for name in step.concepts} <= answered_before
    once_more = command.plan.metadata.replan_count and (dealt_with or _is_lost(command))
    if step is not None and step.type == "practice":
        return present([words.fresh("on")])
    if once_more and spent:
        return []
    kind = "stay" if once_more else "now"
    now = words.fresh(kind, concepts=named(_headings(telling, step.concepts))) if step and not same else None
    return present([now or words.fresh("on")])


def _is_lost(command: TeachTurn) -> bool:
    """Whether the learner has said that nothing was understood."""
    told = command.feedback_phrase
    return told is not None and (told.code == "replies.lost" or told.code.startswith("assessing.lost_"))


def _headings(telling: Telling, concepts: Sequence[str]) -> Sequence[str]:
    """What concepts are called by: of a lesson's own text the headings under which they stand, as far as there are."""
    sections = {fold(place.concept): place.section for place in telling.command.places if place.section}
    if not telling.plain:
        return concepts
    return list(dict.fromkeys(sections.get(fold(name)) or name for name in concepts))


def _manners(telling: Telling, words: Words) -> list[Phrase]:
    """What the learner's own manner asks for."""
    command, cheers = telling.command, telling.command.manner.disengaged and not telling.learner.formal
    return present(
        [
            words.fresh("cheer") if cheers and command.pacing != "accelerate" else None,
            words.fresh("invite") if command.manner.asks and command.directive in ("explain", "ask") else None,
        ]
    )


def _chosen(telling: Telling, limit: int) -> Sequence[Piece]:
    if not limit:
        return []
    step = telling.command.step
    codes = codes_of(step.approach_phrase) | codes_of(step.title_phrase) if step else frozenset()
    examples = telling.learner.visual or bool(codes & _EXAMPLES)
    again = telling.command.pacing == "simplify"
    return telling.chosen(limit, examples=examples, again=again, named=telling.command.directive != "ask")


def _into_question(telling: Telling, words: Words, *, bare: bool, led: bool) -> Phrase | None:
    """A few words before the question; none where others stand before it, or the learner is quick or wants it brief."""
    command, learner = telling.command, telling.learner
    if command.directive in SAME:
        return words.fresh("once")
    asked = question_mark(command.item) if command.item is not None else None
    if asked is not None and any(asked in line for line in command.timeline):
        return words.fresh("met")
    if command.pacing == "accelerate" or (bare and command.directive == "repeat"):
        return None
    if command.directive in ("ask", "extend") and led:
        return None
    if not bare and learner.sparing:
        return None
    if _is_aside(telling) and (elsewhere := words.fresh("aside")) is not None:
        return elsewhere
    return (words.fresh("ask_formal") if learner.formal else None) or words.fresh("ask")


def _is_aside(telling: Telling) -> bool:
    """Whether a question about a document is made from a sentence that only names what is dealt with."""
    item = telling.command.item
    if item is None or telling.plain:
        return False
    head = " ".join(item.proof.quote.split()[: _HEAD + len(item.concept.split())])
    return not inflected(item.concept, head, telling.command.language)


def _quoted(told: Sequence[Piece], telling: Telling) -> Phrase:
    """A lesson's own text as it reads; of a document each passage quoted, with its page or its heading."""
    if telling.plain:
        return Phrase.listed("lines", [" ".join(each.at.text.split()) for each in told])
    under = telling.command.headings
    lines = [
        Line(label, each.at, heading=under.get(each.at.block.block_id))
        for n, each in enumerate(told)
        for label in ["answer" if n == 0 and each.label == "more" else each.label]
    ]
    return Paragraph("", lines).phrase


def _right_of(standing: Standing) -> Phrase:
    concept = Phrase.quoted(standing.concept)
    return say("right_of", concept=concept, right=standing.correct, answers=standing.answers)


def _stands(standing: Standing) -> Phrase:
    """The same of what is not mastered, with how far it has come."""
    values = {"right": standing.correct, "answers": standing.answers, "percent": int(100 * standing.score)}
    return say("stands", concept=Phrase.quoted(standing.concept), **values)
