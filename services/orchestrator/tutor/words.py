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
        "“quiz me”, “how am I doing?”, or “what should I learn next?”.",
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
        "stranger": "The document has no concept and no section called “{topic}”. Nearest to it are {near}: you can "
        "ask for a quiz on one of these.",
        "diagnostic_quiz": "A first test is ready, {questions}: it finds out what you know already.",
        "cycle_quiz": "A quiz on it is ready, {questions}.",
        "asked_quiz": "Your quiz is ready, {questions}.",
        "quiz_waits": "A quiz is waiting for you already. Hand it in first: what comes next depends on it.",
        "quiz_under_way": "Your quiz is being made. It is shown here as soon as it is ready.",
        "no_questions": "The document has no question left about that. Ask me about it, or name another topic for the "
        "quiz.",
        "no_progress": "You have not answered anything yet, so there is nothing to say about how you are doing. Say "
        "“test me” to find out.",
        "progress": "Of {answers} graded so far, {correct} right. Mastered: {mastered} of the {concepts} you were "
        "asked about. You know “{weakest}” least ({percent} %).",
        "progress_mastered": "Of {answers} graded so far, {correct} right. You have mastered all {concepts} "
        "you were asked "
        "about.",
        "standing": "“{topic}”: of {answers} graded so far, {correct} right. It is not mastered yet (you stand at "
        "{percent} %).",
        "standing_mastered": "“{topic}”: of {answers} graded so far, {correct} right. It is mastered ({percent} %).",
        "greeting": "I am here to help you with this document. Ask me about it, or say “quiz me”, “how am I doing?” "
        "or “what should I learn next?”.",
        "one_question": "1 question",
        "several_questions": "{} questions",
        "one_answer": "1 answer",
        "several_answers": "{} answers",
        "one_concept": "1 concept",
        "several_concepts": "{} concepts",
        "quoted": "“{}”",
        "or": "or",
        "write": "writing your quiz",
        "validate": "checking your quiz",
    },
    "no": {
        "not_ready": "Dokumentet er ikke lest ennå. Skriv igjen når den første quizen er klar.",
        "unknown_topic": "Dokumentet har verken et begrep eller et avsnitt som heter «{topic}». "
        "Velg et av begrepene eller overskriftene.",
        "no_concepts": "Dokumentet innfører ingen begreper som kan læres i runder.",
        "no_mistakes": "Ingenting er besvart feil hittil, så det er ingen feil å øve på.",
        "no_question": "Det er ikke noe spørsmål som venter på svar. Still et selv, eller si hva du vil lære.",
        "unclear": "Jeg forstod ikke hva du ønsker. Du kan spørre om dokumentet, si «lær meg» og et emne, "
        "«gi meg en quiz», «hvordan ligger jeg an?» eller «hva bør jeg lære nå?».",
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
        "stranger": "Dokumentet har verken et begrep eller et avsnitt som heter «{topic}». Nærmest er {near}: du kan "
        "be om en quiz om et av dem.",
        "diagnostic_quiz": "En første test er klar, {questions}: den finner ut hva du kan fra før.",
        "cycle_quiz": "En quiz om dette er klar, {questions}.",
        "asked_quiz": "Quizen din er klar, {questions}.",
        "quiz_waits": "En quiz venter allerede på deg. Lever den først: hva som kommer etterpå, avhenger av den.",
        "quiz_under_way": "Quizen din lages nå. Den vises her så snart den er klar.",
        "no_questions": "Dokumentet har ikke flere spørsmål om dette. Spør meg om det, eller nevn et annet emne for "
        "quizen.",
        "no_progress": "Du har ikke svart på noe ennå, så det er ingenting å si om hvordan det går. Si «test "
        "meg» for å "
        "finne det ut.",
        "progress": "Av {answers} vurdert hittil er {correct} riktige. Mestret: {mastered} av de {concepts} du er "
        "spurt om. Du kan «{weakest}» minst ({percent} %).",
        "progress_mastered": "Av {answers} vurdert hittil er {correct} riktige. Du mestrer alle de {concepts} "
        "du er spurt om.",
        "standing": "«{topic}»: av {answers} vurdert hittil er {correct} riktige. Det er ikke mestret ennå (du "
        "ligger på {percent} %).",
        "standing_mastered": "«{topic}»: av {answers} vurdert hittil er {correct} riktige. Det er mestret "
        "({percent} %).",
        "greeting": "Jeg er her for å hjelpe deg med dette dokumentet. Spør meg om det, eller si «gi meg en quiz», "
        "«hvordan ligger jeg an?» eller «hva bør jeg lære nå?».",
        "one_question": "1 spørsmål",
        "several_questions": "{} spørsmål",
        "one_answer": "1 svar",
        "several_answers": "{} svar",
        "one_concept": "1 begrep",
        "several_concepts": "{} begreper",
        "quoted": "«{}»",
        "or": "eller",
        "write": "skrivingen av quizen",
        "validate": "kontrollen av quizen",
    },
    "de": {
        "not_ready": "Das Dokument ist noch nicht gelesen. Schreib wieder, wenn das erste Quiz da ist.",
        "unknown_topic": "Das Dokument hat weder einen Begriff noch einen Abschnitt namens „{topic}“. Wähle "
        "einen seiner "
        "Begriffe oder eine seiner Überschriften.",
        "stranger": "Das Dokument hat weder einen Begriff noch einen Abschnitt namens „{topic}“. Am nächsten kommen "
        "{near}: dazu kannst du ein Quiz haben.",
        "no_concepts": "Das Dokument führt keinen Begriff ein, der in Runden gelernt werden kann.",
        "no_mistakes": "Bisher wurde nichts falsch beantwortet, es gibt also keine Fehler zu üben.",
        "no_question": "Keine Frage wartet auf eine Antwort. Stell selbst eine, oder sag, was du lernen willst.",
        "unclear": "Ich habe nicht verstanden, was du möchtest. Du kannst nach dem Dokument fragen, „erkläre“ und "
        "ein Thema sagen, „gib mir ein Quiz“, „wie stehe ich?“ oder „was soll ich als Nächstes lernen?“.",
        "put_aside": "Was du geschickt hast, konnte nicht verarbeitet werden und wurde beiseitegelegt. Schick es "
        "bitte noch einmal mit anderen Worten.",
        "mastered": "Beherrscht: {topic}. Es brauchte {rounds}.",
        "not_mastered": "{topic}: nach {rounds} nicht beherrscht. Der Lernweg sagt, was zuerst zu tun ist.",
        "nothing_to_ask": "Das Dokument hat nichts mehr zu fragen über {topic}.",
        "nothing_more": "Das Dokument hat nichts mehr zu fragen über das, was du am wenigsten kannst.",
        "one_round": "eine Runde",
        "several_rounds": "{} Runden",
        "quiz_gone": "Alle Fragen des Quiz dieser Runde wurden zurückgenommen. Wähle das Thema noch einmal, dann "
        "bekommst du andere.",
        "question_gone": "Meine letzte Frage wurde zurückgenommen: du brauchst sie nicht zu beantworten.",
        "failed": "Beim Schritt „{doing}“ ging etwas schief: {detail} ({code}, Spur {trace}) Deine Quizze sind, "
        "wie sie waren.",
        "whole": "Die schwächsten Begriffe des Dokuments",
        "diagnostic_quiz": "Ein erster Test ist fertig, {questions}: er findet heraus, was du schon weißt.",
        "cycle_quiz": "Ein Quiz dazu ist fertig, {questions}.",
        "asked_quiz": "Dein Quiz ist fertig, {questions}.",
        "quiz_waits": "Ein Quiz wartet schon auf dich. Gib es zuerst ab: davon hängt ab, was danach kommt.",
        "quiz_under_way": "Dein Quiz wird gerade gemacht. Es erscheint hier, sobald es fertig ist.",
        "no_questions": "Das Dokument hat dazu keine Frage mehr. Frag mich danach, oder nenne ein anderes "
        "Thema für das "
        "Quiz.",
        "no_progress": "Du hast noch nichts beantwortet, darum lässt sich nicht sagen, wie es läuft. Sag "
        "„teste mich“, "
        "um es herauszufinden.",
        "progress": "Bisher bewertet: {answers}, davon richtig: {correct}. Beherrscht: {mastered} von {concepts}. Am "
        "wenigsten kannst du „{weakest}“ ({percent} %).",
        "progress_mastered": "Bisher bewertet: {answers}, davon richtig: {correct}. Alles, wonach du gefragt wurdest, "
        "beherrschst du ({concepts}).",
        "standing": "„{topic}“: bisher bewertet {answers}, davon richtig: {correct}. Noch nicht beherrscht (du "
        "stehst bei {percent} %).",
        "standing_mastered": "„{topic}“: bisher bewertet {answers}, davon richtig: {correct}. Beherrscht "
        "({percent} %).",
        "greeting": "Ich helfe dir bei diesem Dokument. Frag mich danach, oder sag „gib mir ein Quiz“, „wie stehe "
        "ich?“ oder „was soll ich als Nächstes lernen?“.",
        "one_question": "1 Frage",
        "several_questions": "{} Fragen",
        "one_answer": "1 Antwort",
        "several_answers": "{} Antworten",
        "one_concept": "1 Begriff",
        "several_concepts": "{} Begriffe",
        "quoted": "„{}“",
        "or": "oder",
        "classify": "herausfinden, was du möchtest",
        "explain": "erklären",
        "reply": "deine Antwort beurteilen",
        "diagnose": "herausfinden, was du schon weißt",
        "plan": "planen, was als Nächstes kommt",
        "write": "dein Quiz schreiben",
        "validate": "dein Quiz prüfen",
    },
}
"""By language and code; sentences with named values, and the words that stand for some of them."""


def sentence(code: str, language: str, values: Mapping[str, Any]) -> str:
    """A line in words. `topic` "" is the whole document; `kind` is the step that failed."""
    words = WORDS[_spoken(language)]
    told = dict(values)
    if code == "nothing_to_ask" and not told["topic"]:
        code = "nothing_more"
    for counted in ("round", "question", "answer", "concept"):
        if (count := told.get(f"{counted}s")) is not None:
            told[f"{counted}s"] = words[f"one_{counted}" if count == 1 else f"several_{counted}s"].format(count)
    if "near" in told:
        told["near"] = _listed([words["quoted"].format(name) for name in told["near"]], words["or"])
    if "topic" in told:
        told["topic"] = told["topic"] or words["whole"]
    if "kind" in told:
        told["doing"] = words[str(told.pop("kind"))]
    return words[code].format(**told)


def _listed(names: list[str], last: str) -> str:
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _spoken(language: str) -> str:
    first = language.lower().replace("_", "-").split("-")[0]
    spoken = {"nb": "no", "nn": "no"}.get(first, first)
    return spoken if spoken in WORDS else "en"
