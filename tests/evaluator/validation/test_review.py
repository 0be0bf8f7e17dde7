"""What a reviewer is asked, and what its word does: better kinds of questions pass that rules on words refuse, and
false ones are refused that have the right words. The reviewer's answers are written by hand."""

import json
from typing import Any, cast

import pytest

from contracts.items import Flashcard, Item
from contracts.problems import Failure
from contracts.proof import Explanation
from contracts.quizzes import ItemsValidated
from services.chassis.model.client import OpenAIModel
from services.chassis.worker.handlers import Run
from services.coach.authors.model.holding import Unfit
from services.evaluator.validation.batches import request
from services.evaluator.validation.review import QUESTION, Case, Reviewed, Reviewer, claims_of, refusals, shown
from services.evaluator.validation.validate import Validator, validate
from tests.evaluator.validation.reviewing import GOOD, Json, Noted, command_of, entries, made, question, reasons
from tests.standins.model.model_behaviours import ok, status
from tests.standins.model.openai_server import StandIn
from tests.standins.model.shown import around

TEXTS = (
    # b1: a market
    "At a price of 8 crowns the bakers of Lund offer 90 loaves and the buyers want 60. A surplus is what is offered "
    "beyond what is wanted at a price. Where there is a surplus, sellers lower their price until the two are equal.",
    # b2: two passages to compare
    "A ceiling is the highest price that the law allows. Below the balance it leaves buyers without goods. "
    "A floor is the lowest price that the law allows. Above the balance it leaves sellers with goods.",
    # b3: a program
    "The function join puts a dash between two words. If s1 is 'ab' and s2 is 'cd', join(s1, s2) gives 'ab-cd'. "
    "An empty word is left out together with its dash.",
    # b4: an order with a mention in brackets
    "To cast a bell, the founder (who will tune the bell last of all) first shapes a core of clay. Then the mantle is "
    "built over it, and molten bronze is poured between the two. At the end the founder will tune the bell.",
    # b5: organs
    "The left kidney lies higher than the right kidney, since the liver takes up room on the right. Each kidney "
    "filters "
    "the blood, and the bladder stores what they let through. The liver makes bile.",
)
SURPLUS = "At a price of 8 crowns the bakers of Lund offer 90 loaves and the buyers want 60."
RULE = "Where there is a surplus, sellers lower their price until the two are equal."
WHAT = "A surplus is what is offered beyond what is wanted at a price."
CEILING = "A ceiling is the highest price that the law allows."
BELOW = "Below the balance it leaves buyers without goods."
ABOVE = "Above the balance it leaves sellers with goods."
FLOOR = "A floor is the lowest price that the law allows."
JOIN = "If s1 is 'ab' and s2 is 'cd', join(s1, s2) gives 'ab-cd'."
EMPTY = "An empty word is left out together with its dash."
CAST = TEXTS[3].partition(". Then")[0] + "."
POUR = "Then the mantle is built over it, and molten bronze is poured between the two."
TUNE = "At the end the founder will tune the bell."
KIDNEY = "The left kidney lies higher than the right kidney, since the liver takes up room on the right."
FILTER = "Each kidney filters the blood, and the bladder stores what they let through."

