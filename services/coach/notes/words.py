"""The words of the notes that rules write, by language. Names in braces are filled in."""

from typing import Literal

Tongue = Literal["en", "no", "de"]

FORMS: dict[Tongue, dict[str, str]] = {
    "en": {
        "weak_concept": "You struggle with “{concept}”: {right} of {asked} right{partly}.",
        "weak_concept_one": "You missed the one question about “{concept}”.",
        "weak_partly_one": "You had the one question about “{concept}” partly right.",
        "weak_skipped_one": "You gave no answer to the one question about “{concept}”.",
        "weak_partly": "You know “{concept}” in part: {right} of {asked} right{partly}.",
        "weak_skipped": "You gave no answer about “{concept}”: {right} of {asked} right.",
        "difficulty": "You consistently answer {difficulty} incorrectly: {wrong} of {asked} wrong.",
        "too_quick": "{wrong} of your wrong answers took under {seconds} seconds each: read on before you answer.",
        "skipped_one": "You skipped one question: a guess shows you more than an empty answer.",
        "skipped": "You skipped {count} questions: a guess shows you more than an empty answer.",
        "all_right_one": "Well done: your answer is right.",
        "all_right": "Well done: all {asked} right.",
        "score": "You had {right} of {asked} right{partly}.",
        "undecided_one": "Your answer could not be judged surely: compare it with the text.",
        "undecided": "None of your {count} answers could be judged surely: compare them with the text.",
        "mastered": "You have mastered {concepts}.",
        "unsure": "Whether you know this is not decided yet: {concepts}. A few more questions decide it.",
        "not_known": "By now it is sure that these need to be learnt anew: {concepts}.",
        "standing": "“{concept}” ({score} % after {answers} answers)",
        "likely": "“{concept}” ({score} % likely after {answers} answers)",
        "standing_one": "“{concept}” ({score} % after one answer)",
        "likely_one": "“{concept}” ({score} % likely after one answer)",
        "regraded": "This attempt was graded again, and these notes are new: {right} of {asked} right{partly}.",
    },
    "no": {
        "weak_concept": "Du strever med «{concept}»: {right} av {asked} riktig{partly}.",
        "weak_concept_one": "Du svarte feil på det ene spørsmålet om «{concept}».",
        "weak_partly_one": "Du svarte delvis riktig på det ene spørsmålet om «{concept}».",
        "weak_skipped_one": "Du svarte ikke på det ene spørsmålet om «{concept}».",
        "weak_partly": "Du kan «{concept}» delvis: {right} av {asked} riktig{partly}.",
        "weak_skipped": "Du svarte ikke om «{concept}»: {right} av {asked} riktig.",
        "difficulty": "Du svarer gjennomgående feil på {difficulty}: {wrong} av {asked} feil.",
        "too_quick": "{wrong} av de gale svarene dine tok under {seconds} sekunder hver: les ferdig før du svarer.",
        "skipped_one": "Du hoppet over ett spørsmål: en gjetning viser deg mer enn et tomt svar.",
        "skipped": "Du hoppet over {count} spørsmål: en gjetning viser deg mer enn et tomt svar.",
        "all_right_one": "Godt jobbet: svaret ditt er riktig.",
        "all_right": "Godt jobbet: alle {asked} riktige.",
        "score": "Du hadde {right} av {asked} riktig{partly}.",
        "undecided_one": "Svaret ditt kunne ikke vurderes sikkert: sammenlign det med teksten.",
        "undecided": "Ingen av de {count} svarene dine kunne vurderes sikkert: sammenlign dem med teksten.",
        "mastered": "Du mestrer {concepts}.",
        "unsure": "Om du kan dette, er ikke avgjort ennå: {concepts}. Noen spørsmål til avgjør det.",
        "not_known": "Nå er det sikkert at dette må læres på nytt: {concepts}.",
        "standing": "«{concept}» ({score} % etter {answers} svar)",
        "likely": "«{concept}» ({score} % sannsynlig etter {answers} svar)",
        "standing_one": "«{concept}» ({score} % etter ett svar)",
        "likely_one": "«{concept}» ({score} % sannsynlig etter ett svar)",
        "regraded": "Dette forsøket er vurdert på nytt, og disse merknadene er nye: {right} av {asked} riktig{partly}.",
    },
    "de": {
        "weak_concept": "Du hast Mühe mit „{concept}“: {right} von {asked} richtig{partly}.",
        "weak_concept_one": "Du hast die eine Frage zu „{concept}“ falsch beantwortet.",
        "weak_partly_one": "Du hast die eine Frage zu „{concept}“ teilweise richtig beantwortet.",
        "weak_skipped_one": "Du hast die eine Frage zu „{concept}“ nicht beantwortet.",
        "weak_partly": "Du kennst „{concept}“ zum Teil: {right} von {asked} richtig{partly}.",
        "weak_skipped": "Du hast zu „{concept}“ nichts geantwortet: {right} von {asked} richtig.",
        "difficulty": "Du beantwortest {difficulty} durchweg falsch: {wrong} von {asked} falsch.",
        "too_quick": "{wrong} deiner falschen Antworten brauchten je unter {seconds} Sekunden: lies erst zu Ende.",
        "skipped_one": "Du hast eine Frage ausgelassen: ein Versuch zeigt dir mehr als eine leere Antwort.",
        "skipped": "Du hast {count} Fragen ausgelassen: ein Versuch zeigt dir mehr als eine leere Antwort.",
        "all_right_one": "Gut gemacht: deine Antwort ist richtig.",
        "all_right": "Gut gemacht: alle {asked} richtig.",
        "score": "Du hattest {right} von {asked} richtig{partly}.",
        "undecided_one": "Deine Antwort ließ sich nicht sicher beurteilen: vergleiche sie mit dem Text.",
        "undecided": "Keine deiner {count} Antworten ließ sich sicher beurteilen: vergleiche sie mit dem Text.",
        "mastered": "Du beherrschst {concepts}.",
        "unsure": "Ob du das kannst, ist noch nicht entschieden: {concepts}. Einige Fragen mehr entscheiden es.",
        "not_known": "Jetzt ist sicher, dass dies neu zu lernen ist: {concepts}.",
        "standing": "„{concept}“ ({score} % nach {answers} Antworten)",
        "likely": "„{concept}“ ({score} % wahrscheinlich nach {answers} Antworten)",
        "standing_one": "„{concept}“ ({score} % nach einer Antwort)",
        "likely_one": "„{concept}“ ({score} % wahrscheinlich nach einer Antwort)",
        "regraded": "Dieser Versuch ist neu bewertet, und die Hinweise sind neu: {right} von {asked} richtig{partly}.",
    },
}
PARTLY: dict[Tongue, str] = {
    "en": ", {} partly right",
    "no": ", {} delvis riktig",
    "de": ", {} teilweise richtig",
}
DIFFICULTIES: dict[Tongue, dict[str, str]] = {
    "en": {"HARD": "hard questions", "MEDIUM": "questions of medium difficulty", "EASY": "easy questions"},
    "no": {"HARD": "vanskelige spørsmål", "MEDIUM": "middels vanskelige spørsmål", "EASY": "lette spørsmål"},
    "de": {"HARD": "schwierige Fragen", "MEDIUM": "mittelschwere Fragen", "EASY": "leichte Fragen"},
}
AND: dict[Tongue, str] = {"en": "and", "no": "og", "de": "und"}
NAMES: dict[Tongue, str] = {"en": "English", "no": "Norwegian", "de": "German"}
"""What each is called in English."""


def tongue_of(language: str) -> Tongue:
    """Norwegian for "no", "nb" and "nn", German for "de", else English."""
    match language.lower()[:2]:
        case "no" | "nb" | "nn":
            return "no"
        case "de":
            return "de"
        case _:
            return "en"
