"""The words by which item-writing flaws are known, for English, Norwegian and German. Folded text is searched."""

import re

# What is true of all without exception. "All" and "every" count at the head of an option: "all the parts" within one is
# no claim about all there are.
ABSOLUTE = re.compile(
    r"\b(?:always|never|none|only|nobody|entirely|completely|absolutely|impossible"
    r"|alltid|aldri|kun|bare|utelukkende|fullstendig|umulig"
    r"|immer|niemals|nie|nur|ausschließlich|ausschliesslich|vollständig|unmöglich)\b"
    r"|^(?:all|every|everyone|alle|ingen|samtlige|keine?|jede[rs]?)\b"
)
VAGUE = re.compile(
    r"\b(?:often|usually|sometimes|frequently|generally|rarely|seldom|occasionally|probably|perhaps|various|somewhat"
    r"|ofte|vanligvis|noen ganger|av og til|sjelden|kanskje|trolig|diverse|stort sett"
    r"|oft|manchmal|gewöhnlich|meistens|selten|vielleicht|wahrscheinlich|gelegentlich)\b"
)
NEGATIVE = re.compile(
    r"\b(?:not|except|neither|nor|never|cannot|[a-z]+n['’]t|least likely"
    r"|ikke|unntatt|bortsett fra|aldri|verken|hverken"
    r"|nicht|außer|ausser|keine?[rsmn]?|niemals|weder)\b"
)
NONE_OF_THEM = re.compile(
    r"\b(?:none of (?:the|these|them|those)|neither of|no correct answer"
    r"|ingen av (?:de|dem|disse|alternativene|svarene)|keine? (?:der|von|davon)|nichts davon)\b"
)
ALL_OF_THEM = re.compile(
    r"\b(?:all of (?:the|these|them|those)|all the above|every one of (?:the|these)"
    r"|alle (?:de|disse|av|alternativene|svarene)\b.{0,20}(?:over|ovenfor|nevnte|dem|riktige|$)|alt (?:dette|ovenfor)"
    r"|alle (?:genannten|oben|davon|antworten)|alles davon)\b"
)
# "Both A and B", "A and C", "1 and 3", "I, II and IV".
COMPLEX = re.compile(
    r"^(?:(?:both|only|både|kun|bare|sowohl|nur)\s+)?"
    r"(?:[a-e](?:\s*,\s*[a-e])*\s*(?:and|or|&|og|eller|und|oder|als auch)\s*[a-e]"
    r"|[ivx]+(?:\s*,\s*[ivx]+)*\s*(?:and|or|&|og|eller|und|oder)\s*[ivx]+)\.?$"
)
TRUTHS = frozenset(re.findall(r"\w+", """
    true false yes no correct incorrect right wrong  sant usant ja nei riktig galt feil  wahr falsch nein richtig
"""))  # fmt: skip
# A stem that asks nothing of its own: the options say it all.
UNFOCUSED = re.compile(
    r"^(?:which (?:one )?(?:of (?:the|these)(?: following)?(?: \w+)?|(?:statement|option|answer|alternative|sentence))"
    r" (?:is|are|was|were) (?:\w+ )?(?:true|correct|right|false|wrong|incorrect)"
    r"|(?:what|which) is (?:true|correct)|choose the (?:right|correct)(?: \w+)?"
    r"|hvilke[tn]? (?:av (?:de|disse|følgende)\w*|påstand\w*|alternativ\w*|utsagn\w*|svar\w*)(?: \w+)?"
    r" (?:er|var) (?:\w+ )?(?:sann|sant|riktig|rett|gal|galt|feil)"
    r"|hva er (?:riktig|sant|rett)|velg (?:riktig|rett)(?: \w+)?"
    r"|welche (?:aussage|antwort|option|der folgenden\w*)(?: \w+)? (?:ist|trifft) (?:richtig|wahr|falsch|zu)"
    r"|was ist (?:richtig|wahr))\W*$"
)
# It begins with what stands for something said before.
LEANING = re.compile(
    r"^\W*(?:(?:it|its|they|their|them|he|she|his|this|these|those|such"
    r"|dette|denne|disse|han|hun|hans|hennes|deres|slike?"
    r"|sie|dies|diese[rsmn]?|solche[rsmn]?)\b"
    # "Den store dammen" and "Es gibt" lean on nothing.
    r"|(?:den|det|de) (?:er|var|har|hadde|kan|vil|blir|ble|skal|må)\b|er (?:ist|war|hat|kann|wird)\b)"
)
LEANING_ASKED = re.compile(
    r"^\W*(?:what|why|how|when|where|who) (?:is|are|was|were|do|does|did|can)"
    r" (?:it|they|he|she|this|these|those|that)\b"
    r"|^\W*(?:hva|hvorfor|hvordan|når|hvor|hvem) (?:er|var|gjør|kan|ble) (?:den|det|de|dette|denne|disse|han|hun)\W"
)
ARTICLE_LAST = re.compile(r"\b(an?)\s*(?:____)?\W*$")
