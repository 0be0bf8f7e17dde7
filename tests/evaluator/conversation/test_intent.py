"""What a learner wants, by rules: commands, questions, replies to a question, and the topic, in English and bokmål."""

import pytest

from contracts.learning import ClassifyIntent, Intent, IntentClassified
from services.evaluator.conversation.intent import classify

CONCEPTS = ["photosynthesis", "chlorophyll", "stoma", "guard cells", "light reactions", "Calvin cycle"]
SECTIONS = ["Light and the Leaf", "Sugar from Air"]
BEGREPER = ["elektrisk strøm", "leder", "isolator", "resistans", "Ohms lov"]
AVSNITT = ["Ladning og strøm", "Spenning og motstand"]


def said(text: str, language: str = "en", awaiting: str = "") -> IntentClassified:
    concepts, sections = (CONCEPTS, SECTIONS) if language == "en" else (BEGREPER, AVSNITT)
    return classify(
        ClassifyIntent(text=text, language=language, concepts=concepts, sections=sections, awaiting=awaiting)
    )


@pytest.mark.parametrize(
    ("text", "intent", "topic"),
    [
        ("test me first", "diagnose", ""),
        ("Test what I know already", "diagnose", ""),
        ("Quiz me", "quiz", ""),
        ("test me", "quiz", ""),
        ("give me a quiz on the guard cells", "quiz", "guard cells"),
        ("some more questions about chlorophyl please", "quiz", "chlorophyll"),
        ("How am I doing?", "feedback", ""),
        ("how did I do with stomata", "feedback", "stoma"),
        ("what is my score", "feedback", ""),
        ("thanks a lot!", "greeting", ""),
        ("give me an example of that", "question", ""),
        ("Give two good examples of a slow spring", "question", ""),
        ("give me some exercises", "quiz", ""),
        ("what can you do?", "greeting", ""),
        ("I don't get it", "learn", ""),
        ("no idea what chlorophyll is", "learn", "chlorophyll"),
        ("chlorophyll in the morning", "question", "chlorophyll"),
        ("What questions did people ask about chlorophyll?", "question", "chlorophyll"),
        ("What do I know?", "diagnose", ""),
        ("What do I already know about stomata?", "diagnose", "stoma"),
        ("Where are my gaps?", "diagnose", ""),
        ("Hi, could you please teach me photosyntesis?", "learn", "photosynthesis"),
        ("Explain the guard cell", "learn", "guard cells"),
        ("I want to learn about the light and the leaf", "learn", "Light and the Leaf"),
        ("I don’t understand the Calvin cycle", "learn", "Calvin cycle"),
        ("chlorophyll", "learn", "chlorophyll"),
        ("What next?", "plan", ""),
        ("What should I learn?", "plan", ""),
        ("Please make me a study plan", "plan", ""),
        ("Where should I begin?", "plan", ""),
        ("Why are leaves green?", "question", ""),
        ("what is chlorophyll", "question", "chlorophyll"),
        ("difference between a pore and a hole", "question", ""),
        ("the meaning of green", "question", ""),
        ("explain why stomata close at night", "question", "stoma"),
        ("What can I use chlorophyll for?", "question", "chlorophyll"),
        ("Who made a plan for the Calvin cycle?", "question", "Calvin cycle"),
        ("Is a stoma a pore", "question", "stoma"),
        ("hello there", "greeting", ""),
        ("Stop.", "stop", ""),
        ("ok, let's stop for today", "stop", ""),
        ("jeg vil slutte nå", "stop", ""),
        ("Why does photosynthesis stop at night?", "question", "photosynthesis"),
        ("asdf", "unclear", ""),
        ("!?", "unclear", ""),
    ],
)
def test_an_english_message_is_sorted(text: str, intent: Intent, topic: str) -> None:
    found = said(text)
    assert (found.intent, found.topic, found.safe) == (intent, topic, True)


