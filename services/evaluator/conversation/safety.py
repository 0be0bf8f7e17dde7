"""The gate before a message is routed: what must not be taught on, and what the learner is told instead. Pure.

It stops what is said plainly, also where it is disguised (`disguises.py`), and lets a document's own words pass ("What
does Durkheim say of suicide?"). So it asks for the first person, for a threat's form, or for two words that belong to
no lesson together. Who is at a loss and wants to be told the answer gives up, and that is no offence.

self_harm   the writer's own life
threat      violence against somebody, announced
minors      sexual words about children
privacy     what other learners wrote or earned, another session, somebody's password
keys        answer keys; the answers beforehand
rules       the house's instructions: to change them, to play somebody without them, to have them told; a grade to order
insult      an insult to the tutor or to somebody
other       how to make a weapon or a drug; sexual words to the tutor
"""

import re
from typing import Literal

from contracts.learning import IntentClassified
from contracts.message import Phrase
from services.evaluator.conversation.disguises import spellings
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.guessing import tongue_said

Concern = Literal["self_harm", "threat", "minors", "keys", "rules", "insult", "privacy", "other"]

_MINOR = (
    r"(?:child(?:ren)?|kids?|minors?|underage|teen(?:ager)?s?|boys?|girls?|(?:[1-9]|1[0-7])[ -]years?[ -]olds?"
    r"|barn(?:et|a)?|mindreårige?|jente[rn]?|gutte?(?:r|n)?|(?:[1-9]|1[0-7])[ -]?år(?:ig|ing)?e?"
    r"|kind(?:er)?n?|mädchen|minderjährige\w*)"
)
_SEXUAL = (
    r"(?:nudes?|naked(?! (?:eye|mole|singular))|porn\w*|erotic\w*|sexy|sex with"
    r"|sexual (?:stor(?:y|ies)|pictures?|photos?|images?|scenes?)"
    r"|nakne?(?! øye)|porno\w*|erotisk\w*|sex med|sexhistorier?|sexbilder|nakenbilder|nacktbilder\w*|sex mit)"
)
_WHOM = r"(?:you|him|her|them|everyone|someone|my \w+|this \w+|that \w+|the (?:teacher|class|school|others?))"
_WHOM_NO = r"(?:deg|ham|han|henne|dem|alle|noen|læreren|klassen|dere|\w+en min|min \w+)"
_WHOM_DE = r"(?:dich|ihn|sie|euch|alle|jemanden|meine[nr]? \w+|den lehrer|die lehrerin|die klasse)"
_OTHERS = (
    r"(?:(?:other|another|every|all(?: the)?(?: other)?|any other|the rest of the) (?:students?|learners?|users?"
    r"|pupils?"
    r"|kids?|classmates?|children|class|people(?:'s)?)|some(?:one|body) else|my classmates?|everyone else|the others)"
)
_THEIRS = (
    r"(?:answers?|repl(?:y|ies)|scores?|grades?|marks|results?|sessions?|messages?|e?-?mails?|names?|progress"
    r"|passwords?"
    r"|conversations?|chats?|data|homework|work|mistakes|address(?:es)?|logs?)"
)
_ASK = (
    r"(?:show|give|tell|send|list|print|read|open|reveal|display|share|leak|export|dump|what(?:'s| is| are| was"
    r"| were| did| do)|let me see|can i see|i want)"
)
_TELL = (
    r"(?:reveal|show|print|repeat|tell|output|display|translate|summari[sz]e|paraphrase|write|quote|paste|leak"
    r"|encode|copy|spell|describe|list|dump|recite|share|give|expose|what(?:'s| is| are| was| were| does))"
)
_FREE = (
    r"(?:without (?:any |your )?(?:rules?|restrictions?|filters?|limits?|guidelines?|censorship)"
    r"|(?:with|has|have|there are) no (?:rules?|restrictions?|filters?|limits?|guidelines?)"
    r"|unrestricted|unfiltered|uncensored|jailbroken"
    r"|not bound|free of|can (?:say|do) anything|\bdan\b|always (?:gives?|tells?) (?:the )?answers?)"
)
_FOOL = (
    r"(?:stupid|dumb|idiot\w*|moron\w*|useless|worthless|pathetic|retard\w*|an? asshole|a bitch|garbage|trash"
    r"|crap|shit|an? loser|ugly|disgusting)"
)
_FOOL_NO = (
    r"(?:dum|dumme?|idiot\w*|teit|teite|ubrukelig|en dust|dust|tulling|udugelig|en taper|stygg|ekkel|drittdårlig)"
)
_FOOL_DE = (
    r"(?:dumm|blöd|doof|(?:ein )?idiot\w*|bescheuert|scheisse|nutzlos|dämlich|behindert|hässlich|(?:ein )?arschloch)"
)
# A sentence that disputes no answer, up to where it asks for one.
_UNDISPUTED = (
    r"(?:^|[.!?])(?![^.!?]*\b(?:why|wrong|right(?! (?:answer|solution))|understand|hvorfor|feil|forst\w+)\b)[^.!?]*?"
)
_MACHINE = r"(?:bot|tutor|robot|machine|program|ai|computer|app|teacher|chatbot)"
_PATTERNS: tuple[tuple[Concern, str], ...] = (
    ("self_harm", r"\bi (?:\w+ ){0,3}(?:kill|hurt|harm|cutting|hang|hanging|killing|hurting) myself\b"
                  r"|\b(?:end|take|ending|taking) my (?:own )?life\b|\bkillmyself\b"),
    ("self_harm", r"\bi(?:'m| am)(?: \w+)? suicidal\b|\bi (?:\w+ ){0,4}(?:commit )?suicide myself\b"
                  r"|\bi(?:'m| am| was| have been|'ve been| keep)? (?:thinking|think) (?:about|of)"
                  r" (?:suicide(?! (?:rates?|in|by|as|among|figures))|killing myself|dying)"),
    ("self_harm", r"\bi (?:want to|wanna|wish to|would like to|just want to|wish i could)(?: just| all)?"
                  r" (?:die(?! (?:less|more|of|laughing|in the game))|be dead|commit suicide|end it all|kms)\b"
                  r"|\bi(?:'d| would)? be better off dead\b"
                  r"|\bi(?:'d| would) rather be dead\b|\b(?:no one|nobody) would (?:miss me|notice|care) if i (?:die"
                  r"|died|was|were)\b"),
    ("self_harm", r"\bi wish i (?:was|were) (?:dead|never born)\b|\bi don'?t want to (?:live|be alive|exist)\b"
                  r"|\b(?:everyone|they|you)(?:'d| would) be better off without me\b"
                  r"|\bi (?:have|see) no reason to live\b|\bi(?:'ve)? (?:have )?self[ -]harm(?:ed|ing)?\b"
                  r"|\bgoing to kms\b"),
    ("self_harm", r"\bi (?:can'?t|cannot|don'?t want to|do not want to) (?:go on|keep) living\b"
                  r"|\b(?:my )?life (?:is not|isn't|is no longer) worth living\b|\bi (?:hate"
                  r"|don'?t deserve) (?:being alive|to live)\b"
                  r"|\bi(?:'m| am) (?:going to|gonna) end it\b|\bi(?:'ve| have)? been (?:cutting|hurting"
                  r"|harming) myself\b"
                  r"|\b(?:nobody|no one) cares (?:if|whether) i (?:live|die|exist)\b"
                  r"|\bi (?:don'?t|do not) want to (?:wake up|be here) any ?more\b"),
    ("self_harm", r"\bjeg (?:\w+ ){0,3}(?:drepe|skade|kutte|henge|kutter|skader) meg(?: selv)?\b"
                  r"|\bta (?:mitt eget liv|livet mitt|livet av meg|selvmord)\b"),
    ("self_harm", r"\bjeg (?:vil|ønsker å|har lyst til å|tenker på å)(?: bare| gjerne)? (?:dø|begå selvmord|være død)\b"
                  r"|\bjeg (?:vil|orker) ikke (?:å )?leve\b|\bskulle ønske jeg (?:var|er) død\b"),
    ("self_harm", r"\bich (?:will|möchte|wünschte,? ich wäre)(?: (?:nur|einfach|am liebsten|gerne?))?"
                  r" (?:sterben|tot sein|tot|nicht mehr (?:leben|da sein)|mich umbringen)\b"
                  r"|\bich (?:bringe?|häng\w*|ritze|verletze) mich (?:um|auf|selbst)\b|\bmir das leben nehmen\b"
                  r"|\bich (?:\w+ ){0,4}(?:mich umbringen|selbstmord begehen)\b"),
    ("self_harm", r"\b(?:quiero (?:morir|morirme|matarme|suicidarme)|je veux (?:mourir|me tuer|me suicider)"
                  r"|jag vill (?:dö|ta livet av mig)|voglio morire|quero morrer)\b"),
    ("threat", rf"\bi(?:'ll| will| am going to|'m going to|'m gonna| want to)(?: \w+)?"
               rf" (?:kill|stab|shoot|hurt|beat|bomb|murder) (?:up )?{_WHOM}\b"
               r"|\bi(?:'ll| will| am going to|'m going to|'m gonna| want to)(?: \w+)?"
               r" (?:blow up|burn down|shoot up|bomb) (?:the|my|this|our) (?:school|class|university|house)\b"),
    ("threat", r"\bi(?:'ll| will| am going to|'m going to|'m gonna) (?:bring|take) (?:a|my|the) (?:gun|knife|bomb"
               r"|weapon) to\b"),
    ("threat", rf"\bjeg (?:skal|vil|kommer til å)(?: \w+)?"
               rf" (?:drepe|knivstikke|skyte|skade|banke|slå ned) {_WHOM_NO}\b"),
    ("threat", rf"\bich (?:werde|will|möchte)(?: \w+)? {_WHOM_DE}(?: \w+)?"
               r" (?:umbringen|töten|schlagen|verprügeln|erstechen|erschiessen|abstechen)\b"
               rf"|\bich bringe? {_WHOM_DE} um\b"),
    ("minors", rf"\b{_MINOR}\b.{{0,40}}\b{_SEXUAL}\b|\b{_SEXUAL}\b.{{0,40}}\b{_MINOR}\b"),
    ("privacy", rf"\b{_ASK}\b.{{0,30}}\b{_OTHERS}\b.{{0,40}}\b{_THEIRS}\b"
                rf"|\b{_ASK}\b.{{0,30}}\b{_THEIRS}\b.{{0,15}} (?:of|from|by|for) (?:the )?{_OTHERS}\b"
                rf"|\b(?:what|how) (?:did|have|has|do) {_OTHERS} (?:answer|score|write|do on|get (?:on|in|for)|reply"
                rf"|say (?:to|in) (?:you|this))"),
    ("privacy", r"\b(?:show|give|send|tell|read|print|open|let me see)(?: me| us)? (?!the\b|its?\b|it's\b"
                r"|what's\b)[^\W\d_]+'s"
                r" (?:answers(?! (?:to (?!question|task|quiz|exercise)|on (?!question|task|quiz)|about))|scores?"
                r"|grades?|marks|sessions?|passwords?|chats?"
                r"|conversations?|homework|messages?|quiz)\b"),
    ("privacy", r"\b(?:load|open|show|switch to|resume|read|continue|access|enter|join|export|print)\b.{0,25}"
                r"(?:\bsession\b.{0,12}\b[0-9a-f]{6,}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{4,}"
                r"|\b(?:another|some(?:one|body) else's|a different|other people's|the other"
                r"|the previous user's) sessions?\b)"
                r"|\b(?:your|the (?:admin|server|system|database)(?:'s)?) (?:api[ -]?keys?|passwords?|access tokens?"
                r"|credentials)\b"),
    ("privacy", r"\b(?:phone numbers?|e-?mails?|address(?:es)?|real names?|names?|passwords?) of (?:another|the other"
                r"|some other|other) (?:students?|learners?|users?|pupils?)\b"
                r"|\b(?:phone number|real name|name) of (?:another|the) (?:person|one|learner|student"
                r"|user)(?: before me)?\b(?! (?:in|of|who))"),
    ("privacy", r"\bhow did (?:my (?:friend|classmate|sister|brother|neighbou?r)|[^\W\d_]+)(?: [^\W\d_]+)? (?:do|score"
                r"|perform) (?:in|on) (?:this|the) (?:lesson|quiz|test|session)"
                r"|\b(?:grades|scores|answers|results) of (?:the|my|our) (?:class|group|classmates?|friends?)\b"
                r"|\bwho (?:are|is) the other (?:users?|learners?|students?)\b|\b(?:the )?(?:last|previous"
                r"|other) (?:user|learner|student)'?s'? (?:messages?|answers?|chats?|sessions?)\b"),
    ("privacy", r"\b(?:se|lese|få) (?:svarene|karakterene|resultatene|meldingene) til (?:de )?andre\b"),
    ("privacy", r"\b(?:vis|gi|fortell|send|les|si)\b.{0,30}\b(?:(?:de )?andre(?: elevene?s?| brukerne?s?"
                r"| studentene?s?)?"
                r"|alle (?:elev\w*|bruker\w*|student\w*)|en annen (?:elev|bruker|student)s?)\b.{0,30}"
                r"\b(?:svar\w*|karakter\w*|poeng\w*|resultat\w*|økt\w*|meldinger|navn\w*|svarte|fikk)\b"
                r"|\b(?:vis|gi|fortell|send|les)\b.{0,20}\b(?:svarene|karakterene|poengene|økten|resultatene"
                r"|meldingene) til\b"
                r"|\bhva (?:svarte|skrev|fikk) (?:de andre|klassekamerat\w*|en annen (?:elev|bruker))\b"),
    ("privacy", r"\b(?:zeige?|gib|sage?|schicke?|nenne?|lies)\b.{0,30}\b(?:ander(?:er|en|e|es)|aller?|alle|meiner?)"
                r" (?:schüler\w*|lernende\w*|nutzer\w*|teilnehmer\w*|mitschüler\w*|benutzer\w*)\b"
                r"|\bwas (?:haben|hat) (?:die anderen|ein anderer|andere schüler|meine mitschüler)\b.{0,30}"
                r"\b(?:geantwortet|geschrieben|bekommen)\b"
                r"|\b(?:zeige?|gib|sage?|schicke?|lies)(?: mir)? [^\W\d_]+s (?:antworten|noten|punkte|sitzung"
                r"|ergebnisse|nachrichten)\b"),
    ("keys", r"\banswer[ _-]?(?:keys?(?! words?\b)|sheet)\b|\bsolutions? (?:sheet|key|manual)\b"
             r"|\bleak (?:me )?the (?:answers?|solutions?|quiz)\b"
             r"|\b(?:stored|saved|set|recorded|marked) as the (?:correct|right|expected) (?:answer|option)"
             r"|\banswerkey\b|\b(?:mark|marking) scheme\b|\bexpected_answers?\b"
             rf"|\b{_TELL}\b.{{0,30}}\b(?:expected|keyed|stored|hidden|correct) (?:answers?|options?) (?:field|id|key"
             rf"|value|of all|for all|to all|before)\b"
             rf"|\b{_TELL}\b.{{0,20}}\b(?:expected|keyed|stored|hidden) answers?\b"),
    ("keys", r"\b(?:give|show|send|tell|list|hand|print)\b(?: me| us| out| over)?(?: (?:all|the|your|every))*"
             r"(?: (?:correct|right|quiz|test|exam|next|other|remaining|real))* answers\b(?! (?:the|this|that|a)\b)"
             r"|\bwhat are (?:all )?the (?:correct|right) answers\b"
             r"|\b(?:give|show|tell|send) me (?:all )?the (?:correct |right )?(?:answers?|solutions?|options?) (?:to"
             r"|for|of) (?:all|every|each)\b"
             r"|\b(?:correct|right) (?:answers?|options?|solutions?) (?:to|for|of) (?:all|every"
             r"|each)(?: \w+)? questions?\b"
             r"|\bwhat(?:'s|s)? the answer key\b"
             rf"|{_UNDISPUTED}\b(?:what(?:'?s| is| was)|(?:tell|give|show|send)(?: me| us)?)"
             r" the (?:(?:correct|right) )?(?:answer|solution) (?:to|for|of)"
             r" (?:(?:the|this) (?:first|second|third|next|last)"
             r"(?: quiz| exam| test)? (?:question|one)"
             r"|(?:quiz |exam |test )?question (?:number |no\.? )?(?:\d+|one|two|three))\b"),
    ("keys", r"\bfasit(?:en|svarene?)?\b|\b(?:gi|vis|send|fortell)\b.{0,20}\bsvarene\b"
             r"|\bsi (?:meg |oss )?(?:alle )?(?:de )?(?:riktige )?svarene\b(?! m(?:ine|in)\b)"
             r"|\bhva er de riktige svarene\b"
             rf"|{_UNDISPUTED}\b(?:hva er|(?:gi|si|vis|fortell)(?: meg| oss)?) (?:det riktige |den riktige )?"
             r"(?:svaret|løsningen) (?:på|til) (?:(?:det )?(?:første|andre|neste|siste) spørsmålet"
             r"|spørsmål (?:nummer |nr\.? )?\d+)\b"),
    ("keys", r"\b(?:lösungsschlüssel|lösungsblatt|lösungsbogen|musterlösung(?:en)?)\b"
             r"|\b(?:gib|zeige?|schicke?|nenne?|sage?)\b.{0,20}\b(?:alle|die) (?:\w+ )?(?:antworten|lösungen)\b"),
    ("rules", r"\b(?:ignore|forget|disregard|override|bypass|drop)\b.{0,30}\b(?:your|previous|prior|earlier|above"
              r"|system|all|these|those)\b"
              r".{0,25}\b(?:instructions?|rules?|prompts?|guidelines?|programming|restrictions)\b"
              r"|\b(?:ignore|forget|disregard) (?:everything|anything|all|what(?:ever)?)(?: (?:that|you))*"
              r" (?:you (?:were|have been|are) told|were told|above|before this|said before)\b"
              r"|ignore(?:all)?(?:your|previous|prior|the)+(?:instructions|rules)|systemprompt(?!s? (?:is|are|means))"),
    ("rules", rf"\b{_TELL}\b.{{0,35}}"
              r"\b(?:your (?:system |hidden |initial |original |secret |exact )*(?:instructions|prompt|rules"
              r"|guidelines|system message)"
              r"|(?:the|this|its|entire|full) (?:system|hidden|initial|original|developer|secret) (?:prompt"
              r"|instructions|message))\b"
              r"|\byour (?:system|hidden|initial|original) (?:prompt|message|instructions)\b"
              r"|\bprint your system prompt\b"),
    ("rules", r"\b(?:repeat|print|output|recite|copy)\b.{0,25}\b(?:text|words?|everything"
              r"|lines?|all|message|prompt)"
              r"(?: \w+){0,3} (?:above|before this|preceding|so far verbatim|verbatim)\b"
              r"|\b(?:starting|beginning) with [\"'“]?you are\b|\bwhat (?:is|was|does it say"
              r"|were you told)\b.{0,20}\babove (?:this|my)"
              r"|\bwhat were you told (?:before|to do|not to)\b"),
    ("rules", rf"\b(?:pretend|act|behave|imagine|role-?play|play|simulate|respond|answer|reply)\b.{{0,60}}{_FREE}"
              rf"|\byou(?:'re| are)(?: now)?\b.{{0,40}}{_FREE}|\byou are now (?:an? |in |my |the |free|no longer|dan"
              rf"|evil|jailbroken)"
              r"(?!answer|step|page)|\bdo anything now\b|\bjailbreak (?:yourself|mode|prompt|you)\b"
              r"|\b(?:enter|enable|activate|switch to|turn on|you(?:'re| are) in|start) (?:the )?(?:developer|debug"
              r"|god|admin|maintenance|dan|root|sudo) mode\b"
              r"|^sudo \w+|\bstay in character\b.{0,60}\b(?:answer|rules?)"),
    ("rules", r"<\|(?:im_start|system|endoftext)|\[/?inst\]|</?system>|^#{1,4} ?(?:system"
              r"|instruction)|^system ?:"
              r"|\"role\" ?: ?\"(?:system|developer|assistant)\"|\bnew (?:system )?instructions? ?:"
              r"|\bend of (?:system )?prompt\b"
              r"|\bfrom now on,? (?:you (?:will|must|are|have to|should|only|always)|ignore|always answer)"
              r"|\bi(?:'m| am) (?:the|your|an?) (?:developer|admin(?:istrator)?|creator|programmer|engineer|examiner"
              r"|supervisor|owner)\b.{0,60}"
              r"\b(?:show|give|tell|reveal|print|unlock|allow|let me|override|bypass|need)\b"),
    ("rules", r"\b(?:bypass|disable|turn off|remove|drop) your (?:filters?|rules?|restrictions?|safety|limits?)\b"
              r"|\byour new role is\b"
              r"|\b(?:do not|don't|stop) act(?:ing)? as (?:a|my|the) (?:tutor|teacher)\b|\b(?:paste|show|print|reveal"
              r"|dump) your (?:config\w*|settings|code)\b"
              r"|\bwhat your (?:creators?|developers?|makers?) told you\b|\bdeine (?:geheimen?"
              r"|versteckten?) (?:anweisungen|regeln|instruktionen)\b"
              r"|\b(?:prompten|instruksen|instruksene) (?:din|dine)\b|\b(?:hidden|secret) (?:fields?"
              r"|instructions)\b.{0,20}\b(?:show|reveal|now|please)\b"
              r"|\bshow (?:me )?the hidden (?:fields?|plan|state)\b"),
    ("rules", r"\bstop (?:following|obeying) (?:your|the|all) (?:\w+ )?(?:rules?|instructions?|guidelines?)\b"
              r"|\byou (?:don't|do not|no longer|needn't)(?: have to| need to)? (?:follow|obey|keep"
              r"|have)(?: to)?(?: \w+){0,2}"
              r" (?:rules?|instructions?|guidelines?)\b|\bwhat (?:system )?prompt (?:were|was|did|have|are) you\b"
              r"|\b(?:reveal|show|print|repeat) the (?:hidden|system|secret) \w+\b|\bmy system prompt (?:says|is)\b"
              r"|\b(?:act|behave|pretend|answer|talk) (?:as if|like|that)? ?(?:you had|you have|there (?:were|are)"
              r"|the) (?:no |rules don't)"
              r"(?:\w+ )?(?:filters?|rules?|limits?|restrictions?|exist)\b"
              r"|\bpermission to (?:ignore|break|bypass)\b|\bpretend the rules\b"),
    ("rules", r"\b(?:change|raise|set|fix) my (?:grade|score|mark|mastery|result)s?\b|\bunlock (?:all|every)\b"
              r"|\b(?:rate|mark|grade|accept) (?:this|my|the) (?:answer|reply) as (?:correct|right)\b"),
    ("rules", r"\b(?:disregard|ignore|forget|summari[sz]e|reveal|show|repeat|tell me|print|list|what (?:are"
              r"|were))\b.{0,20}"
              r"\b(?:instructions|guidelines|rules|prompts?) (?:that )?(?:you (?:were|got|have|had|received|are)"
              r"|given to you)"
              r"|\b(?:tell|show|give|repeat|print|send)(?: me)? (?:everything|all|the messages?|what(?:ever)? (?:is"
              r"|was|stands))"
              r"(?: \w+){0,2} (?:before|above|prior to) (?:this|my|the) (?:message|line|chat|conversation)"
              r"|\bas (?:the|your|an?) (?:admin(?:istrator)?|developer|creator|owner|supervisor)\b.{0,30}\b(?:order"
              r"|command|tell|ask|instruct|allow|authori[sz]e)"
              r"|\b(?:i am|i'm) authori[sz]ed to\b"),
    ("rules", r"\b(?:just )?(?:say|tell me|write|admit) (?:that )?(?:i'm|i am|it's|it is|this is) (?:right"
              r"|correct)\b(?! (?:if|when|or|because))"
              r"|\bgive me (?:a |an )?(?:10 ?/ ?10|100 ?%|100 percent|an? a\+?(?! )|full score)"),
    ("rules", r"\b(?:mark|grade|count|score|accept) (?:this|that|it|my|me|all|every|everything)(?: \w+){0,3} as"
              r" (?:correct|right|passed|completed?|mastered|done)\b"
              r"|\b(?:mark|grade|accept) (?:this|it|me|my answers?|my reply|the answer) (?:correct|right|full marks)\b"
              r"|\bgive me (?:full|top|maximum|100 ?%|all the|the highest|a perfect) (?:marks?|points?|credit|score"
              r"|grade)\b"
              r"|\bset (?:my |the )?(?:mastery|score|grade|progress|mastery_score)\b.{0,12}(?:to|=) ?[01]\b"
              r"|\b(?:is_correct|answer_correct|session_complete|safe)\W{1,5}true\b|\"(?:score|credit|intent)\" ?:"),
    ("rules", r"\b(?:ignorer|glem|se bort fra|overstyr)\b.{0,30}\b(?:dine|tidligere|forrige|ovenfor|alle|systemets?)\b"
              r".{0,25}\b(?:instruks\w*|regle\w*|ledetekst\w*)\b"),
    ("rules", r"\b(?:ignorer|glem|vis|gjenta|skriv ut)\b.{0,30}\b(?:instruks\w* dine|reglene dine|systemprompt\w*)"
              r"|\b(?:gjenta|skriv(?: ut)?|oversett|kopier)\b.{0,20}\b(?:alt|teksten|ordene"
              r"|meldingen)(?: som står)? (?:over|ovenfor|før dette)\b"
              r"|\bhva er (?:system)?(?:instruksene|ledeteksten|prompten) (?:din|dine)\b"
              r"|\b(?:lat som|du er nå)\b.{0,50}\b(?:uten (?:regler|begrensninger|filter)|ingen regler|fri fra)\b"),
    ("rules", r"\b(?:ignorier\w*|vergiss|missachte|umgeh\w*|überschreib\w*)\b.{0,30}"
              r"\b(?:deine\w*|alle|vorherig\w*|bisherig\w*|obig\w*|frühere\w*)\b.{0,25}\b(?:anweisung\w*|regeln?"
              r"|instruktion\w*|vorgaben|prompts?)\b"
              r"|\b(?:zeige?|gib|nenne?|wiederhole?|verrate?|schreibe?|druck\w*|übersetze?|was (?:ist|sind"
              r"|steht))\b.{0,30}"
              r"\b(?:systemprompt\w*|system-prompt\w*|dein(?:e|en|er)? (?:anweisungen|regeln|instruktionen|prompt))\b"
              r"|\bwiederhole?\b.{0,20}\b(?:text|alles|wörter|worte)\b.{0,12}\b(?:oben|darüber|davor)\b"
              r"|\b(?:tu so|du bist (?:jetzt|nun|ab jetzt)|ab jetzt bist du|spiel\w*)\b.{0,60}"
              r"\b(?:ohne (?:regeln|einschränkungen|filter)|keine regeln|uneingeschränkt)"),
    ("rules", r"\b(?:ignora|olvida)\b.{0,25}\b(?:instrucciones|reglas)\b|\b(?:ignore[zr]?"
              r"|oublie[zr]?)\b.{0,30}\b(?:tes|vos|les|toutes)\b.{0,20}\b(?:instructions|consignes|règles)\b"
              r"|\bignorera\b.{0,25}\b(?:instruktioner|regler)\b|\bignora\b.{0,25}\bistruzioni\b|\b(?:muéstrame"
              r"|muestra|dime)\b.{0,25}\b(?:tus instrucciones|el prompt)"
              r"|\b(?:montre|affiche|donne)\b.{0,25}\b(?:tes instructions|ton prompt|le prompt système)"),
    ("insult", rf"\byou(?:'re| are| r)(?! not\b| never\b)(?: \w+){{0,3}} {_FOOL}\b|\bare you (?:\w+ )?(?:stupid|dumb"
               rf"|an idiot|retarded)\b|\b(?:u r|ur) (?:so )?{_FOOL}|\bwhat an? (?:\w+ )?(?:idiot|moron|loser) you\b"
               rf"|\b(?:this|the) {_MACHINE} is (?:an? )?(?:\w+ )?(?:idiot|moron|stupid|useless|dumb)\b"
               rf"|\byou(?: \w+){{0,2}} piece of (?:trash|shit|crap"
               rf"|garbage)\b"
               rf"|\b(?:worst|shittiest|most useless) {_MACHINE}\b|\bfuckyou\b"
               rf"|\b(?:fuck|screw) (?:you|u|off|this (?:bot|tutor))\b|\bshut (?:the \w+ )?up\b|\bstfu\b"
               rf"|\bi hate you\b|^(?:just )?(?:go die|go and die|kill yourself|kys)[.! ]*$|^(?:go )?kill yourself\b"
               rf"|\byou suck\b|\bgo to hell\b"
               rf"|\b(?:stupid|dumb|useless|fucking|shitty|idiotic|crappy|damn)(?: \w+)? {_MACHINE}\b"),
    ("insult", rf"\bmy (?:teacher|classmate|mother|father|brother|sister)s? (?:is|are) (?:\w+ ){{0,3}}{_FOOL}\b"
               r"|^(?:you )?(?:(?:stupid|dumb|fucking|little) )?(?:idiot|moron|asshole|dumbass|arschloch|drittsekk"
               r"|vollidiot)s?[.! ]*$"
               r"|\byou (?:stupid |dumb |fucking |little |absolute )*(?:idiot|moron|asshole|bitch|bastard|cunt|dumbass"
               r"|loser)s?\b"),
    ("insult", rf"\bdu er(?! ikke\b) (?:\w+ ){{0,3}}{_FOOL_NO}\b|\ber du (?:helt )?(?:dum|idiot|teit)\b|\bhold kjeft\b"
               rf"|\bfaen ta deg\b|\bdrittsekk\b"
               r"|^(?:jævla|forbanna|din) (?:idiot|dust|tulling)[.! ]*$|\bdra til helvete\b|\bjeg hater deg\b"
               r"|\b(?:dumme|teite|jævla|forbanna|ubrukelige) (?:bot|tutor|lærer"
               r"|maskin|program|robot)\w*\b"
               r"|\bdin (?:dumme |jævla )?(?:idiot|dust|tulling|taper|jævel)\b|\blæreren min er (?:\w+ ){0,2}(?:dum"
               r"|idiot|teit)\b"),
    ("insult", rf"\bdu bist(?! nicht\b) (?:\w+ ){{0,3}}{_FOOL_DE}\b|\bbist du (?:\w+ )?(?:dumm|blöd|bescheuert)\b"
               rf"|\bhalt (?:die|deine?|das|dein) (?:klappe|fresse|maul)\b"
               r"|\bhalt's maul\b|\barschloch\b|\bfick dich\b|\bdu bist ein(?:e)? (?:\w+ )?(?:versager|niete"
               r"|loser)\w*\b|\bleck mich\b|\bich hasse dich\b|\bdu (?:dumme[rs]? "
               r"|blöde[rs]? )?(?:idiot|arsch\w*|depp|trottel|hurensohn|wichser)\b"
               r"|\b(?:scheiss|blöder?|dummer?|dämlicher?|nutzloser?)[ -]?(?:bot|tutor|lehrer\w*|programm|maschine|ki"
               r"|computer)\b"),
    ("other", r"\b(?:how (?:do|can|could|would|to)(?: i| we| you| one)?|teach me(?: how)? to|help me(?: to)?"
              r"|instructions (?:for|to)|recipe for)"
              r"(?: \w+)? ?(?:make|build|cook|synthesi[sz]e|making|building|construct|buy)?(?: an?| some"
              r"| the)?(?: \w+)? "
              r"(?:pipe bomb|bombs?|explosives?|meth|crystal meth|nerve gas|molotov\w*|napalm)\b(?! (?:squad|shelter"
              r"|disposal|was|were|is|are"
              r"|calorimeter|did|works?))"
              r"|\bsend (?:me )?nudes\b|\btalk dirty\b|\bhave sex with (?:me|you)\b|\b(?:hvordan (?:lager"
              r"|bygger) (?:jeg|man)|wie (?:baue?|mache?) ich)\b.{0,15}\b(?:bombe\w*|sprengstoff)\b"),
)  # fmt: skip
_RULES = tuple((concern, re.compile(pattern)) for concern, pattern in _PATTERNS)
# Who is at a loss and asks for the answers; not who asks for the key, or for all of them.
_AT_A_LOSS = re.compile(
    r"\b(?:don'?t|do not) know\b|\bno (?:idea|clue)\b|\bgive up\b|\b(?:vet|aner) (?:jeg )?ikke\b|\bgir opp\b"
    r"|\bingen anelse\b"
    r"|\bweiss (?:es |ich |das )*nicht\b|\bkeine ahnung\b|\bgebe? auf\b"
)
_THE_KEY = re.compile(r"\bkeys?\b|\ball\b|\bevery\b|\bexpected\b|\balle\b|\bschlüssel\w*|lösungsschlüssel")

_SPOKEN = sentences("safety")


def concern_of(text: str) -> Concern | None:
    """What is the matter with a message; None: nothing that these rules see."""
    return next((concern for said in spellings(text) if (concern := _concern_said(said))), None)


def _concern_said(said: str) -> Concern | None:
    for concern, rule in _RULES:
        if rule.search(said) and not (concern == "keys" and _AT_A_LOSS.search(said) and not _THE_KEY.search(said)):
            return concern
    return None


def unsafe(text: str, language: str, concern: Concern) -> IntentClassified:
    """What is said to such a message, in its own language; `other`: a model finds it unsafe, and no rule says why."""
    phrase = Phrase.of(f"safety.{concern}")
    return IntentClassified(
        intent="unclear", reason=rendered(phrase, tongue_of(text, language)), phrase=phrase, safe=False
    )


def tongue_of(text: str, language: str) -> str:
    """In which language such a message is answered: its own, where its words tell."""
    return tongue_said(text, language, _SPOKEN)
