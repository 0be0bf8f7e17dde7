"""Where the text speaks of a concept: in which sentence, at which place, and whether it says there what it is."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from services.coach.drafts.order import Concept
from services.coach.sentences.capitals import Capitals
from services.coach.sentences.clauses import is_balanced, opens_with_pronoun
from services.coach.sentences.concepts import Stands, stands_in
from services.coach.sentences.parts import parts_of
from services.coach.sentences.split import Sentence
from services.text.vocabulary.genus import NO_SUBJECT, names_kind
from services.text.words import fold, holds, stems_of

ARTICLE = re.compile(r"(?:an?|the|en|et|ei|ein|eine|der|die|das|une?|l[ea]s?|l[’']|des)$", re.IGNORECASE)
_DEFINITE = re.compile(r"(?:the|der|die|das)$", re.IGNORECASE)
_ASIDE = r"[\"”»’']?(?:\s*\([^)]{1,60}\))?(?:,[^,.]{1,60},)?\s+"
_GENUS = {
    "en": (
        r"(?=(?:an?|any|the|each|every|all|those|what|how|when|where|anything|something)\b"
        r"|(?!(?:[a-z]+ ){0,2}(?:aware|sure|certain|clear|confident|likely|evident|obvious|true) that\b)"
        r"(?!\w+(?:ed|ing|ly|en)\b|(?:not|made|found|built|kept|held|known|more|very|so|as|in|on|of|at|to|two)\b)"
        r"(?:[a-z]\w+(?: (?!in\b|on\b|of\b|to\b|by\b|for\b|from\b|with\b|so\b)\w+){0,2} (?:that|which|whose|used to"
        r"|made of)\b|(?:(?!(?:in|on|to|by|for|from|with|at)\b)[a-z][\w-]+,? ){0,2}?"
        r"(?!(?:members|results|effects|causes|sources|signs|parts|matters|lots"
        r"|hundreds|thousands|millions|billions|dozens)\b)[a-z]\w+s of (?!this\b|these\b|our\b|the same\b)))"
    ),
    "no": (
        rf"(?={NO_SUBJECT}(?:en|et|ei|den|det|de|når|at|alle|alt|hvor|hva|evnen|læren|noe)\b"
        r"|(?!ikke\b|så\b|mer\b|svært\b|kjent\b|brukt\b|laget\b|funnet\b|viktig\w*\b|\w+(?:et|lig)\b)"
        r"[a-zæøå]\w+ (?:[a-zæøå]\w+ )?(?:som|i form av)\b)"
    ),
    "de": (
        r"(?=(?:ein|eine|der|die|das(?! (?:die|der|das|eine?)\b)|jede[rs]?|alle|etwas)\b"
        r"|(?:[a-zäöüß]+e[nrsm]? )?[A-ZÄÖÜ]\w+, (?:die|der|das|welche)\b)"
    ),
    "fr": r"(?=(?:une?|l[ea]s?|l[’']|des|celui|celle|ceux|toute?|chaque)\b)",
}
_COPULA = {"en": r"is|are|was|were", "no": r"er|var", "de": r"ist|sind|war|waren", "fr": r"est|sont"}
_VERB = {
    "en": r"means|refers? to|denotes?|stands? for|(?:is|are) defined as|describes?|consists? of",
    "no": r"betyr|vil si|betegner|består av|beskriver|defineres som",
    "de": r"bedeutet|bezeichnet|besteht aus|beschreibt",
    "fr": r"désignent?|signifient?|se composent? de",
}
_IS = ("is", "are", "ist", "sind", "est", "sont")
_MEANS = re.compile(r"refer|denot|defined as|bezeichnet|désign")
_ASKED = ("en", "no", "de")  # in these one asks for it as it stands: "what is a data frame"
_DASH = re.compile(r"\s*(?::|[–—])\s+")
# What a line says of its label so is no definition: "Opacity: When a group is chosen, ...".
NO_DEFINITION = re.compile(
    r"(?:contains|includes|provides|allows|supports|inneholder|støtter|enthält|unterstützt|contient"
    r"|if|when|once|you|this|these|it|here|with|to|by|hvis|når|du|dette|her|wenn|falls|sie|hier|mit"
    r"|because|since|although|there|after|before|while|just as|information (?:about|on)|details (?:about|on|of)"
    r"|documentation|more (?:about|on)|see|as (?:stated|described|noted)|for å|siden|fordi|weil|um|hinter|obwohl"
    r"|wie (?:im|in|bereits|schon|oben)|comme|alors|lorsque|afin"
    r"|synonyms? (?:for|of|to|für|til)|(?:figure|figur|table|tabell|abbildung|tabelle) \d+)\b",
    re.IGNORECASE,
)
_NOT_GENUS = re.compile(
    r"(?:(?:the|a) (?:same|case|reason|result|only|first|last|main|following|above|bit|lot|little|few|default|most)\b"
    r"|the (?:heart|soul|key|backbone|cornerstone|opposite) (?:of|to)\b|such\b"
    r"|(?:an? )?(?:very|most) |(?:une? |des )?\w+ très |an? option\b|(?:an? |the )?(?:[\w-]+ )?examples? (?:of|for)\b"
    r"|a (?:fact|matter) of\b|an? (?:\w+ )?thing to\b|eine? solche|en slik|et slikt"
    r"|eine? (?:recht|ziemlich|sehr|äußerst|besonders|gewaltig|riesig|umfangreich)"
    r"|une? \w+ relativement "
    r"|det samme\b|(?:en |et |ei )?(?:veldig|svært) "
    r"|an?other\b|a (?:separate|good|natural|perfect|great) "
    r"|(?:a |an |en |et )?relativ(?:ely|t)\b|the \w+est (?:way|thing)\b"
    r"|det (?:veldig|svært|ganske|lite|mye)\b|(?:en annen|et annet) |eine? (?:weitere|andere)|une? autre"
    r"|the fact that\b|an? (?:\w+ )?(?:guide|introduction|tutorial) to\b"
    r"|ones?\b|(?:about|around|nearly|over) \d|(?:how|why|whether)\b"
    r"|(?:an? )?(?:kind|type|sort|form) of [\w-]+$)",
    re.IGNORECASE,
)
# What is said of it besides: "a rise in prices, and it is measured over a year", "14 linjer og har et rimmønster".
_TAIL = re.compile(
    r", (?:and|but|so|og|men|så|und|aber) (?:it|they|we|you|its|den|det|de|vi|sie|es|er|wir)\b|, (?:it|they) (?=\w+ )"
)
# Cases of it, or the same again: ", such as tides", ", that is, by rowing".
_CASES = re.compile(
    r", (?:such as|including|that is|i\.e\.|for example|e\.g\.|slike? som|for eksempel|f\.eks\.|det vil si|zum Beispiel"
    r"|z\.\s?B\.|das heißt|d\.\s?h\.)(?=[ ,])"
)
_LEAST_BEFORE = 5  # words; of fewer what follows is the better half
_LEANS_WITHIN = re.compile(
    r"\b(?:we(?:['’]ll| will)|this|these|(?:some|any)things? such as|(?:above|below)(?! (?:the|an?|its|their|\d)\b)"
    r"|dette|denne|disse|diese[rsmn]?|ovenfor|nedenfor)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:called|known as|termed|(?:is|are|was|were|,) named|referred to as|kalles(?: ofte| også| vanligvis)?|kalt"
    r"|heter|kjent som|betegnes som|genannt|hei(?:ß|ss)(?:t|en)|hie(?:ß|ss)(?:en)?"
    r"|namens|mit (?:dem )?Namen|bezeichnet als|(?:appelé|nommé)e?s?|s[’']appellent?)\s+"
    r"(?:an?\s+|the\s+|en\s+|et\s+|for\s+|une?\s+|l[ea]s?\s+|l[’'])?[\"“«‘']?$",
    re.IGNORECASE,
)
# "The process by which plants build sugar is called": a noun phrase with what it does, from the sentence's beginning.
_IS_CALLED = {
    "en": re.compile(
        r"(?P<said>(?:(?:An?|The) [^,;:]+? (?:that|which|who|whose|where|in which)\b"
        r"|The (?!\w+ of (?:this|these|which)\b)(?:\w+ )?\w+ (?:of|in|on|at|between|beneath|under|above|around|behind"
        r"|below)\b"
        r"|[A-Z]\w+s (?:that|which|who|whose|\w{3,}(?:ed|en|wn) (?:from|by|in|with|of|to|at|on|for))\b"
        r"|[A-Z]\w+ing (?!is\b|are\b|as\b|to\b))[^;:]*?)(?<! and)(?<! what),?"
        r" (?:is|are) (?:often |also |usually |generally |generically |commonly |sometimes |collectively )?"
        r"(?:called|known as|termed|named|referred to as) (?:an?|the)? ?"
    ),
    "no": re.compile(
        r"(?P<said>(?:(?:En|Et|Ei|Den|Det|[A-ZÆØÅ]\w+(?:en|et|a|ene)) [^,;:]*?(?:som|der)\b|Å \w+ )[^;:]*?)(?<! og),?"
        r" (?:kalles|blir kalt|heter) (?:ofte |også |vanligvis )?(?:for )?(?:en|et)? ?"
    ),
}
_ENDS_HERE = re.compile(r"[ \"”»’.!]*(?:\([^()]*\))?(?:[ .!]*$|, (?:and|but|og|men|som|which|who)\b|;)")
# What stands beside a term to say what it is: "nurture (the place where we are raised)", "apt, the ... manager".
_APPOSED = {
    "en": re.compile(
        r",\s+(?P<said>(?:an?|the)\s[^,;:()—–]{12,}?)[.]?$"
        r"|\s?[—–]\s?(?P<dash>(?:(?:an?|the)\s|(?:[a-z-]+\s){1,3}(?:that|which|who)\s)[^,;:()—–]{8,}?)[.]?$"
        r"|\s\((?P<within>(?:an?|the)\s[^(),;:]{12,}?)\)"
    ),
    "no": re.compile(
        r",\s+(?P<said>(?:en|et|ei)\s[^,;:()—–]{12,}?)[.]?$|\s\((?P<within>(?:en|et|ei)\s[^(),;:]{12,}?)\)"
    ),
    "de": re.compile(r",\s+(?P<said>eine?\s[^;:()—–]{12,}?)[.]?$|\s\((?P<within>eine?\s[^(),;:]{12,}?)\)"),
}
# "If you write to a pipe, the process waits", "In a lock, the water rises": behind the comma the clause begins.
_OPENS = re.compile(
    r"(?:if|when|while|as|once|after|before|since|because|although|though|unless|until|in|on|at|by|for|from|to|with"
    r"|without|during|under|like|unlike|hvis|når|dersom|mens|etter|før|siden|fordi|selv|i|på|ved|fra|til|med|uten"
    r"|under|wenn|falls|sobald|während|nachdem|bevor|seit|weil|obwohl|im|am|bei|mit|ohne|von|vom|nach|zu|zur|zum)\b"
    r"[^,;:]*$",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\b(?:and|or|og|eller|und|oder)\b")  # "oars, the rudder and a sail" is a list
_LEAST_SAID, _MOST_SAID = 3, 32
# "A long boat" is many a thing; what tells one apart stands behind its noun, or in a compound.
_APART = {
    "en": re.compile(
        r"\w.*?(?:, |\b(?:that|which|who|whose|where|when|of|in|on|at|by|to|for|from|with|without|as|than|into|through"
        r"|during|between|among|around|over|under|above|below|before|after|behind|beside|along|against|near)\b.)\w"
    )
}


@dataclass(frozen=True, slots=True)
class Mention:
    """A concept's place in a sentence: code points of the block's text.

    `said`: where it says what the concept is, right after it; None: it does not. `asks`: the words with which one asks
    for that ("is a data frame"), empty where no form of "to be" stands there. `named`: "... is called X".
    `others`: how many concepts stand beside it in the sentence. `small`: it has a capital
    only where it begins a sentence. `again`: it stands a second time, in what is said besides.
    """

    concept: Concept
    sentence: Sentence
    start: int
    end: int
    said: tuple[int, int] | None = None
    asks: str = ""
    named: bool = False
    others: int = 0
    small: bool = False
    again: bool = False

    @property
    def term(self) -> str:
        """The same without the capital that only the sentence's beginning gave it."""
        lower = self.text[:1].lower() + self.text[1:]
        return lower if (self.small or self.concept.name[:1].islower()) and self.text[1:2].islower() else self.text

    @property
    def text(self) -> str:
        """The concept as it stands there."""
        return self.sentence.block.text[self.start : self.end]

    @property
    def defines(self) -> bool:
        """Whether the sentence says what the concept is."""
        return self.said is not None or self.named


