"""The gate before a message is routed: what must not be taught on, and what the learner is told instead. Pure.

It is small on purpose: it stops what is said plainly, and lets a document's own words pass ("What does Durkheim say of
suicide?"). So it asks for the first person, for a threat's form, or for two words that belong to no lesson together.
"""

import re
from typing import Literal

from contracts.learning import IntentClassified
from contracts.message import Phrase
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.guessing import tongue_said
from services.text.words import fold

Concern = Literal["self_harm", "threat", "minors", "keys", "rules"]

_MINOR = (
    r"(?:child(?:ren)?|kids?|minors?|underage|teen(?:ager)?s?|boys?|girls?|(?:[1-9]|1[0-7])[ -]years?[ -]olds?"
    r"|barn(?:et|a)?|mindreårige?|jente[rn]?|gutte?(?:r|n)?|(?:[1-9]|1[0-7])[ -]?år(?:ig|ing)?e?)"
)
_SEXUAL = (
    r"(?:nudes?|naked|porn\w*|erotic\w*|sexy|sex with|sexual (?:stor(?:y|ies)|pictures?|photos?|images?|scenes?)"
    r"|nakne?|porno\w*|erotisk\w*|sex med|sexhistorier?|sexbilder|nakenbilder)"
)
_WHOM = r"(?:you|him|her|them|everyone|someone|my \w+|this \w+|that \w+|the (?:teacher|class|school|others?))"
_WHOM_NO = r"(?:deg|ham|han|henne|dem|alle|noen|læreren|klassen|dere|\w+en min|min \w+)"
_PATTERNS: tuple[tuple[Concern, str], ...] = (
    ("self_harm", r"\bi (?:\w+ ){0,3}(?:kill|hurt|harm|cutting) myself\b|\b(?:end|take) my (?:own )?life\b"),
    ("self_harm", r"\bi(?:'m| am)(?: \w+)? suicidal\b|\bi (?:\w+ ){0,4}(?:commit )?suicide myself\b"),
    ("self_harm", r"\bi (?:want to|wish to|would like to|just want to|wish i could)(?: just)?"
                  r" (?:die|be dead|commit suicide)\b"),
    ("self_harm", r"\bi wish i (?:was|were) dead\b|\bi don't want to (?:live|be alive)\b"),
    ("self_harm", r"\bjeg (?:\w+ ){0,3}(?:drepe|skade|kutte) meg selv\b"
                  r"|\bta (?:mitt eget liv|livet mitt|livet av meg)\b"),
    ("self_harm", r"\bjeg (?:vil|ønsker å|har lyst til å)(?: bare| gjerne)? (?:dø|begå selvmord)\b"
                  r"|\bjeg vil ikke leve\b"),
    ("threat", rf"\bi(?:'ll| will| am going to|'m going to| want to)(?: \w+)?"
               rf" (?:kill|stab|shoot|hurt|beat|bomb) {_WHOM}\b"),
    ("threat", rf"\bjeg (?:skal|vil|kommer til å)(?: \w+)?"
               rf" (?:drepe|knivstikke|skyte|skade|banke|slå ned) {_WHOM_NO}\b"),
    ("minors", rf"\b{_MINOR}\b.{{0,40}}\b{_SEXUAL}\b|\b{_SEXUAL}\b.{{0,40}}\b{_MINOR}\b"),
    ("keys", r"\banswer keys?\b|\b(?:give|show|send|tell|list|hand)\b.{0,20}\banswers\b"
             r"|\bwhat are the (?:correct|right) answers\b"),
    ("keys", r"\bfasit(?:en|svarene?)?\b|\b(?:gi|vis|send|fortell)\b.{0,20}\bsvarene\b|\bhva er de riktige svarene\b"),
    ("rules", r"\b(?:ignore|forget|disregard|override|bypass)\b.{0,30}\b(?:your|previous|prior|earlier|above|system)\b"
              r".{0,25}\b(?:instructions?|rules?|prompts?|guidelines?)\b"),
    ("rules", r"\b(?:reveal|show|print|repeat|tell me)\b.{0,30}"
              r"\b(?:system prompt|your (?:instructions|prompt|rules))\b"),
    ("rules", r"\b(?:ignorer|glem|se bort fra|overstyr)\b.{0,30}\b(?:dine|tidligere|forrige|ovenfor|alle|systemets?)\b"
              r".{0,25}\b(?:instruks\w*|regle\w*|ledetekst\w*)\b"),
    ("rules", r"\b(?:ignorer|glem|vis|gjenta|skriv ut)\b.{0,30}\b(?:instruks\w* dine|reglene dine|systemprompt\w*)"),
)  # fmt: skip
_RULES = tuple((concern, re.compile(pattern)) for concern, pattern in _PATTERNS)

_SPOKEN = sentences("safety")


def concern_of(text: str) -> Concern | None:
    """What is the matter with a message; None: nothing that these rules see."""
    said = fold(text).replace("’", "'")
    return next((concern for concern, rule in _RULES if rule.search(said)), None)


def unsafe(text: str, language: str, concern: Concern | Literal["other"]) -> IntentClassified:
    """What is said to such a message, in its own language; `other`: a model finds it unsafe, and no rule says why."""
    phrase = Phrase.of(f"safety.{concern}")
    reason = rendered(phrase, tongue_said(text, language, _SPOKEN))
    return IntentClassified(intent="unclear", reason=reason, phrase=phrase, safe=False)
