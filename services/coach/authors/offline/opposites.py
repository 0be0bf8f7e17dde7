"""Words that turn a statement round when one stands for the other, by language: a relation, no noun."""

_PAIRS = {
    "en": """
        increase decrease/increases decreases/increased decreased/increasing decreasing/higher lower/high low/more less
        before after/above below/larger smaller/longer shorter/faster slower/stronger weaker/rises falls
        rise fall/gains loses/gain lose/anterior posterior/superior inferior/inner outer/internal external/stimulates
        inhibits/stimulate inhibit/activates deactivates/expands contracts/always
        never/positive negative/active passive/formal informal/strengthens weakens/soluble insoluble
        inside outside/maximum minimum/warmer colder/wider narrower
        deeper shallower/thicker thinner/excessive insufficient/voluntary involuntary/innermost outermost
        static dynamic/permanent temporary/ascending descending/unstable stable/mutable immutable
        compiled interpreted/earlier later/majority minority/gained lost/accelerates delays/hydrophobic hydrophilic
    """,
    "no": """
        øker minker/øke minke/høyere lavere/høy lav/høyt lavt/mer mindre/før etter/større mindre/lengre kortere
        raskere saktere/sterkere svakere/stiger synker/stige synke/utvider trekker/alltid aldri/positiv negativ/indre
        ytre
        varmere kaldere/fremmer hemmer/åpner lukker/inni utenfor/tyngre lettere/bredere smalere/dypere grunnere
        tykkere tynnere/sterkt svakt/raskt sakte/positive negative/parallell serie/fordamper kondenserer
    """,
    "de": """
        erhöht senkt/steigt sinkt/höher niedriger/mehr weniger/größer kleiner/länger kürzer/schneller
        langsamer/stärker schwächer/immer nie/positiv negativ/innere äußere/wärmer kälter/fördert hemmt/öffnet schließt
        stabil instabil
    """,
}


def _turned(pairs: str) -> dict[str, str]:
    words = pairs.replace("/", " ").split()
    both = list(zip(words[::2], words[1::2], strict=True))
    return dict([*((one, other) for one, other in both), *((other, one) for one, other in reversed(both))])


OPPOSITES = {language: _turned(pairs) for language, pairs in _PAIRS.items()}