BETTER: dict[str, Json] = {
    "compute": question(
        "numeric",
        "How many loaves are left over in Lund at a price of 8 crowns?",
        "b1",
        SURPLUS,
        answer="30",
        unit="loaves",
        also=[("b1", WHAT)],
    ),
    "predict": question(
        "multiple_choice",
        "More is offered at a fair than its visitors want. What will the sellers do next?",
        "b1",
        RULE,
        options=["Ask for less", "Ask for more", "Keep all as it is"],
        answer="Ask for less",
        why={"Ask for more": "They lower it where a surplus is."},
    ),
    "compare": question(
        "multiple_choice",
        "Who goes home empty-handed below the balance, and who above it?",
        "b2",
        BELOW,
        options=[
            "Buyers under a ceiling, sellers over a floor",
            "Sellers under a ceiling, buyers over a floor",
            "Nobody on either side of the balance",
        ],
        answer="Buyers under a ceiling, sellers over a floor",
        also=[("b2", ABOVE)],
    ),
    "scenario": question(
        "matching",
        "Join each town's law with what it is.",
        "b2",
        CEILING,
        pairs=[
            {"prompt": "Rents may not rise over 500", "answer": "a cap", "block_id": "b2", "quote": CEILING},
            {"prompt": "Milk may not sell under 2", "answer": "a minimum", "block_id": "b2", "quote": FLOOR},
        ],
    ),
    "true in own words": question(
        "true_false",
        "Where bakers offer more than is wanted, bread becomes cheaper.",
        "b1",
        RULE,
        answer="true",
    ),
    "false in own words": question(
        "true_false",
        "Where bakers offer more than is wanted, bread becomes dearer.",
        "b1",
        RULE,
        answer="false",
        wrong="dearer",
        right="cheaper",
        why={"false": "Sellers lower their price."},
    ),
    "code": question(
        "cloze",
        "If s1 is 'sea' and s2 is 'gull', join(s1, s2) gives ____.",
        "b3",
        JOIN,
        answer="'sea-gull'",
    ),
    "code by a rule": question(
        "multiple_choice",
        "What does join(s1, '') give if s1 is 'ab'?",
        "b3",
        EMPTY,
        options=["ab", "ab-", "-ab"],
        answer="ab",
        also=[("b3", JOIN)],
    ),
    "in own words": question(
        "short_answer",
        "Why do the two organs of the pair not lie side by side?",
        "b5",
        KIDNEY,
        answer="A large neighbour leaves less space on one side.",
        answers=["the liver takes up room on the right"],
        level="understand",
    ),
    "applied": question(
        "multiple_choice",
        "A town forbids selling eggs for more than 3 crowns, though 5 would balance them. Who suffers?",
        "b2",
        BELOW,
        options=["Whoever wants to eat eggs", "Whoever keeps hens and cannot sell", "Nobody at all in town"],
        answer="Whoever wants to eat eggs",
        also=[("b2", CEILING)],
    ),
    "code with a name in both": question(
        "multiple_choice",
        "What does join need beside s1 to give a dash?",
        "b3",
        EMPTY,
        options=[
            "s1 not to be the only word that has letters",
            "s2 to be in capitals",
            "s2 to be longer than two letters",
        ],
        answer="s1 not to be the only word that has letters",
    ),
    "order with a mention in brackets": question(
        "ordering",
        "In which order is a bell made?",
        "b4",
        CAST,
        answers=["shapes a core of clay", "the mantle is built", "bronze is poured", "tune the bell"],
        also=[("b4", POUR), ("b4", TUNE)],
    ),
}

SEEN = "No sentence says so."
FAULTS: dict[str, tuple[Json, Json, str, str]] = {
    "a false reason": (
        question(
            "multiple_choice",
            "What stores what the two filters of the blood let through?",
            "b5",
            FILTER,
            options=["the bladder", "the spleen", "the stomach"],
            answer="the bladder",
            why={"the spleen": "It is located in the left kidney."},
        ),
        {"key_follows": True, "unsupported": [1], "why": SEEN},
        "explanation_unproved",
        "located in the left kidney",
    ),
    "a number that is nowhere": (
        {
            "concept": "kidney",
            "question": "What does each kidney do?",
            "answer": "Each kidney filters the blood, 180 litres a day",
            "block_id": "b5",
            "quote": FILTER,
        },
        {"key_follows": False, "why": SEEN},
        "key_unproved",
        "180 litres",
    ),
    "exchanged roles": (
        question(
            "multiple_choice",
            "Which of these is said of a surplus?",
            "b1",
            WHAT,
            options=[
                "what is wanted beyond what is offered",
                "what the law allows at most",
                "what sellers lower first",
            ],
            answer="what is wanted beyond what is offered",
        ),
        {"key_follows": False, "why": "It is the other way round."},
        "key_unproved",
        "what is wanted beyond what is offered",
    ),
    "a second right option": (
        question(
            "multiple_choice",
            "Which organ has to do with the blood or with what is let through?",
            "b5",
            FILTER,
            options=["the bladder", "the paired filters of the body", "the stomach of a cow"],
            answer="the bladder",
        ),
        {"key_follows": True, "also_right": ["c"], "why": "The kidneys filter it."},
        "key_ambiguous",
        "the paired filters of the body",
    ),
    "a wrong key that stands in the quote": (
        question(
            "multiple_choice",
            "Which kidney lies lower?",
            "b5",
            KIDNEY,
            options=["left kidney", "neither of the two", "right"],
            answer="left kidney",
        ),
        {"key_follows": False, "why": "The right one does."},
        "key_unproved",
        "left kidney",
    ),
}


