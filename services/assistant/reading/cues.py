# ruff: noqa: E501
# A pattern is read best on one line.
"""What a clause wants, as patterns in English and Norwegian (with some Nynorsk and dialect). Pure.

They look at a clause in small letters, mended, without its opening and its politeness. `ref` is which task, `title` what
it is called, `new` what something is to become; what they hold is read further by `clauses.py`.
"""

import re
from dataclasses import dataclass

from contracts.assistant import IntentType

OPENING = re.compile(
    r"^(?:(?:hi|hiya|hello|hey|hei|hallo|heisann|ok|okay|please|so|well|and|now|also|then|just|oh|hm+|um|og|(?:så|da|nå)(?! har (?:jeg|eg)\b)|bare|også"
    r"|actually|you can|you may|you|stupid|dumb|bot|idiot|dear|assistant|thanks|takk|kjære|dumme|teite|din|jævla|faen|damn(?: it)?"
    r"|for (?:fuck's|god's|heaven's) sake|for (?:faen|helvete)|come on|kom igjen|listen|hør"
    r"|vennligst|vær så snill(?: og| å)?|ver så snill|kan (?:du|dere)|kunne du|vil du|could you|can you|would you|will you"
    r"|can i|could i|kan jeg|i(?:'d| would) like (?:you )?to|i want you to|i need you to|jeg vil (?:gjerne )?at du(?: skal)?"
    r"|it(?:'d| would) be (?:great|nice|good|lovely|cool|helpful) if you could|would you mind|i (?:want|wanna) to|let me|lemme|let's|you can|you may|(?:can|could|shall|should) we|(?:kan|skal|bør) (?:vi|me)|la (?:meg|oss|meg få)"
    r"|jeg vil(?: gjerne)?(?= (?:se|slette|fjerne|legge|endre|flytte|ha en oppgave))|du må|do me a favou?r|kindly|go|help me)"
    r"(?: please| bare| just| kindly)?(?=[\s,!.:])[\s,!.:]+)+"
)
CLOSING = re.compile(
    r"(?:[\s,.!?]+(?:please|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|thx|takk(?: skal du ha)?"
    r"|tusen takk|er du (?:snill|grei)|vær så snill|will you|would you|for me|for meg|right now|asap|instead|i stedet"
    r"|you (?:idiot|moron|stupid bot)|idiot|din idiot|dammit|damn it|for faen|already|now|nå|a|da|ok|okay|kan du|kan du det"
    r"|(?:please )?note|if you (?:can|don't mind)|når du kan|mate|love|buddy))*[\s,.!?]*$"
)
YES = re.compile(
    r"^(?:yes|yeah|yea|yep|yup|ye|y|sure(?: thing)?|ok|okay|okey|do it(?! (?:on|by|until|for|tomorrow|today|next)\b)|go ahead|go for it|please do|confirm(?:ed)?|absolutely"
    r"|definitely|of course|certainly|right|correct|exactly|affirmative|fine|sounds good|ja+|jepp|japp|jada|jo|joda|greit"
    r"|(?:gjør|gjer) det(?! (?:til|på|i|om|innen|heller)\b)|kjør(?: på)?|bekreft(?:er|et)?|selvfølgelig|sjølvsagt|absolutt|gjerne|stemmer|det stemmer|fint"
    r"|sikkert|helt sikker|i'm sure|i am sure|jeg er sikker)(?![\w'])[\s,!.]*"
)
NO = re.compile(
    r"^(?:no+|nope|nah|n|nei+|neida|niks|never ?mind|nvm|cancel(?: (?:it|that|this))?|stop|abort|forget (?:it|about it)"
    r"|leave it|keep (?:it|them|that)|wait|hold on|not (?:now|that|it)|on second thought|avbryt(?: det)?|stopp"
    r"|glem (?:det|den)|drit i det|drop det|la (?:det|den|dem) (?:være|stå|ligge)|behold(?: den| det| dem)?|vent(?: litt)?"
    r"|ikke nå|angre|i changed my mind|jeg ombestemte meg)(?![\w'])[\s,!.]*"
)
_TOUCHING = (
    r"(?:delete|remove|erase|clear|cancel|add|create|complete|finish|mark|change|update|move|rename|do|touch|slett\w*|fjern\w*"
    r"|legg\w*|merk\w*|endre\w*|flytt\w*|fullfør\w*|gjør\w*|rør\w*|stryk\w*)"
)
NEGATED = re.compile(
    rf"\b(?:don't|do not|never|won't|shouldn't|didn't|ikke|aldri)\b(?: \w+){{0,4}}? {_TOUCHING}\b"
    rf"|^(?:jeg vil |du skal |du må )?(?:ikke|ikkje)\b|\b{_TOUCHING}(?: \w+){{0,4}} ikke\b"
)
REMEMBERING = re.compile(
    r"^(?:don't|do not|never)(?: let me)? forget|^(?:ikke|ikkje) (?:glem|gløym)|^jeg må ikke glemme"
)
QUESTION = re.compile(
    r"^(?:what|why|how|when|where|who|whom|whose|which|hva|hvorfor|hvordan|når|hvor|hvem|hvilken|hvilket|hvilke|kva|korleis"
    r"|kvifor|is|are|does|do|did|was|were|er|var|har|finnes|explain|forklar|teach|lær meg|tell me (?:about|more|why|how)"
    r"|fortell|quiz me|test me|test meg)\b"
)
# What is no title: "remind me what osmosis is", but "remind me to do my homework", "to explain it to Ann".
ASKED = re.compile(
    r"^(?:what|why|how|when|where|who|whom|whose|which|hva|hvorfor|hvordan|når|hvor|hvem|hvilken|hvilket|hvilke|kva"
    r"|korleis|kvifor|is|are|was|were|er|var|finnes)\b"
)
_TASK = r"(?:tasks?|to-?dos?|to do|reminders?|items?|assignments?)"
_OPPGAVE = r"(?:oppgav\w*|gjøremål\w*|påminnels\w*|todo\w*|huskelist\w*)"
_LIST = r"(?:to-?do list|to do list|task list|list|tasks|to-?dos|plate|agenda|schedule|board)"
_LISTE = r"(?:listen?|lista|oppgavelist\w*|huskelist\w*|gjøremålslist\w*|todo-?list\w*|planen|oppgavene|gjøremålene)"
ONTO = re.compile(
    rf"\s*(?:(?:in)?to|on(?:to)?|in) (?:my|the|our) {_LIST}\b|\s*(?:på|til|i|inn på|blant) (?:den |de )?{_LISTE}(?: m[ie]\w+)?\b"
    rf"|\s*as an? (?:new )?{_TASK}\b|\s*som (?:en )?(?:ny )?{_OPPGAVE}\b"
)


