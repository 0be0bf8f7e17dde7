"""Of which kind a thing is, by the noun with which it is defined: options that are of one kind tell nothing."""

import re
from functools import lru_cache

from services.coach.sentences.parts import is_tagged, parts_of
from services.coach.sentences.vocabulary import SMALL
from services.text.words import ARTICLES, fold, stems_of

_LEAST, _NEAR = 4, 3
# Nouns that name one kind. A noun that stands nowhere is a kind of its own: "hormone", "gland", "tax".
_NOUNS = {
    "en": (
        "process way act action activity practice method technique procedure development change transfer movement"
        " teaching learning reaction conversion formation production gathering use operation loss increase decrease"
        " rise fall growth release removal exchange breakdown division flow preparation ceremony event signaling",
        "condition disorder disease syndrome illness state enlargement damage deficiency infection injury defect",
        "organ gland body heart",
        "muscle bone nerve",
        "tissue layer membrane sheath lining coat",
        "structure part region area section portion lobe cavity space boundary edge plate place zone surface valve",
        "stalk tube vessel network duct chamber opening",
        "cell neuron platelet bacterium organism",
        "hormone",
        "enzyme protein molecule substance fluid compound chemical pigment gas liquid mineral acid fat sugar"
        " lipid ion element salt metal material",
        "person people individual group community society organization institution team class generation member child"
        " family worker someone those school agency distribution company country nation population",
        "idea belief theory view perspective concept principle rule law norm value expectation understanding standard"
        " assumption doctrine approach model hypothesis claim pattern",
        "influence role effect factor force pressure cause impact",
        "number amount measure rate quantity ratio degree level size speed temperature share percentage score sum",
        "program software tool command utility application language package library interface function compiler script"
        " operator system manager editor",
        "file directory format document data list set collection sequence string array vector object variable record"
        " table matrix value argument expression type",
        "machine device instrument engine computer apparatus circuit wheel press telescope lens mirror camera",
        "circle point line plane sphere angle axis pole arc curve locus direction position coordinate",
        "star planet galaxy moon comet satellite asteroid constellation cluster sun",
        "day year month hour time date season period era moment instant calendar century",
        "wave ray light radiation signal sound beam",
        "river lake sea ocean mountain valley island coast bay desert glacier hill stream",
        "plant tree animal bird fish insect species mammal flower crop",
        "war battle revolution conflict uprising treaty agreement alliance rebellion campaign",
        "tax price cost wage payment fee income money fund loan debt budget",
        "word noun verb phrase clause sentence letter symbol sign name",
        "book poem novel painting song story play essay film",
        "sense ability quality property feature characteristic feeling attitude identity trait skill knowledge",
        "discrimination inequality access credentialism movement policy reform education tracking credential",
    ),
    "no": (
        "prosess måte handling metode framgangsmåte utvikling endring overføring bevegelse reaksjon omdanning dannelse"
        " produksjon bruk økning nedgang vekst utveksling nedbryting strøm fordamping kretsløp",
        "tilstand sykdom lidelse skade mangel",
        "organ kjertel del område lag vev hinne rør bein muskel sted rom flate kammer åre",
        "stoff væske gass molekyl protein hormon enzym mineral salt metall materiale vann damp is",
        "person menneske gruppe samfunn organisasjon institusjon parti forening folk",
        "idé tro teori syn begrep prinsipp regel lov norm verdi modell",
        "mål størrelse mengde antall tall grad hastighet temperatur andel forhold motstand spenning strømstyrke effekt",
        "program verktøy kommando pakke språk grensesnitt system tjener oppgave",
        "apparat maskin instrument enhet krets bryter batteri leder isolator komponent kikkert linse speil",
        "sirkel punkt linje plan kule vinkel akse pol bue kurve retning",
        "stjerne planet galakse måne komet satellitt sol",
        "dag år måned time tid dato årstid periode",
        "bølge stråle lys stråling signal lyd",
        "elv innsjø hav fjell dal øy kyst fjord bre bekk",
        "plante tre dyr fugl fisk insekt art pattedyr blomst",
        "krig slag revolusjon konflikt opprør traktat avtale",
        "skatt pris kostnad lønn avgift inntekt penger lån gjeld",
        "ord substantiv verb setning bokstav symbol tegn navn",
        "evne egenskap kvalitet følelse holdning",
    ),
    "de": (
        "vorgang prozess verfahren methode handlung bewegung änderung entwicklung nutzung",
        "zustand krankheit störung schaden",
        "organ drüse teil bereich schicht gewebe raum ort",
        "stoff flüssigkeit gas molekül hormon enzym mineral metall",
        "person mensch gruppe gemeinschaft gesellschaft organisation entwickler projekt",
        "idee theorie begriff prinzip regel gesetz",
        "zahl menge maß anteil grad",
        "programm werkzeug befehl paket sprache schnittstelle system distribution software paketverwaltung",
        "gerät maschine apparat",
    ),
    "fr": (
        "processus changement mouvement action méthode transformation variation phénomène réaction formation production"
        " utilisation échange transfert évolution passage",
        "état maladie trouble lésion infection",
        "organe glande partie région zone couche tissu muscle os membrane",
        "substance liquide gaz molécule protéine hormone enzyme minéral métal matière",
        "personne groupe communauté société organisation institution",
        "idée théorie notion concept principe règle loi norme modèle",
        "mesure nombre quantité unité distance durée vitesse température taux intervalle temps grandeur",
        "programme outil commande logiciel paquet langage interface système bibliothèque",
        "appareil machine instrument dispositif moteur télescope lentille miroir",
        "point cercle ligne plan sphère angle axe pôle arc courbe trajectoire direction position coordonnée",
        "étoile planète galaxie lune comète satellite astre",
        "jour année mois heure date saison période instant siècle calendrier",
        "plante arbre animal oiseau poisson insecte espèce",
        "impôt prix coût salaire revenu argent dette",
    ),
}
_KINDS = {
    language: {stems_of(noun, language)[0]: n for n, nouns in enumerate(table) for noun in nouns.split()}
    for language, table in _NOUNS.items()
}
# "A type of protein that": what it is a type of tells the kind.
_OF = re.compile(
    r"\b(?:types?|kinds?|sorts?|forms?|class|classes|set|pair|piece|one|group|slags?|typer?|former?|sett|arten?|form)"
    r" (?:of|av|von)\s+(?:an?|the|en|et)?\s*",
    re.IGNORECASE,
)
_ENDS = {
    "no": re.compile(r"[,;:(–—]|\b(?:av|i|på|til|for|fra|med|og|eller|som|der|når|hvor|mellom|ved|gjennom|over)\b"),
    "fr": re.compile(r"[,;:(–—’']|\b(?:de|des|du|à|au|aux|en|dans|sur|pour|par|avec|et|ou|qui|que|dont|où)\b"),
}
_NOUN_FIRST = frozenset(("fr",))  # what tells it apart stands behind it, but for these
_SIZES = re.compile(
    r"(?:grande?|petite?|gros|grosse|longue?|nouvel|nouvelle|vaste|ancien|ancienne|simple|première?)s?$"
)


