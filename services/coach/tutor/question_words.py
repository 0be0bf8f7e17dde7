"""How questions ask, by language: what kind of answer is wanted, and the words that say nothing of its subject."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

Kind = Literal["difference", "why", "number", "when", "who", "where", "what", "other"]


def _any(*either: str) -> re.Pattern[str]:
    return re.compile("|".join(either), re.IGNORECASE)


def _each(*patterns: str) -> list[tuple[Kind, re.Pattern[str]]]:
    """Ways to ask what X is."""
    return [("what", re.compile(pattern, re.IGNORECASE)) for pattern in patterns]


KINDS: Mapping[str, Sequence[tuple[Kind, re.Pattern[str]]]] = {
    "en": (
        ("difference", _any(r"\bdifferences?\b.*\bbetween\b", r"\bdiffers?\b", r"\bdifferent from\b")),
        (
            "why",
            _any(
                r"^(?:and |but |so )?why\b",
                r"\bhow come\b",
                r"\bwhat (?:is|are|was|were) the (?:reasons?|causes?)\b",
                r"^what (?:causes?|caused)\b",
            ),
        ),
        ("when", _any(r"^(?:and |since |until )?when\b", r"\b(?:what|which) (?:year|century)\b", r"\bhow long ago\b")),
        (
            "number",
            _any(
                r"\bhow (?:many|much|long|far|fast|quickly|old|big|large|high|deep|tall|wide|thick|heavy|hot|cold)\b",
                r"\bhow often\b",
                r"\b(?:what|which) (?:percentage|percent|share|proportion|fraction|number|temperature|speed)\b",
            ),
        ),
        ("who", _any(r"^(?:and |by )?who(?:m|se)?\b")),
        ("where", _any(r"^(?:and |from )?where\b")),
        *_each(
            r"^what(?: exactly)? (?:is|are|was|were) (?:meant by )?(?P<x>.+)$",
            r"^what's (?P<x>.+)$",
            r"^what do(?:es)? (?P<x>.+?) (?:mean|do)$",
            r"^(?:please |can you |could you )*(?:explain|describe|define|teach me|tell me (?:more )?about"
            r"|help me understand)(?: to me)?(?: what)?(?: (?:is|are))? (?P<x>.+?)(?: (?:is|are|to me|for me))?$",
            r"^i (?:do not|don['’]t) (?:quite |really )?(?:understand|get) (?P<x>.+)$",
        ),
    ),
    "no": (
        ("difference", _any(r"\bforskjell(?:en|er|ene)?\b.*\b(?:på|mellom)\b", r"\bskiller\b.*\b(?:seg fra|fra)\b")),
        (
            "why",
            _any(
                r"^(?:og |men )?hvorfor\b",
                r"\bhva er (?:grunnen|årsaken)\b",
                r"^hva (?:skyldes|forårsaker)\b",
                r"^hva kommer det av\b",
            ),
        ),
        ("when", _any(r"^(?:og )?når\b", r"\bhvilket (?:år|århundre)\b", r"\bhvor lenge siden\b")),
        (
            "number",
            _any(
                r"\bhvor (?:mange|mye|langt?|lange|lenge|fort|raskt|gammelt?|gamle|stort?|store|høyt?|høye|dypt?)\b",
                r"\bhvor (?:dype|bredt?|tykt?|tungt?|varmt?|kaldt?|ofte|sterkt?)\b",
                r"\b(?:hvilken|hvilket|hva er) (?:andel|andelen|prosent|temperatur|fart|antall)\b",
            ),
        ),
        ("who", _any(r"^(?:og )?hvem\b")),
        ("where", _any(r"^(?:og )?hvor(?:fra|hen)?\b(?! (?:mange|mye)\b)")),
        *_each(
            r"^hva(?: egentlig)? (?:er|var|vil si|betyr|menes med|mener (?:de|en|man) med) (?P<x>.+)$",
            r"^hva (?:betyr|gjør) (?P<x>.+)$",
            r"^(?:kan du )?(?:forklar|forklare|beskriv|beskrive|definer|definere|fortell|fortelle)(?: meg)?"
            r"(?: (?:hva|om|mer om))*(?: er)? (?P<x>.+?)(?: er| betyr| for meg)?$",
            r"^jeg (?:forstår|skjønner) ikke (?P<x>.+)$",
        ),
    ),
}