@dataclass(frozen=True)
class Cue:
    """`sure`: how sure a match is. `found_only`: it is one only where such a task is found."""

    intent: IntentType
    pattern: re.Pattern[str]
    sure: float = 0.95
    found_only: bool = False


def _cues(intent: IntentType, *patterns: str, sure: float = 0.95, found_only: bool = False) -> list[Cue]:
    return [Cue(intent, re.compile(pattern), sure, found_only) for pattern in patterns]


_ANEW = rf"(?:(?:a|an|another|one|me|one more|yet another|following|the) )*(?:new |quick )?(?:{_TASK}\b|reminder)?"
_ANEW_TO = (
    r"(?:(?: (?:called|named|titled|saying|to|for|4(?= \D)|about|that says)|:)(?: that i (?:have to|need to|must))?)?"
)
_NY = rf"(?:(?:en|ei|et|meg|inn|opp|ned|ny|nytt) )*(?:{_OPPGAVE}\b)?"
_AT = r"(?:som heter|kalt|med navn(?:et)?|om(?: å)?|på(?: å)?|å|at jeg (?:må|skal|bør)|for å|til å|:)"
_DONE = r"(?:as )?(?:being )?(?:completed?|finished|done|ready|checked|solved)"
_FERDIG = r"(?:som )?(?:ferdige?|fullført\w*|gjort|utført|unnagjort|klare?|gjennomført|ferdiggjort|løst)"
_IT = r"(?:it|that|this|them|det|den|denne|dette)"
_DATES_OF = r"(?:due date|deadline|date|time|due|reminder|day)"
_FRIST = r"(?:fristen|frist|datoen|dato|tidspunktet|dagen|innleveringsfrist\w*)"