# "X is a ...", "X: ..."; and "a sticky fluid called X".
_IS = re.compile(
    r"^.{0,80}?"
    r"(?::|\b(?:is|are|was|were|means|refers to|er|var|betyr|vil si|ist|sind|bedeutet|bezeichnet|est|sont|désigne)\b)"
    r"\s+(?P<said>.+)"
)
_CALLED = re.compile(
    r"(?P<said>[^,;:.()]+?),?\s+(?:(?:also|often|sometimes|is|are)\s+)*"
    r"(?:called|known as|termed|named|kalt|kalles|genannt)\s+(?:an?\s+|the\s+|for\s+)?$"
)


@lru_cache(maxsize=8_192)
def kind_of(said: str, language: str) -> str | int | None:
    """The kind of a thing by what is said that it is, from its article on; None: no noun is found."""
    stems = stems_of(_noun_of(said, language), language)
    if not stems:
        return None
    table = _KINDS.get(language, {})
    if stems[-1] in table or language == "en":
        return table.get(stems[-1], stems[-1])
    # A compound ends with what it is: "innsjøområde".
    within = (kind for noun, kind in table.items() if len(noun) >= _LEAST and stems[-1].endswith(noun))
    return next(within, stems[-1])


def kind_told(name: str, definition: str, language: str) -> str | int | None:
    """The kind of what a name stands for: by the sentence that says what it is, else by the name's own last word, where
    it has several."""
    before, named, _ = definition.partition(name)
    if named and (called := _CALLED.search(before)):
        return kind_of(" ".join(called["said"].split()[-_NEAR:]), language)
    if definition and (found := _IS.match(definition)):
        return kind_of(found["said"], language)
    return kind_of(name, language) if " " in name else None


def _noun_of(said: str, language: str) -> str:
    """The noun that a noun phrase is about: the last before what tells it apart."""
    if kind := _OF.search(said[:40]):
        said = said[kind.end() :]
    if is_tagged(language):
        found = ""
        for word in parts_of(said, language):
            if word.part in ("noun", "name"):
                found = word.text
            elif found:
                break
        return found
    ends = _ENDS.get(language)
    end = ends.search(said) if ends else None
    words = [word for word in fold(said[: end.start() if end else None]).split() if word not in SMALL.get(language, ())]
    words = [word for word in words if word not in ARTICLES and not (language == "fr" and _SIZES.match(word))]
    return words[0 if language in _NOUN_FIRST else -1] if words else ""
