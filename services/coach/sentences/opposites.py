"""Words that turn a statement round when one stands for the other, and set two things against each other, by language:
a relation of degree, place or effect.

Not those of time and of gain ("before", "always", "gains"): with these turned round, what is said is mostly absurd, and
whoever has sense knows it.
"""

_PAIRS = {
    "en": """
        increase decrease/increases decreases/increased decreased/increasing decreasing/higher lower/high low/more less
        above below/larger smaller/longer shorter/faster slower/stronger weaker/rises falls/rise fall/anterior posterior
        superior inferior/inner outer/internal external/stimulates inhibits/stimulate inhibit/activates deactivates
        expands contracts/strengthens weakens/soluble insoluble/maximum minimum/warmer colder/wider narrower
        deeper shallower/thicker thinner/voluntary involuntary/innermost outermost/ascending descending
        mutable immutable/compiled interpreted/accelerates delays/hydrophobic hydrophilic
    """,
    "no": """
        øker minker/øke minke/høyere lavere/høy lav/høyt lavt/mer mindre/større mindre/lengre kortere/raskere saktere
        sterkere svakere/stiger synker/stige synke/utvider trekker/indre ytre/varmere kaldere/fremmer hemmer
        dypere grunnere/tyngre lettere/bredere smalere/tykkere tynnere/sterkt svakt/parallell serie
        fordamper kondenserer
    """,
    "de": """
        erhöht senkt/steigt sinkt/höher niedriger/mehr weniger/größer kleiner/länger kürzer/schneller langsamer
        stärker schwächer/innere äußere/wärmer kälter/fördert hemmt
    """,
}


def _turned(pairs: str) -> dict[str, str]:
    words = pairs.replace("/", " ").split()
    both = list(zip(words[::2], words[1::2], strict=True))
    return dict([*((one, other) for one, other in both), *((other, one) for one, other in reversed(both))])


OPPOSITES = {language: _turned(pairs) for language, pairs in _PAIRS.items()}
