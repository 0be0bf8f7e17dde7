"""Everyday words that a question puts for one another: who asks about "old people" is answered by "the elderly". Pure.

Only words of everyday use stand here; a subject's own words mean what the text says that they mean.
"""

from collections.abc import Mapping
from functools import cache

from services.text.languages import code_of
from services.text.words import stem_of

_GROUPS = {
    "en": """
        old older elderly aged aging ageing/young younger youth/child children kid kids/lack lacks deficiency
        shortage missing insufficient/begin begins start starts beginning/end ends finish stop stops/big large
        great/small little tiny get gets receive receives gain/make makes create creates produce produces build form
        forms formation write writes written author wrote/invent invents develop develops devise design/lead leads
        leader head heads need needs require requires necessary required needed/use uses employ apply/show shows
        display displays decide decides decision ruling rule ruled/die dies died death dead deceased passed
        killed/born birth doctor physician/cure treat treats treatment heal/happen occur/sit lie lies located/fire
        burn burnt burned idea theory concept thought/job work occupation profession/remove removes delete detach
        clear/pay paid salary wage cost costs price expensive/danger dangerous risk harmful/benefit
        advantage/drawback disadvantage/money funds funding change changes alter/help helps aid assist/allow allows
        permit enable enables/keep keeps prevent prevents stop stops buy purchase/fast quick rapid/hard
        difficult/easy simple/important essential crucial/sickness illness disease critics critic opponents
        opponent/supporters proponents/join joined combine/found founded founder established choose select pick/grow
        growth enlarge increase/shape shaped/letters characters/country nation state/kill destroy replace replaced
        succeed succeeded succeeds successor/protect protects protection guard/explain account meaning means/see
        view find/amount quantity/kinds types sorts/kind type sort/part portion share
    """,
    "no": """
        gammel gamle eldre/ung yngre/barn barna/mangel mangler manglende/begynne begynner starte starter/slutt
        slutter ende stor store/liten små/få får motta/lage lager laget skape produsere danne dannes/skrive skrevet
        forfatter utvikle utviklet oppfinne oppfunnet/lede leder ledet/trenge trenger trengs behøve nødvendig
        nødvendige kreve krever bruke bruker benytte anvende/vise viser/dø døde død/født fødsel/lege lege/kurere
        behandle behandling helbrede skje skjer hende inntreffe/ligge ligger befinner/brann brenne brant/tanke ide
        teori/jobb arbeid yrke fjerne fjernes slette/lønn betaling/koste koster pris/fare farlig risiko
        skadelig/fordel/ulempe/endre forandre hjelpe hjelp/tillate/hindre hindrer stanse/kjøpe/rask raskt
        fort/vanskelig/lett enkel/viktig/sykdom/velge valg vokse øke/land stat/drepe ødelegge/erstatte avløse
        etterfølger/beskytte vern/mengde/del andel/installasjon oppsett/dannes oppstår
    """,
    "de": """
        alt älter ältere/jung jünger/kind kinder/mangel fehlen/beginnen beginnt anfangen starten/ende enden aufhören
        groß größe/klein/bekommen erhalten/machen schaffen erzeugen erstellen herstellen bilden/schreiben
        geschrieben autor entwickeln erfinden erfunden/leiten leitete führen führte geleitet geführt leiter/brauchen
        benötigen nötig notwendig benutzen verwenden nutzen nutzer benutzer/zeigen anzeigen/sterben starb stirbt tod
        gestorben/geboren geburt arzt/heilen behandeln behandlung/geschehen passieren passierte/liegen
        befinden/feuer brand brennen/idee theorie arbeit beruf/entfernen löschen/gehalt lohn verdienen/kosten
        preis/gefahr gefährlich risiko/vorteil/nachteil/ändern verändern/helfen hilfe/erlauben
        ermöglichen/verhindern/kaufen/schnell rasch/schwer schwierig/leicht einfach/wichtig krankheit/wählen
        auswählen gewählt/wachsen zunehmen/land staat/zerstören/ersetzen nachfolger nachfolgen/schützen
        veröffentlichen veröffentlicht freigeben freigegeben erscheinen erschien/gründen gegründet gründer/zeichnen
        entwerfen menschen leute personen/name benannt nennen
    """,
}


def synonyms_of(stem: str, language: str) -> frozenset[str]:
    """The stems that may stand for a word's stem, without itself."""
    return _by_stem(code_of(language) or "en").get(stem, frozenset())


@cache
def _by_stem(code: str) -> Mapping[str, frozenset[str]]:
    found = dict[str, frozenset[str]]()
    for group in " ".join(_GROUPS.get(code, "").split()).split("/"):
        stems = frozenset(stem_of(word, code) for word in group.split())
        for stem in stems:
            found[stem] = found.get(stem, frozenset()) | stems - {stem}
    return found
