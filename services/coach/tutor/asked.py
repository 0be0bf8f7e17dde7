"""A learner's question, taken apart: the kind of answer that is wanted, and the words that say what about. Pure.

The words that only ask need not stand in an answer, nor those that name the kind ("the difference between",
"how many").
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from services.search.words import asked_for
from services.text.alphabets import WORD
from services.text.guessing import is_asked_otherwise
from services.text.languages import code_of
from services.text.questions import INTERROGATIVES, is_asking
from services.text.splitting import spans_of
from services.text.vocabulary.synonyms import in_one_word
from services.text.words import fold, stems_of

Kind = Literal["what", "difference", "why", "when", "number", "who", "where", "which", "example", "other"]


def _any(*either: str) -> re.Pattern[str]:
    return re.compile("|".join(either), re.IGNORECASE)


_KINDS: Mapping[Kind, re.Pattern[str]] = {
    "example": _any(
        r"\bexamples?\b(?! of\b.*\b(?:is|are)\b)",
        r"\b(?:et |noen )?eksemp(?:el|ler)\b",
        r"\bbeispiele?\b|\bexemples?\b",
    ),
    "difference": _any(
        r"\bdifferences?\b.*\bbetween\b|\bdiffers?\b|\bdifferent from\b",
        r"\bforskjell(?:en|er|ene)?\b.*\b(?:på|mellom)\b|\bskiller\b.*\bfra\b",
        r"\bunterschied\w*\b.*\bzwischen\b|\bunterscheide\w+\b",
    ),
    "why": _any(
        r"\bwhy\b|\bhow come\b|\bwhat (?:is|are|was|were) the (?:reasons?|causes?)\b|^what (?:causes?|caused|makes?)\b",
        r"\bhvorfor\b|\bhva er (?:grunnen|årsaken)\b|^hva (?:skyldes|forårsaker)\b|^hva kommer det av\b",
        r"\b(?:warum|weshalb|wieso|wodurch)\b",
    ),
    "when": _any(
        r"^(?:and |but |since |until )?when\b|\b(?:what|which) (?:year|century|date)\b|\bhow long ago\b",
        r"^(?:og |men )?når\b|\bhvilket (?:år|århundre)\b|\bhvor lenge siden\b",
        r"^(?:und |aber |seit )?wann\b|\bwelchem (?:jahr|jahrhundert)\b",
    ),
    "number": _any(
        r"\bhow (?:many|much|long|far|fast|quickly|old|big|large|high|deep|tall|wide|thick|heavy|hot|cold|often)\b"
        r"|\b(?:what|which) (?:percentage|percent|share|proportion|fraction|number|temperature|speed)\b"
        r"|\bcosts?\b|\bsalary\b"
        r"|^what(?: is|'s| are| was| were) (?:the |an? )?(?:normal|average|typical|total|exact|usual|highest|lowest)",
        r"\bhvor (?:mange|mye|lang[et]?|lenge|fort|raskt|gam(?:mel|melt|le)|stor[et]?|høy[et]?|dyp[et]?"
        r"|bred[et]?|tykk?[et]?|tung[et]?|varm[et]?|kald[et]?|ofte|sterk[et]?)\b"
        r"|\b(?:hvilken|hvilket|hva er) (?:andel|andelen|prosent|temperatur|fart|antall)\b|\bkoster\b",
        r"\bwie (?:viele?|lange?|weit|schnell|alt|groß|hoch|tief|breit|dick|schwer|heiß|kalt|oft)\b|\bkostet\b",
    ),
    "who": _any(
        r"^(?:by |to |from |with )?who(?:m|se)?\b"
        r"|^(?:which|what) (?:people|persons?|man|men|woman|women|scientists?|authors?)\b",
        r"^(?:av |til |fra |med )?hvem\b",
        r"^(?:von |mit )?(?:wer|wem|wen|wessen)\b",
    ),
    "where": _any(
        r"^(?:and |but |from )?where\b",
        r"^(?:og |men )?hvor(?:fra|hen)?\b(?! (?:mange|mye|lenge?|stor|dan))",
        r"^(?:und |aber )?wo(?:her|hin)?\b",
    ),
    "which": _any(
        r"^(?:and |but )?(?:in |at |on |by |from |with |to |for |of )?which (?!of\b|one\b|is\b|are\b)(?P<which>\w+)",
        r"^(?:og |men )?(?:i |på |ved |av |fra |med |til |for )?hvilke[nt]? (?P<which_no>\w+)",
        r"^(?:und |aber )?(?:in |auf |bei |von |mit |zu |für |aus )?welche[rsnm]? (?P<which_de>\w+)",
    ),
    "what": _any(
        r"^what(?: exactly)?(?:'s| is| are| was| were) (?:meant by )?(?:an? |the )?(?P<en>.+?)(?: (?:good )?for)?$",
        r"^what do(?:es)? it mean (?:to|for|that|when|if) (?P<en5>.+)$",
        r"^what do(?:es)? (?:an? |the )?(?P<en2>.+?) (?:mean|do|stand for)$",
        r"^(?:please |can you |could you )*(?:explain|describe|define|teach me|tell me (?:more )?about"
        r"|help me understand)(?: to me)?(?: what)?(?: (?:is|are))? (?:an? |the )?(?P<en3>.+?)"
        r"(?: (?:is|are|to me|for me))?$",
        r"^i (?:do not|don['’]t) (?:quite |really )?(?:understand|get) (?P<en4>.+)$",
        r"^hva (?:betyr|vil) det(?: si)? å (?P<no5>.+)$",
        r"^hva(?: egentlig)? (?:er|var|vil si|betyr|menes med|mener (?:de|en|man) med)(?: egentlig)?"
        r" (?:en |et |ei )?(?P<no>.+?)(?: for noe| til| godt for)?$",
        r"^hva gjør (?P<no2>.+)$",
        r"^(?:kan du )?(?:forklar|forklare|beskriv|beskrive|definer|definere|fortell|fortelle)(?: meg)?"
        r"(?: (?:hva|om|mer om))*(?: er)? (?P<no3>.+?)(?: er| betyr| for meg)?$",
        r"^jeg (?:forstår|skjønner) ikke (?P<no4>.+)$",
        r"^was (?:ist|sind|war|waren|bedeutet|heißt) (?:ein |eine |der |die |das )?(?P<de>.+)$",
        r"^(?:bitte )?(?:erklär|erkläre|beschreibe)(?: mir)? (?P<de2>.+)$",
    ),
}
"""By kind how it is asked for in English, bokmål and German; the first that fits."""
_COUNTED = re.compile(
    r"\b(?:how many|hvor mange|wie viele) (?:of (?:the )?|av (?:den |det |de )?)?(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
_KIND_WORDS = """
    difference differences differ differs different between reason reasons cause causes caused year century date
    example examples percentage percent share proportion fraction number temperature speed long far fast quickly old
    big large high deep tall wide thick heavy hot cold often ago give say simple simply simpler words cost costs
    kind sort does doing take takes care find found located lie lies sit called come comes came one ones there since
    done easier words while inside within under during into onto
    forskjell forskjellen forskjeller mellom grunnen årsaken skyldes år århundre eksempel eksempler gi si enklere
    enkelt prosent andel andelen antall temperatur fart lang langt lange lenge fort raskt gammel gammelt gamle stor
    stort store høy høyt høye dyp dypt dype bred bredt tykk tykt tung tungt varm varmt kald kaldt ofte siden koster
    noe noen ligger finner kommer kom lettere ord der unterschied unterschiede zwischen grund jahr jahrhundert beispiel
    beispiele gib sag einfacher einfach weit schnell alt groß hoch tief breit dick schwer heiß kalt oft kostet liegt
    kommt kam woher wohin leichter worten
    happen happens happened happening occur occurs occurred skje skjer skjedde skjedd geschieht geschah passiert
    exemple exemples donne moi explique erklär simple simplement facilement autre autres
