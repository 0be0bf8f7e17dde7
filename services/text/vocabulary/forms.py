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
    blow blew blown/catch caught/buy bought/seek sought/shoot shot/sit sat/sweep swept/bend bent/lend lent/bleed bled
    breed bred/deal dealt/dig dug/forget forgot forgotten/forgiv forgav forgiven/hang hung/hide hid hidden
    shake shook shaken/spin spun/swell swollen/swing swung/understand understood/wake woke woken
    withdraw withdrew withdrawn/undergo underw undergon/overcom overcam/weav wove woven/creep crept/swear swore sworn
    tell told/prove proven/show shown/melt molten/flee fled/knife knive/wife wive/hoof hoov/lous lice/ox oxen
    leaf leav/wolf wolv/half halv/shelf shelv/thief thiev/calf calv/loaf loav/man men/woman women/foot feet/tooth teeth
    goos gees/mous mice/child children
"""
_STRONG_NO = """
    synk sank sunk/stig steg steget/finn fant funnet/ta tar tok tatt/gi gir ga gitt/gå går gikk gått/få får fikk fått
    kom kommer kommet/se ser så sett/skriv skrev skrevet/driv drev drevet/frys frøs frosset/bryt brøt brutt
    vinn vant vunnet/legg la lagt/ligg lå ligget/stå står sto stod stått/bær bar båret/skyt skjøt skutt
    slipp slapp sluppet/trekk trakk trukket/bind bandt bundet/hold holdt/riv rev revet/skjær skar skåret
    flyt fløt flytt/dør døde død/hjelp hjalp hjulp/drikk drakk drukk/velg valgt/sett satt/selg solgt/fortell fortalt
    spør spørr spurt/vit vet visst/gjør gjord gjort/syng sang sung/grip grep/slå slår slo slått/treff traff truff
    kryp krøp/skrik skrek/spinn spant spunn/sprekk sprakk sprukk/stikk stakk stukk/stjel stjal stjål
    forsvinn forsvant forsvunn/brenn brant brent/svømm svømt/tell talt/følg fulgt/bring brakt/strekk strakt
    rekk rakk rukk/smør smurt/lev levd/lær lært/møt møtt/føl følt/dra drar dro dratt/skje skjer skjedd
    oppstå oppstår oppsto oppstod oppstått/bestå består besto bestod bestått/forstå forstår forsto forstod forstått
    bidr bidro bidratt/foregå foregår foregikk foregått/mott mottok mottatt/avt avtok avtatt
    overt overtok overtatt/innt inntok inntatt/tilby tilbyr tilbød tilbud
    vedt vedtok vedtatt/forby forbyr forbød forbud/utgi utgir utg utgitt/gjeld gjald/fortsett fortsatt
    bok bøk/fot føtt/tann tenn/mann menn/trær trærn/far fedr/mor mødr/bror brødr/datt døtr/rot røtt/ku kyr/øye øyn
    gås gjess/lit lill små mindr minst/stor størr størst/gammel gaml eldr eldst/ung yngr yngst/god bedr best
    lang lengr lengst/tung tyngr tyngst
"""
_GRADED = {
    "en": """
        big clean clear cold cool dark deep fast fat few fine great hard high hot larg late light long loud low near
        new old pale poor quick rare rich safe short slow small soft strong tall thick thin warm weak wet wide young
    """,
    "no": """
        billig bløt bred dyp fattig fin hard høy kald kort lav lett lys myk mørk ny rask rik rund sen sterk svak treg
        trygg tykk tynn tørr varm vid våt
    """,
}
"""Short adjectives, of which one degree stands for another: who asks for the biggest is told which is bigger."""
_DEGREES = {"en": ("er", "est"), "no": ("er", "est", "e", "t")}
_DOUBLES = re.compile(r"(?<![aeiou])[aeiou][dgnt]$")


def _families(table: str) -> dict[str, str]:
    """Each form with the first of its family."""
    families = [line.split() for row in table.splitlines() for line in row.split("/") if line.strip()]
    return {form: forms[0] for forms in families for form in forms}


def _degrees(code: str) -> dict[str, str]:
    """Each degree of the adjectives with its first: "larg" and "larger", "big" and "bigger", "høy" and "høyt"."""
    found = dict[str, str]()
    for stem in _GRADED[code].split():
        base = stem.removesuffix("e") + (stem[-1] if code == "en" and _DOUBLES.search(stem) else "")
        found |= dict.fromkeys((stem, *(base + ending for ending in _DEGREES[code])), stem)
    return found


def _by_first(table: Mapping[str, str]) -> dict[str, frozenset[str]]:
    return {first: frozenset(form for form, own in table.items() if own == first) for first in {*table.values()}}


_LEARNED = re.compile(r"(?P<bare>\w{4,}?)(?:ata|ium|ion|ia|um|on|us|is|es|ae|ex|ices|a|i)")
_FIRST = {"en": _degrees("en") | _families(_STRONG), "no": _degrees("no") | _families(_STRONG_NO)}
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
