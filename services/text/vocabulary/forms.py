"""Forms of a word that its stem does not show: strong verbs, and one form that is the beginning of another. Pure."""

import re
from collections.abc import Iterable, Mapping

_STRONG = """
    begin began begun/break broke broken/bring brought/build built/choose chose chosen/come came/draw drew drawn
    drink drank drunk/drive drove driven/eat ate eaten/fall fell fallen/feed fed/feel felt/fight fought/find found
    fly flew flown/freeze froze frozen/get got/give gave given/go went gone/grow grew grown/hold held/keep kept
    know knew known/lead led/leave left/lose lost/make made/mean meant/meet met/pay paid/ride rode/rise rose risen
    run ran/say said/see saw seen/sell sold/send sent/shine shone/shrink shrank shrunk/sing sang/sink sank sunk
    sleep slept/speak spoke spoken/spend spent/stand stood/steal stole stolen/stick stuck/strike struck/swim swam
    take took taken/teach taught/tear tore torn/think thought/throw threw thrown/wear wore worn/win won
    write wrote written/become became/arise arose arisen/learn learnt/burn burnt
    leaf leav/wolf wolv/half halv/shelf shelv/thief thiev/calf calv/loaf loav/man men/woman women/foot feet/tooth teeth
    goos gees/mous mice/child children
"""
_STRONG_NO = """
    synk sank sunk/stig steg steget/finn fant funnet/ta tar tok tatt/gi gir ga gitt/gå går gikk gått/få får fikk fått
    kom kommer kommet/se ser så sett/skriv skrev skrevet/driv drev drevet/frys frøs frosset/bryt brøt brutt
    vinn vant vunnet/legg la lagt/ligg lå ligget/stå står sto stod stått/bær bar båret/skyt skjøt skutt
    slipp slapp sluppet/trekk trakk trukket/bind bandt bundet/hold holdt/riv rev revet/skjær skar skåret
    flyt fløt flytt/dør døde død
"""


def _families(table: str) -> dict[str, str]:
    """Each form with the first of its family."""
    families = [line.split() for row in table.splitlines() for line in row.split("/") if line.strip()]
    return {form: forms[0] for forms in families for form in forms}


def _by_first(table: Mapping[str, str]) -> dict[str, frozenset[str]]:
    return {first: frozenset(form for form, own in table.items() if own == first) for first in {*table.values()}}


_LEARNED = re.compile(r"(?P<bare>\w{4,}?)(?:ata|ium|ion|ia|um|on|us|is|es|ae|ex|ices|a|i)")
_FIRST = {"en": _families(_STRONG), "no": _families(_STRONG_NO)}
_FAMILY = {code: _by_first(table) for code, table in _FIRST.items()}
# Letters that two forms of a word share at least, and by how many they may then differ.
_SHARED = ((5, 3), (4, 1))
_FEWEST_SHARED = min(least for least, _ in _SHARED)


def forms_of(stem: str, words: Iterable[str], language: str) -> frozenset[str]:
    """Those of the words (stems) that are other forms of a stem."""
    first = _FIRST.get(language, {})
    own = first.get(stem, stem)
    head = stem[:_FEWEST_SHARED]
    return frozenset(
        each
        for each in words
        if first.get(each, each) == own or (each[:_FEWEST_SHARED] == head and _begins(stem, each))
    ) - {stem}


def family_of(stem: str, language: str) -> frozenset[str]:
    """A stem with the forms that the tables have of it, where it is the first: "found" may be another verb's."""
    return _FAMILY.get(language, {}).get(stem, frozenset((stem,)))


def bare(stem: str) -> str:
    """A stem without a Latin or Greek ending: "nucle" of nucleus and nuclei, "bacteri" of bacterium and bacteria."""
    found = _LEARNED.fullmatch(stem)
    return found["bare"] if found else stem


def _begins(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    differ = len(long) - len(short)
    return long.startswith(short) and any(len(short) >= least and differ <= most for least, most in _SHARED)