"""
_ASKED_IN = ("en", "no", "de")
"""Whoever asks in one of these about a text in another only asks by the same words."""
_OF_KIND = frozenset(_KIND_WORDS.split()).union(*INTERROGATIVES.values())
"""Words that say what kind of answer is wanted, and not what about."""
_LENGTH = r"\b(?:kilo|centi|milli|micro|mikro|nano)?met(?:re|er)s?\b|\b(?:km|cm|mm|feet|foot|inch\w*|miles?|mil)\b"
_TIME = (
    r"\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|centur\w+|decades?|sekund\w*|minutt?\w*|timer?|dager?|døgn"
    r"|uker?|måned\w*|år|århundre\w*|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)\b(?!-old)"
)
_SIGNS = (
    r"\b(?:bytes?|characters?|letters?|words?|lines?|pages?|tegn|bokstaver|ord|linjer|sider|zeichen|wörter|seiten)\b"
)
_MONEY = r"[$€£]|\b(?:dollars?|euros?|cents?|pounds?|kroner|kr|free of charge|gratis|kostenlos)\b"
_MEASURES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for names, pattern in (
        ("long langt lang lange", rf"{_LENGTH}|{_TIME}|{_SIGNS}"),
        ("far deep tall wide thick dyp dypt dype bred bredt tykk tykt weit tief dick", _LENGTH),
        ("high høy høyt høye hoch", rf"{_LENGTH}|%|\bper ?cent\b|\bprosent\b|°|\b(?:points?|poeng|punkte)\b"),
        ("lenge", _TIME),
        ("old gammel gammelt gamle alt", rf"{_TIME}|\b(?:aged?|alder|Alter)(?: (?:of|på|von))? \d+"),
        (
            "fast quickly fort raskt speed fart schnell",
            r"\b(?:an?|per|each|i|pro)\s+(?:second|minute|hour|day|year|\w+)",
        ),
        ("hot cold varm varmt kald kaldt temperature temperatur heiß", r"\b(?:degrees?|grader|grad)\b|°"),
        ("heavy weigh weighs tung tungt veier schwer wiegt", r"(?:kilo|milli)?gram\w*|\bkg\b|tonn\w*|pounds?"),
        (
            "percentage percent share proportion fraction andel andelen prosent",
            r"%|\bper ?cent\b|\bprosent\b|\b(?:half|third|quarter)\b|halv\w*",
        ),
        ("often ofte oft", r"\b(?:times?|every|each|per|ganger?|hver\w*|mal)\b"),
        ("cost costs salary paid earn pay koster kostet verdient", _MONEY),
    )
    for name in names.split()
}
"""What a number must be given in, by the word that asks for it."""
_BETWEEN = re.compile(
    r"\b(?:between|mellom|på|zwischen|do|does|skiller|unterscheiden sich) (?:an? |the |en |et |ei |der |die |das )?"
    r"(?P<one>[\w()-]+(?: [\w()-]+)*?)"
    r" (?:and|og|und|differ from|seg fra) (?P<article>an? |the |en |et |ei |der |die |das )?"
    r"(?P<other>[\w() -]+?)(?: differ)?$",
    re.IGNORECASE,
)
_MOST_SHARING = 3
_ADVERB = re.compile(
    r"\b(?:mainly|exactly|actually|really|basically|egentlig|hovedsakelig|eigentlich)\b", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"\w \w*(?:\b(?:on|of|from|by|with|to|like|about|used|made|av|på|fra|med|til|brukt|aus|von|mit)|ed)$", re.IGNORECASE
)
"""More than a thing is asked about: "what is it made of", "what is the system based on"."""
_JOINS = re.compile(r"^(?:and|but|so|og|men|und|aber),? (?=\w)", re.IGNORECASE)
LETTER = re.compile(r"(?<![\w'’.])[A-HJ-Z]\b(?!['’.])")
"""A name of one letter: "vitamin D"."""
_NOT = re.compile(r"n't\b")
_WHAT_IS_IN = re.compile(r"^what(?:'s| is| are) (?:in|inside) (?P<x>.+)$", re.IGNORECASE)
_GETS = re.compile(
    r"^(?P<where>where|hvor|wo)(?P<gets>"
    r" (?:can|could|do) (?:i|we|you|one) (?:get|obtain)(?: hold of)?"
    r"| (?:kan (?:jeg|man|vi|du) (?:få|skaffe)|får (?:jeg|man|vi|du))(?: tak i)?"
    r"| (?:bekomm|krieg)(?:e|t) (?:ich|man))\b",
    re.IGNORECASE,
)
"""Who wants to get something asks where it is."""
_IS = {"where": "is", "hvor": "er", "wo": "ist"}
_WORKS = re.compile(
    r"^(?:how do(?:es)? (?:an? |the )?(?P<en>.+?) work|hvordan (?:virker|fungerer) (?:en |et |ei )?(?P<no>.+)"
    r"|wie funktionier(?:t|en) (?:ein |eine |der |die |das )?(?P<de>.+)"
    r"|what (?:is|are) (?:an? |the )?(?P<en2>[\w.()-]+(?: [\w.()-]+)?) used for"
    r"|hva brukes (?:en |et |ei )?(?P<no2>[\w.-]+) til"
    r"|wofür (?:braucht|benutzt|verwendet) man (?:ein |eine |einen |den |die |das )?(?P<de2>[\w.-]+))$",
    re.IGNORECASE,
)
"""What is asked about is the thing: whatever else a text calls work has nothing to do with it."""
_WHAT_MAKES = re.compile(r"^what (?:makes?|made) ", re.IGNORECASE)
_AND_ASKS = re.compile(
    r",? (?:and|og|und) (?:(?:how|why|what|when|where|who|did|does|do|is|are|was|were|can|has|have)"
    r"|(?:hvordan|hvorfor|hva|når|hvor|hvem|er|var|kan|har)|(?:wie|warum|was|wann|wo|wer|ist|sind|war|kann|hat)) .+$",
    re.IGNORECASE,
)
"""A second question behind the first: "What is busing, and did it work?"."""
_AND = re.compile(r"^,? (?:and|og|und) ", re.IGNORECASE)


_WHETHER = re.compile(
    r"(?:is|are|was|were|does|do|did|can|could|has|have|had|must|should|will|would|may|might"
    r"|er|var|kan|kunne|har|hadde|må|skal|bør|vil|blir|ble|ist|sind|war|waren|kann|können|hat|haben|muss|müssen|soll|wird|werden)"
    r"(?:n't)? ",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Asked:
    """`subject`: X of "what is X" and "how does X work", else "". `counted`: the stem of what "how many" counts, or of
    what "which" is one of. `sides`: X and Y of "the difference between X and Y". `measure`: what a number must be given
    in. `topic`: what an earlier question was about, where this one leans on it. `simpler`: said before, and to be said
    in fewer words. `follows`: understood behind what was said before only. `another`: one more of what was told.
    `also`: Y of "what is X and what is Y"."""

    text: str
    kind: Kind
    subject: str = ""
    counted: str = ""
    measure: re.Pattern[str] | None = None
    topic: str = ""
    simpler: bool = False
    sides: tuple[str, ...] = ()
    follows: bool = False
    another: bool = False
    also: str = ""

    @property
    def whether(self) -> bool:
        """Whether it can be answered by yes or no."""
        return self.kind == "other" and bool(_WHETHER.match(self.text))

    def words(self, language: str) -> list[tuple[str, str]]:
        """The words that say what about, folded, each with its stem."""
        return telling(self.subject or self.text, language)


def telling(text: str, language: str) -> list[tuple[str, str]]:
    """The words of a question that say what about, folded, each with its stem; none where it only asks."""
    text = _NOT.sub("", text.replace("’", "'"))
    asking = _ASKED_IN if is_asked_otherwise(text, language) else (language,)
    found = [
        (word, term) for word, term in asked_for(text, language) if not any(is_asking(word, each) for each in asking)
    ]
    single = [(fold(letter), fold(letter)) for letter in LETTER.findall(text)]
    return [(word, term) for word, term in [*found, *single] if word not in _OF_KIND]


def asked_of(text: str, language: str) -> Asked:
    """Reads a question: the last one of several sentences."""
    plain = " ".join(text.replace("’", "'").split())
    sentences = [plain[start:end] for start, end in spans_of(plain)]
    questions = [each for each in sentences if each.endswith("?")] or sentences[-1:]
    said = _JOINS.sub("", in_one_word(questions[-1], language).rstrip(" ?!.")) if questions else ""
    said = _GETS.sub(lambda found: f"{found['where']} {_IS[found['where'].lower()]}", said)
    said = _WHAT_IS_IN.sub(r"what does \g<x> contain", said)
    if works := _WORKS.match(said):
        return Asked(said, "other", subject=next(filter(None, works.groups())))
    kind, subject = _kind(said)
    if kind == "why":
        said = _WHAT_MAKES.sub("", said)
    also = ""
    if kind == "what" and (second := _AND_ASKS.search(said)):
        other, also = _kind(_AND.sub("", second.group()))
        also = also if other == "what" else ""
        said = said[: second.start()]
        kind, subject = _kind(said)
    words = WORD.findall(fold(said))
    found = _COUNTED.search(said) if kind == "number" else None
    which = stems_of(subject, code_of(language)) if kind == "which" else ()
    measure = next((_MEASURES[word] for word in words if word in _MEASURES), None) if kind == "number" else None
    counted = stems_of(found["noun"], code_of(language)) if found and not measure else ()
    subject = _ADVERB.sub("", subject).strip()
    if kind == "what" and _GOES_ON.search(subject):
        return Asked(said, "other")
    if kind == "which":
        return Asked(said, kind if which else "other", counted=which[0] if which else "")
    sides = _sides(said) if kind == "difference" else ()
    return Asked(said, kind, subject, counted[0] if counted else "", measure, sides=sides, also=also)


def _sides(said: str) -> tuple[str, ...]:
    """X and Y of a difference; what both are is said of the second alone ("formal and informal education"), but not
    where that has an article of its own ("a list and a data frame") or names X itself ("a quay and quay walls")."""
    found = _BETWEEN.search(said)
    if found is None:
        return ()
    one, other = found["one"].strip(), found["other"].strip()
    head = other.split()[-1]
    shares = len(one.split()) < len(other.split()) <= _MOST_SHARING and fold(one.split()[-1]) != fold(head)
    names_it = f" {fold(one)} " in f" {fold(other)} "
    return (f"{one} {head}" if shares and not found["article"] and not names_it else one, other)


def _kind(said: str) -> tuple[Kind, str]:
    for kind, pattern in _KINDS.items():
        if found := pattern.search(said):
            subject = next((text for text in found.groupdict().values() if text), "")
            return kind, subject
    return "other", ""
