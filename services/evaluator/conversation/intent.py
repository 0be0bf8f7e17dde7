"""What a learner wants, by rules: whether it is safe, then greetings, commands, questions, replies to a question. Pure.

The same message always gets the same answer. What it says is data: nothing in it changes these rules. It is matched
folded (lower case, plain apostrophes) and without its opening ("Hi, can you please"), in English and bokmål.
"""

import re
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from rapidfuzz import fuzz

from contracts.learning import ClassifyIntent, Intent, IntentClassified
from contracts.message import Phrase
from services.evaluator.conversation import safety
from services.evaluator.conversation.intent_cues import asks_of_text, cued, named, social
from services.evaluator.conversation.topics import is_name, topic_of
from services.evaluator.conversation.wishes import is_talk
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.guessing import is_foreign, tongue_said
from services.text.questions import asked_rightly
from services.text.words import fold

Command = Literal["diagnose", "plan", "learn"]

OPENING = re.compile(
    r"^(?:(?:hi|hello|hey|hei|hallo|ok|okay|please|so|well|and|now|yes|ja|da|nå|så|vennligst|vær så snill(?: å)?"
    r"|kan du|kunne du|vil du|can you|could you|would you|will you|først)(?: please)?[\s,!.:]+)+"
)
_WH = r"(?:what|why|how|when|where|who|whom|whose|which)"
_WH_NO = r"(?:hva|hvorfor|hvordan|når|hvor|hvem|hvilken|hvilket|hvilke)"
_WORK = r"(?:learn|study|read|practi[sc]e|work on|review|revise|repeat|rehearse|focus on)"
_WORK_NO = r"(?:lære|lese|øve på|øve|jobbe med|arbeide med|studere|repetere)"