CUES: tuple[Cue, ...] = (
    *_cues(
        "help",
        r"^(?:help|hjelp|\?|commands|menu|meny|kommandoer)(?: me| meg)?$",
        r"^what (?:can|do|are) (?:you|your)(?: able to)? (?:do|help|commands|features|understand)\b.*",
        rf"^how (?:do|can|should) i (?:use (?:this|you|it)|(?:add|delete|create|make|remove|complete|rename|change|list|see)\b.*\b{_TASK})\b.*",
        r"^how (?:does|do) (?:this|it|you)(?: assistant| chat)? work\b.*",
        r"^(?:hva|kva) (?:kan|gjør|forstår) du(?: gjøre| hjelpe| egentlig|\b).*",
        r"^hvordan (?:(?:virker|fungerer) (?:du|dette|det her|denne)\b|bruker (?:jeg|man) (?:deg|dette))",
        rf"^hvordan (?:legger|sletter|fjerner|endrer|lager|fullfører|flytter) (?:jeg|man)\b.*\b{_OPPGAVE}\b.*",
        r"^what (?:should|can|do) i say\b.*", r"^hva (?:kan|skal|bør) jeg si\b.*",
    ),
    *_cues(
        "update",
        r"^(?:re-?open|uncheck|untick|unmark|un-?complete|undo) (?P<ref>.*(?:task|one|#?\d|it|that).*|the .+?)(?P<again>)$",
        r"^(?P<ref>.+?) (?:is|are|was)(?:n't| not) (?:actually |really )?(?:done|finished|complete|completed)(?: yet| after all)*(?P<again>)$",
        r"^(?:gjenåpne|åpne|angre på|fjern haken (?:på|fra|for)) (?P<ref>.+?)(?: igjen)?(?P<again>)$",
        r"^(?P<ref>.+?) (?:er|ble|var) ikke (?:ferdig|gjort|fullført)(?: ennå| likevel| enda)*(?P<again>)$",
        r"^(?:make|set|have) (?P<ref>(?:task |number |#)*#?\d+|the .+?|it)(?P<due> (?:due|for|to be done by) .+)$",
        r"^(?P<ref>.+?) (?:should|must|has to|needs to) be (?:moved to |done )?(?P<due>(?:on|by|before|until) .+)$",
        rf"^(?:make|do|say|set) (?P<ref>{_IT})(?P<when> .+)$",
        rf"^(?:gjør|ta|sett|si) (?P<ref>{_IT})(?P<when> .+)$",
        r"^(?:can|could) (?P<ref>.+?) be (?:called|named|renamed(?: to)?) (?P<title>.+)$",
        r"^(?:can|could) (?P<ref>.+?) be(?P<when> .+)$",
        r"^(?:sett|sette) (?!opp |inn |av |en |et |ny )(?P<ref>.+?)(?P<when> (?:til|på) .+)$",
        r"^i (?:haven't|have not) (?:actually |really )?(?:done|finished|completed) (?P<ref>.+?)(?: yet| after all)?(?P<again>)$",
        r"^(?:replace|swap) (?P<ref>.+?) (?:with|for|by) (?P<title>.+)$",
        r"^(?:bytt ut|erstatt) (?P<ref>.+?) med (?P<title>.+)$",
        rf"^give (?P<ref>.+?) (?:a |the )?{_DATES_OF}(?P<due> .+)$",
        r"^(?:rename|retitle|re-name) (?P<ref>.+?) (?:to|as|into|:) (?P<title>.+)$",
        r"^(?:change|edit|update|set|make) (?:the )?(?:title|name|wording|text) (?:of|for|on) (?P<ref>.+?) (?:to|into|as|:) (?P<title>.+)$",
        r"^(?:call|name) (?P<ref>(?:task |number |#)?#?\d+|the \w+ (?:one|task)) (?P<title>.+)$",
        r"^(?P<ref>.+?) (?:(?:should|must|is to|shall|needs to) be (?:called|named|renamed(?: to)?)|should (?:say|read)) (?P<title>.+)$",
        rf"^(?:set|change|move|push|update|put) (?:the )?{_DATES_OF} (?:of|for|on) (?P<ref>.+?)(?P<due>(?: to| on| until|:) .+)$",
        rf"^(?:remove|delete|clear|drop) (?:the )?{_DATES_OF} (?:of|from|for|on) (?P<ref>.+)(?P<open>)$",
        rf"^(?P<ref>.+?) (?:has|needs) no {_DATES_OF}(?: any ?more)?(?P<open>)$",
        r"^(?:add|set|write|put) (?:a |the )?(?:description|note|comment|details?) (?:to|for|on|of) (?P<ref>.+?)(?:: | that says | saying | to )(?P<text>.+)$",
        r"^(?:move|push(?: back)?|postpone|reschedule|shift|delay|defer|put off|bring forward|extend) (?P<ref>.+?)(?P<due> (?:to|until|till|by|for|on) .+| (?:tomorrow|today|next|in|back|one|two|an?)\b.*)$",
        r"^(?:move|push(?: back)?|postpone|reschedule|delay|defer|put off|bring forward|extend) (?P<ref>.+)$",
        r"^(?P<ref>.+?) (?:is|are|should be|must be|needs to be|has to be) (?P<due>due .+|done by .+|finished by .+|completed by .+|ready by .+)$",
        r"^(?:change|edit|update|modify|alter|correct|fix|set) (?!an? )(?P<ref>.+?) (?:to|into|so that it is|:) (?P<new>.+)$",
        r"^(?:update|edit|modify|alter) (?P<ref>.+)$",
        r"^change (?P<ref>.*(?:task|one|#?\d|item|title|todo|it|that).*)$",
        r"^(?:døp om|omdøp|gi nytt navn til|kall om|omdøpe|døype om) (?P<ref>.+?) (?:til|:) (?P<title>.+)$",
        r"^(?:endre|bytt|forandre|rediger|oppdater|sett|endra) (?:tittelen|tittel|navnet|navn|teksten) (?:på|til|for) (?P<ref>.+?) (?:til|:) (?P<title>.+)$",
        r"^(?:kall|kalle) (?P<ref>(?:oppgave |nummer |nr |#)?#?\d+|den \w+(?: oppgaven)?) (?:for )?(?P<title>.+)$",
        r"^(?P<ref>.+?) (?:skal|bør|må|burde) (?:hete|kalles|døpes om til) (?P<title>.+)$",
        rf"^(?:sett|endre|flytt|oppdater|bytt) {_FRIST} (?:på|for|til|av) (?P<ref>.+?) (?P<due>(?:til|på) .+)$",
        rf"^(?:fjern|slett|ta bort|stryk) {_FRIST} (?:på|for|til|av|fra) (?P<ref>.+)(?P<open>)$",
        rf"^(?P<ref>.+?) (?:har|trenger) ikke (?:noen )?{_FRIST}(?: lenger)?(?P<open>)$",
        rf"^(?:gi|sett) (?P<ref>.+?) {_FRIST}:? (?P<due>.+)$",
        rf"^(?P<ref>.+?) (?:har|får|skal ha) {_FRIST}:? (?P<due>.+)$",
        r"^(?P<ref>.+?) (?:skal|må|bør) (?:være|vere|bli|gjøres) (?:ferdig |klar |gjort |levert )?(?P<due>(?:innen|til|før|på) .+)$",
        r"^(?:legg til|skriv|sett) (?:en |et )?(?:beskrivelse|notat|merknad|kommentar) (?:på|til|for) (?P<ref>.+?): (?P<text>.+)$",
        r"^(?:flytt|utsett|skyv(?: på)?|forskyv|flytte|utsette|vent med) (?P<ref>.+?)(?P<due> (?:til|på|i|om|en|to|fram til|frem til) .+| neste .+)$",
        r"^(?:flytt|flytte|utsett|utsette|skyv(?: på)?|forskyv) (?P<ref>.+)$",
        r"^(?:endre|forandre|rediger|oppdater|rett|bytt|endra) (?:på )?(?P<ref>.+?) (?:til|:) (?P<new>.+)$",
        r"^(?:endre|forandre|rediger|oppdater|endra)(?: på)? (?P<ref>.+)$",
    ),
    *_cues(
        "update",
        r"^(?P<ref>.+?) can wait(?P<when> (?:un)?til+ .+)$",
        r"^(?P<ref>.+?) kan vente(?P<when> (?:til|i) .+)$",
        sure=0.8,
        found_only=True,
    ),
    *_cues(
        "complete",
        rf"^(?:mark|set|put|flag|check|tick|count) (?P<ref>.+?) {_DONE}$",
        rf"^(?:mark|set) {_DONE}:? (?P<ref>.+)$",
        r"^(?:complete|check(?: off)?|tick(?: off)?|cross(?: off| out)?|close|resolve|mark off|strike(?: off| out| through)?) (?P<ref>.+?)(?: off)?$",
        r"^(?:finish|end|mark) (?P<ref>.*\b(?:task|tasks|one|item|todo|all|everything)\b.*|#?\d[\d\s,#]*(?:and \d+)?)$",
        r"^(?:i'm|i am|i was|am|we're|we are)?\s*(?:all )?(?:done|finished|through|ready) with (?P<ref>.+)$",
        r"^(?:i(?:'ve| have)?|we(?:'ve| have)?)?\s*(?:just |already |finally |now )?(?:finished|completed|done|did) (?:with )?(?P<ref>.+)$",
        rf"^(?P<ref>.+?) (?:is|are|'s|was|were|has been|have been|can be)(?: all| now| already| finally| both)? {_DONE}(?: now| too| already)?(?:,? but not .+|, (?:\S+ )?\S+ (?:isn't|is not|not))?$",
        rf"^that(?:'s| is) (?P<ref>.+?) {_DONE}$",
        rf"^(?P<ref>.+?)'s {_DONE}$",
        r"^(?P<ref>(?:task |number |nr |#)*#?\d+|the \w+ (?:one|task)) (?:is|are) (?:all )?(?:sorted|dealt with|taken care of|handled|out of the way|over with)(?: now| too)?$",
        r"^(?P<ref>(?:task |number |nr |#)*#?\d[\d\s,#and]*|the \w+ (?:one|task))[:, -]* (?:done|complete[d]?|finished)$",
        r"^(?P<ref>.+?) can be (?:ticked|checked|crossed|marked)(?: off| out| as done)?$",
        r"^(?P<ref>.+?) kan (?:krysses|hukes|merkes|strykes)(?: av| ut| som ferdig| som fullført)?$",
        r"^(?:fullfør|ferdigstill|avslutt|kryss(?: av| ut)|huk av|hak av|stryk ut|sjekk av|fullføre) (?:for |på )?(?P<ref>.+?)$",
        r"^(?:stryk|kryss|hak|huk) (?P<ref>.+?) (?:ut|av)$",
        rf"^(?:merk|marker|sett|markér|kryss av|registrer|før opp) (?P<ref>.+?) {_FERDIG}$",
        r"^(?:jeg (?:er|ble|vart|er nå|er endelig) |er |vi er )?(?:ferdig|klar|ferdige) med (?:å )?(?P<ref>.+)$",
        r"^(?:jeg|vi)? ?har (?:nå |akkurat |endelig |allerede )?(?:gjort|fullført|gjennomført|gjort ferdig|unnagjort) (?:ferdig )?(?P<ref>.+)$",
        rf"^(?P<ref>.+?) (?:er|ble|var|vart)(?: nå| allerede| endelig| begge)? {_FERDIG}(?: nå| også)?$",
        r"^(?P<ref>(?:oppgave |oppgavene |nummer |nr |#)*#?\d[\d\s,#og]*|den \w+(?: oppgaven)?) (?:ferdige?|gjort|fullført)$",
        r"^gjorde (?:ferdig )?(?P<ref>.+)$",
    ),
    *_cues(
        "delete",
        r"^(?:delete|remove|erase|drop|discard|scrap|scratch|trash|bin|kill|throw (?:away|out)|throw|get rid of|cancel|clear(?: out)?|ditch|wipe|purge|take (?:away|out|off)) (?P<ref>.+?)(?: (?:from|off) (?:my|the) (?:list|tasks|to-?do list))?$",
        r"^(?:take|strike|cross|throw|get) (?P<ref>.+?) (?:off|from|out|away|out of)(?: (?:my|the) (?:list|tasks|to-?do list))?$",
        r"^(?P<ref>.+?) can (?:be (?:deleted|removed|binned|scrapped)|go)$",
        r"^(?P<ref>.+?) kan (?:(?:du |vi )?(?:bare )?(?:slette|fjerne)|(?:bare )?(?:slettes|fjernes|gå ut))$",
        r"^lose (?P<ref>.*\b(?:task|one|item|todo|#?\d+)\b.*?)$",
        r"^forget (?:about )?(?P<ref>.*\b(?:task|one|item|todo|#?\d+)\b.*?)$",
        r"^(?:i )?(?:don't|do not|no longer) (?:need|want) (?P<ref>.*\b(?:task|one|item|todo|#?\d+)\b.*?)(?: any ?more| any longer)?$",
        r"^(?:slett|slette|fjern|fjerne|stryk|kast|kaste|dropp|avlys|ta (?:bort|vekk|vek)|kvitt deg med|bli kvitt|få (?:bort|vekk|vek)|tøm|fjerna|hiv) (?P<ref>.+?)(?: (?:fra|av|i) (?:listen?|lista|oppgavene|oppgavelist\w*)(?: m[ie]\w+)?)?$",
        r"^(?:ta|stryk|få|hiv|kast) (?P<ref>.+?) (?:bort|vekk|vek|ut|av (?:listen?|lista)|fra (?:listen?|lista))(?: m[ie]\w+)?$",
        r"^(?:jeg )?(?:trenger|vil) ikke (?:ha )?(?P<ref>.*\b(?:oppgav\w+|nummer|#?\d+|den \w+)\b.*?)(?: lenger| mer)?$",
    ),
    *_cues(
        "list",
        rf"^(?:show|list|display|see|view|give|tell|read|get|print|check|fetch|pull up|bring up|look at|repeat|what'?s?|what are|what is)\b(?!.*\b(?:add|plan|note|to do (?:to|for|in order)|list of (?!my|all|the tasks|tasks|to-?dos|open|things)))(?: to)?(?: me| out| us| up)?.*\b(?:{_TASK}|{_LIST}|to do|have to do|need to do|should do|deadlines)\b.*$",
        r"^(?:what|which)\b.*\b(?:left|open|pending|outstanding|on my (?:list|plate|agenda)|(?:do i|i) (?:still )?(?:have|need) to do(?! (?:to|for|in order))|to do(?! (?:to|for|in order))|due|do i have (?:to do(?! (?:to|for|in order))|left|planned|today|on)|must i do)\b.*$",
        rf"^(?:what|which) (?:{_TASK}|things|ones)\b.*$",
        r"^what (?:have i|did i) (?:already )?(?:done|finish|finished|complete|completed|do|get done|managed)\b.*$",
        rf"^(?:remind|tell) me (?:again )?what\b.*\b(?:{_TASK}|{_LIST}|to do(?! with)|left|due|completed|finished|done)\b.*$",
        r"^(?:is there )?anything (?:else )?i (?:should|need to|have to|must) (?:be doing|do|get done)\b(?: (?:today|tomorrow|this week|now))?$",
        rf"^mangler (?:jeg|eg) noe\b.*\b(?:{_LISTE}|{_OPPGAVE})\b.*$",
        r"^(?:hva|kva) (?:må|skal|bør) (?:gjøres|gjerast|bli gjort)\b(?: (?:i dag|i morgen|denne uk[ae]n?|nå|først))*$",
        r"^(?:show|list|vis(?:e)?|se)(?: me| meg)? (?:the |my |de |det |hva )?(?:finished|completed|done|ferdige?|fullførte?|jeg er ferdig med|jeg har (?:gjort|fullført))(?: ones| things| tasks| oppgavene)?$",
        r"^(?:have|did) i (?:forgotten|forget|missed|miss) (?:anything|something)\b.*$",
        r"^hvilke (?:er|har) (?:jeg|eg) (?:allerede )?(?:ferdig med|gjort|fullført)\b.*$",
        rf"^how(?: is|'s) (?:my|the) {_LIST}\b.*$",
        r"^what(?:'ve| have) (?:i|we) (?:still )?got (?:on|left|due|planned|coming up|to do|today|tomorrow|this week)\b.*$",
        r"^what do i (?:still )?(?:have|need|got) to (?:get (?:through|done)|do|finish|take care of)\b(?! (?:to|for|in order))(?: today| tomorrow| this week| next| still)*$",
        r"^what do i (?:still )?have(?: left)?(?: to do)?(?: today| tomorrow| this week)?$",
        rf"^(?:do i have|are there|have i got|is there|got|any|anything)\b.*\b(?:{_TASK}|left|to do|due|on my list|pending)\b.*$",
        r"^how (?:many|meny)(?: (?:things|of them|more))? (?:do i|have i|are)(?: still)? (?:have|got|there)? ?(?:left|open|to go)\b.*$",
        rf"^how (?:many|meny|much)\b.*\b(?:{_TASK}|to do|on my list)\b.*$",
        rf"^(?:(?:and )?(?:all )?(?:my|the|open|pending|completed|finished|all|current) )+(?:{_LIST}|{_TASK}|to do)$|^(?:tasks|list|todos|to-?do list|overview)$",
        rf"^(?:vis|list(?: opp)?|se|gi|si|les(?: opp)?|skriv ut|hent|sjekk|få se|sjå|vise|få)\b(?!.*\bliste over (?!oppgav|gjøremål|alt|det|mine|hva))(?: fram| frem)?(?: meg)?.*\b(?:{_OPPGAVE}|{_LISTE}|alt (?:jeg|eg) (?:må|skal|har)|hva (?:jeg|eg) (?:må|skal|har))\b.*$",
        r"^(?:hva|kva|hvilke|hvilken|kva for)\b.*\b(?:igjen|gjenstår|på (?:listen?|lista|planen|tapetet)|(?:må|skal) (?:jeg|eg) gjøre(?! for )|(?:jeg|eg) (?:må|skal) gjøre(?! for )|har (?:jeg|eg) å gjøre|(?:jeg|eg) å gjøre|åpne|utestående|frist)\b.*$",
        rf"^(?:hvilke|hvor mange|hva slags|kva for|hva er|kva er|hva med) (?:av )?(?:de )?(?:\w+ )?{_OPPGAVE}\b.*$",
        r"^(?:hva|kva) har (?:jeg|eg) (?:igjen|att) (?:å )?gjøre\b.*$",
        r"^hvor mange har (?:jeg|eg)(?: igjen| att)(?: å gjøre)?$",
        r"^(?:vis(?:e)?|se|få se|gi|si)(?: meg)? (?:hva|alt|det) (?:som (?:er|står)|(?:jeg|eg) (?:har|må|skal))\b.*\b(?:igjen|att|gjenstår|gjøre)\b.*$",
        r"^(?:hva|kva) har (?:jeg|eg) (?:allerede )?(?:gjort|fullført|fått gjort|blitt ferdig med|gjennomført)\b.*$",
        rf"^(?:har (?:jeg|eg)|er det|finnes det|finst det)\b.*\b(?:{_OPPGAVE}|igjen|på (?:listen?|lista)|noe å gjøre|glemt|frist)\b.*$",
        rf"^(?:(?:alle|mine|de|åpne|fullførte|ferdige) )*{_OPPGAVE}(?: m[ie]ne)?$|^(?:{_LISTE})(?: m[ie]\w+)?$|^oversikt$",
    ),
    *_cues(
        "list",
        r"^what(?:'s| is) (?:next|up next|coming up|on)(?: today| tomorrow| this week| for (?:today|tomorrow|this week))?$",
        r"^(?:hva|kva) (?:skjer|er på gang|er det neste|står for tur)(?: (?:i dag|i morgen|denne uk[ae]n?|neste uke|fremover|framover))?$",
        sure=0.8,
    ),
    *_cues(
        "create",
        r"^be reminded (?:to|of|about|that i (?:have|need) to) (?P<title>.+)$",
        r"^make sure (?:that )?i (?:remember to |don't forget to )?(?P<title>.+)$",
        r"^(?:sørg(?:e)? for|pass(?:e)? på) at (?:jeg|eg) (?:husker |ikke glemmer )?(?:å )?(?P<title>.+)$",
        r"^(?:add|create|legg til|lag|noter): ?(?P<title>.+)$",
        r"^(?:i )?(?:must not|mustn't|can't|cannot) forget(?: to| about)? (?P<title>.+)$",
        r"^(?:chuck|throw|stick|pop|put|jot) (?:in|down|up)(?: (?:a|another) (?:new )?(?:task|reminder|note))?(?: (?:to|for|about))?:? (?P<title>.+)$",
        r"^(?:please )?(?:remind|ping|nudge) me(?: (?:that )?(?:i )?(?:have to|need to|should|must|to|about|of|that)|:)* (?P<title>.+)$",
        r"^(?:don't|do not|never)(?: let me)? forget(?: (?:to|about|that i (?:have|need) to))? (?P<title>.+)$",
        r"^(?:remember|i (?:must|should) remember)(?:(?: for)? me)?(?: (?:to|that i (?:have|need) to|about))? (?P<title>.+)$",
        rf"^(?:add|create)(?: the following| these| this)(?: {_TASK})?: ?(?P<title>.+)$",
        r"^(?:make |take )?(?:a )?(?:note|todo|to-?do|task|reminder)(?: to self)?: ?(?P<title>.+)$",
        rf"^(?:add|enter|insert|schedule)(?: me)? {_ANEW}{_ANEW_TO}\s*(?P<title>.*)$",
        rf"^(?:create|make|set up|set|new|log|register|start)(?: me)? (?=(?:\w+ ){{0,4}}?{_TASK}\b){_ANEW}{_ANEW_TO}\s*(?P<title>.*)$",
        rf"^(?:put|place|stick|throw|get|have|write|add|pop) (?P<title>.+?) (?:on|in|into|onto|to) (?:(?:my|the) {_LIST}|there)\b(?: too| as well)?(?P<rest>.*)$",
        r"^(?:jot|note|write|put|take)(?: (?:this|it))? (?:down|up|note)(?: of)?(?: that)?:?(?: (?:that )?i (?:have to|need to|must|should))?(?: to)? (?P<title>.+)$",
        r"^(?:and )?(?:another(?: one| task)?|one more(?: task| thing)?|new one(?: for you)?|enda en|en til|og en til): ?(?P<title>.+)$",
        rf"^(?:skriv|før|legg)(?: inn| opp| til)? (?:på|i) (?:{_LISTE})(?: m[ie]\w+)?:? (?P<title>.+)$",
        r"^(?:i(?:'d| would) like|i want|i need|need|give me) (?:a |another )(?:new )?(?:task|reminder|todo)\b(?: (?:to|for|about|called|that says))*:? ?(?P<title>.*)$",
        r"^(?:minn|påminn|minne|hugs|mind) (?:meg|me) (?:om|på)(?: at)?(?: (?:å|jeg (?:må|skal|bør)))? (?P<title>.+)$",
        r"^minn (?:meg)(?P<title> .+)$",
        r"^(?:(?:jeg|eg) )?(?:må|skal) (?:huske|hugse)(?: på)?(?: å| at)? (?P<title>.+)$",
        r"^(?:husk|huske|hugs|(?:jeg må )?(?:ikke|ikkje) (?:glem|glemme|gløym))(?:(?: for)? meg)?(?: på)?(?: at jeg (?:må|skal))?(?: å| om)? (?P<title>.+)$",
        rf"^legg(?:e)?(?:(?: til| inn| opp| på| ned)\b)+ ?{_NY}(?: ?{_AT})* ?(?P<title>.*)$",
        rf"^legg(?:e)? (?P<title>.+?) (?:til|inn|på)(?: (?:på|i|til))? (?:{_LISTE})\b(?P<rest>.*)$",
        rf"^(?:lag|lage|opprett|opprette|skriv|noter|registrer|start|før|ny|nytt|lagre)(?: meg)? (?:en |et |ei )?(?:ny |nytt )?{_OPPGAVE}(?: ?{_AT})* ?(?P<title>.*)$",
        rf"^(?:skriv|noter|før|sett|skrive|notere)(?: (?:opp|ned|inn))+ ?{_NY}(?: at jeg (?:må|skal))?(?: å)?:? ?(?P<title>.+)$",
        r"^(?:noter|noter deg):? (?:at jeg (?:må|skal)|å|:)? ?(?P<title>.+)$",
        rf"^(?:sett|skriv|før|ha|putt|få|legg) (?P<title>.+?) (?:opp |inn )?(?:på|i|til) {_LISTE}\b(?P<rest>.*)$",
        r"^(?:oppgave|gjøremål|påminnelse|todo): ?(?P<title>.+)$",
        r"^(?:jeg vil ha|jeg trenger|trenger (?:jeg|eg)|gi meg) (?:en |ei )(?:ny )?(?:oppgave|påminnelse)\b(?: (?:om|på|for|til))?(?: å)?:? ?(?P<title>.*)$",
    ),
    *_cues(
        "create",
        r"^i(?:'ve| have)? (?:need to|have to|got to|gotta|must|should|ought to)(?! (?:know|understand|ask|say|admit|go\b|learn)) (?P<title>.+)$",
        r"^(?:need to|have to|gotta|got to)(?! (?:know|understand|ask|say|admit|go\b|learn)) (?P<title>.+)$",
        r"^(?:jeg|eg) (?:må|bør|burde|trenger å|er nødt til å|skal huske å|lyt)(?! (?:vite|forstå|spørre|si|innrømme|gå\b|lære)) (?P<title>.+)$",
        sure=0.7,
    ),
    *_cues(
        "complete",
        r"^(?:i(?:'ve| have)?|i just|i already|i've already|i have already) (?:just |already |finally )?(?P<ref>(?:[a-z]+ed|bought|read|wrote|written|sent|made|paid|done|got|gotten|handed|called|taken|took|booked|met|told|found|put|left|built|learnt) (?!to\b|about\b|that\b|if\b).+)$",
        r"^(?P<ref>(?:the|my|all the) .+? (?:is|are) (?:[a-z]{3,}ed|bought|read|written|sent|paid|booked))$",
        r"^(?P<ref>.+?) (?:has|have) been (?:[a-z]+ed|bought|read|written|sent|paid|taken|made|met|booked|told)$",
        r"^(?P<ref>(?:rang|phoned|texted|spoke to|talked to|met|got|bought|called|wrote|sent|paid|booked|handed in|emailed|cleaned|submitted) (?!to\b|about\b|that\b).+)$",
        r"^(?:jeg |eg |vi )?(?P<ref>(?:ringte|kjøpte|leste|skrev|leverte|sendte|betalte|bestilte|hentet|snakket med|møtte|ryddet|vasket|øvde på) (?!å\b|at\b|om\b).+)$",
        r"^(?:(?:jeg|eg) |(?=(?:så|da|nå) har))?(?:(?:så|da|nå) har (?:jeg|eg)|har) (?!du\b|vi\b|dere\b|jeg\b|eg\b|noen\b)(?:nå |allerede |akkurat |endelig )?(?P<ref>(?:\w+(?:t|tt|d|dd|a|et)) (?!å\b|at\b|om\b|et spørsmål).+)$",
        sure=0.8,
        found_only=True,
    ),
)  # fmt: skip
# A clause of its own begins so, behind "and" or a comma.
BEGINS = re.compile(
    r"^(?:please |then |also |så |også |bare |just )*"
    r"(?:add|show|list|delete|remove|remind me|mark|complete|tick|check off|rename|move|postpone|push|create|make (?:a|me|tasks)"
    r"|update|change|put|jot|note down|get rid of|set (?:the|task|#|\d)|tell me what|what(?:'s| is| are| do i)|give me|cancel"
    r"|don't|do not|leave|keep|help|(?:put|write|note|jot|take|cross|strike) (?:that|it|this)"
    r"|legg|vis|slett|fjern|minn|påminn|merk|marker|fullfør|kryss av|huk av|endre|flytt|utsett|lag|opprett|døp|husk|noter"
    r"|skriv opp|skrive? (?:det|den|dette)|noter|før (?:det|den|opp)|ta bort|stryk|hva (?:har|er|må|gjenstår)|list|sett|ikke|behold|hjelp)\b"
)
BETWEEN = re.compile(
    r"\s*[,;.!?]*\s+(?:and|then|also|but|so|og|så|men|også)(?: (?:then|also|please|så|også|deretter|afterwards|etterpå))*\s+"
    r"|\s*[;.!?]+\s+|\s*,\s*|\s+-\s+"
)
# "I keep forgetting to feed the cat, put that on my list": what a clause says that was said before it.
THAT_ONE = re.compile(
    rf"^(?:(?:put|add|get|stick|write|note|jot|remember|remind me of) (?:that|it|this)(?: down| up)?"
    rf"(?: (?:on|to|in|into) (?:(?:my|the) {_LIST}|there))?"
    rf"|(?:husk|huske|skrive?|noter|notere|før|legge?|sett)(?: (?:opp|ned|inn|til))? (?:det|den|dette)(?: (?:opp|ned|inn|til))?"
    rf"(?: (?:på|i) {_LISTE}(?: m[ie]\w+)?)?|make a note(?: of (?:that|it))?)$"
)
FORGOTTEN = re.compile(
    r"^(?:i (?:keep forgetting|always forget|tend to forget|must not forget)(?: to| about)?"
    r"|(?:jeg|eg) (?:glemmer|gløymer)(?: alltid| bestandig| hele tiden| stadig)?(?: å)?"
    r"|(?:i've|i have|we have|there's|there is)(?: got)?(?: an?)?|(?:(?:jeg|eg|vi) )?(?:skal ha|har)(?: en| et| ei)?) "
)
_MADE_OF = r"(?:make|create|turn|add|plan|put|convert|generate|build|set up|give me|lag|lage|gjør|gjer|legg|opprett|planlegg|sett|gi meg|konverter)"
_AS_TASKS = rf"(?:{_TASK}|{_LIST}|{_OPPGAVE}|{_LISTE})"
SOURCES = (
    ("reviews", re.compile(rf"^{_MADE_OF}\b(?=.*\b{_AS_TASKS}\b).*\b(?:reviews|due cards|repetisjon\w*|repeteringer|moden\w* kort)\b.*")),
    ("notes", re.compile(rf"^{_MADE_OF}\b(?=.*\b{_AS_TASKS}\b).*\b(?:notes|advice|recommendations|notat\w*|rådene?|råda|anbefaling\w*)\b.*")),
    ("path", re.compile(rf"^{_MADE_OF}\b(?=.*\b{_AS_TASKS}\b).*\b(?:learning path|study path|path|roadmap|study plan|learning plan|læringssti\w*|studieplan\w*|læringsplan\w*|stien)\b.*")),
)  # fmt: skip
TOPIC = re.compile(
    r"^(?:(?:to |me to |å )?(?:review|go over|go through|repeat|revise|revisit|study|practi[sc]e|look at|look into|read|learn|do|rehearse"
    r"|repetere|repeter|gå gjennom|øve på|øv på|lese|les|se på|pugge|terpe på|lære|studere|jobbe med)(?: (?:om|over|på))? )?"
    r"(?:about )?(?:this|that|it|these|dette|det|denne|det her|dette her)"
    r"(?: (?:topic|concept|chapter|subject|page|again|once more|one more time|stuff|temaet|emnet|begrepet|kapittelet|igjen"
    r"|på nytt|en gang til|om igjen))*$"
)
TASK_WORDS = re.compile(
    rf"\b(?:{_TASK}|{_OPPGAVE}|{_LISTE}|remind|reminder|minn|påminn|hugs|note to self)\b|\b(?:my|the) {_LIST}\b|#\d"
)
EVERY = re.compile(
    r"^(?:please )?(?:all(?: of)?(?: (?:my|the|these|those|them|it))*(?: (?:open|pending|remaining))?"
    rf"(?P<done> (?:completed|finished|done))?(?: {_TASK}| stuff| things| list)?"
    rf"|everything(?: on (?:my|the) list)?|every (?:single )?(?P<done2>completed |finished )?{_TASK}|(?:my|the)(?: whole| entire| full)? (?:list|to-?do list|task list|tasks)"
    rf"|alt(?: sammen| på listen?| på lista| jeg har)?|alle(?: (?:de|mine|av))*(?P<done3> (?:fullførte|ferdige|gjorte))?(?: sammen)?(?: {_OPPGAVE})?(?: m[ie]ne)?"
    rf"|hele (?:listen?|lista|greia)(?: min)?|(?:listen?|lista) mi[n]?|alle sammen|oppgavene mine)$"
)

_ALL = (OPENING, CLOSING, YES, NO, NEGATED, REMEMBERING, QUESTION, ONTO, BEGINS, EVERY, TOPIC)
WORDS = frozenset(
    word for pattern in (*_ALL, *(cue.pattern for cue in CUES)) for word in re.findall(r"[a-zæøå]{4,}", pattern.pattern)
)
"""The words that the patterns look for, and their beginnings."""
