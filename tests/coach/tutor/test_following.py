"""What was said before: what a question means behind it, and that nothing is told twice as if it were new."""

from time import process_time

import pytest

from contracts.documents import Block
from contracts.learning import Said
from contracts.mastery import ConceptPlace
from services.coach.tutor.asked import Asked
from services.coach.tutor.fitting import may_fit
from services.coach.tutor.following import understood
from services.coach.tutor.offline import tutored
from services.coach.tutor.wording import Told
from tests.coach.tutor.samples import explain, lesson


def blocks_of(*texts: str) -> list[Block]:
    block = lesson("photosynthesis.en")[0][0]
    return [
        block.model_copy(update={"block_id": f"x{n}", "text": text, "emphasis": []}) for n, text in enumerate(texts)
    ]


def told(question: str, texts: tuple[str, ...], *before: str) -> Told:
    """What is told to a question behind others, each of which was answered."""
    lines = list[Said]()
    for each in (*before, question):
        command = explain("photosynthesis.en", question=each, conversation=lines, blocks=blocks_of(*texts), places=[])
        answer = tutored(command)
        lines += [Said(role="learner", text=each), Said(role="tutor", text=answer.text("en"))]
    return answer


TANNIN = (
    "Tannin is a bitter substance in bark.",
    "Tannin keeps insects from eating the bark.",
    "Rain washes the dust from the leaves.",
)


def test_a_passage_is_not_told_again_to_a_follow_up() -> None:
    again = told("Explain it simpler.", TANNIN[:1], "What is tannin?")
    assert not again.found
    assert again.text("en").startswith("I can only quote the text, and found nothing simpler in it. Name the word")
    more = told("And why?", TANNIN, "What is tannin?", "Explain it simpler.")
    assert TANNIN[0] not in more.text("en")


def test_where_the_text_says_no_more_the_nearest_other_passage_is_shown() -> None:
    texts = ("Much tannin is stored in old oaks.", "Oaks with much tannin grow slowly.")
    assert told("And how many?", texts, "Where is tannin stored?").text("en") == (
        "I found no more in the text that answers this; nearest is: “Oaks with much tannin grow slowly.” (page 1)"
    )


@pytest.mark.parametrize(
    "beside",
    [
        "Tannin helps the tanner through its tight hold on the hide.",
        "The old tree is felled because tannin is dear.",
    ],
)
def test_why_is_answered_by_a_reason_for_what_was_told_and_by_no_other(beside: str) -> None:
    """ "And why?" was told to be answered perhaps by whatever had "through" in it."""
    texts = ("Tannin is a bitter substance in bark.", beside)
    assert told("And why?", texts, "What is tannin?").text("en").startswith("I found no sentence that says why")
    reason = (texts[0], "Tannin is bitter because it binds what is wet on the tongue.")
    assert reason[1] in told("And why?", reason, "What is tannin?").text("en")


def test_a_heading_that_ran_into_its_paragraph_is_no_passage() -> None:
    texts = ("Bitter Tannin The bark of old oaks is full of it.", "Tannin is a bitter substance in bark.")
    for asked in ("And why?", "Give me an example."):
        assert "“Bitter Tannin”" not in told(asked, texts, "What is tannin?").text("en")


def test_what_only_stands_beside_the_topic_is_not_shown_as_nearest() -> None:
    texts = ("Tannin: a bitter substance in bark", "Keratin makes horns and hooves hard.")
    for asked, said in (
        (
            "Explain it simpler.",
            "I can only quote the text, and found nothing simpler in it. "
            "Name the word that is unclear, and I look for what the text says of it.",
        ),
        ("And why?", "I found no sentence that says why. Name what it is about, and I look again."),
    ):
        assert told(asked, texts, "What is tannin?").text("en") == said


def test_what_was_told_and_has_the_answer_is_pointed_at() -> None:
    texts = ("The mill was built in 1884 by Ada Tower.", "Rain washes the dust from the leaves.")
    assert (
        told("And when was that?", texts, "Who built the mill?")
        .text("en")
        .startswith("It stands in what was told: “The mill was built in 1884")
    )
    reason = ("The leaves are dark because they hold much chlorophyll.", texts[1])
    assert told("Why?", reason, "Are the leaves dark?").text("en").startswith("It stands in what was told: “")