# A question about the text, though it begins as a wish to learn: "explain why leaves are green".
ASKS = re.compile(
    rf"^(?:explain|tell me|show me|describe)(?: to me)? (?:{_WH})\b|^i (?:want|need|would like|'d like) to know {_WH}\b"
    rf"|^i (?:don't|do not) (?:understand|get|see|know) {_WH}\b|^i wonder\b|^jeg lurer på\b"
    rf"|^(?:forklar|fortell|vis)(?: meg)? {_WH_NO}\b|^jeg vil(?: gjerne)? vite {_WH_NO}\b"
    rf"|^jeg (?:forstår|skjønner|vet) ikke {_WH_NO}\b"
)
# Leans on what was answered before: it goes to the tutor, who knows what that was.
FOLLOWS = re.compile(
    r"^(?:explain|say|tell me|put|describe)(?: (?:it|that|this))?(?: to me)?(?: again)?(?: more)?(?: in)?"
    r" (?:simpl\w+|plain\w*|easier|other words|fewer words|shorter)\b"
    r"|^(?:simpler|in simple(?:r)? words|more simply|shorter)\b"
    r"|^(?:give|show|tell|name)(?: me)? (?:(?:an?|another|one|some|two|three|more|the|good|real|simple|concrete) )*"
    r"examples?\b"
    r"|^(?:an|another|for) example[.!? ]*$"
    r"|^(?:what|how) about\b(?! (?:a |another )?(?:quiz|test|plan)\b)"
    r"|^(?:why|how|how come|since when|where|who)[.!? ]*$"
    r"|^(?:forklar|si|fortell)(?: meg)?(?: det| dette)?(?: en gang til| om igjen| litt)? "
    r"(?:enkl\w+|lettere|kortere|med andre ord)\b"
    r"|^(?:gi|vis|nevn)(?: meg)? (?:(?:et|noen|ett|annet|flere|to|tre|godt|konkret) )*eksemp(?:el|ler)\b|^hva med\b"
    r"|^(?:hvorfor|hvordan)[.!? ]*$"
    r"|^(?:erklär|erkläre|sag)(?: mir)?(?: es| das)?(?: noch ?mal)? (?:einfacher|leichter|kürzer)\b"
    r"|^(?:gib|nenne?)(?: mir)? (?:(?:ein|noch|weitere|einige|zwei|drei|gutes|konkretes) )*beispiele?\b"
    r"|^was ist mit\b|^(?:warum|wieso)[.!? ]*$"
    r"|^donne[- ]moi (?:(?:un|une|des|d['’]|autre|autres|bon|encore) ?)*ex[ea]mples?\b|^(?:pourquoi|comment)[.!? ]*$"
    r"|^explique[- ]?(?:moi )?(?:(?:ça|cela|le) )?plus (?:simplement|facilement)\b"
)
# Leans on an answer too, where one was said last.
_MORE = re.compile(
    r"^(?:please )?(?:(?:tell|show)(?: me)? )?(?:some(?:thing)? |a (?:bit|little) )?more"
    r"(?: (?:about|on) (?:it|that|this))?,?(?: please)?[.!? ]*$"
    r"|^(?:fortell(?: meg)? )?(?:litt |noe )?mer(?: om (?:det|dette))?[.!? ]*$"
    r"|^(?:erzähl(?: mir)?|sag(?: mir)?) mehr(?: (?:darüber|davon|dazu))?[.!? ]*$|^(?:etwas )?mehr[.!? ]*$"
)
_PUZZLED = re.compile(r"^[.! ]*\?[.!? ]*$|^(?:huh|what|hæ|hva|hä|was|wie bitte)[.!? ]*$")
# A question without its verb: "difference between a quay and a pier", "eksempler på tidevann".
_ASKED_FOR = re.compile(
    r"(?!.* (?:is|are|was|were|er|var|ble|ist|sind|war|waren)\b)(?:"
    r"^(?:the |an? |some )?(?:differences?|similarit(?:y|ies)|meanings?|definitions?|causes?|reasons?|examples?)"
    r" (?:between|of|for|behind)\b"
    r"|^(?:forskjell\w*|likhet\w*|betydning\w*|definisjon\w*|årsak\w*|grunn\w*|eksemp\w+) (?:på|mellom|av|til|for)\b"
    r"|^(?:(?:der|die) )?(?:unterschiede?|bedeutung|definition|ursachen?|gründe?|beispiele?) (?:zwischen|von|für)\b)"
)
# How something of the document is done, though it says "I".
HOW_TO = re.compile(
    r"^how (?:do|can|could|would) (?:i|we|you|one) "
    r"(?!do\b|know|learn|study|prepare|improve|get better|practi[sc]e|start\b[?.! ]*$)"
    r"|^hvordan (?:kan|skal) (?:jeg|vi|man) (?!lære|lese|øve|forberede|bli|vite)"
    r"|^wie (?:kann|soll) (?:ich|man) (?!lernen|üben|wissen|besser)"
    r"|^how (?:many|much|long|often)\b(?: \w+){0,3}"
    r" (?:do (?:i|we|you) have to|(?:must|should|can|may) (?:i|we|you|one))"
    r" (?!study|learn|practi[sc]e|read|review|revise|answer|do\b|still\b)"
)
_DIAGNOSE = (
    r"^(?:test|assess|diagnose|examine) my (?:knowledge|level|understanding)\b|^diagnose me\b",
    r"^check (?:my (?:knowledge|level|understanding)|what i know)\b",
    r"^(?:test|quiz) me (?:first|before)\b",
    r"\bwhat (?:do|did) i (?:already |really )?(?:know|remember)\b|\bwhat (?:don't|do not) i know\b",
    r"\bwhat am i missing\b|\bmy (?:knowledge )?gaps\b|\bwhat(?:'s| is) my level\b|\bfind out what i know\b",
    r"\bhow (?:good am i|well do i (?:know|understand)|much do i (?:already )?(?:know|understand))\b",
    r"^(?:start |do |run |give me |i want )?(?:a |the )?diagnos(?:is|tic(?: test)?)[.!? ]*$",
    r"^(?:test|prøv|spør|quiz) meg (?:først|før)\b|^kartlegg meg\b",
    r"\bsjekk hva jeg kan\b|\bfinn ut hva jeg (?:kan|vet)\b",
    r"\bhva (?:kan|vet|husker) jeg(?: (?:om|allerede|fra før|egentlig|nå)\b|[.!? ]*$)|\bhva kan jeg ikke\b",
    r"\bhva mangler jeg\b|\bhvor (?:god er jeg|mye (?:kan|vet) jeg|godt kan jeg)\b|\bhva er nivået mitt\b",
    r"\bhullene mine\b",
    r"^(?:start |gi meg |ta )?(?:en )?(?:kartlegging|diagnose)[.!? ]*$",
)  # fmt: skip
# Of the learner's study tasks, which the assistant keeps. "Remind me what osmosis is" is a question about the text.
_TASK_WORD = r"(?:tasks?|to-?dos?|reminders?)\b"
_TASK_WORD_NO = r"(?:oppgave(?:r|n|ne)?|gjøremål(?:et|ene)?|påminnelse(?:r|n|ne)?|huskelapp\w*)\b"
_TASK_WORD_DE = r"(?:aufgaben?|erinnerung(?:en)?)\b"
# A place of the list that was shown: "delete the first one", "flytt den andre til mandag", "slett 2".
_PLACE = (
    r"(?:(?:number |no\.? |#)?\d+(?:(?:,| and|, and) #?\d+)*"
    r"|the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)(?: one)?)"
    r"(?: (?:as|to|until|by|on|for)\b.*| done| completed| finished)?[.!? ]*$"
)
_PLACE_NO = (
    r"(?:(?:nummer |nr\.? |#)?\d+(?:(?:,| og|, og) #?\d+)*"
    r"|den (?:første|andre|tredje|fjerde|femte|sjette|sjuende|syvende|åttende|niende|tiende|siste))"
    r"(?: (?:som|til|på)\b.*| gjort| ferdig| fullført)?[.!? ]*$"
)
_TASK = re.compile(
    r"^(?:(?:please|and|also|can you|could you|would you|will you) )*(?:"
    r"(?:remind me(?! (?:of|what|how|why|who|whose|which|where|about what|again what)\b)|set (?:me )?a reminder)\b"
    rf"|(?:add|create|make|new|put|note|save)\b(?! (?:me )?(?:an? )?(?:quiz|test|plan|flashcard)).*\b{_TASK_WORD}"
    rf"|(?:turn|convert|change|plan|put)\b.* (?:in)?(?:to|as) (?:my )?{_TASK_WORD}"
    rf"|(?:show|list|see|what are|what's on|what is on|which are|give me|open)\b.*\bmy (?:\w+ )?{_TASK_WORD}"
    r"|(?:delete|remove|complete|finish|close|update|change|rename|reopen|move|postpone|mark|tick off|check off|undo)\b"
    rf".*(?:\b{_TASK_WORD}|#\s?\d)"
    r"|(?:mark|tick off|check off) #?\d+(?:(?:,| and|, and) #?\d+)*(?: as)?(?: \w+)?[.!? ]*$"
    rf"|(?:delete|remove|complete|finish|reopen|rename|update|change|move|postpone|mark|tick off|check off) {_PLACE}"
    rf"|(?:show|list)(?:(?: me)?(?: (?:all|the|of|open|pending|completed|finished))+)? {_TASK_WORD}[.!? ]*$"
    r"|(?:delete|remove|complete|finish) (?:everything|all(?: of (?:it|them))?|them all)[.!? ]*$"
    r"|rename (?:it|that|this|the (?:last|first) one) (?:to|as)\b"
    rf"|(?:my )?{_TASK_WORD}(?: list)?(?: \d+)?(?: is| are)?(?: done| finished| completed)?[.!? ]*$"
    r")"
    r"|^(?:(?:og|vær så snill å|kan du|kunne du|vil du) )*(?:"
    r"(?:minn|påminn) meg(?! (?:på )?(?:om )?(?:hva|hvordan|hvorfor|hvem|hvilke\w*|hvor)\b)\b"
    rf"|(?:legg til|lag|opprett|ny|noter|lagre|skriv opp|sett opp)\b.*\b{_TASK_WORD_NO}"
    rf"|(?:gjør|legg|sett)\b.* (?:om )?(?:til|som|inn i) (?:\w+ )?{_TASK_WORD_NO}"
    rf"|(?:vis|list|se|hva er|hvilke er|åpne)\b.*\b(?:{_TASK_WORD_NO} mine|mine {_TASK_WORD_NO})"
    r"|(?:vis|list|se|åpne)(?: meg)? (?:oppgavene|oppgavelist\w+|gjøremål\w*|huskelist\w+)[.!? ]*$"
    r"|(?:slett|fjern|fullfør|avslutt|endre|oppdater|flytt|utsett|merk|kryss av|gjenåpne)\b"
    rf".*(?:\b{_TASK_WORD_NO}|#\s?\d)"
    r"|(?:merk|kryss av) #?\d+(?:(?:,| og|, og) #?\d+)*(?: som)?(?: \w+)?[.!? ]*$"
    rf"|(?:slett|fjern|fullfør|endre|oppdater|flytt|utsett|merk|kryss av|gjenåpne) {_PLACE_NO}"
    rf"|(?:vis|list)(?:(?: meg)?(?: (?:alle|de|åpne|fullførte|ferdige))+)? {_TASK_WORD_NO}[.!? ]*$"
    r"|(?:slett|fjern|fullfør) (?:alt|alle|alt sammen|alle sammen)[.!? ]*$"
    rf"|(?:mine )?{_TASK_WORD_NO}(?: mine)?(?: \d+)?(?: er)?(?: gjort| ferdig| fullført)?[.!? ]*$"
    r")"
    r"|^(?:(?:bitte|und|kannst du) )*(?:"
    r"(?:erinnere?|mahne?) mich(?: daran)?(?! (?:was|wie|warum|wer|welche\w*|wo)\b)\b"
    rf"|(?:füge|erstelle|neue|notiere|leg|schreib)\b.*\b{_TASK_WORD_DE}"
    rf"|(?:zeig\w*|liste)\b.*\bmeine {_TASK_WORD_DE}"
    rf"|(?:lösch\w*|entfern\w*|erledig\w*|ändere?|markier\w*|schließ\w*)\b.*(?:\b{_TASK_WORD_DE}|#\s?\d)"
    r")"
)
# Of an answer that was graded: why it was wrong.
_MISTAKE = re.compile(
    r"\bwhy (?:was|is|were|are) (?:that|this|it|those|my|the (?:last )?answer|i)\b.*"
    r"\b(?:wrong|incorrect|false|not right|not correct)\b"
    r"|\bwhy am i wrong\b|\bwhat did i do wrong\b|\bwhere did i go wrong\b"
    r"|\bwhat (?:was|is) my (?:last )?(?:mistake|error)\b"
    r"|\bexplain my (?:last )?(?:mistake|error)\b"
    r"|\bhvorfor (?:var|er) (?:det|dette|den|svaret|mitt|jeg)\b.*\b(?:feil|galt)\b|\bhva gjorde jeg (?:feil|galt)\b"
    r"|\bhva (?:var|er) feilen min\b|\bforklar feilen min\b"
    r"|\b(?:warum|wieso) (?:war|ist) (?:das|es|die (?:letzte )?antwort|meine)\b.*\bfalsch\b"
    r"|\bwas habe ich falsch gemacht\b"
    r"|\bwas (?:war|ist) mein fehler\b|\berkläre? (?:mir )?meinen fehler\b"
)
_PLAN = (
    rf"\bwhat(?:'s| is| comes| should i (?:do|{_WORK})| do i (?:do|{_WORK})| shall i (?:do|{_WORK}))? next\b",
    rf"\bwhat (?:should|shall|must) i {_WORK}\b|\bwhere (?:should|shall|do) i (?:start|begin)\b",
    r"^(?:make|give|create|write|build|suggest|show)(?: me)?(?: (?:a|my|the))?(?: \w+)? (?:plan|path|roadmap)\b",
    r"^(?:a |my )?(?:study|learning) (?:plan|path)\b|^plan my (?:learning|studies|study)\b",
    r"^(?:let'?s |let us |can we |shall we |i(?:'d| would)? (?:want|like) to )?"
    r"(?:go on|continue|carry on|keep going|proceed|resume)"
    r"(?: (?:now|please|learning|studying|with (?:it|this)))*[.!? ]*$",
    r"^(?:next|what now|now what|what next)[.!? ]*$|\bi (?:want|need|would like) a(?: \w+)? plan\b",
    rf"\bhva (?:bør|skal|må|burde) jeg {_WORK_NO}\b|\bhva (?:bør|skal|må) jeg gjøre (?:nå|videre|så)\b",
    r"^hva (?:nå|så|er neste|blir neste|kommer nå)\b|\bhva er det neste\b",
    r"\bhvor (?:bør|skal|burde) jeg (?:begynne|starte)\b",
    r"^(?:lag|gi|vis|foreslå|skriv)(?: meg)?(?: (?:en|et|min|mitt))?(?: \w+)? ?(?:\w*plan|læringssti|opplegg)\b",
    r"^(?:la oss |kan vi |jeg vil(?: gjerne)? )?(?:neste|(?:gå |fortsett |fortsette )?videre|fortsett|fortsette)"
    r"(?: (?:nå|med (?:det|dette)))*[.!? ]*$",
    r"^(?:(?:lass uns |können wir |ich (?:will|möchte) )?(?:weiter|weitermachen|fortfahren|mach weiter)"
    r"|(?:machen|lernen|gehen) wir (?:jetzt |nun )?weiter)[.!? ]*$",
    r"^planlegg (?:læringen|studiene)\b",
    r"\bjeg (?:vil ha|trenger) en(?: \w+)? ?\w*plan\b",
)  # fmt: skip
_LEARN = (
    r"\bteach me\b|^explain\b|^(?:tell|show) me (?:about|more)\b|\bhelp me (?:to )?(?:learn|understand|study|with)\b",
    rf"^i(?: want| need| would like|'d like| wish)(?: to)? (?:{_WORK}|understand|know more|get better)\b",
    rf"^(?:let's|let us) (?:{_WORK}|go over|start with|begin with)\b|^(?:{_WORK}|go over|walk me through|introduce)\b",
    r"\blær(?:e)? meg\b|^forklar\b|^fortell(?: meg)? (?:om|mer)\b|\bhjelp meg (?:med|å (?:lære|forstå))\b",
    rf"^jeg (?:vil|ønsker å|har lyst til å|må|trenger å|skal)(?: gjerne)? (?:{_WORK_NO}|forstå|vite mer)\b",
    rf"^la oss (?:{_WORK_NO}|gå gjennom|begynne med|starte med|ta)\b|^(?:gå gjennom|øv på|øv|lær|repeter|gjennomgå)\b",
)  # fmt: skip
# The learner wants to end what is under way: an end by itself, with whatever leads in and softens it.
_LEADS_IN = (
    r"(?:please|ok|okay|no|nei|nein|sorry|just|so|and|well|(?:can|could|will|would) (?:we|you)|let'?s|let us"
    r"|i(?:'d| would)? (?:want|like|need|have) to|i wanna|i(?:'ll| will)?"
    r"|jeg vil(?: gjerne)?|jeg må|kan (?:vi|du)|kunne du|la oss|vi|vær så snill|bare"
    r"|ich (?:will|möchte|muss)|(?:können|wollen) wir|(?:kannst|könntest) du|lass uns|lassen sie uns|wir|bitte|jetzt)"
)
_SOFTENS = (
    r"(?:now|here|please|for (?:now|today)|today|thanks|thank you|with (?:it|this|that)|nå|her|takk|for i dag|i dag"
    r"|med det|med dette|vær så snill|er du snill|er du grei|jetzt|hier|bitte|danke|für heute|heute|damit|mal)"
)
_LESSON = r"(?: (?:the|this) (?:lesson|session|quiz|round)| (?:leksjonen|økten|økta|quizen|runden)"
_LESSON += r"| die (?:lektion|stunde|runde|sitzung)| das quiz)?"
_END = (
    r"(?:(?:stop|end|finish)(?: it| this| that)?" + _LESSON + r"|stop (?:asking|quizzing)(?: me)?|quit|exit"
    r"|leave|be done|no more"
    r"|(?:stopp|stoppe|stopper|slutt|slutte|slutter|avslutt|avslutte|avslutter|avbryt|avbryte)(?: det)?"
    + _LESSON
    + r"|slutt(?:e)? (?:å spørre|med spørsmål(?:ene)?)|hold opp|gi deg"
    r"|h[öo]e?re?n?(?: (?:wir|sie))?(?: (?:jetzt|bitte|endlich|sofort|mal))* auf(?: zu fragen)?|aufh[öo]e?ren|stoppen"
    r"|beenden?" + _LESSON + r"|(?:die lektion|das quiz) beenden|brich ab|abbrechen|ende|schluss(?: machen)?"
    r"|(?:that's|that is|it's|it is) (?:enough|it|all)|enough|(?:i'm|i am|we're|we are) (?:done|finished)|done(?= for)"
    r"|(?:det (?:er|var) )?nok|det holder|(?:jeg|vi) er ferdig|ferdig(?= for)"
    r"|(?:(?:das|es|mir) )?reicht(?:'?s| es| mir)?|(?:das ist )?genug|(?:ich bin|wir sind) fertig|fertig(?= für))"
)
_ASKS = r"(?:that'?s?|it'?s?|das|es|det|mir|i'?m|i|we'?re|we|jeg|vi|ich|wir|(?:jetzt )?reicht|genug|nok|enough|done)\b"
"""How a question begins that is no wish for the end: "That's it?", "Reicht es?"."""
STOP = re.compile(
    rf"^(?!{_ASKS}.*\?)(?:{_LEADS_IN}[, ]+)*{_END}(?:[, ]+{_SOFTENS})*[.!? ]*$"
    r"|^(?:bye|goodbye|good night|see you(?: later)?|ha det|hade|tschüss|tschüs|auf wiedersehen|bis (?:bald"
    r"|morgen))[.! ]*$"
    r"|\bi(?:'m| am) done (?:for (?:today|now)|here|with this)\b|\bno more (?:questions|lessons?|of this)\b(?!.*\?)"
    r"|\b(?:that's|that is) enough(?: for (?:today|now))?[.! ]*$"
    r"|\bi (?:don't|do not) want to (?:go on|continue|learn|do this)\b|\bi have to go\b"
    r"|\bingen flere spørsmål\b(?!.*\?)|\bkeine (?:weiteren )?fragen mehr\b(?!.*\?)"
    r"|\bjeg må gå\b|\bjeg (?:vil|orker) ikke (?:mer|fortsette)\b|\bnok for i dag\b|\bich muss (?:los|gehen|weg)\b"
    r"|\bich (?:will|möchte|mag) nicht (?:mehr|weitermachen)\b"
)
# A wish to learn; while a question waits it is a reply: "I don't understand".
AT_A_LOSS = re.compile(
    r"\bi (?:don't|do not|didn't|cannot|can't) (?:understand|get|follow)\b|\bjeg (?:forstår|skjønner) ikke\b"
)
# A question that names nothing: how it goes for the learner.
_HOW_IT_GOES = re.compile(
    r"^(?:so |and |og |na |und )?(?:how(?:'s| is) it going|how did it go|hvordan (?:går|gikk) det"
    r"|hvor (?:langt|godt) (?:har|er|ligger) jeg (?:kommet|an)"
    r"|wie (?:läuft|lief|geht) (?:es|das))"
    r"(?: (?:so far|with me|for me|hittil|så langt|med meg|for meg|bisher|bei mir))*[?!. ]*$"
)
COMMANDS: tuple[tuple[Command, re.Pattern[str]], ...] = (
    ("diagnose", re.compile("|".join(_DIAGNOSE))),
    ("plan", re.compile("|".join(_PLAN))),
    ("learn", re.compile("|".join(_LEARN))),
)
# How a question begins; with the verb behind it, it is one without a question mark too.
INTERROGATIVE = re.compile(rf"^(?:{_WH}|{_WH_NO})\b")
INVERTED = re.compile(
    rf"^(?:{_WH}(?: \w+)?(?: is| are| was| were| do| does| did| can| could| will| would| has| have)|what's|who's"
    rf"|{_WH_NO}(?: \w+)? (?:er|var|blir|ble|har|hadde|kan|kunne|vil|skal|gjør|betyr|finnes|heter|skjer))\b"
)
YES_OR_NO = re.compile(
    r"^(?:is|are|was|were|do|does|did|can|could|will|would|has|have|er|var|har|kan|vil|blir|finnes|gjør)\b"
)