def mentions_of(
    concepts: Sequence[Concept],
    sentences: Sequence[Sentence],
    language: str,
    capitals: Capitals | None = None,
    headings: Mapping[str, str] | None = None,
) -> Mapping[Concept, list[Mention]]:
    """By concept: the sentences in which it stands exactly once, in any inflection, or that say what it is. `capitals`:
    of the whole text. `headings`: what stands over blocks, by their ids."""
    return mentions_where(sentences, stands_in(concepts, sentences, language), language, capitals, headings)


def mentions_where(
    sentences: Sequence[Sentence],
    stands: Sequence[Sequence[Stands]],
    language: str,
    capitals: Capitals | None = None,
    headings: Mapping[str, str] | None = None,
) -> Mapping[Concept, list[Mention]]:
    """The same, where it is known already which concepts stand in each sentence."""
    capitals = capitals or Capitals(sentence.text for sentence in sentences)
    small = {concept for within in stands for concept, *_ in within if capitals.is_small(concept.name)}
    if language == "de":
        small.clear()
    found: dict[Concept, list[Mention]] = defaultdict(list)
    for sentence, within in zip(sentences, stands, strict=True):
        if not within:
            continue
        whole = stems_of(sentence.text, language)
        over = stems_of((headings or {}).get(sentence.block.block_id, ""), language)
        seen: dict[Concept, list[tuple[int, int]]] = defaultdict(list)
        for concept, start, end in within:
            seen[concept].append((start, end))
        for concept, places in seen.items():
            again = len(places) > 1 or _again(whole, concept.key)
            is_term = len(concept.key) > 1 or holds(over, concept.key)
            mention = _mention(concept, sentence, *places[0], language, small=concept in small, is_term=is_term)
            if not again or _says_apart(mention, language):
                found[concept].append(replace(mention, others=len(seen) - 1, again=again))
    return found


