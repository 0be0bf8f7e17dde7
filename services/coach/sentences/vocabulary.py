"""The small vocabulary by which clauses are cut, by language: verbs, adverbs before them, small words."""

_VERB = {
    "en": """
        is are was were has have had can cannot could will would may might must should does do did absorb act affect
        allow appear attack attract become began begin begins belong bind block blow boil break bring build built burn
        call carry carries carried catch cause change close collect come comes came combine conduct connect consist
        contain control convert cool create cross dates decrease defend depend describe destroy develop die dies
        differ digest dissolve divide draw drive drop eat enter evaporate exist expand face fall fell feed feel fill
        fight find flow follow gain gather gave get gives give go goes went got govern grow grew hold held help hunt
        improve include inhabit join keep kept kill know lack lasts lay lays lead led lie lies lived lives live lose
        lost lower made make mean meant measure meet melt move need obey occur open orbit own pass perform pick play
        possess prefer press prevent produce protect provide pull pump push put raise ran reach react read receive
        reduce reflect refer regulate rely release remain remove repel replace represent require resist rise rose rule
        run see saw sell send serve shrink sink slow solve speak speed spend spread start stay stand stood stop store
        strike supply support swim take took teach tell think thought took transfer transport travel treat trap turn
        understand use vary wants weigh win won work write wrote yield
    """,
    "no": """
        er var har hadde kan kunne vil ville skal skulle må måtte bør blir ble gjør gjorde går gikk får fikk gir ga
        tar tok står sto ligger lå kommer kom finnes fantes består besto inneholder inneholdt omfatter fører førte
        holder holdt lager lever levde vokser vokste brukes bruker brukte kalles skjer skjedde dannes danner dannet
        beveger bryter brytes trekker frakter transporterer produserer øker minker synker sank stiger steg faller falt
        skaper skapte virker beskytter styrer regulerer sender mottar leder absorberer reflekterer lagrer trenger
        spiser puster varer varte kjennetegnes betyr viser oppstår oppsto smelter fryser fordamper kondenserer slipper
        binder frigjør fanger bærer måler løper svømmer flyr legger la føder fødte kjøper selger eier styres velges
        velger vedtar dømmer heter mangler tåler krever ga avgir tilfører deler møter krysser renner flyter strømmer
        bor bodde dekker dreier roterer går snur kjemper vant tapte arbeider jobber hindrer fremmer svekker styrker
        farger
    """,
}
# English forms are made of the stem; Norwegian ones are listed.
_ENDINGS = {"en": ("", "s", "es", "ed", "d", "n"), "no": ("",)}
_ADVERB = {
    "en": """
        also often usually always never generally normally mainly mostly typically only still sometimes
    """,
    "no": """
        også ofte vanligvis alltid aldri bare fortsatt ikke
    """,
}
_SMALL = {
    "en": """
        a an the of in on at by to for from with and or as than that which who whose when where while if because some
        many most all each every no not its their his her but so during into between through this these
    """,
    "no": """
        en et ei den det de av i på ved til for fra med og eller som enn når der mens hvis om fordi noen mange alle
        hver ingen ikke sin sitt sine men så under mellom gjennom hos dette denne disse
    """,
}


def _sets(table: dict[str, str]) -> dict[str, frozenset[str]]:
    return {language: frozenset(words.split()) for language, words in table.items()}


VERBS = {
    language: frozenset(word + end for word in words.split() for end in _ENDINGS[language])
    for language, words in _VERB.items()
}
ADVERBS = _sets(_ADVERB)
SMALL = _sets(_SMALL)
COPULAS = _sets({"en": "is are was were has have had can cannot do does did", "no": "er var har hadde kan"})
ARTICLES = _sets(
    {"en": "a an the some many most all each every no", "no": "en et ei den det de noen mange alle hver ingen"}
)