def test_another_is_one_that_was_not_told() -> None:
    texts = ("Oaks are an example of a tree.", "Birches are another example of a tree.")
    first = told("Give me an example.", texts, "What is a tree?")
    second = told("Another one?", texts, "What is a tree?", "Give me an example.")
    assert second.text("en") not in first.text("en")
    third = told("One more?", texts, "Give me an example of a tree.", "Another one?")
    assert not third.found
    assert third.text("en").startswith("I found no more in the text that answers this")


def test_what_leads_to_a_passage_is_quoted_once() -> None:
    texts = ("The bark holds tannin. It keeps insects from eating the bark, as tannin is bitter.",)
    text = told("And why does it keep insects away?", texts, "What holds tannin?").text("en")
    assert "The bark holds tannin." not in text


def test_ones_are_what_was_asked_about() -> None:
    asked = understood("and latent ones?", [Said(role="learner", text="What are manifest functions?")], "en")
    assert (asked.kind, asked.subject, asked.follows) == ("what", "latent functions", True)
    assert not understood("What are latent functions?", [], "en").follows


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        # "to" is two in Norwegian, and no number here.
        ("How many people use the mill?", ("The mill helps people to use less of the corn.",), ""),
        # A page is no length, nor is a number behind a unit.
        ("How long may a command line be?", ("See the appendix on the command line, page 100.",), ""),
        ("How long may a command line be?", ("A command line may have 4095 bytes.",), "4095"),
        ("What is the difference between hard and soft wood?", ("Both hard and soft wood burn.",), ""),
        (
            "What is the difference between hard and soft wood?",
            ("Hard wood burns slowly, whereas soft wood burns fast.",),
            "whereas",
        ),
        (
            "What is the difference between bark and young oaks?",
            ("There are two types of oaks, whereas elms have one.",),
            "",
        ),
        ("Why is the mill called Ada?", ("The mill called Ada has two wheels.",), ""),
        ("Why is the mill called Ada?", ("The mill is called Ada after the builder's wife.",), "after"),
    ],
)
def test_what_is_told_as_the_answer_gives_what_is_asked_for(question: str, texts: tuple[str, ...], answer: str) -> None:
    said = told(question, (*texts, "Rain washes the dust from the leaves.")).text("en")
    assert said.startswith("The text says: “") == bool(answer), said
    assert answer in said


def test_what_stands_only_around_a_sentence_is_offered_and_not_told() -> None:
    texts = (
        "The old mill of Ada Tower stood by the river. Its wheel broke in the great flood. People rebuilt it soon.",
    )
    said = told("How did people rebuild the old mill by the river?", (*texts, "Rain washes the dust.")).text("en")
    assert not said.startswith("The text says: “People rebuilt it soon")


def test_a_definition_told_among_others_is_told_alone_when_it_shall_be_simpler() -> None:
    lines = [
        Said(role="learner", text="What is tannin?"),
        Said(
            role="tutor",
            text=f"The text says: “{TANNIN[0]}” It also says of it a great deal more than anybody wanted to know.",
        ),
    ]
    command = explain(
        "photosynthesis.en",
        question="Explain that in easier words.",
        conversation=lines,
        blocks=blocks_of(TANNIN[0]),
        places=[],
    )
    assert tutored(command).text("en") == f"Once more, what it is: “{TANNIN[0]}” (page 1)"


def test_the_latter_is_the_second_of_two_that_were_asked_about() -> None:
    before = [Said(role="learner", text="Hva er en leder og en isolator?")]
    assert understood("gi meg noen eksempler på det siste", before, "no").topic == "en isolator"
    names = [Said(role="learner", text="What did Ada Tower build?")]
    assert not understood("And Bell, what did she paint?", names, "en").topic