def _again(whole: tuple[str, ...], key: tuple[str, ...]) -> bool:
    """Whether a concept's stems stand in the sentence a second time."""
    first = next((at for at in range(len(whole)) if whole[at : at + len(key)] == key), None)
    return first is not None and holds((*whole[:first], "", *whole[first + len(key) :]), key)


def _says_apart(mention: Mention, language: str) -> bool:
    """Whether what a sentence says that the concept is, does not name it."""
    said = mention.sentence.block.text[slice(*mention.said)] if mention.said and not mention.named else ""
    return bool(said) and not holds(stems_of(said, language), mention.concept.key)


def _mention(
    concept: Concept, sentence: Sentence, start: int, end: int, language: str, *, small: bool, is_term: bool
) -> Mention:
    """`is_term`: it has several words, or the heading over the sentence names it."""
    after = sentence.text[end:]
    first, last = sentence.start + start, sentence.start + end
    named = _NAMED.search(before := sentence.text[:start])
    if named and before.count("(") == before.count(")"):
        return Mention(concept, sentence, first, last, _called(sentence, start, end, language), named=True, small=small)
    before = before.strip(' "“«‘')
    if (not before or ARTICLE.match(before)) and not opens_with_pronoun(sentence.text[start:end], language):
        # "The result is a number" speaks of one result; a term that the document sets apart or defines there is meant,
        # and so is a term by its words, its heading or its capital: "The stratum lucidum is", "The Zenith is".
        of_one = _DEFINITE.match(before) and not _is_told_here(concept, sentence, first, last)
        is_term = is_term or (language == "en" and sentence.text[start].isupper())
        if language in _COPULA:
            is_a = re.match(rf"{_ASIDE}(?P<is>{_COPULA[language]})\s+{_GENUS[language]}", after)
            verb = re.match(rf"{_ASIDE}(?:{_VERB[language]})\s+", after)
            if is_a and of_one and (not is_term or is_a["is"] not in _IS):
                is_a = None
            if verb and "describe" in verb[0] and concept.name[:1].isupper():
                verb = None  # "Advanced Topics describes the pros and cons": a chapter does
            if verb and of_one and not _MEANS.search(verb[0]):
                verb = None
            if (found := is_a or verb) and (said := said_from(sentence, language, end + found.end())):
                mention = Mention(concept, sentence, first, last, said, small=small)
                return (
                    replace(mention, asks=" ".join(f"{is_a['is']} {before.lower()} {mention.term}".split()))
                    if is_a and language in _ASKED
                    else mention
                )
        if (
            sentence.doubt == 2
            and not of_one
            and (dash := _DASH.match(after))
            and not NO_DEFINITION.match(after, dash.end())
            and (said := said_from(sentence, language, end + dash.end()))
        ):
            return Mention(concept, sentence, first, last, said, small=small)
    return Mention(concept, sentence, first, last, _apposed(concept, sentence, end, language), small=small)


