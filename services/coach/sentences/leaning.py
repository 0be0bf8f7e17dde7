"""The words, by language, by which a sentence leans on its neighbours or on its speaker."""

import re
from dataclasses import dataclass, replace

_FOREMOST = 60


@dataclass(frozen=True)
class Leaning:
    """Patterns: what may not begin a sentence, nor stand early in it; what makes it doubtful there; who speaks.

    `text`: what points at the document itself, its figures and chapters. `bounds`: where a clause ends or begins; what
    a pronoun behind one means stands before it. `joins`: what sets it against the sentence before.
    """

    leads: re.Pattern[str]
    early: re.Pattern[str]
    doubtful: re.Pattern[str]
    personal: re.Pattern[str]
    text: re.Pattern[str]
    bounds: re.Pattern[str]
    joins: re.Pattern[str]

    def leans(self, sentence: str) -> bool:
        """Whether it cannot be understood alone."""
        return bool(
            self.leads.match(sentence.lstrip('"“«‘('))
            or self.early.search(sentence[:_FOREMOST])
            or self.text.search(sentence)
            or _POINTS_BACK.match(sentence)
        )

    def may_lean(self, sentence: str) -> bool:
        """Whether it might not."""
        found = self.doubtful.search(sentence[:_FOREMOST])
        unclear = found is not None and not self.bounds.match(sentence[: found.start()])
        return unclear or bool(self.personal.search(sentence) or self.joins.search(sentence[:_FOREMOST]))


# The clause that goes before speaks of something that only the sentence before it names: "Built of stone, they last".
_POINTS_BACK = re.compile(
    r"(?:Although|Though|While|When|After|Before|Since|Because|If|As)\b[^,]*\b(?:it|them|him|her),"
    r"|(?:[A-Z]\w+ly )?\w+(?:ed|ing|wn|lt|ept) (?:by|in|on|with|of|from|for|to|at|as|under)\b[^,]*, (?:it|they|s?he)\b"
)


def _bounds(words: str) -> re.Pattern[str]:
    """At least two words, then a comma or one of the words."""
    return re.compile(rf"\s*\S+\s+\S+.*?(?:[,;:]|\b(?:{'|'.join(words.split('/'))})\b)" if words else r"(?!)")


def _any(words: str) -> re.Pattern[str]:
    """Any of the alternatives (parted by strokes and line ends), as whole words in either case; "": nothing."""
    either = "|".join(word.strip() for line in words.splitlines() for word in line.split("/") if word.strip())
    return re.compile(rf"\b(?:{either})\b" if either else r"(?!)", re.IGNORECASE)