@pytest.mark.parametrize("kind", BETTER)
async def test_better_questions_pass_where_the_reviewer_finds_nothing(
    server: StandIn, model: OpenAIModel, kind: str
) -> None:
    assert await reasons(BETTER[kind], TEXTS, GOOD, server, model) == []


@pytest.mark.parametrize("fault", FAULTS)
async def test_planted_faults_are_shown_to_the_reviewer_and_refused(
    server: StandIn, model: OpenAIModel, fault: str
) -> None:
    composed, said, code, words = FAULTS[fault]
    assert [each.code for each in await reasons(composed, TEXTS, said, server, model)] == [code]
    assert server.calls[0].body["model"] == "one"  # the role `reviewer` has no model of its own here
    assert words in json.dumps(entries(server.calls[0].body), ensure_ascii=False)


@pytest.mark.parametrize("kind", ["compute", "code", "order with a mention in brackets"])
async def test_without_a_reviewer_the_words_refuse_as_ever(kind: str) -> None:
    assert not validate(command_of(made(BETTER[kind], TEXTS), TEXTS)).verdicts[0].accepted


async def test_the_reviewer_is_told_what_rules_on_words_doubt(server: StandIn, model: OpenAIModel) -> None:
    await reasons(BETTER["compute"], TEXTS, GOOD, server, model)
    (shown,) = entries(server.calls[0].body)
    assert shown["doubts"] == ["The number “30” does not stand in the quote."]
    assert shown["quotes"] == [SURPLUS, WHAT]
    assert shown["key"] == "30 loaves"
    assert RULE in around(server.calls[0].body, "review")


@pytest.mark.parametrize("turned", [False, True])
def test_a_quote_that_stands_within_another_is_not_shown_twice(turned: bool) -> None:
    part = SURPLUS.partition(" the bakers")[0]
    wide, narrow = SURPLUS, part
    first, second = (narrow, wide) if turned else (wide, narrow)
    composed = {**BETTER["compute"], "quote": first}
    composed["supports"] = [{"block_id": "b1", "quote": quote} for quote in (second, WHAT)]
    user = request(QUESTION, [shown(1, Case(made(composed, TEXTS)))], {})
    assert [user.count(said) for said in (part, wide.removeprefix(part).strip(), WHAT)] == [1, 1, 1]
    assert '"quotes":[1,2,3]' in user


def test_of_claims_that_the_text_does_not_bear_out_no_more_is_said_than_a_reviewer_may_say() -> None:
    item = cast(Item, made(BETTER["predict"], TEXTS))
    long = [Explanation(option_id=name, sentence=f"{name} {'so ' * 300}") for name in ("a", "b", "c")]
    item = item.model_copy(update={"explanations": long})
    (refusal,) = refusals(item, Reviewed(number=1, key_follows=True, unsupported=[1, 2, 3]))
    assert len(refusal.sentence) < 400


@pytest.mark.parametrize(("level", "codes"), [("recall", []), ("understand", ["level_overclaimed"])])
async def test_what_only_asks_for_what_a_sentence_says_goes_back_where_it_claims_more(
    server: StandIn, model: OpenAIModel, level: str, codes: list[str]
) -> None:
    composed = {**next(iter(BETTER.values())), "level": level}
    said = {**GOOD, "recall": True, "why": "The first sentence says it."}
    found = await reasons(composed, TEXTS, said, server, model)
    assert [each.code for each in found] == codes
    assert all("The first sentence says it." in each.sentence for each in found)