def test_what_is_near_is_shown_with_the_sentence_behind_it() -> None:
    text = "Rags were boiled in the mill. Then they were pounded to a pulp. The miller slept."
    near = told("How is paper made in the mill from rags?", (text,)).text("en")
    assert "“Rags were boiled in the mill. Then they were pounded to a pulp.”" in near


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Why did the miller sell the mill?",
            "Millers sell mills. Why did the miller sell the mill? He had nobody to hand it on to.",
        ),
        ("How many weeks off do Swedish millers get?", "A rule gives millers in Sweden 4 weeks off."),
        ("How old was the miller?", "The miller left the mill at age 39."),
        ("Where does the flour come from?", "Half of the flour is produced by the old mill."),
        ("When does the wheel stop?", "The wheel stops if the brook runs dry."),
        ("What's in the chest?", "The chest contains flour."),
    ],
)
def test_what_is_asked_for_is_known_in_other_forms(question: str, text: str) -> None:
    other = "Rain washes the dust from the leaves."
    answer = told(question, (other, text))
    assert answer.found, answer.text("en")
    assert text.split("?")[-1].strip() in answer.text("en")


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Keller thought that about 240 years ago the island had one village.", False),
        ("The oldest pines on the island are 400 years old.", False),
        ("In a six-month winter the island is seen by nobody.", False),
        ("The island is 12 million years old.", True),
        ("The island formed 12 million years ago.", True),
        ("Nobody had charted the island. It is 12 million years old.", True),
    ],
)
def test_how_old_something_is_is_not_told_by_the_age_of_something_else(text: str, answers: bool) -> None:
    assert told("How old is the island?", ("Rain washes the dust from the leaves.", text)).found == answers


def test_how_old_something_is_is_looked_for_in_a_long_sentence_in_no_time() -> None:
    text = f"The age of the island: {'the old reef was a shore of it and ' * 600} came 12 years ago."
    began = process_time()
    told("How old is the island?", ("Rain washes the dust from the leaves.", text))
    assert process_time() - began < 5, "it was over twenty seconds"


def test_and_why_behind_what_was_not_answered_takes_no_reason_for_what_was_only_nearest() -> None:
    texts = ("The island has two harbours because the wind turns in winter.", "In summer nobody lives there.")
    for first, found in (
        ("How many harbours has the island?", True),
        ("How deep are the two harbours of the island?", False),
    ):
        assert told(first, texts).found == found
        after = told("and why?", texts, first)
        assert after.found == found
        assert ("found no sentence that says why" in after.text("en")) != found


TRADE = (
    "Tannin is a bitter substance in bark.",
    "Tanneries by the river, which took the bark of oaks, were rich, and their owners long sat in the council of the "
    "town, where they had much to say of prices. For example, the tannin of 1820 was dear.",
    "The council of old argued that tannins must go because boats are slow.",
)


def test_simpler_behind_an_example_is_what_it_is_once_more() -> None:
    """ "Explain it simpler" behind "Give me an example" was told whatever short sentence had a word of the topic."""
    simpler = told("Explain it simpler.", TRADE, "What is tannin?", "Give me an example.")
    assert simpler.text("en") == "Once more, what it is: “Tannin is a bitter substance in bark.” (page 1)"
    assert not told("Explain it simpler.", TRADE[1:], "Where were the tanneries?").found
    lines = list[Said]()
    for each in ("What is chlorophyll?", "And why?", "Give me an example.", "Explain it simpler."):
        answer = tutored(explain("photosynthesis.en", question=each, conversation=lines))
        lines += [Said(role="learner", text=each), Said(role="tutor", text=answer.text("en"))]
    assert lines[-1].text.startswith("Once more, what it is: “Chlorophyll is")
    again = told("??", TRADE, "What is tannin?", "Give me an example.", "Explain it simpler.", "And why?")
    assert TRADE[0] not in again.text("en"), "it was told twice, and nothing is simpler"
    assert "found nothing simpler in it" in again.text("en")


HULL = (
    "A careen is the laying of a boat on her side, for which the keeper needs a windlass and much slack rope.",
    "A windlass is a drum on which a chain is wound.",
    "Slack rope is rope that nothing pulls.",
    "Careens of old boats were held in spring, and the whole town came down to the harbour to see one of these.",
)


