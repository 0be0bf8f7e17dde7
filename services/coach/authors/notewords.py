"""The words of the notes that rules write, by language. Names in braces are filled in."""

from typing import Literal

Tongue = Literal["en", "no", "de"]

FORMS: dict[Tongue, dict[str, str]] = {
    "en": {
        "weak_concept": "You struggle with '{concept}': {right} of {asked} right{partly}.",
        "weak_partly": "You know '{concept}' in part: {right} of {asked} right{partly}.",
        "weak_skipped": "You gave no answer about '{concept}': {right} of {asked} right.",
        "difficulty": "You consistently answer {difficulty} incorrectly: {wrong} of {asked} wrong.",
        "too_quick": "{wrong} of your wrong answers took under {seconds} seconds each: read on before you answer.",
        "skipped_one": "You skipped one question: a guess shows you more than an empty answer.",
        "skipped": "You skipped {count} questions: a guess shows you more than an empty answer.",
        "all_right_one": "Well done: your answer is right.",
        "all_right": "Well done: all {asked} right.",
        "score": "You had {right} of {asked} right{partly}.",
        "undecided_one": "Your answer could not be judged surely: compare it with the text.",
        "undecided": "None of your {count} answers could be judged surely: compare them with the text.",
    },
    "no": {
        "weak_concept": "Du strever med «{concept}»: {right} av {asked} riktig{partly}.",
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
    },
    "de": {
        "weak_concept": "Du hast Mühe mit „{concept}“: {right} von {asked} richtig{partly}.",
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