@pytest.mark.parametrize(
    ("text", "intent", "topic"),
    [
        ("test meg først", "diagnose", ""),
        ("test meg", "quiz", ""),
        ("gi meg en quiz om isolatorer", "quiz", "isolator"),
        ("kan jeg få noen spørsmål", "quiz", ""),
        ("hvordan ligger jeg an?", "feedback", ""),
        ("hvordan går det?", "feedback", ""),
        ("Hvordan går det med meg så langt?", "feedback", ""),
        ("hvordan har jeg gjort det?", "feedback", ""),
        ("tusen takk", "greeting", ""),
        ("gi meg et eksempel på en isolator", "question", "isolator"),
        ("jeg forstår ikke", "learn", ""),
        ("Hva kan jeg?", "diagnose", ""),
        ("Hva kan jeg om strøm?", "diagnose", "elektrisk strøm"),
        ("Hei, kan du lære meg om Ohms lov?", "learn", "Ohms lov"),
        ("Forklar resistansen", "learn", "resistans"),
        ("Jeg vil lære om spenning og motstand", "learn", "Spenning og motstand"),
        ("isolatorer", "learn", "isolator"),
        ("hva bør jeg lære nå", "plan", ""),
        ("Lag en studieplan", "plan", ""),
        ("Hva nå?", "plan", ""),
        ("Hvor skal jeg begynne?", "plan", ""),
        ("Hva kan jeg bruke en leder til?", "question", "leder"),
        ("forklar hvorfor kobber blir brukt mest", "question", ""),
        ("hva er en isolator", "question", "isolator"),
        ("heisann", "greeting", ""),
    ],
)
def test_a_norwegian_message_is_sorted(text: str, intent: Intent, topic: str) -> None:
    found = said(text, "nb")
    assert (found.intent, found.topic, found.safe) == (intent, topic, True)


@pytest.mark.parametrize(
    "text",
    [
        "stop it", "Stop, please", "can you stop", "stop asking me", "that's it for today", "I'm done", "I quit",
        "okay, stop now", "no more questions please",
        "stopp", "Stopp, takk", "slutt", "slutt med det", "hold opp", "kan du stoppe?", "det er nok", "avslutt økten",
        "jeg er ferdig for i dag", "ingen flere spørsmål",
        "Hör auf.", "Hör bitte auf", "hoer jetzt auf!", "Hör auf zu fragen", "ich will jetzt aufhören", "Schluss jetzt",
        "jetzt reicht's", "genug für heute", "brich ab", "ich bin fertig", "keine Fragen mehr",
    ],
)  # fmt: skip
@pytest.mark.parametrize("awaiting", ["", "Why are leaves green?"])
def test_who_has_had_enough_is_understood_in_each_language(text: str, awaiting: str) -> None:
    assert said(text, awaiting=awaiting).intent == "stop"


@pytest.mark.parametrize(
    "text",
    [
        "It stops at night", "they stop it", "the end of the night", "enough light", "finish the sentence",
        "stoffet slutter å virke", "nok energi", "ferdig sukker",
        "das Blatt hört auf", "Schluss der Photosynthese", "genug Licht", "das reicht für ein Jahr",
    ],
)  # fmt: skip
def test_what_tells_of_an_end_ends_nothing(text: str) -> None:
    assert said(text, awaiting="Why are leaves green?").intent == "answer"


@pytest.mark.parametrize(
    "text",
    [
        "Why are there no more questions?", "Hvorfor er det ingen flere spørsmål?", "Warum gibt es keine Fragen mehr?",
        "That's it?", "Reicht es?", "abort",
    ],
)  # fmt: skip
def test_who_asks_about_an_end_ends_nothing(text: str) -> None:
    assert said(text, awaiting="").intent != "stop"


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("chlorophyll?", "answer"),
        ("When the sun shines", "answer"),
        ("How plants make sugar", "answer"),
        ("because it reflects green", "answer"),
        ("I don't know", "answer"),
        ("I don't understand", "answer"),
        ("jeg vet ikke", "answer"),
        ("What is chlorophyll?", "question"),
        ("what is chlorophyll", "question"),
        ("teach me the Calvin cycle instead", "learn"),
        ("What next?", "plan"),
        ("test me first", "diagnose"),
        ("quiz me instead", "quiz"),
        ("how am I doing?", "feedback"),
        ("thanks", "greeting"),
        ("because I drink more", "answer"),
        ("more questions", "answer"),
        ("ok", "answer"),
    ],
)
def test_while_a_question_waits_what_is_no_command_and_no_question_answers_it(text: str, intent: Intent) -> None:
    assert said(text, awaiting="Why are leaves green?").intent == intent


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("gib mir ein Quiz", "quiz"),
        ("Frag mich etwas", "quiz"),
        ("Wie stehe ich?", "feedback"),
        ("Danke schön", "greeting"),
        ("Was soll ich als Nächstes lernen?", "plan"),
        ("ich verstehe das nicht", "learn"),
    ],
)
def test_a_german_message_is_sorted(text: str, intent: Intent) -> None:
    assert classify(ClassifyIntent(text=text, language="de", concepts=["Spaltöffnung"])).intent == intent


