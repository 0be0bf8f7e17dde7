"""What an answer in a lesson is worth, and what is said to it: the grader of quizzes, the ladder of `JudgeReply`. Pure.

An answer says of its concept

at the first try               what any answer of its type does
at the second, at the third    less: both likelihoods to the power 1/2, 1/4. Help came between, and tries at one
                               question hang together: however many there are, they say less than two answers would
as the last choice left,       nothing
or after the key was told

Who gives up has skipped the question. A second number for a wrong answer that was graded before is never a new one:
the orchestrator counts one of them.
"""

import re
from collections.abc import Mapping

from contracts.grading import Answer, GradedAnswer, GradeQuiz, QuizResults, Ruling
from contracts.items import Item, chosen
from contracts.learning import JudgeReply, ReplyJudged
from contracts.lessons import AssessTurn, MasterySignal, Misconception
from contracts.mastery import Observation
from contracts.message import Phrase
from services.evaluator.conversation.reply import judged_as
from services.evaluator.grading.grade import grade
from services.evaluator.items.masking import tells
from services.evaluator.items.observation import NOTHING, fainter
from services.evaluator.items.registry import raw_of, rules_of
from services.evaluator.items.short_answer import denials
from services.evaluator.lessons.reading import answering
from services.evaluator.lessons.wording import Wording
from services.text.alphabets import WORD
from services.text.catalogue.phrases import rendered
from services.text.matches import is_typed
from services.text.truths import TRUTHS
from services.text.words import bare, fold, main_stems_of

_MOST_RAW, _TOLD_FROM, _EXPLAINED = 2_000, 2, 3
_LIKE_IT, _LEAST_STEMS, _MOST_FOUND = 0.6, 2, 5
_HALF = 0.5
# The turn asks the question once more, and asks one; and a guideline has no pages.
_NOT_ASKED = {
    f"replies.{name}": f"replies.seek_{name.removeprefix('ask_')}"
    for name in (
        "ask_multiple_choice",
        "ask_cloze",
        "ask_true_false",
        "ask_multiple_answer",
        "ask_matching",
        "ask_ordering",
        "ask_numeric",
        "gap_letters",
    )
}
_WITHOUT_PAGES = {
    "replies.look": "replies.look_here",
    "replies.page": "replies.look_again",
    "replies.says": "replies.says_here",
    "replies.printed": "replies.says_here",
    "replies.right_false": "replies.right_false_here",
    "replies.told_false": "replies.told_false_here",
}


def as_reply(command: AssessTurn, item: Item) -> JudgeReply:
    """The same as a reply to the tutor."""
    return JudgeReply(
        item=item,
        reply=answering(command.text[:_MOST_RAW], item),
        wrong_attempts=command.wrong_attempts,
        previous=command.previous,
        language=command.language,
    )


def raw_answer(command: AssessTurn, item: Item) -> str:
    """The message as a raw answer of its item, as long as one may be."""
    return raw_of(item, answering(command.text.strip()[:_MOST_RAW], item))[:_MOST_RAW]


def graded(command: AssessTurn, item: Item, ruling: Ruling | None = None, *, gives_up: bool = False) -> GradedAnswer:
    """The answer as the grader of quizzes has it; given up, it was skipped."""
    answer = Answer(item_id=item.item_id, answer=None if gives_up else raw_answer(command, item))
    results = QuizResults(quiz_id=item.quiz_id, attempt_id=command.attempt_id, answers=[answer])
    asked = GradeQuiz(
        items=[item],
        results=results,
        language=command.language,
        repeats=[item.item_id] if command.repeat else [],
        rulings=[ruling] if ruling else [],
    )
    (found,) = grade(asked).answers
    if found.observation is None:
        return found
    return found.model_copy(update={"observation": _observed(command, item, found.observation)})


def _observed(command: AssessTurn, item: Item, first: Observation) -> Observation:
    tried = {raw_of(item, each) for each in command.previous}
    choices = {option.option_id for option in rules_of(item).options(item)} if item.by == "option" else set[str]()
    if command.wrong_attempts >= _EXPLAINED or (choices and len(choices - tried) <= 1):
        return NOTHING
    return fainter(first, command.wrong_attempts) if command.wrong_attempts else first