async def test_no_review_no_item(server: StandIn, model: OpenAIModel) -> None:
    command = command_of(made(BETTER["predict"], TEXTS), TEXTS)
    for silence in ([], [{"number": 1}], [{"number": 1, **GOOD}, {"number": 1, **GOOD}], [{"number": 2, **GOOD}]):
        server.then(ok({"reviews": silence}))
        (answer,) = await Validator(1, reviewer=Reviewer(model, 4000, 5)).validate_items(command, cast(Run, Noted()))
        assert isinstance(answer, ItemsValidated)
        assert [why.code for why in answer.verdicts[0].reasons] == ["review_failed"]
    server.then(*[status(401)])
    with pytest.raises(Failure):
        await Validator(1, reviewer=Reviewer(model, 4000, 5)).validate_items(command, cast(Run, Noted()))


async def test_proofs_and_shapes_refuse_whatever_the_reviewer_would_say(server: StandIn, model: OpenAIModel) -> None:
    item = cast(Item, made(BETTER["compute"], TEXTS))
    shifted = item.supports[0].model_copy(update={"start": 1, "end": 1 + len(item.supports[0].quote)})
    command = command_of(item.model_copy(update={"supports": [shifted]}), TEXTS)
    (answer,) = await Validator(1, reviewer=Reviewer(model, 4000, 5)).validate_items(command, cast(Run, Noted()))
    assert isinstance(answer, ItemsValidated)
    assert [why.code for why in answer.verdicts[0].reasons] == ["quote_not_verbatim"]
    assert server.calls == []


def test_a_support_that_stands_nowhere_is_let_go() -> None:
    with pytest.raises(Unfit) as unfit:
        made({**BETTER["compute"], "supports": [{"block_id": "b1", "quote": "Bread is dear."}]}, TEXTS)
    assert unfit.value.reason == "quote_not_found"


def test_a_reason_has_its_own_quote_and_where_nobody_reviews_it_must() -> None:
    composed: Any = FAULTS["a false reason"][0]
    item = cast(Item, made(composed, TEXTS))
    codes = {why.code for why in validate(command_of(item, TEXTS)).verdicts[0].reasons}
    assert "explanation_unproved" in codes
    told = [{**composed["reasons"][0], "why": "It makes bile.", "block_id": "b5", "quote": "The liver makes bile."}]
    proved = cast(Item, made({**composed, "reasons": told}, TEXTS))
    (own,) = [each.proof.quote for each in proved.explanations if each.option_id != "a" and each.proof]
    assert own == "The liver makes bile."
    codes = {why.code for why in validate(command_of(proved, TEXTS)).verdicts[0].reasons}
    assert "explanation_unproved" not in codes


def test_a_card_with_a_number_that_is_nowhere_is_refused_by_the_rules_too() -> None:
    card = cast(Flashcard, made(FAULTS["a number that is nowhere"][0], TEXTS))
    assert [why.code for why in validate(command_of(card, TEXTS)).verdicts[0].reasons] == ["answer_not_in_quote"]


def test_every_claim_that_is_not_borne_out_is_named_and_why_is_said_once() -> None:
    one = made(BETTER["compare"], TEXTS)
    said = Reviewed(number=1, key_follows=False, unsupported=[1, 2], gives_away=True, why="The law says otherwise.")
    found = refusals(one, said)
    assert [each.code for each in found] == ["key_unproved", "explanation_unproved", "answer_leaked"]
    assert all(claim.says in found[1].sentence for claim in claims_of(one)[:2])
    assert sum(said.why in each.sentence for each in found) == 1


def test_what_a_statement_and_its_two_verdicts_share_is_shown_once() -> None:
    said = "Below the balance a ceiling leaves the sellers without goods."
    one = made(
        question(
            "true_false",
            said,
            "b2",
            BELOW,
            answer="false",
            wrong="sellers",
            right="buyers",
            supports=[{"block_id": "b2", "quote": "it leaves buyers without goods."}],
            reasons=[{"option": "false", "why": "It is the buyers who go without."}],
        ),
        TEXTS,
    )
    told = request(QUESTION, [shown(1, Case(one))], {})
    assert [told.count(each) for each in (said, "It is the buyers who go without.", "it leaves buyers")] == [1, 1, 1]
