"""What a model's judgement of an open answer is worth: each key point that it calls met must show in the answer. Pure.

not in the answer                                          the point is not met
in a sentence that talks to whoever grades, or             nobody can tell: the answer is left to the learner
with no word of the text, the model answer or the point

So an answer that asks for marks earns none by that, whatever the model makes of it.
"""

import re
from collections.abc import Sequence

from contracts.items import KeyPoint, ShortAnswer
from services.evaluator.grading.rubric_prompt import Judged
from services.text.words import fold, main_stems_of, occurs

_SENTENCE = re.compile(r"[^.!?;:\n\r]+")
_LEFT_OUT = re.compile(r"\s*(?:\[?(?:\.\.\.|…)\]?)\s*")
_ORDERS = (
    r"instruct\w*|rules?|prompts?|rubric|key\ ?points?|guidelines?|previous|above"
    r"|instruks\w*|regle\w*|beskjed\w*|anweisung\w*"
)
_TO_THE_GRADER = re.compile(
    rf"""
    \b(?:ignor\w*|disregard\w*|forget|overrid\w*|overrul\w*|bypass\w*|skip|glem|oversee?|vergiss)\b.*\b(?:{_ORDERS})\b
    | \bse\ bort\ fra\b | \bnew\ (?:instructions?|rules?)\b | \bnye\ (?:instruks\w*|regler)\b
    | \b(?:full|max\w*|top|highest|perfect|all|hundred|100)\b.{{0,12}}\b(?:marks?|credits?|scores?|points?|grades?)\b
    | \b(?:full\ pott|full\ uttelling|toppkarakter|beste\ karakter|alle\ poeng(?:ene)?|full\ score|volle\ punkt\w*)\b
    | \b\d+\ ?/\ ?\d+\b.*\b(?:points?|marks?|poeng)\b
    | \b(?:mark|grade|score|rate|count|accept|judge|treat|consider|evaluate|assess)\b
      .{{0,40}}\b(?:correct|right|true|met|perfect|complete|passed|full)\b
    | \b(?:vurder|godta|godkjenn|merk|regn)\b.{{0,40}}\b(?:riktig|rett|korrekt|oppfylt|full\w*)\b
    | \bgi(?:\ meg)?\b.{{0,20}}\b(?:poeng|karakter|riktig)\b | \bgive\ me\b
    | \byou\ are\ (?:now|an?|the)\b.{{0,30}}\b(?:grader|model|assistant|examiner|teacher|ai|bot)\b
    | \bdu\ er\ (?:nå|en)\b.{{0,30}}\b(?:sensor|modell|assistent|lærer|ki)\b
    | \b(?:system|developer)\ (?:prompt|message)\b | \b(?:as|dear)\ (?:an?\ )?(?:ai|grader|examiner)\b
    | \b(?:kjære|hei)\ sensor\b | ["']?\b(?:met|is_correct)["']?\s*[=:]?\s*true\b | \bkey\ points?\b.*\bmet\b
    """,
    re.VERBOSE,
)


def is_whole(item: ShortAnswer, judged: Sequence[Judged]) -> bool:
    """Whether each key point was judged, and once."""
    return sorted(each.point for each in judged) == list(range(1, len(item.key_points) + 1))


def earned(item: ShortAnswer, answer: str, judged: Sequence[Judged], language: str) -> float | None:
    """The share of key points that the answer says; None: nobody can tell of one. `judged` is whole."""
    by_number = {each.point: each for each in judged}
    met = 0
    for number, point in enumerate(item.key_points, 1):
        said = by_number[number]
        parts = [part for part in _LEFT_OUT.split(said.words) if part.strip()]
        if not said.met or not parts or not all(occurs(part, answer) for part in parts):
            continue
        heard = without_talk(item, answer)
        if not all(occurs(part, heard) for part in parts) or not _is_about(item, point, said.words, language):
            return None
        met += 1
    return met / len(item.key_points)


def without_talk(item: ShortAnswer, answer: str) -> str:
    """The answer without sentences that talk to whoever grades it; all of it where the text itself talks so."""
    if talks(f"{item.question} {item.answer} {item.proof.quote}"):
        return answer
    return _SENTENCE.sub(lambda sentence: " / " if talks(sentence[0]) else sentence[0], answer)


def talks(text: str) -> bool:
    """Whether it talks to whoever grades."""
    return bool(_TO_THE_GRADER.search(fold(text)))


def _is_about(item: ShortAnswer, point: KeyPoint, words: str, language: str) -> bool:
    """Whether the words have one in common with what is asked for, beside those of the question."""
    told = main_stems_of(item.question, language)
    wanted = main_stems_of(f"{point.text} {item.answer} {item.proof.quote}", language)
    said = main_stems_of(words, language)
    return bool((wanted - told or wanted) & said) or not wanted