_MAIN = {
    "en": r"(?:(?:key|main|major|primary|chief|overall|usual|greatest|only|basic) (?:[\w-]+ )?)?",
    "no": r"(?:(?:den|det) (?:primære|viktigste|eneste|største|egentlige) )?",
}
"""What may stand before "aim" and "task", of which only the sentence before says whose they are."""
LEANINGS = {
    "en": Leaning(
        leads=_any(
            r"""
            this/these/those/that/it/they/he/she/such/its/their/his/her/here/there(?! (?:is|are|was|were|exists?)\b)
            then/thus/hence/so/but/and/or/nor/yet/also/however/therefore/moreover/furthermore/my/our
            both(?! \w+ and\b)/either(?! \w+ or\b)/neither(?! \w+ nor\b)/another/others?/(?:[\w-]+ ){1,3}of (?:them|it)
            as a result/for (?:example|instance|this)/in other words/\w+ly(?=,)
            (?:in|by|as|on|for) (?!\w+s\b)(?-i:[a-z]+)(?=,)
            instead/otherwise/likewise/first/second/third/next/again/note/see
            except/since then/at (?:this|that)/on the (?:one|other) hand/because of (?:this|that|them|it)/if (?:not|so)
            under (?:this|these|such)/after (?:this|that)/the (?:former|latter|following|above|same|other|rest)
            the (?:[\w-]+ ){1,3}where (?:it|they)
            the two (?:are|were|work|have|can)/the (?:first|second|third) (?:is|was|has|can|one)
            (?:in|with|at|on|from|by|for|during|under) (?:(?!when|if|that|which|as|and)[\w’'-]+,? ){1,4}(?:it|they|s?he)
            (?:within|inside|throughout) (?:(?!when|if|that|which|as|and)[\w’'-]+,? ){1,4}(?:it|they|s?he)
            at the time of (?:the |its )?(?:release|publication|writing|launch)
            there were (?:around|about|over|nearly|almost|roughly|some|more than) \d+(?!.*\b(?:in|by|of) [12]\d{3}\b)
            in other (?:cases|situations|instances|contexts|places|respects)/the remaining
            (?:when|if|as|because|while|although|once|before|after|where|since) (?:it|they|he|she)
            (?:in|of|among|with|by|on|at|for|from) (?:its|their|his|her)
            now,?/currently/at (?:present|the moment)/so far/fellow/a case[- ]in[- ]point
            (?:one|an?) (?:good |typical )?example (?:is|was)/to (?:start|begin) with
            (?:one|two|three|four|five|six|several|some|many) more (?!than\b)\w+ (?:was|were|are|have|had)
            the (?:release|version|result|example|conference|meeting|report|study|decision|problem) (?:was|were|is|has)
            the (?:release|version|conference|meeting|report) (?:had|will|can|contained|included)
            (?:an?|the) (?:[\w-]+ ){0,2}answer (?:is|was)
            (?:an?|another|one) (?:[\w-]+ )?(?:side[- ]effect|consequence|(?:dis)?advantage|benefit|drawback) is
            as (?:you|we|everyone) (?:[a-z]+ ){0,2}(?:knows?|knew|saw|seen|see|recall|remember|expect|noticed?)
            the (?:final|last|first|second|third|next) (?:stage|step|phase|part|level)(?=,| (?:is|was) (?!an? |the ))
            the MAIN (?:change|difference|point|problem|issue|thing|idea|innovation|exception|trick)s? (?:is|was|are)
            the MAIN (?:aim|purpose|goal|task|benefit|drawback|consequence|(?:dis)?advantage)s? (?:is|was|are)
            the (?:two |three )?(?:most|least|more|less) \w+ ones?
            one (?:is|was) (?:called|named|known|that|the)/an? setting of
            for (?:further|more) (?:discussion|details?|information)
            (?:further|additional) \w+ (?:was|were|are|have|had)/(?:meanwhile|later|earlier|afterwards?|soon),
            """.replace("MAIN ", _MAIN["en"])
        ),
        early=_any(
            r"""
            this/these/those/(?<!no )such an?/because that(?! (?:is|are|was)\b)
            (?:an?|the) (?!one\b)[\w-]+ ones?(?! (?:of|day|or)\b)
            the (?:following|preceding|previous|aforementioned) (?!(?:section|chapter|page)\b)\w+
            """
        ),
        doubtful=_any(
            r"it/they/them/he/she/such/(?:its|their|his|her)(?! own\b)/there(?! (?:is|are|was|were)\b)"
            r"/the same/one of the/an? (?:special|certain|particular) (?:form|way|kind|manner|case)"
        ),
        personal=_any("we/us/our/you/your/my/me/I"),
        text=_any(
            r"""
            (?:this|the (?:next|previous|following|last|present)|in|see|of) (?:chapter|section|book|text|tutorial|paper)
            (?:this|the (?:next|previous|following|last|present)|in|see|of) (?:article|document|manual|course|exercise)
            (?:this|the (?:next|previous|following|last|present)|in|see|of) (?:appendix|page|figure|table|listing)
            (?:chapter|section|appendix|page|figure|fig\.|table|exercise|listing) [\dA-Z]/as follows
            the (?:above|below)(?! zero)/(?:above|below)(?=[.,;:)])
            (?:see|shown|described|mentioned|given|listed|example|note|ones?) (?:above|below|here)
            (?:as|already) (?:already )?(?:mentioned|noted|shown|seen|described|discussed|explained)
            copyright/permission is/the former/the latter
            in (?:this|that|the same) (?:way|manner|fashion)(?=\.$)
            ^[^,]*\b(?:in|of|for|at|by|with|from|to) (?:this|these|that) (?!is|are|was|of)[a-z]+
            """
        ),
        bounds=_bounds(
            "because/when/if/that/which/who/whose/where/while/as/than/before/after/until/so/and/but/or/whereas/unless/though"
            "/although/since"
        ),
        joins=_any("however/by contrast/in contrast/nevertheless/on the other hand/likewise"),
    ),
    "no": Leaning(
        # "Det finnes", "De fleste", "Den franske revolusjonen" lean on nothing; "Det", "De", "Den" alone do.
        leads=_any(
            r"""
            (?:den|det) ene/det (?:siste|første|andre|tredje|neste) (?:stadiet|trinnet|steget|nivået)(?! (?:av|i)\b)
            følgelig/motsatt(?=,)/med andre ord
            MAIN (?:oppgaven|hensikten|formålet|målet|fordelen|ulempen|problemet|forskjellen|unntaket) (?:er|var)
            dette/denne/disse/i slike tilfeller/i så fall/han/hun/slike?/slikt/dens/dets/deres/hans/hennes/vår/min
            det(?! (?:finnes|fins|eksisterer|fantes)\b| (?!neste|samme|siste|andre)\w+e \w+(?:et|e)\b)
            de(?! (?:fleste|to|tre|fire|fem|seks)\b| (?!neste|samme|siste|andre)\w+e \w+(?:ne|a)\b)
            den(?! (?!neste|samme|siste)\w+e \w+(?:en|a)\b)
            (?:i|på|for|som) (?-i:[a-zæøå]+)(?=,)
            i (?:beste|verste) fall/hvis ikke/fra da av
            her/der/da/derfor/men/og/eller/også/imidlertid/dermed/likevel/i tillegg/for eksempel/begge/dessuten/ellers
            deretter/så/altså/derimot/videre/samtidig/for det (?:første|andre|tredje)/til slutt/se/først/resten
            (?:en|et|ei) (?:[\w-]+ )?(?:bieffekt|følge|konsekvens|fordel|ulempe) er/en annen \w+ er
            dessverre/for øyeblikket/foreløpig/hittil/som (?:du|vi|dere|alle) (?:[a-zæøå]+ )?(?:vet|så|sett|ser|husker)
            (?:de fleste|noen|mange|alle|få|ingen|hver|en|to) av (?:dem|disse)/etter (?:dette|det)/siden da
            (?:når|hvis|dersom|fordi|mens|da|før|etter at) (?:han|hun|(?:den|de) (?:er|blir|har|kan|var|ble|hadde))
            (?:i|av|på|ved|med|fra|til|for|blant) (?:dens|dets|deres|hans|hennes)
            """.replace("MAIN ", _MAIN["no"])
        ),
        early=_any("dette/denne/disse/(?:de|den|det) (?:følgende|foregående|forrige|påfølgende)"),
        # "den" before a noun is an article.
        doubtful=_any(
            r"""
            den(?= (?:er|var|blir|ble|kan|kunne|skal|skulle|vil|ville|har|hadde|må|får|fikk|ikke|også|være|bli)\b|[.,;])
            den(?= (?:i|på|til|av|for|fra|med|ut|inn|opp|ned|selv|seg)\b)/der(?= \w+[.,])
            dem/han/hun/slike?/slikt/dens/dets/deres/hans/hennes
            """
        ),
        personal=_any("vi/oss/vår/våre/du/deg/din/jeg/meg/min"),
        text=_any(
            r"""
            (?:dette|neste|forrige|i|se) (?:kapittelet|kapitlet|avsnittet|boken|boka|teksten|figuren|tabellen)
            (?:kapittel|figur|tabell|avsnitt|side|vedlegg|oppgave) [\dA-Z]/nedenfor/ovenfor
            se (?:også|sidefelt|seksjon)
            (?:som|allerede) (?:allerede )?(?:nevnt|vist|beskrevet|forklart|omtalt)/derfra/førstnevnte/sistnevnte
            ^[^,]*\b(?:i|av|på|ved|med|fra|til|for) (?:dette|denne|disse) [a-zæøå]+
            """
        ),
        bounds=_bounds("fordi/når/hvis/dersom/som/at/der/mens/da/før/enn/så/og/men/eller/selv om/siden/ettersom/hvor"),
        joins=_any("derimot/imidlertid/likevel/dessuten"),
    ),
    "de": Leaning(
        leads=_any(
            "dies/diese[rsmn]?/jene[rsmn]?/er/sie/es/ihre?/seine?/solche[rsmn]?/dann/da/daher/deshalb/damit/aber/und/oder"
            "/auch/jedoch/dennoch/außerdem/allerdings/das (?:ist|sind|war|waren|heißt)"
            "/hier/dort/so/zum beispiel/beide/dabei/dazu/dadurch/denn/siehe/dessen/deren"
            "/das (?-i:[a-zäöüß]+t)/mit anderen worten/haupt[a-zäöüß]+ (?:ist|sind|war)"
            "/eine?[nmrs]? (?:weitere|andere)[rsnm]?"
            "/(?:(?:der|die|das) (?:(?:wichtigste|eigentliche|einzige|größte) )?)?"
            "(?:haupt)?(?:zweck|aufgabe|ziel|vorteil|nachteil|unterschied|ausnahme) (?:ist|sind|war|besteht)"
        ),
        early=_any(
            "dies/diese[rsmn]?/(?:de[rmns]|die|das|im|am|vom|zum|zur|beim)"
            " (?:folgende|vorherige|vorhergehende|obige)[rsmn]?"
            "/(?:hat|hatte|ist|war|wurde|wird|kann|konnte) (?:sie|er)/derzeit/gegenwärtig/zurzeit/momentan/bisher"
        ),
        doubtful=_any("er/es/ihre?r?/seine?r?/solche[rsmn]?/dessen/deren"),
        # "Sie" amid a sentence is the reader.
        personal=_any("wir/uns/unsere?[rsmn]?/ich/meine?[rsmn]?/du/dein/(?<=[a-zäöüß,] )(?-i:Sie|Ihnen|Ihre?[rsmn]?)"),
        text=_any(
            "(?:in diesem|nächste[ns]|siehe|dieses) (?:kapitels?|abschnitts?|buche?s?|textes?|abbildung|tabelle)"
            "/^(?!als|nachdem|weil|wenn|obwohl|während|da|bevor|indem|seit|sobald)[^.]*"
            ", \\w+te (?:er|sie) (?-i:[A-ZÄÖÜ])\\w*"
            "/^(?!als|nachdem|weil|wenn|obwohl|während|da|bevor|indem|seit|sobald|falls)(?:[^.,;:]|\\d\\.)*"
            "\\b(?:wurde|war|hatte|hat|ist|wird|\\w+te) (?-i:er|sie)"
            "/(?:kapitel|abschnitt|abbildung|tabelle|anhang|seite) [\\dA-Z]/siehe unten/siehe oben/wie oben/wie unten"
            "/wie (?:bereits|schon|zuvor|eben) \\w+"
        ),
        bounds=_bounds("und/aber/oder/denn/als/wie/sondern"),
        joins=_any("jedoch/dagegen/hingegen/dennoch"),
    ),
}
# Of other languages only what begins with what points back is left out.
_POINTING = {
    "ar": "على سبيل المثال/هذا/هذه/ذلك/تلك/هؤلاء/لكن/ولكن/لذلك/كما/ومع ذلك",
    "es": "esto/est[eao]s?/es[eao]s?/pero/además/también/por ejemplo/sin embargo/por eso/así/ellos/ellas",
    "fr": "ce(?:la|ci|t|tte|s)?/il/ils/elles?/mais/de plus/aussi/par exemple/cependant/ainsi/donc/toutefois/en outre",
    "sv": "detta/denna/dessa/han/hon/därför/men/och/också/dessutom/till exempel",
    "da": "dette/denne/disse/han/hun/derfor/men/og/også/desuden/for eksempel",
}
OTHER = Leaning(
    leads=_any(""),
    early=_any(""),
    doubtful=_any(""),
    personal=_any(""),
    text=_any(""),
    bounds=_bounds(""),
    joins=_any(""),
)
LEANINGS |= {language: replace(OTHER, leads=_any(words)) for language, words in _POINTING.items()}
LEANINGS["fr"] = replace(
    LEANINGS["fr"],
    early=_any("ce/cet/cette/ces/celui-ci/celle-ci/ceux-ci/y"),
    doubtful=_any("il/ils/elles?/leurs?/son/sa/ses/on"),
    personal=_any("nous/vous/je/notre/nos/votre/vos/mon/ma/mes"),
    text=_any("(?:ce|cette|voir|voyez|dans) (?:chapitre|section|article|page|figure|tableau)/ci-(?:dessous|dessus)"),
)
LEANINGS["ar"] = replace(LEANINGS["ar"], early=_any("هذا/هذه/ذلك/تلك"))
