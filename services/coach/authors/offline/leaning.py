"""The words, by language, by which a sentence leans on its neighbours or on its speaker."""

import re
from dataclasses import dataclass

_FOREMOST = 60


@dataclass(frozen=True)
class Leaning:
    """Patterns: what may not begin a sentence, nor stand early in it; what makes it doubtful there; who speaks.

    `text`: what points at the document itself, its figures and chapters.
    """

    leads: re.Pattern[str]
    early: re.Pattern[str]
    doubtful: re.Pattern[str]
    personal: re.Pattern[str]
    text: re.Pattern[str]

    def leans(self, sentence: str) -> bool:
        """Whether it cannot be understood alone."""
        return bool(
            self.leads.match(sentence.lstrip('"“«‘('))
            or self.early.search(sentence[:_FOREMOST])
            or self.text.search(sentence)
        )

    def may_lean(self, sentence: str) -> bool:
        """Whether it might not."""
        return bool(self.doubtful.search(sentence[:_FOREMOST]) or self.personal.search(sentence))


def _any(words: str) -> re.Pattern[str]:
    """Any of the alternatives, as whole words in either case; nothing for an empty string."""
    return re.compile(rf"\b(?:{'|'.join(words.split('/'))})\b" if words else r"(?!)", re.IGNORECASE)


LEANINGS = {
    "en": Leaning(
        leads=_any(
            "this/these/those/that/it/they/he/she/such/its/their/his/her/here/there/then/thus/hence/so/but/and/or/nor/yet"
            "/also/however/therefore/moreover/furthermore/both/either/neither/as a result/for (?:example|instance|this)"
            "/in (?:addition|contrast|other words|particular|fact)/instead/otherwise/similarly/likewise/conversely"
            "/consequently/finally/another/others?/the (?:former|latter|following|above|same|other)/at (?:this|that)"
            "/on the (?:one|other) hand/first/second/third/next/again/note/see/except/because of this/my/our/if not"
        ),
        early=_any("this/these/those"),
        doubtful=_any("it/they/them/he/she/such/its/their/his/her"),
        personal=_any("we/us/our/you/your/my/me/I"),
        text=_any(
            "(?:this|the (?:next|previous|following|last|present)|in|see|of) (?:chapter|section|book|text|tutorial"
            "|paper|article|document|manual|course|exercise|appendix|page|figure|table|listing)"
            "/(?:chapter|section|appendix|page|figure|fig\\.|table|exercise|listing) [\\dA-Z]/as follows/below/above"
            "/(?:as|already) (?:mentioned|noted|shown|seen)/copyright/permission is"
        ),
    ),
    "no": Leaning(
        leads=_any(
            "dette/denne/disse/det/de/han/hun/slike?/slikt/dens/dets/deres/hans/hennes/her/der/da/derfor/men/og/eller/også"
            "/imidlertid/dermed/likevel/i tillegg/for eksempel/begge/dessuten/ellers"
            "/deretter/så/altså/derimot/videre/samtidig/for det (?:første|andre)/til slutt/se/vår/min/først/så"
        ),
        early=_any("dette/denne/disse"),
        doubtful=_any("den/dem/han/hun/slike?/slikt/dens/dets/deres/hans/hennes"),
        personal=_any("vi/oss/vår/våre/du/deg/din/jeg/meg/min"),
        text=_any(
            "(?:dette|neste|forrige|i|se) (?:kapittelet|kapitlet|avsnittet|boken|boka|teksten|figuren|tabellen)"
            "/(?:kapittel|figur|tabell|avsnitt|side|vedlegg|oppgave) [\\dA-Z]/nedenfor/ovenfor/se også"
        ),
    ),
    "de": Leaning(
        leads=_any(
            "dies/diese[rsmn]?/jene[rsmn]?/er/sie/es/ihre?/seine?/solche[rsmn]?/dann/da/daher/deshalb/damit/aber/und/oder"
            "/auch/jedoch/dennoch/außerdem/hier/dort/so/zum beispiel/beide/dabei/dazu/dadurch/denn/siehe/dessen/deren"
        ),
        early=_any("dies/diese[rsmn]?"),
        doubtful=_any("er/es/ihre?r?/seine?r?/solche[rsmn]?/dessen/deren"),
        personal=_any("wir/uns/unsere?[rsmn]?/ich/meine?[rsmn]?/du/dein"),
        text=_any(
            "(?:in diesem|nächste[ns]|siehe|dieses) (?:kapitels?|abschnitts?|buche?s?|textes?|abbildung|tabelle)"
            "/(?:kapitel|abschnitt|abbildung|tabelle|anhang|seite) [\\dA-Z]/siehe unten/siehe oben/wie oben/wie unten"
        ),
    ),
}
OTHER = Leaning(leads=_any(""), early=_any(""), doubtful=_any(""), personal=_any(""), text=_any(""))