def test_who_is_still_at_a_loss_is_told_what_the_words_in_it_mean() -> None:
    """The definition alone, then the terms in what was told, then that there is nothing: never another side of it."""
    block = blocks_of(*HULL)
    places = [
        ConceptPlace(concept=name, block_id=f"x{n}", source_page=1, ordinal=n)
        for n, name in enumerate(("careen", "windlass", "slack rope"))
    ]
    lines, said = list[Said](), list[str]()
    for each in ("What is a careen?", "Explain it simpler.", "I don't get it", "I still don't get it"):
        answer = tutored(explain("photosynthesis.en", question=each, conversation=lines, blocks=block, places=places))
        said.append(answer.text("en"))
        lines += [Said(role="learner", text=each), Said(role="tutor", text=said[-1])]
    assert said[1] == f"Once more, what it is: “{HULL[0]}” (page 1)"
    assert said[2] == (
        "I found nothing that says it in simpler words. Words in it that the text explains:\n"
        f"What “windlass” is: “{HULL[1]}” (page 1)\nWhat “slack rope” is: “{HULL[2]}” (page 1)"
    )
    assert said[3].startswith("I can only quote the text, and found nothing simpler in it. Name the word")


@pytest.mark.parametrize(
    ("language", "clause", "instance"),
    [
        ("no", "Tang er det som lukter på svaberg.", "I tang bor dyr som reker og krabber."),
        ("de", "Tang ist grüner wie jeder weiß.", "Tang schmeckt Tieren wie Krebsen und Schnecken."),
    ],
)
def test_a_clause_with_a_word_that_may_lead_in_an_instance_is_no_example(
    language: str, clause: str, instance: str
) -> None:
    for text, is_one in ((clause, False), (instance, True)):
        assert may_fit(Asked("give me an example", "example", topic="Tang"), text, language) == is_one


def test_a_reason_that_only_mentions_what_was_told_is_none_for_it() -> None:
    """ "And why?" behind "What is education?" was told what a board argued of "educating these children"."""
    said = [
        f"Tannin {each} in every old yard of the town."
        for each in ("darkens iron", "clears wine", "hardens skin", "binds dye", "stops rot")
    ]
    why = told("And why?", (TRADE[0], *said, TRADE[2]), "What is tannin?")
    assert why.text("en").startswith("I found no sentence that says why; nearest is: “The council")


def test_what_calls_a_kind_so_does_not_say_what_the_thing_is() -> None:
    """ "What is a hormone?": "A major hormone is growth hormone, also called somatotropin—a protein hormone"."""
    kinds = ("A dear tannin in this trade is oak tannin (OT), also called quercin—a bitter tannin of old trees.",)
    assert "“" not in told("What is tannin?", kinds).text("en").partition(":")[0]
    assert told("What is tannin?", kinds).text("en").startswith(("This may answer it", "I found no sentence"))
    assert told("What is quercin?", kinds).text("en").startswith("The text says")


TANG = (
    "Tang er en brun alge som vokser på svaberg.",
    "Tang kan bli flere meter lang, for eksempel blæretang i Lofoten.",
    "Regnet vasker støvet av bladene.",
)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Give me an example.", "Det står i det som ble fortalt: «Tang kan bli flere meter lang"),
        ("Explain it simpler.", "En gang til, hva det er: «Tang er en brun alge"),
        ("How does tang work?", "Tang\nHva det er: «Tang er en brun alge"),
        ("And why?", "Jeg fant ingen setning som sier hvorfor"),
    ],
)
def test_what_leans_on_a_question_may_be_asked_in_another_language_than_the_texts(question: str, begins: str) -> None:
    lines = list[Said]()
    places = [
        lesson("vannets-kretslop.no")[1][0].model_copy(
            update={"concept": "tang", "definition": "en brun alge", "block_id": "x0", "prerequisites": []}
        )
    ]
    for each in ("What is tang?", question):
        command = explain(
            "vannets-kretslop.no", question=each, conversation=lines, blocks=blocks_of(*TANG), places=places
        )
        answer = tutored(command).text("no")
        lines += [Said(role="learner", text=each), Said(role="tutor", text=answer)]
    assert answer.startswith(begins)


