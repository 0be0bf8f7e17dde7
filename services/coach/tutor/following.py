"""A question that leans on what was said before it: "and why?", "what about the second?", "explain it simpler". Pure.

Its topic is that of the question before, as that was understood. What it names itself counts more than its topic.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from contracts.learning import Said
from services.coach.tutor.asked import Asked, asked_of, telling
from services.text.alphabets import WORD
from services.text.guessing import is_asked_otherwise
from services.text.languages import code_of
from services.text.questions import INTERROGATIVES, is_asking
from services.text.words import fold

_JOINS = re.compile(r"^(?:and|but|so|then|og|men|så|und|aber|dann)\b", re.IGNORECASE)
_POINTERS = {
    "en": "it its they them their he him his she her this that these those one ones there then",
    "no": "den det de dem han hun dette denne disse der deres hans hennes da",
    "de": "er sie es ihn ihm ihr ihre dort davon damit dessen deren dies diese dieser",
}
_POINTS = {code: frozenset(words.split()) for code, words in _POINTERS.items()}
"""Words that stand for what was said before."""
_FRENCH = frozenset(["un", "une", "des", "de", "d", "le", "la", "les", "ça", "cela"])
_SIMPLER = re.compile(
    r"\b(?:simpl(?:er|y|e)|easier|plainer|in other words|again|enklere|enkelt|lettere|på nytt|en gang til|einfacher"
    r"|nochmal|leichter|plus (?:simple(?:ment)?|facilement))\b",
    re.IGNORECASE,
)
_ASKING = rf"(?:{'|'.join(sorted(frozenset[str]().union(*INTERROGATIVES.values())))})"
_PUZZLED = re.compile(
    rf"^[.! ]*\?[.!? ]*$|^(?:huh|what|hæ|hva|hä|was|wie bitte)[.!? ]*$|^(?!(?:was|{_ASKING})\s+\w)(?:.*(?<!\w)(?:"
    r"i(?:['’]?m| am| have|['’]ve)?|(?:this|that|it)(?:['’]?s| is|(?= (?:\w+ )?makes))|jeg|(?:det|dette) er"
    r"|ich(?: habe?)?|(?:das|es) ist) (?:(?!not\b|ikke\b|nicht\b)\w+ )??|(?:so|totally|das|det|dette) )?(?:"
    r"(?:don['’]?t|do not|did not|didn['’]?t|can['’]?t|cannot) (?:really |quite )?(?:understand|get|follow)"
    r"|(?:forstår|skjønner)(?: jeg)?(?: det| dette)? ikke|(?:verstehe?|kapiere?|begreife?)(?: ich)?(?: es| das)? "
    r"(?:gar )?nicht|(?:habe? ich )?(?:es |das )?nicht (?:verstanden|kapiert|begriffen)"
    r"|(?:no|keine) (?:idea|clue|ahnung)|makes (?:no|zero) sense|lost|confus\w+"
    r"|too (?:hard|difficult|complicated)|for vanskelig|zu (?:schwer|schwierig))\b",
    re.IGNORECASE,
)
"""Who is at a loss, and says so of himself or of what was told, wants that in simpler words: not "Why was it lost?"."""
_ANOTHER = re.compile(
    r"^(?:(?:and|og|und) )?(?:(?:please |can you )?(?:give|tell|show)(?: me)? |(?:gi|fortell)(?: meg)? "
    r"|(?:gib|erzähl|sag)(?: mir)? |donne[- ]moi )?"
    r"(?:another|one more|any ?(?:thing|more)|(?:a (?:bit|little) |some(?:thing)? )?more|what else|anything else"
    r"|et annet|en annen|ett? til|en til|flere|(?:litt |noe )?mer|hva mer|ein anderes|noch eins|noch mehr"
    r"|(?:etwas )?mehr|was noch|(?:un |d['’])autres?)"
    r"(?: (?:one|ones|examples?|reasons?|eksempler|eksempel|beispiele?|exemples?))?"
    r"(?: (?:about|on) (?:it|that|this)| om (?:det|dette)| darüber| davon| dazu)?(?: please)?$",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"^(?:what about|how about|hva med|hvordan med|was ist mit|wie ist es mit)\b", re.IGNORECASE)
_ELSE = re.compile(
    r"^(?:(?:and|but|so|og|men|så|und|aber|or|eller|oder)\b,? ?)?(?:what about|how about|hva med|hvordan med"
    r"|was ist mit|wie ist es mit)?\s*(?:the |den |det |de |der |die |das )?(?P<x>.+)$",
    re.IGNORECASE,
)
_ORDER = {
    0: "first former første erste erster ersten førstnevnte",
    1: "second other latter last andre siste zweite zweiter zweiten andere anderen letzte sistnevnte",
}
_ORDINALS = frozenset(word for words in _ORDER.values() for word in words.split()) - {"other", "last", "andre", "siste"}
_PAIR = re.compile(
    r"(?:\b(?:between|mellom|på|zwischen|are|is|er|sind|do|does|der|die|den)\s+)?"
    r"(?P<a>[\w-]+(?: [\w-]+)?) (?:and|og|und|or|eller|oder) (?P<b>[\w-]+)(?P<tail>(?: [\w-]+)*)$",
    re.IGNORECASE,
)
_ONE_OF = re.compile(
    r"\b(?:the (?:first|second|former|latter|last)(?: ones?)?"
    r"|(?:det|den|de) (?:første|andre|siste|sistnevnte|førstnevnte)"
    r"|(?:der|die|das|dem|den) (?:erste|zweite|letzte)\w*)$",
    re.IGNORECASE,
)
"""One of two that were named before: "an example of the latter"."""
_FOR_NOUN = frozenset(("one", "ones"))
_MOST_ALONE = 4
"""Words that a question of no verb has at most: "and Ben Collins?"."""
_ASKS = re.compile(
    r"\b(?:what|why|how|when|where|who|whom|whose|which|is|are|was|were|do|does|did|can|could|hva|hvorfor|hvordan|når|hvor"
    r"|hvem|hvilken|hvilket|hvilke|kan|er|var|was|wie|warum|wann|wo|wer|welche|welcher|welches|ist|sind|kann)\b",
    re.IGNORECASE,
)


def understood(question: str, conversation: Sequence[Said], language: str) -> Asked:
    """The question as it is meant behind what was said."""
    before: Asked | None = None
    for line in conversation:
        if line.role == "learner":
            before = _behind(line.text, before, language)
    asked = _behind(question, before, language)
    return replace(
        asked,
        follows=bool(asked.topic or asked.simpler or asked.another or asked.text != asked_of(question, language).text),
    )


def _behind(text: str, before: Asked | None, language: str) -> Asked:
    asked = asked_of(text, language)
    own = telling(text, language)
    if before is None:
        return asked
    before = replace(before, simpler=False, another=False)
    one = _ONE_OF.search(text.strip(" ?!."))
    if one and not _ABOUT.match(text) and (name := _one_of(one.group().split()[1], before)):
        about = _ONE_OF.sub(name, text.strip(" ?!."))
        return replace(asked_of(about, language), topic=name if asked.kind == "example" else "")
    if is_at_a_loss(text, language):
        return replace(before, simpler=True)
    if _ANOTHER.match(text.strip(" ?!.")):
        again = replace(asked, topic=_topic(before)) if asked.kind == "example" else before
        return replace(again, another=True)
    if asked.kind == "example" and not _own(text, language):
        return replace(asked, topic=_topic(before))
    if not (_JOINS.match(text) or _ABOUT.match(text) or _points(text, language) or not own):
        return asked
    if other := _else(text):
        return _instead(other, before, language)
    named = code_of(language) != "de" and any(map(_names_its_own, (asked.text, _JOINS.sub("x", text))))
    if named or (len(own) > 1 and not _points(text, language)):
        return asked
    subject = "" if asked.kind == "what" and not telling(asked.subject, language) else asked.subject
    return replace(asked, subject=subject, topic=_topic(before))


def is_at_a_loss(text: str, language: str) -> bool:
    """Whether a message wants what was told in simpler words, and names nothing of its own."""
    return any(said.search(text) and not _own(said.sub(" ", text), language) for said in (_SIMPLER, _PUZZLED))


def _own(text: str, language: str) -> list[str]:
    """What a message says of its own, in whatever language it may be."""
    said = (word for word, _ in telling(text, language) if word not in _FRENCH)
    return [word for word in said if not any(is_asking(word, code) for code in _POINTS)]


def _points(text: str, language: str) -> bool:
    words = set(WORD.findall(fold(text)))
    spoken = [*_POINTS] if is_asked_otherwise(text, language) else [code_of(language)]
    return any(words & _POINTS.get(code, frozenset()) for code in spoken) or bool(words & _ORDINALS)


def _names_its_own(text: str) -> bool:
    """Whether a name stands in a question, to which "he" or "it" may point."""
    return any(word[0].isupper() and len(word) > 1 for word in WORD.findall(text)[1:])


def _topic(before: Asked) -> str:
    """What a question was about, the words of its own topic with it."""
    return " ".join(filter(None, [before.topic, before.subject or before.text]))


def _else(text: str) -> str:
    """X of "what about X?" and "and X?"; "": it asks something of its own."""
    said = text.strip(" ?!.")
    found = _ELSE.match(said)
    if found is None or len(found["x"].split()) > _MOST_ALONE or _ASKS.search(found["x"]):
        return ""
    return found["x"] if found["x"] != said else ""


def _instead(other: str, before: Asked, language: str) -> Asked:
    """The question before, about something else: what is most like it makes room."""
    other = _with_noun(other, before)
    if name := _one_of(fold(other).split()[0], before):
        return replace(before, text=name, kind="what", subject=name, topic=before.topic)
    subject = before.subject
    if subject:
        return replace(before, text=other, subject=other)
    like = [part for part in _parts(before.text) if _alike(part, other)]
    if like:
        text = before.text.replace(like[-1], other)
        return replace(before, text=text)
    return replace(before, text=other, topic=_topic(before)) if telling(other, language) else before


def _one_of(word: str, before: Asked) -> str:
    """The first or the second of two that a question was about; "": it was not about two."""
    for at, words in _ORDER.items():
        if fold(word) in words.split() and (pair := _PAIR.search(before.subject or before.text)):
            first = pair["a"].split()[-1] if pair["tail"] else pair["a"]
            return f"{(first, pair['b'])[at]}{pair['tail']}"
    return ""


def _with_noun(other: str, before: Asked) -> str:
    """ "latent ones" are functions where "manifest functions" were asked about."""
    words, named = other.split(), (before.subject or before.text).split()
    if len(words) > 1 and len(named) > 1 and fold(words[-1]) in _FOR_NOUN:
        return " ".join([*words[:-1], named[-1]])
    return other


def _parts(text: str) -> list[str]:
    """Numbers, names (capitals side by side, behind the first word), and single words."""
    named = re.findall(r"(?<=\s)[A-ZÆØÅÄÖÜ]\w+(?: [A-ZÆØÅÄÖÜ]\w+)*", text)
    return [*text.split()[1:], *named]


def _alike(part: str, other: str) -> bool:
    if any(char.isdigit() for char in other):
        return any(char.isdigit() for char in part)
    return len(part.split()) == len(other.split()) and part[0].isupper() and other[0].isupper() and part != other
