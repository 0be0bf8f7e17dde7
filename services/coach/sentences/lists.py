"""The members of a list within a sentence ("a, b and c"): where each begins and ends, if all are short and alike."""

import re

from services.coach.sentences.clauses import is_balanced, words_of

LEAST, MOST = 3, 7
_LONGEST = 7
_AND = {"en": r"(?:and|or)", "no": r"(?:og|eller|samt)"}
_LEADS = {
    "en": re.compile(r"(?:either|both|namely|for example|e\.g\.|i\.e\.)\s+", re.IGNORECASE),
    "no": re.compile(r"(?:enten|både|nemlig|for eksempel|f\.eks\.|blant annet)\s+", re.IGNORECASE),
}
# A member is a name of something: what speaks in sentences, points elsewhere or goes on without end is none.
_NO_MEMBER = {
    "en": re.compile(
        r"\b(?:is|are|was|were|has|have|had|can|cannot|may|might|will|would|could|should|must|do|does|did|be"
        r"|been|it|its"
        r"|they|them|their|he|she|his|her|we|you|your|i|this|that|these|those|which|who|whose|where|when|while"
        r"|because|so"
        r"|but|if|as|than|then|not|also|etc|others?|more|many others|such|including|like|respectively"
        r"|etcetera)\b|[:;?!=<>]",
        re.IGNORECASE,
    ),
    "no": re.compile(
        r"\b(?:er|var|har|hadde|kan|vil|skal|må|blir|ble|det|de|dem|deres|den|han|hun|vi|du|jeg|dette|denne"
        r"|disse|som|der"
        r"|når|mens|fordi|så|men|hvis|enn|da|ikke|også|osv|andre|annet|flere|slike?|at|seg|henholdsvis|m\.m"
        r"|mer)\b|[:;?!=<>]",
        re.IGNORECASE,
    ),
}
# "a sensor that measures, a centre that compares and an organ that corrects"
_RELATIVE = re.compile(r"\w+(?: \w+)? (?:that|which|who|som) \w+(?: \w+){0,2}", re.IGNORECASE)
_OPENS = re.compile(
    r"(?:in|on|at|by|for|from|with|to|of|into|through|i|på|ved|av|til|fra|med|om|under|over)\b", re.IGNORECASE
)
_WITHIN = re.compile(
    r"\b(?:in|on|at|by|for|from|with|to|into|during|through|between|among|around|under|over|i|på|ved|til|fra|med"
    r"|gjennom"
    r"|mellom|under|over|hos)\b",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(
    r"\w{2,}(?:al|ic|ous|ive|ary|ful|less|able|ible|ent|ant|ish|ed|en|isk|ig|lig|full|løs|som|bar|iske|lige|ige"
    r"|ert|ende)$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:the|an?|en|et|ei)\s", re.IGNORECASE)


def members_of(text: str, start: int, end: int, language: str, least: int = LEAST) -> list[tuple[int, int]] | None:
    """Spans of the members of the list at `start:end`, `least` to 7; None: it is no list, or not one of its kind."""
    if lead := _LEADS[language].match(text, start, end):
        start = lead.end()
    word = _AND[language]
    whole = text[start:end]
    if re.search(rf",\s*{word}\s+{word}\b", whole) or not is_balanced(whole) or "(" in whole:
        return None
    last = [*re.finditer(rf"(?:,)?\s+{word}\s+", whole)]
    if len(last) != 1:
        return None
    cuts = [*re.finditer(r",\s+", whole[: last[0].start()]), last[0]]
    edges = [0]
    for cut in cuts:
        edges += [cut.start(), cut.end()]
    edges.append(len(whole))
    spans = [(start + a, start + b) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    parts = [text[a:b] for a, b in spans]
    return spans if least <= len(parts) <= MOST and _alike(parts, language) and "," not in parts[-1] else None


def _alike(parts: list[str], language: str) -> bool:
    lengths = [len(words_of(part)) for part in parts]
    if min(lengths) < 1 or max(lengths) > _LONGEST or max(lengths) > min(lengths) + 3:
        return False
    if len({part.casefold() for part in parts}) < len(parts):
        return False
    speaks = [bool(_NO_MEMBER[language].search(part)) for part in parts]
    if any(speaks) and not (all(speaks) and all(_RELATIVE.fullmatch(part) for part in parts)):
        return False
    openings = {(found.group().lower() if (found := _OPENS.match(part)) else "") for part in parts}
    if len(openings) > 1:
        return False
    # "red, green and blue light in the eye": what follows the last may belong to all.
    if not next(iter(openings)) and _WITHIN.search(parts[-1]) and not any(_WITHIN.search(part) for part in parts[:-1]):
        return False
    # "physical, chemical and biological weathering": what all have in common stands with the last only.
    if all(length == 1 for length in lengths[:-1]) and lengths[-1] > 1 and not _ARTICLE.match(parts[-1]):
        first = words_of(parts[-1])[0]
        if _ADJECTIVE.fullmatch(first) and all(_ADJECTIVE.fullmatch(part) for part in parts[:-1]):
            return False
    articles = [bool(_ARTICLE.match(part)) for part in parts]
    numbers = [bool(re.search(r"\d", part)) for part in parts]
    return all(articles[1:]) in (articles[0], True) and any(numbers) == all(numbers) and not all(numbers)