@pytest.mark.parametrize("question", ["How does tannin work?", "How do tannins work?"])
def test_how_a_thing_works_is_asked_of_the_thing_and_not_of_what_works(question: str) -> None:
    """It was told whatever sentence has "career" in it, which is another word for work."""
    texts = ("Tannin binds the fibres of a hide together.", "Young people plan their career in general terms.")
    assert "career" not in told(question, texts).text("en")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "??",
            "Huh?",
            "I don't get it",
            "That makes no sense.",
            "I'm totally lost",
            "So confused",
            "This is confusing",
        ),
        *("What? It is too hard", "Jeg skjønner ikke", "Det er for vanskelig", "Ich verstehe das nicht"),
        *("Das verstehe ich nicht", "Das habe ich nicht verstanden.", "Det skjønner jeg ikke"),
    ],
)
def test_who_is_at_a_loss_wants_what_was_told_in_simpler_words(text: str) -> None:
    asked = understood(text, [Said(role="learner", text="What is tannin?")], "en")
    assert (asked.simpler, asked.subject) == (True, "tannin")
    assert not understood("I don't understand bark.", [Said(role="learner", text="What is tannin?")], "en").simpler


@pytest.mark.parametrize(
    "text",
    [
        *("What was lost?", "Why was it lost?", "What confuses them?", "Who is lost?", "Why is it too hard?"),
        *("Was it lost?", "Is it too hard?", "Hvorfor er det for vanskelig?", "Warum ist es zu schwer?"),
        *("Was habe ich nicht verstanden?", "Warum hat man das nicht verstanden?"),
    ],
)
def test_what_was_lost_or_is_too_hard_is_asked_of_the_text(text: str) -> None:
    assert not understood(text, [Said(role="learner", text="What is tannin?")], "en").simpler


def test_question_marks_do_not_repeat_what_is_no_answer() -> None:
    answer = told("??", ("Tannin is stored in old oaks of the north and the south.",), "Who discovered tannin?")
    assert answer.text("en").startswith("I can only quote the text")


@pytest.mark.parametrize(
    "text",
    ["Tell me more.", "More please", "Fortell meg litt mer om det", "Erzähl mir mehr", "Donne-moi un autre exemple"],
)
def test_more_of_what_was_told_is_asked_for_in_other_languages_too(text: str) -> None:
    asked = understood(text, [Said(role="learner", text="What is tannin?")], "en")
    assert asked.another
    assert "tannin" in (asked.subject, asked.topic)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(
    "text", ["Gib mir ein Beispiel", "Donne-moi un exemple.", "Gi meg et eksempel", "Give me an example"]
)
def test_an_example_of_what_was_told_is_asked_for_in_other_languages_too(text: str, language: str) -> None:
    asked = understood(text, [Said(role="learner", text="Tannin")], language)
    assert (asked.kind, asked.topic) == ("example", "Tannin")


def test_a_reason_for_what_it_points_at_comes_before_one_for_something_else_under_its_heading() -> None:
    """ "And why does it form?" was answered for sure by a reason that named the heading's thing nowhere."""
    heading = blocks_of("Resin and wounds")[0].model_copy(update={"block_id": "h", "kind": "heading", "level": 2})
    texts = ("Resin is a sticky juice of pines.", "Wounds form a crust because cork grows over the cut.")
    blocks = [heading, *blocks_of(*texts)]
    lines = [Said(role="learner", text="What is resin?"), Said(role="tutor", text=f"“{texts[0]}” (page 1)")]
    asked = explain("photosynthesis.en", question="and why does it form?", conversation=lines, blocks=blocks, places=[])
    assert "The text says: “Wounds" not in tutored(asked).text("en")


def test_examples_that_were_told_are_pointed_at() -> None:
    text = "Rigging work covers many tasks including splicing, serving and worming."
    again = told("give me examples", (text, "A rigger has a knife."), "Which tasks does rigging work cover?")
    assert again.found
    assert text in again.text("en")


def test_who_wants_to_get_something_is_told_an_address() -> None:
    texts = ("Capstan is a library that counts turns.", "The library capstan is available at https://capstan.invalid.")
    assert texts[1] in told("where can I get it?", texts, "What is Capstan?").text("en").split("The text also")[0]