def _apposed(concept: Concept, sentence: Sentence, end: int, language: str) -> tuple[int, int] | None:
    """What stands right behind a term to say what it is."""
    found = _APPOSED[language].match(sentence.text, end) if language in _APPOSED and sentence.doubt < 2 else None
    if found is None or found.lastgroup is None or sentence.text[:end].rstrip().count(",") > 1:
        return None
    if language != "de" and concept.name[:1].isupper():  # Beside a name stands who it is.
        return None
    if _OPENS.match(sentence.text[:end]):
        return None
    said = re.split(r"\b(?:that|which|who|where|in which|som|der)\b", found[found.lastgroup])[0]
    if _JOINED.search(said) or any(word.part in ("verb", "past") for word in parts_of(said, language)):
        return None
    return said_from(sentence, language, *found.span(found.lastgroup))


def _called(sentence: Sentence, start: int, end: int, language: str) -> tuple[int, int] | None:
    """What "... is called X" says that X is, where nothing but that stands in the sentence."""
    is_called = _IS_CALLED.get(language)
    found = is_called.fullmatch(sentence.text[:start].rstrip("\"“«‘' ") + " ") if is_called else None
    if found is None or not _ENDS_HERE.match(sentence.text, end):
        return None
    said = said_from(sentence, language, 0, found.end("said"))
    return said if said and not re.search(r"[,;:]$|\b(?:they|it|de|den|det)\b", found["said"]) else None


def _is_told_here(concept: Concept, sentence: Sentence, start: int, end: int) -> bool:
    """Whether the document sets the term apart at its place, or the Reader found its definition in the sentence."""
    marked = any(each.start < end and start < each.end for each in sentence.block.emphasis)
    return marked or bool(concept.definition and fold(concept.definition).rstrip(".") in fold(sentence.text))


def said_from(sentence: Sentence, language: str, at: int, end: int | None = None) -> tuple[int, int] | None:
    """What is said from `at` on, without the full stop, if that is worth showing."""
    text = sentence.text[at:end].rstrip()
    if tail := _TAIL.search(text):
        text = text[: tail.start()]
    if (cases := _CASES.search(text)) and len(text[: cases.start()].split()) >= _LEAST_BEFORE:
        text = text[: cases.start()]
    text = text[:-1] if text.endswith((".", "!")) else text
    if not _LEAST_SAID <= len(text.split()) <= _MOST_SAID or _LEANS_WITHIN.search(text) or not is_balanced(text):
        return None
    if _NOT_GENUS.match(text) or not names_kind(text, language):
        return None
    if language in _APART and not _APART[language].search(text):
        return None
    return sentence.start + at, sentence.start + at + len(text)
