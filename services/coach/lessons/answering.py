"""A learner's question in a lesson, answered from the text. Pure.

1. "Why?" alone is about the question that waits: its answer says why, so it is told after it, and a hint helps until
   then. Nothing of the text is quoted for it.
2. Who wants an example gets one about what is asked, or hears that there is none.
3. What would answer the tutor's question is kept for later; what was told is pointed back to.
4. A passage is told only if it stands alone and is about what was asked.
"""

import re
from collections.abc import Sequence

from contracts.message import Phrase
from services.coach.drafts.draft import Span
from services.coach.lessons.hints import hints_of
from services.coach.lessons.telling import Piece, Telling, explaining, stands_alone
from services.coach.lessons.words import Words, present, say
from services.coach.tutor.offline import tutored
from services.coach.tutor.passages import calls_itself_example
from services.text.words import content_of, inflected

_BARE = re.compile(
    r"^(?:(?:but|and|ok|okay|so|hm+|well|men|og|aber|und)[, ]+)*"
    r"(?:why|how|how come|how so|what for|where|when|who|hvorfor|hvordan|hvorfor det|åssen|warum|wieso|weshalb|wie)"
    r"(?: (?:is|are|was|does|do|not|er|ikke|ist|nicht))*"
    r"(?: (?:it|that|this|so|they|these|not|true|false|wrong|right|det|dette|sånn|slik|das|dies|so))*[?.! ]*$",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"^(?:(?:but|and|ok|okay|so|hm+|men|og|aber|und)[, ]+)*"
    r"(?:why|how|how come|hvorfor|hvordan|warum|wieso|weshalb) (?:was|were|wasn't|var|war) "
    r"(?:(?:it|that|this|my answer|the answer|det|dette|svaret(?: mitt)?|das|es|die antwort|meine antwort) )+"
    r"(?:(?:not|ikke|nicht) )?(?:so|right|wrong|correct|true|false|riktig|feil|galt|sant|richtig|falsch)[?.! ]*$",
    re.IGNORECASE,
)
"""About the answer before, which was explained when it was over."""
_WHAT = re.compile(
    r"^(?:(?:but|and|ok|okay|so|well|men|og|aber|und)[, ]+)*"
    r"(?:what(?: is|'s|’s| are| was| were| does)|define|hva (?:er|betyr|menes med)|was (?:ist|sind|bedeutet))\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\b(?:examples?|instance|eksemp(?:el|let|ler)|beispiele?)\b", re.IGNORECASE)
_ASKING = re.compile(
    r"\b(?:what|why|how|when|where|who|which|can|could|you|me|give|tell|show|explain|example|mean|work|works|please|hva"
    r"|hvorfor|hvordan|når|hvor|hvem|kan|du|meg|gi|vis|fortell|forklar|eksempel|betyr|virker|was|warum|wieso|wie|wann|wo"
    r"|wer|kannst|mir|gib|zeig|sag|erklär|erkläre|beispiel|bedeutet|heißt|funktioniert)\b",
    re.IGNORECASE,
)


def answered(telling: Telling, words: Words, most: int) -> tuple[list[Phrase], Sequence[Piece]]:
    """What is said to it, and the passages, `most` of them at most; to none nothing."""
    command = telling.command
    question = command.question.strip()
    if not question:
        return [], []
    if _BEFORE.match(question):
        return present([words.fresh("heard")]), []
    if _BARE.match(question) and telling.guard.item is not None:
        return [Phrase.listed("space", [*present([words.fresh("later")]), *_hint(telling, words)])], []
    if _EXAMPLE.search(question):
        return _example(telling, words)
    told = tutored(explaining(command, [], telling.learner, question))
    lines = [Piece(line.at, line.label, line.concept) for each in told.paragraphs for line in each.lines]
    lines = [each for each in lines if _is_about(each.at, telling, question)]
    new = [each for each in lines if telling.may_tell(each.at) and stands_alone(each.at, command.language)]
    safe = [each for each in new if not telling.guard.says(each.at.text)]
    names = _names(telling, question)
    if names and not telling.plain:
        # What only names what is asked about says little of it, and is no reason of it.
        safe = [each for each in safe if any(telling.is_subject(name, each.at) for name in names)]
    about = [each for each in lines if any(telling.is_subject(name, each.at) for name in names)]
    heard = [each for each in about if telling.is_told(each.at)]
    defined = next((each for each in lines if each.label == "definition"), None)
    if defined is not None and _WHAT.match(question):
        # What else there is of it does not say what it is.
        if telling.is_told(defined.at):
            return _heard([defined], telling, words), []
        if telling.is_kept(defined.at):
            return present([words.fresh("kept")]), []
    if safe and not (heard and not any(each in about for each in safe)):
        # Two sentences of a lesson's own text need not belong together.
        return [], safe[: 1 if telling.plain else most]
    if heard:
        return _heard(heard, telling, words), []  # Though there is more of it, this needs no waiting.
    if new or any(telling.is_kept(each.at) for each in lines):
        return present([words.fresh("kept")]), []
    if lines:
        return _heard(lines, telling, words), []
    near = [
        Piece(at, "more", "")
        for at in told.shown
        if telling.may_tell(at)
        and stands_alone(at, command.language)
        and not telling.guard.says(at.text)
        and _is_about(at, telling, question)
    ][:1]
    return present([words.fresh("untold"), words.fresh("near") if near else None]), near


def _heard(told: Sequence[Piece], telling: Telling, words: Words) -> list[Phrase]:
    """That it was told, and of a document with pages on which it stands."""
    said = words.fresh("heard")
    if said is None or telling.plain or any(place.page_kind != "page" for place in telling.command.places):
        return present([said])
    return present([words.one("heard_page", said=said, page=told[0].at.block.source_page) or said])


def _example(telling: Telling, words: Words) -> tuple[list[Phrase], Sequence[Piece]]:
    """An example of what is dealt with; none there: it is said so, and a hint helps."""
    found = [each for each in telling.pieces if _is_example(each, telling) and not telling.guard.says(each.at.text)]
    if found and not found[0].elsewhere:
        return [], found[:1]
    hints = [say("for_question", hint=hint) for hint in _hint(telling, words)]
    return [Phrase.listed("space", [*present([words.fresh("no_example")]), *hints])], []


def _is_example(piece: Piece, telling: Telling) -> bool:
    """Whether it serves as one: of a document what calls itself so, for a figure alone makes none."""
    if telling.plain:
        return piece.is_example
    return calls_itself_example(piece.at.text) and stands_alone(piece.at, telling.command.language)


def _hint(telling: Telling, words: Words) -> list[Phrase]:
    """A hint to the question that waits, as long as there is a new one that asks nothing."""
    hints = (each for each in hints_of(telling.command, telling.guard, words) if "?" not in each.text)
    hint = next((each for each in hints if words.hears(each.text)), None)
    return [hint.phrase or Phrase.listed("space", [hint.text])] if hint else []


def _names(telling: Telling, question: str) -> list[str]:
    """The lesson's concepts that a question names."""
    names = [*telling.concepts, *(place.concept for place in telling.command.places)]
    return [name for name in names if inflected(name, question, telling.command.language)]


def _is_about(at: Span, telling: Telling, question: str) -> bool:
    """Whether a passage has what the question names: the lesson's concept, else a word of substance."""
    language = telling.command.language
    if named := _names(telling, question):
        return any(inflected(name, at.text, language) for name in named)
    asked = content_of(_ASKING.sub(" ", question), language)
    return not asked or bool(asked & content_of(at.text, language))