@pytest.mark.parametrize(
    ("text", "alone", "behind"),
    [
        ("Tell me more.", "learn", "question"),
        ("tell me more please", "learn", "question"),
        ("more please", "unclear", "question"),
        ("Fortell meg mer", "learn", "question"),
        ("??", "unclear", "question"),
        ("I don't get it", "learn", "question"),
        ("that makes no sense", "learn", "question"),
        ("I don't understand chlorophyll", "learn", "learn"),
        ("Tell me more about stomata", "learn", "learn"),
        ("quiz me", "quiz", "quiz"),
    ],
)
def test_what_leans_on_an_answer_goes_to_the_tutor_where_one_was_said_last(text: str, alone: str, behind: str) -> None:
    asked = ClassifyIntent(text=text, language="en", concepts=CONCEPTS, sections=SECTIONS)
    assert classify(asked).intent == alone
    assert classify(asked.model_copy(update={"answered": True})).intent == behind


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Let's continue.", "plan"),
        ("La oss fortsette", "plan"),
        ("Lass uns weitermachen", "plan"),
        ("Machen wir weiter.", "plan"),
        ("I am back. What should I repeat?", "plan"),
        ("Hvor langt har jeg kommet?", "feedback"),
        ("Hvor godt ligger jeg an?", "feedback"),
        ("Hvor godt kjenner vi Mars?", "question"),
        ("Hvor langt kan vi se i klart vær?", "question"),
        ("Hvor langt har vi kommet i forskningen på kreft?", "question"),
        ("waht is chlorophyll", "question"),
        ("wat does chlorophyll do", "question"),
        ("Donne-moi un exemple", "question"),
        ("How many days do I have to wait after I was told?", "question"),
        ("How many have I got right?", "feedback"),
    ],
)
def test_what_was_met_in_play_is_understood(text: str, intent: str) -> None:
    assert said(text).intent == intent


@pytest.mark.parametrize(
    ("text", "foreign"),
    [("Montre-moi mes tâches", True), ("Recuérdame repasar esto el viernes", True), ("remove the x", False)],
)
def test_what_is_unclear_for_its_language_is_told_so(text: str, foreign: bool) -> None:
    told = classify(ClassifyIntent(text=text, language="en", concepts=["osmosis"]))
    assert (told.intent, told.foreign) == ("unclear", foreign)


def test_what_a_wish_names_that_the_document_does_not_have_is_told_with_what_is_near() -> None:
    found = said("quiz me on guard cells and such, please")
    assert (found.topic, found.about, found.near) == ("guard cells", "", [])
    found = said("give me a quiz about chlorine")
    assert (found.intent, found.topic, found.about) == ("quiz", "", "chlorine")
    assert "chlorophyll" in found.near
    assert said("quiz me on volcanoes").near == CONCEPTS[:3]
    for text in ("quiz me on it", "a quiz about this chapter please", "test me on what I read so far", "quiz me"):
        assert (said(text).intent, said(text).about) == ("quiz", ""), text


def test_no_question_waits_so_nothing_is_an_answer() -> None:
    assert said("because it reflects green").intent == "unclear"


def test_the_reason_is_in_the_language_of_the_message_and_names_cue_and_topic() -> None:
    assert said("teach me chlorophyll").reason == "You ask to be taught (“teach me”). The topic is “chlorophyll”."
    assert said("lær meg om chlorophyll").reason == "Du ber om å lære («lær meg»). Emnet er «chlorophyll»."


def test_a_half_named_topic_that_two_could_mean_is_none() -> None:
    command = ClassifyIntent(text="teach me light", language="en", concepts=["red light", "blue light"])
    assert classify(command).topic == ""
    assert classify(command.model_copy(update={"concepts": ["red light", "leaf"]})).topic == "red light"


