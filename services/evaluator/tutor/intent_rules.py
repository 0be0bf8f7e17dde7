"""The words by which a message says what its writer wants, in English and bokmål. Only patterns stand here.

A message is matched folded (lower case, plain apostrophes) and without its opening ("Hi, can you please").
"""

import re
from typing import Literal

Command = Literal["diagnose", "plan", "learn"]

OPENING = re.compile(
    r"^(?:(?:hi|hello|hey|hei|hallo|ok|okay|please|so|well|and|now|yes|ja|da|nå|så|vennligst|vær så snill(?: å)?"
    r"|kan du|kunne du|vil du|can you|could you|would you|will you|først)(?: please)?[\s,!.:]+)+"
)
_WH = r"(?:what|why|how|when|where|who|whom|whose|which)"
_WH_NO = r"(?:hva|hvorfor|hvordan|når|hvor|hvem|hvilken|hvilket|hvilke)"
_WORK = r"(?:learn|study|read|practi[sc]e|work on|review|revise|focus on)"
_WORK_NO = r"(?:lære|lese|øve på|øve|jobbe med|arbeide med|studere|repetere)"

# A question about the text, though it begins as a wish to learn: "explain why leaves are green".
ASKS = re.compile(
    rf"^(?:explain|tell me|show me|describe)(?: to me)? (?:{_WH})\b|^i (?:want|need|would like|'d like) to know {_WH}\b"
    rf"|^i (?:don't|do not) (?:understand|get|see|know) {_WH}\b|^i wonder\b|^jeg lurer på\b"
    rf"|^(?:forklar|fortell|vis)(?: meg)? {_WH_NO}\b|^jeg vil(?: gjerne)? vite {_WH_NO}\b"
    rf"|^jeg (?:forstår|skjønner|vet) ikke {_WH_NO}\b"
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
_PLAN = (
    rf"\bwhat(?:'s| is| comes| should i (?:do|{_WORK})| do i (?:do|{_WORK})| shall i (?:do|{_WORK}))? next\b",
    rf"\bwhat (?:should|shall|must) i {_WORK}\b|\bwhere (?:should|shall|do) i (?:start|begin)\b",
    r"^(?:make|give|create|write|build|suggest|show)(?: me)?(?: (?:a|my|the))?(?: \w+)? (?:plan|path|roadmap)\b",
    r"^(?:a |my )?(?:study|learning) (?:plan|path)\b|^plan my (?:learning|studies|study)\b",
    r"^(?:go on|next|continue|what now|now what|what next)[.!? ]*$|\bi (?:want|need|would like) a(?: \w+)? plan\b",
    rf"\bhva (?:bør|skal|må|burde) jeg {_WORK_NO}\b|\bhva (?:bør|skal|må) jeg gjøre (?:nå|videre|så)\b",
    r"^hva (?:nå|så|er neste|blir neste|kommer nå)\b|\bhva er det neste\b",
    r"\bhvor (?:bør|skal|burde) jeg (?:begynne|starte)\b",
    r"^(?:lag|gi|vis|foreslå|skriv)(?: meg)?(?: (?:en|et|min|mitt))?(?: \w+)? ?(?:\w*plan|læringssti|opplegg)\b",
    r"^(?:neste|videre|fortsett)[.!? ]*$|^planlegg (?:læringen|studiene)\b",
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
# A wish to learn; while a question waits it is a reply: "I don't understand".
AT_A_LOSS = re.compile(
    r"\bi (?:don't|do not|didn't|cannot|can't) (?:understand|get|follow)\b|\bjeg (?:forstår|skjønner) ikke\b"
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