def answered(command: AssessTurn, item: Item, found: GradedAnswer) -> ReplyJudged:
    """Where its question stands now, and what the learner is told: no question, for that comes with the turn.

    An item's own hints take the place of where to look: who wrote the task knows better what helps. One that asks stays
    among the turn's hints, for the turn asks one question.
    """
    judged = judged_as(as_reply(command, item), None if found.undecided else found.credit)
    assert judged.phrase is not None
    wording = Wording(command)
    codes = _NOT_ASKED | (_WITHOUT_PAGES if command.guideline else {})
    phrase = _recoded(judged.phrase, codes)
    own = {"probe": 0, "hint": 1}.get(judged.phase)
    if own is not None:
        hints = [each for each in item.hints[own:] if "?" not in each and wording.is_new(each)]
        if hints and isinstance(opening := phrase.values["0"], Phrase):
            before = wording.opened(opening, item)
            phrase = Phrase.listed("space", [*before, hints[0]])
            return judged.model_copy(update={"phrase": phrase, "text": rendered(phrase, command.language)})
    phrase = wording.worded(phrase, item)
    return judged.model_copy(update={"phrase": phrase, "text": rendered(phrase, command.language)})


def _recoded(phrase: Phrase, codes: Mapping[str, str]) -> Phrase:
    values = {
        name: _recoded(value, codes) if isinstance(value, Phrase) else value for name, value in phrase.values.items()
    }
    return Phrase(code=codes.get(phrase.code, phrase.code), values=values)


def signal(command: AssessTurn, judged: ReplyJudged, *, undecided: bool) -> MasterySignal | None:
    """Right at once is strong, right after help or half right adequate. None: it could not be judged."""
    if judged.is_correct:
        return "strong" if command.wrong_attempts == 0 else "adequate"
    if judged.credit >= _HALF:
        return "adequate"
    return None if undecided else "needs_remediation"


def misconceptions(command: AssessTurn, item: Item, found: GradedAnswer) -> list[Misconception]:
    """What a wrong answer shows: those of the lesson that it says, and what was taken for the item's concept."""
    raw = found.answer or ""
    if found.is_correct or found.undecided or not raw.strip():
        return []
    words = item.said(raw) or ""
    known = command.misconceptions
    shown = [each for each in known if _is_shown(raw, each, command.language) or _says(words, each, command.language)]
    shown = [each.model_copy(update={"answers": []}) for each in shown]
    if rules_of(item).judged and command.wrong_attempts < _TOLD_FROM:
        return shown[:_MOST_FOUND]  # What is wrong in a statement is its key.
    places = {place.concept: place.source_page for place in command.places} or {item.concept: item.proof.source_page}
    sign = rules_of(item).sign(item, raw, places, frozenset())
    taken = (sign.other or (words if item.by == "option" else "")) if sign and sign.name == "mistaken_for" else ""
    if taken and not tells(taken, secrets(item), command.language):
        shown.append(_taken(command, item, taken))
    return list({each.id: each for each in shown}.values())[:_MOST_FOUND]


def _is_shown(raw: str, known: Misconception, language: str) -> bool:
    """Whether it is one of the answers that show it: an option's id, or what was typed."""
    return any(raw == each or is_typed(raw, each, language) for each in known.answers)


def _says(text: str, known: Misconception, language: str) -> bool:
    """Whether it has most of a misconception's words, and denies what that denies."""
    wanted = main_stems_of(known.text or known.id.replace("_", " ").replace("-", " "), language)
    said = main_stems_of(text, language)
    enough = len(wanted & said) >= max(min(_LEAST_STEMS, len(wanted)), _LIKE_IT * len(wanted))
    return bool(wanted) and enough and denials(text) == denials(known.text)


def _taken(command: AssessTurn, item: Item, taken: str) -> Misconception:
    """Named by what was taken; by what it was taken for only where that does not tell the key."""
    secret = tells(item.concept, secrets(item), command.language)
    values = {"taken": Phrase.quoted(taken)} | ({} if secret else {"concept": Phrase.quoted(item.concept)})
    phrase = Phrase.of("assessing.taken_else" if secret else "assessing.taken", **values)
    names = [taken] if secret else [taken, item.concept]
    name = "_for_".join("_".join(WORD.findall(fold(each))[:5]) for each in names)
    return Misconception(id=f"took_{name}"[:100], text=rendered(phrase, command.language))


def secrets(item: Item) -> list[str]:
    """What only an explanation may say."""
    return [each for each in rules_of(item).secrets(item) if each]


def tells_key(text: str, item: Item, language: str) -> bool:
    """Whether a text gives the answer of a question away that is not over."""
    if tells(text, secrets(item), language):
        return True
    said = bare(text)
    if rules_of(item).judged:
        return any(word in TRUTHS for word in WORD.findall(said))
    keys = chosen(item.answer) if isinstance(item.answer, str) and item.by == "option" else []
    return any(re.search(rf"\b(?:option|alternativ|antwort|answer|svar)\w*\W+{re.escape(key)}\b", said) for key in keys)
