"""What the coordinator says of itself, in the document's language: short, specific, with names and numbers."""

from collections.abc import Mapping
from typing import Any

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "not_ready": "The document is not read yet. Write again when its first quiz is there.",
        "unknown_topic": "The document has no concept and no section called “{topic}”. "
        "Choose one of its concepts or headings.",
        "no_concepts": "The document introduces no concept that can be learnt in a cycle.",
        "no_mistakes": "Nothing was answered wrongly so far, so there are no mistakes to practise.",
        "no_question": "No question waits for an answer. Ask one yourself, or say which topic to learn.",
        "unclear": "I did not understand what you want. You can ask about the document, say “teach me” and a topic, "
        "“test me”, or “what should I learn next?”.",
        "put_aside": "What you sent could not be processed, and was put aside. Please send it again in other words.",
        "mastered": "Mastered: {topic}. It took {rounds}.",
        "not_mastered": "{topic} is not mastered after {rounds}. The path says what to do first.",
        "nothing_to_ask": "The document has nothing more to ask about {topic}.",
        "nothing_more": "The document has nothing more to ask about what you know least.",
        "one_round": "one round",
        "several_rounds": "{} rounds",
        "quiz_gone": "All questions of this round's quiz were taken back. Choose the topic again for other ones.",
        "question_gone": "My last question was taken back: you need not answer it.",
        "failed": "Something went wrong while {doing}: {detail} ({code}, trace {trace}) Your quizzes are as they were.",
        "whole": "The document's weakest concepts",
        "classify": "finding out what you want",
        "explain": "explaining it",
        "reply": "judging your reply",
        "diagnose": "finding out what you know already",
        "plan": "planning what to learn next",
    },
    "no": {
        "not_ready": "Dokumentet er ikke lest ennå. Skriv igjen når den første quizen er klar.",
        "unknown_topic": "Dokumentet har verken et begrep eller et avsnitt som heter «{topic}». "
        "Velg et av begrepene eller overskriftene.",
        "no_concepts": "Dokumentet innfører ingen begreper som kan læres i runder.",
        "no_mistakes": "Ingenting er besvart feil hittil, så det er ingen feil å øve på.",
        "no_question": "Det er ikke noe spørsmål som venter på svar. Still et selv, eller si hva du vil lære.",
        "unclear": "Jeg forstod ikke hva du ønsker. Du kan spørre om dokumentet, si «lær meg» og et emne, "
        "«test meg» eller «hva bør jeg lære nå?».",
        "put_aside": "Det du sendte, kunne ikke behandles og ble lagt til side. Send det gjerne igjen med andre ord.",
        "mastered": "Mestret: {topic}. Det tok {rounds}.",
        "not_mastered": "{topic} er ikke mestret etter {rounds}. Læringsstien sier hva du bør gjøre først.",
        "nothing_to_ask": "Dokumentet har ikke mer å spørre om {topic}.",
        "nothing_more": "Dokumentet har ikke mer å spørre om det du kan minst.",
        "one_round": "én runde",
        "several_rounds": "{} runder",
        "quiz_gone": "Alle spørsmålene i denne rundens quiz er trukket tilbake. Velg emnet igjen, så får du andre.",
        "question_gone": "Det siste spørsmålet mitt er trukket tilbake: du trenger ikke å svare på det.",
        "failed": "Noe gikk galt under {doing}: {detail} ({code}, sporing {trace}) Quizene dine er som de var.",
        "whole": "Dokumentets svakeste begreper",
        "classify": "tolkingen av hva du ønsker",
        "explain": "forklaringen",
        "reply": "vurderingen av svaret ditt",
        "diagnose": "kartleggingen av hva du kan",
        "plan": "planleggingen av hva du bør lære nå",
    },
}
"""By language and code; sentences with named values, and the words that stand for some of them."""


def sentence(code: str, language: str, values: Mapping[str, Any]) -> str:
    """A line in words. `topic` "" is the whole document; `kind` is the step that failed."""
    words = WORDS[_spoken(language)]
    told = dict(values)
    if code == "nothing_to_ask" and not told["topic"]:
        code = "nothing_more"
    if "rounds" in told:
        told["rounds"] = words["one_round" if told["rounds"] == 1 else "several_rounds"].format(told["rounds"])
    if "topic" in told:
        told["topic"] = told["topic"] or words["whole"]
    if "kind" in told:
        told["doing"] = words[str(told.pop("kind"))]
    return words[code].format(**told)


def _spoken(language: str) -> str:
    first = language.lower().replace("_", "-").split("-")[0]
    spoken = {"nb": "no", "nn": "no"}.get(first, first)
    return spoken if spoken in WORDS else "en"