def test_the_same_message_gets_the_same_answer_whatever_names_it_brings() -> None:
    once = said("teach me stoma")
    assert once == said("teach me stoma")
    assert classify(ClassifyIntent(text="teach me stoma")).topic == ""


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Why was that wrong?", ""),
        ("why is my answer about chlorophyll wrong", "chlorophyll"),
        ("What did I do wrong?", ""),
        ("Hvorfor var det feil?", ""),
        ("Warum war meine Antwort falsch?", ""),
    ],
)
def test_why_an_answer_was_wrong_asks_for_feedback_on_the_mistake(text: str, topic: str) -> None:
    found = said(text)
    assert (found.intent, found.mistake, found.topic) == ("feedback", True, topic)


@pytest.mark.parametrize("text", ["How am I doing?", "Why are leaves green?", "Why was the theory of Lamarck wrong?"])
def test_what_asks_of_no_answer_does_not(text: str) -> None:
    assert not said(text).mistake


@pytest.mark.parametrize(
    "text",
    [
        "Remind me to review this on Friday",
        "please remind me about chapter 3 tomorrow",
        "show my tasks",
        "What's on my to-do list?",
        "add milk to my todos",
        "mark 1 and 3 done",
        "delete #3",
        "complete the second task",
        "delete the first one",
        "Please delete 2",
        "mark the last one as done",
        "move the second to Monday",
        "slett den første",
        "flytt den andre til mandag",
        "make tasks of my due reviews",
        "turn the notes into tasks",
        "plan my learning path as tasks",
        "Minn meg på å lese kapittel 3 i morgen",
        "vis oppgavene mine",
        "legg til oppgave: lese side 4",
        "merk 2 og 3 som gjort",
        "slett oppgave 2",
        "gjør repetisjonene om til oppgaver",
        "show all tasks",
        "list open tasks",
        "update the first one",
        "rename it to Buy cards",
        "delete everything",
        "vis alle oppgavene",
        "endre den første",
        "slett alt",
        "Erinnere mich daran, Kapitel 3 zu lesen",
        "zeig mir meine Aufgaben",
    ],
)
def test_what_is_about_study_tasks_is_for_the_assistant(text: str) -> None:
    assert said(text).intent == "task"


@pytest.mark.parametrize(
    "text", ["Remind me to review this on Friday", "remind me to review the chapter tomorrow", "add a task: review it"]
)
def test_what_is_to_be_done_is_no_topic_though_a_section_is_called_like_it(text: str) -> None:
    sections = ["Layers of the Skin", "Chapter Review", "Review Questions"]
    told = classify(ClassifyIntent(text=text, language="en", concepts=["epidermis"], sections=sections))
    assert (told.intent, told.topic) == ("task", "")


@pytest.mark.parametrize(
    "text",
    [
        "remind me what osmosis is",
        "Remind me of the definition of a stoma",
        "minn meg på hva fotosyntese er",
        "What is the task of the guard cells?",
        "hva er oppgaven til lederen?",
        "list the tasks of the guard cells",
        "create a quiz about tasks",
        "show me tasks",
        "gi meg oppgaver",
        "complete everything in chapter 2",
        "make me a plan",
        "How are tasks scheduled?",
        "Mark Twain wrote it",
        "Delete operations in a tree",
        "What happens if I remove the first electron?",
        "Finish the first chapter with me",
    ],
)
def test_what_only_has_such_a_word_is_about_the_text(text: str) -> None:
    assert said(text).intent != "task"


@pytest.mark.parametrize("text", ["reasons for the war were many", "årsaken til krigen var nød"])
def test_what_says_the_reason_is_no_question(text: str) -> None:
    assert said(text).intent != "question"


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("I don't understand. Explain it simpler.", ""),
        ("Explain it simpler.", ""),
        ("Forklar det enklere med et eksempel", ""),
        ("Teach me a simple example", "3.1 A simple example"),
        ("A simple example", "3.1 A simple example"),
        ("Enkle eksempler", "Enkle eksempler"),
    ],
)
def test_how_it_is_to_be_told_names_no_section(text: str, topic: str) -> None:
    """A round on ropes was left for the section when somebody wished it simpler."""
    sections = ["3.1 A simple example", "Enkle eksempler"]
    language = "no" if "ksempel" in text or "Enkle" in text else "en"
    assert classify(ClassifyIntent(text=text, language=language, concepts=["rope"], sections=sections)).topic == topic