NAMELESS: tuple[Intent, ...] = ("answer", "task", "stop")
"""These name no topic: "review" in "remind me to review this" is what to do, not the section "Chapter Review"."""
_SPOKEN = sentences("intent")
_NEAR, _ALIKE = 3, 50
"""So many names are told where the document does not have what was named, and how alike they must be, of 100."""


@dataclass(frozen=True)
class _Read:
    intent: Intent
    form: str
    cue: str = ""
    mistake: bool = False
    foreign: bool = False


def classify(command: ClassifyIntent) -> IntentClassified:
    """The message's intent and topic, and a sentence that says why, in the language of the message."""
    if concern := safety.concern_of(command.text):
        return safety.unsafe(command.text, command.language, concern)
    topic = topic_of(command.text, command.concepts, command.sections, command.language)
    if is_talk(command.text) and not is_name(command.text, topic, command.language):
        topic = ""  # "Explain it simpler" names no section "A simple example".
    read = _read(command, topic)
    return _classified(command, read, "" if read.intent in NAMELESS else topic)


def stranger(command: ClassifyIntent, intent: Intent, topic: str) -> dict[str, Any]:
    """`about` and `near`: what a wish names that the document does not have, and what it has that is nearest to it."""
    if topic or intent not in ("quiz", "diagnose", "learn") or not (about := named(command.text)):
        return {}
    names = [*dict.fromkeys([*command.concepts, *command.sections])]
    like = {name: _likeness(fold(name), fold(about)) for name in names}
    near = [name for name in sorted(names, key=lambda name: -like[name])[:_NEAR] if like[name] >= _ALIKE]
    return {"about": about, "near": near or names[:_NEAR]}


