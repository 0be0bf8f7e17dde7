"""Deeds: who, by name, the text says to have done or held something: "Ada Lund founded the harbour in 1820"."""

import re
from collections.abc import Iterator, Sequence

from services.coach.facts.fact import Deed
from services.coach.facts.subjects import Told
from services.coach.sentences.clauses import is_balanced
from services.text.words import content_of, is_small

_SIGN = r"(?:[\w-]|[’'](?!s\b))"
_WORD = rf"[A-ZÆØÅÄÖÜ](?={_SIGN}*?[a-zæøåäöüß]){_SIGN}*+"
_NAME = rf"(?:{_WORD}|[A-Z]\.)(?: (?:[A-ZÆØÅÄÖÜ]\.|v[ao]n|de|{_WORD})){{0,3}}"
_FULL = re.compile(rf"(?<!\w)(?:{_WORD}|[A-Z]\.)(?: (?:[A-ZÆØÅÄÖÜ]\.|v[ao]n|de|{_WORD})){{1,3}}")
# What people do; what a theory or a town may do too ("developed in", "became") tells no person, and many may hold an
# opinion.
_DID = {
    "en": """
        added built calculated coined commissioned composed conquered created
        criticised criticized defeated demonstrated described designed directed discovered distinguished
        established explored formulated found founded held identified introduced invented led measured named observed
        opened organised organized painted patented printed proposed published rejected ruled signed started
        studied taught translated won wrote
    """,
    "no": """
        avskaffet avviste beregnet beseiret beskrev bygde bygget erobret fant foreslo formulerte grunnla
        innførte komponerte kritiserte ledet malte målte observerte oppdaget oppfant opprettet oversatte
        publiserte påviste skapte skrev startet stiftet studerte styrte tegnet trykte undertegnet utforsket utga åpnet
    """,
    "de": """
        baute beobachtete berechnete beschrieb besiegte bewies druckte entdeckte entwarf erfand erforschte
        eroberte fand formulierte gewann gründete komponierte kritisierte leitete malte regierte schrieb schuf
        untersuchte veröffentlichte übersetzte
    """,
}
_VERBS = {language: "|".join(verbs.split()) for language, verbs in _DID.items()}
_DEEDS = {
    language: re.compile(rf"(?P<who>{_NAME})(?: \([^()]{{1,40}}\))?(?: also)? (?P<did>(?:{verbs})\b .+)")
    for language, verbs in _VERBS.items()
}
# What is said of hardly anything but people.
_LIVED = (
    "was born|died|says|said|notes?|noted|argues|believes|argued|believed|thought|wrote|studied|claimed|led(?! to)"
    "|discovered|invented|founded|ble født|døde|sier|sa|mener|mente|hevdet|skrev|studerte|wurde geboren|starb|sagte"
    "|glaubte|behauptete|schrieb|untersuchte"
    r"|(?:was an?|is an?|var en|war eine?) (?:[\w-]+ ){0,3}\w+(?:ist|ian|iker|man|woman)"
)
_LEAST, _MOST = 4, 30  # words of what is done


def people_in(told: Sequence[Told]) -> list[str]:
    """Those whom the text calls by first name and surname, and of whom it tells what hardly anything but people do; in
    its order."""
    texts = list(dict.fromkeys(each.sentence.block.text for each in told))
    small = {word for text in texts for word in re.findall(r"\b[a-zæøåäöüß][\w’'-]+", text)}
    years = r"\(\d{3,4}\s?[–-]\s?\d{3,4}\)"
    did = re.compile(rf"({_WORD})(?: {years}|(?: \([^()]{{1,40}}\))?(?: also)? (?:{_LIVED})\b)")
    lived = {found[1] for text in texts for found in did.finditer(text)}
    names = dict.fromkeys(name[0] for text in texts for name in _FULL.finditer(text))
    return [
        name
        for name in names
        if name.split()[-1] in lived
        # "The project founded", "Great Britain won": words of the language make no person's name.
        and not any(word.lower() in small or is_small(word) for word in name.split() if word[0].isupper())
    ]


def deeds_of(told: Sequence[Told], language: str) -> Iterator[Deed]:
    """At most one for each sentence, of the people that the text knows by their names."""
    pattern = _DEEDS.get(language)
    people: list[str] | None = None
    for each in told:
        found = pattern.fullmatch(each.text) if pattern and not each.sentence.doubt else None
        if found is None:
            continue
        people = people_in(told) if people is None else people
        known = found["who"] in people or any(found["who"] == name.split()[-1] for name in people)
        concept, did = each.about(found.span("did")), found["did"]
        if (
            not known
            or concept is None
            or re.search(r"[\"“”«»]", did)
            or not is_balanced(did)
            or not _LEAST <= len(did.split()) <= _MOST
        ):
            continue
        if len(content_of(did, language)) >= _LEAST - 1:
            who = each.span(*found.span("who"))
            yield Deed(concept, each.whole, who, each.span(*found.span("did")), people, each.doubt(concept))
