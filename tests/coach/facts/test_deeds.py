"""Who did what: only of people whom the text calls by their names, and what people do."""

import time

import pytest

from tests.coach.facts.found import facts

_KNOWN = {
    "en": "Ada Lund was born on the island. Per Holm says that stone lasts. ",
    "no": "Ada Lund ble født på øya. Per Holm sier at stein varer. ",
    "de": "Ada Lund wurde geboren, als der Hafen leer war. Per Holm sagte, dass Stein hält. ",
}


@pytest.mark.parametrize(
    ("language", "text", "who", "did"),
    [
        (
            "en",
            "Ada Lund (1801–1877) founded the harbour of the northern island.",
            "Ada Lund",
            "founded the harbour of the northern island",
        ),
        ("en", "Lund also described how a harbour keeps two moles.", "Lund", "described how a harbour keeps two moles"),
        ("no", "Ada Lund grunnla en havn nord på øya i 1820.", "Ada Lund", "grunnla en havn nord på øya i 1820"),
        (
            "de",
            "Per Holm gründete den Hafen im Norden der Insel.",
            "Per Holm",
            "gründete den Hafen im Norden der Insel",
        ),
    ],
)
def test_what_a_person_did_is_said_behind_the_name(language: str, text: str, who: str, did: str) -> None:
    named = {"en": "harbour", "no": "havn", "de": "Hafen"}[language]
    (deed,) = facts(_KNOWN[language] + text, named, language=language).deeds
    assert (deed.who.text, deed.did.text, [*deed.people]) == (who, did, ["Ada Lund", "Per Holm"])


@pytest.mark.parametrize(
    "text",
    [
        "New York won the contest for the harbour of the northern island.",
        "Great Britain founded the harbour of the northern island.",  # "The great storm"
        "The Harbour Project founded the harbour of the northern island.",
        "Moss founded the harbour of the northern island.",  # nobody of that name is known
        "Ada Lund sailed from the harbour of the northern island.",
        "Ada Lund founded the harbour.",
        'Ada Lund argued that "the harbour of the island" needs two moles.',
        "She founded the harbour of the northern island.",
    ],
)
def test_what_nobody_by_name_did_is_no_deed(text: str) -> None:
    more = "A great project of the harbour took years. " + _KNOWN["en"]
    assert facts(more + text, "harbour", language="en").deeds == []


def test_names_without_end_take_no_time() -> None:
    began = time.process_time()
    word = "A" + "b" * 40
    deeds = facts(f"{_KNOWN['en']}{' '.join([word] * 4)} xyz the harbour of the northern island. ", "harbour").deeds
    known = f"{_KNOWN['en']}Ada Lund founded the harbour of the northern island. {'Aa' * 4_000} lies there."
    assert deeds == []
    assert facts(known, "harbour").deeds
    assert time.process_time() - began < 1