def _likeness(one: str, other: str) -> float:
    """From 0 to 100, of the names or of any two words of theirs."""
    return max(fuzz.ratio(a, b) for a, b in [(one, other), *product(one.split(), other.split())])


def classified_as(command: ClassifyIntent, intent: Intent, topic: str) -> IntentClassified:
    """The same for an intent that another than these rules found."""
    return _classified(command, _Read(intent, intent), topic)


def _classified(command: ClassifyIntent, read: _Read, topic: str) -> IntentClassified:
    cue = Phrase.of("intent.cue", Phrase.quoted(read.cue)) if read.cue else ""
    phrase = Phrase.of(f"intent.{read.form}", cue=cue)
    if topic and read.intent != "unclear":
        phrase = Phrase.listed("space", [phrase, Phrase.of("intent.topic", topic=topic)])
    return IntentClassified(
        intent=read.intent,
        topic=topic,
        reason=rendered(phrase, tongue_said(command.text, command.language, _SPOKEN)),
        phrase=phrase,
        mistake=read.mistake,
        foreign=read.foreign,
        **stranger(command, read.intent, topic),
    )


def _read(command: ClassifyIntent, topic: str) -> _Read:
    named = {word for name in (*command.concepts, *command.sections) for word in fold(name).split()}
    said = OPENING.sub("", fold(asked_rightly(command.text, command.language, named)).replace("’", "'"))
    waits = bool(command.awaiting)
    if social(command.text, waits=waits) and not is_name(command.text, topic, command.language):
        return _Read("greeting", "greeting")
    if STOP.search(fold(command.text).replace("’", "'").strip()):
        return _Read("stop", "stop")
    if found := _TASK.search(said):
        return _Read("task", "task", found.group().strip())
    if found := _MISTAKE.search(said):
        return _Read("feedback", "feedback", found.group(), mistake=True)
    if found := _HOW_IT_GOES.match(said):
        return _Read("feedback", "feedback", found.group())
    if FOLLOWS.match(said) or HOW_TO.match(said):
        return _Read("question", "question")
    if command.answered and (_MORE.match(said) or (not waits and _PUZZLED.match(said))):
        return _Read("question", "question")
    if not ASKS.match(said):
        for intent, rule in COMMANDS:
            if found := rule.search(said):
                return _Read(intent, intent, found.group().strip())
        cue = None if asks_of_text(said) else cued(said, waits=waits)
        if command.answered and not waits and not topic and (cue[0] == "learn" if cue else AT_A_LOSS.search(said)):
            return _Read("question", "question")
        if cue:
            return _Read(cue[0], cue[0], cue[1])
        if not waits and (found := AT_A_LOSS.search(said)):
            return _Read("learn", "learn", found.group())
    if _is_question(said, waits) and any(map(str.isalnum, said)):
        return _Read("question", "question")
    if waits:
        return _Read("answer", "answer")
    if is_name(command.text, topic, command.language):
        return _Read("learn", "named")
    if topic:
        return _Read("question", "question")
    return _Read("unclear", "unclear", foreign=is_foreign(command.text, _SPOKEN))


def _is_question(said: str, waits: bool) -> bool:
    """While a question waits, "When it freezes" is an answer and "photosynthesis?" a cautious one."""
    asks = said.rstrip(" .!").endswith("?")
    if waits:
        # A word or two with a question mark is a guess.
        return bool(ASKS.match(said) or INVERTED.match(said) or (asks and INTERROGATIVE.match(said)))
    without = ASKS.match(said) or INTERROGATIVE.match(said) or YES_OR_NO.match(said) or _ASKED_FOR.match(said)
    return asks or bool(without)
