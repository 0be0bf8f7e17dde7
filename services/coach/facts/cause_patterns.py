"""The wordings that state a cause, by language, the surest first: matched against a sentence without its stop."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class CausePattern:
    """`expression` has the groups `effect` and `cause`, which are each a `clause`, a `phrase` or the `subject`.

    `hint` stands, in small letters, in every sentence that it fits. `by_path`: "leads to" is said of roads as well.
    """

    hint: str
    expression: re.Pattern[str]
    effect: str = "clause"
    cause: str = "clause"
    by_path: bool = False


def _like(
    hint: str, expression: str, effect: str = "clause", cause: str = "clause", *, by_path: bool = False
) -> CausePattern:
    return CausePattern(hint, re.compile(rf"^{expression}$"), effect, cause, by_path)


_PART_EN = r"(?:(?:partly|mainly|mostly|largely|chiefly|primarily|in part|especially|probably|usually|often)\s+)?"
_PART_NO = (
    r"(?:(?:blant annet|delvis|særlig|hovedsakelig|i hovedsak|først og fremst|trolig|mest|i stor grad|dels|ofte"
    r"|vanligvis|som regel)\s+)?"
)
_AUX_EN = r"(?:(?:can|often|usually|always|generally|typically|eventually|thus|directly|soon|quickly)\s+)*"
# "due to arrive" tells what is planned.
_NO_VERB = (
    r"(?!(?:be|begin|start|arrive|open|expire|end|finish|launch|take|go|come|leave|retire|return|happen|appear"
    r"|give|meet"
    r"|become|have|make|move)\b)"
)
_ONCE = r"(?!.*\b{0}\b.*\b{0}\b)"
_SUBJECT = r"(?P<{0}>[^,:;]{{3,110}}?)"
# "since" and "siden" tell a time, too: the clause must be about what is, and name no time.
_TIMELESS_EN = (
    r"(?!.*\b(?:\d{4}|century|centuries|began|beginning|ago|then|time|days?|years?|war|birth|dawn|started)\b)"
    r"(?=.*\b(?:is|are|was|were|has|have|can|cannot|could|do|does|did|must|would|will|contains?|needs?|depends?)\b)"
)
_TIMELESS_NO = (
    r"(?!.*\b(?:\d{4}|århundre\w*|begynte|startet|sist|tid|dager|år|krigen|da)\b)"
    r"(?=(?:det|den|de|en|et|alle|ingen|vi|man|hver|\w+(?:en|et|ene|a|er))\b)"
    r"(?=.*\b(?:er|var|har|hadde|kan|kunne|må|vil|ville|trenger|blir|finnes|inneholder|avhenger)\b)"
)

PATTERNS = {
    "en": (
        _like(
            "because",
            rf"{_ONCE.format('because')}(?P<effect>(?!Because\b).+?),?\s+{_PART_EN}because\s+(?!of\b)(?P<cause>.+)",
        ),
        _like("because", r"Because (?!of\b)(?P<cause>[^,]+), (?P<effect>[^,]+)"),
        _like(
            "because of",
            rf"(?P<effect>(?!Because\b).+?),?\s+{_PART_EN}because of\s+(?P<cause>[^;:]+)",
            cause="phrase",
        ),
        _like(
            " due to ",
            rf"{_SUBJECT.format('effect')} (?:is|are|was|were) {_PART_EN}due to {_NO_VERB}(?P<cause>[^;:]+)",
            "subject",
            "phrase",
        ),
        _like(
            "due to",
            rf"(?P<effect>[A-Z].+?),?\s+{_PART_EN}(?:due|owing) to\s+"
            rf"{_NO_VERB}(?P<cause>[^;:]+)",
            cause="phrase",
        ),
        _like(
            " of ",
            r"(?:Because of|As a result of|As a consequence of|Owing to|Due to) (?!(?:this|that|these|it|them|its)\b)"
            r"(?P<cause>[^,;:]+), (?P<effect>[^,]+)",
            cause="phrase",
        ),
        _like("as a ", r"(?P<effect>[A-Z].+?),?\s+as a (?:result|consequence) of\s+(?P<cause>[^;:]+)", cause="phrase"),
        _like(
            "reason",
            r"The (?:main |chief |most important )?reason (?:why |that )(?P<effect>.+?) (?:is|was) (?:that"
            r"|because) (?P<cause>.+)",
        ),
        _like("which is why", r"(?P<cause>[^;]+), which is why (?P<effect>.+)"),
        _like(
            "since",
            rf"(?P<effect>(?!.*\b(?:(?:has|have|had) (?:\w+(?:ed|wn|en|ung|un)|been|become)"
            rf"|ever)\b[^,]*,\s+since\b)[A-Z].+?),\s+since\s+{_TIMELESS_EN}(?P<cause>.+)",
        ),
        _like("since", rf"Since {_TIMELESS_EN}(?P<cause>[^,]+), (?P<effect>[^,]+)"),
        _like(
            " by ",
            rf"{_SUBJECT.format('effect')} (?:is|are|was|were)(?: (?:\w+ly|often|usually|partly))? (?:caused"
            rf"|brought about|triggered) by (?P<cause>[^;:]+)",
            "subject",
            "phrase",
        ),
        _like(
            " from ",
            rf"{_SUBJECT.format('effect')} (?:\w+ly )?(?:results?|resulted|stems?|stemmed|arises?|arose) from"
            rf" (?P<cause>[^;:]+)",
            "subject",
            "phrase",
        ),
        _like(
            " to ",
            rf"{_SUBJECT.format('cause')} {_AUX_EN}(?:leads?|led) to (?P<effect>[^;:]+)",
            "phrase",
            "subject",
            by_path=True,
        ),
        _like(
            " in ",
            rf"{_SUBJECT.format('cause')} {_AUX_EN}(?:result|results|resulted) in (?P<effect>[^;:]+)",
            "phrase",
            "subject",
            by_path=True,
        ),
        _like(
            " rise to ",
            rf"{_SUBJECT.format('cause')} {_AUX_EN}(?:gives?|gave) rise to (?P<effect>[^;:]+)",
            "phrase",
            "subject",
        ),
        _like(
            "cause",
            rf"{_SUBJECT.format('cause')} {_AUX_EN}(?:cause|causes|caused|brings? about|brought about) "
            r"(?!(?:of|by|and|or|for|that|are|were|is|in|include|to)\b)(?P<effect>[^;:]+)",
            "phrase",
            "subject",
        ),
        _like("fore", r"(?P<cause>[^;]+)(?:, and|;) (?:therefore|hence),? (?P<effect>[^,;]+)"),
        _like(
            ", so ",
            r"(?P<cause>(?!.*, so .*, so )[^;]+), so (?:that )?(?!(?:far|on|much|called|to|many|long|too|do|does"
            r"|did|is|are"
            r"|can|that)\b)(?P<effect>[^;]+)",
        ),
    ),
    "no": (
        _like(
            "fordi", rf"{_ONCE.format('fordi')}(?P<effect>(?!Fordi\b).+?),?\s+{_PART_NO}fordi\s+(?:at\s+)?(?P<cause>.+)"
        ),
        _like(
            "skyldes",
            rf"{_SUBJECT.format('effect')} (?:skyldes|skyltes) (?!ikke\b){_PART_NO}at (?P<cause>.+)",
            "subject",
            "clause",
        ),
        _like(
            "skyldes",
            rf"{_SUBJECT.format('effect')} skyldes (?!ikke\b){_PART_NO}(?P<cause>[^;:]+)",
            "subject",
            "phrase",
        ),
        _like("kommer av", rf"{_SUBJECT.format('effect')} kommer {_PART_NO}av at (?P<cause>.+)", "subject", "clause"),
        _like(
            "forårsake",
            rf"{_SUBJECT.format('effect')} (?:(?:er|var|blir|ble) (?:\w+ )?forårsaket|forårsakes) {_PART_NO}av"
            rf" (?P<cause>[^;:]+)",
            "subject",
            "phrase",
        ),
        _like(
            " av ",
            rf"(?P<effect>(?!På grunn av\b|Som følge av\b)[A-ZÆØÅ].+?),?\s+{_PART_NO}(?:på grunn av|som følge"
            rf" av)\s+(?P<cause>[^;:]+)",
            cause="phrase",
        ),
        _like("sak", r"(?:Grunnen|Årsaken) til at (?P<effect>[^,;]+?),? er (?:at )?(?P<cause>.+)"),
        _like("grunnen", r"(?:Grunnen|Årsaken) til at (?P<effect>[^,;]+?),? er (?:at )?(?P<cause>.+)"),
        _like("ettersom", r"(?P<effect>(?!Ettersom\b).+?),\s+ettersom\s+(?P<cause>.+)"),
        _like("siden", rf"(?P<effect>(?!Siden\b).+?),\s+siden\s+{_TIMELESS_NO}(?P<cause>.+)"),
        _like(
            " at ",
            rf"{_SUBJECT.format('cause')} (?:gjør|gjorde|fører til|førte til|kan føre til|medfører|medførte) at"
            rf" (?P<effect>[^;:]+)",
            "clause",
            "subject",
        ),
        _like(
            " til ",
            rf"{_SUBJECT.format('cause')} (?:kan )?(?:(?:ofte|vanligvis) )?(?:fører|førte|føre)(?: (?:ofte"
            rf"|vanligvis|gjerne|dermed))? til "
            r"(?P<effect>[^;:]+)",
            "phrase",
            "subject",
            by_path=True,
        ),
        _like(
            "r",
            rf"{_SUBJECT.format('cause')} (?:kan )?(?:forårsake[rt]?|medføre[r]?|medførte|resultere[r]? i"
            rf"|resulterte i|gir opphav til"
            rf"|ga opphav til|utløse[r]?|utløste) {_PART_NO}(?P<effect>[^;:]+)",
            "phrase",
            "subject",
        ),
        _like(", slik at ", r"(?P<cause>(?!.*, slik at .*, slik at )[^;]+), slik at (?P<effect>[^;]+)"),
    ),
}
