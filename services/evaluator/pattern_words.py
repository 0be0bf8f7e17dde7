"""What a learner reads of patterns and gaps, by language: English and bokmål, and English for all others.

Names in braces are filled in: concepts, what was answered and what the text has, the pages
(`at`), and how often (`where`).
"""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Literal

from services.text.words import fold

Tongue = Literal["en", "nb"]
_NORWEGIAN = frozenset({"no", "nb", "nn", "nob", "nno"})
_MOST = 110

FORMS: Mapping[Tongue, Mapping[str, str]] = {
    "en": {
        "mistaken_for": "“{other}” was taken for “{concept}”{where}.",
        "mixed_up": "What belongs to “{concept}” was joined with something else{where}: “{taken}”.",
        "missed_again": "“{concept}” was missed{where}.{given}",
        "given": " Your answer: {answers}.",
        "givens": " Your answers: {answers}.",
        "order": "The order for “{concept}” was another one{where}. The text has: “{wanted}”.",
        "number": "You gave another number about “{concept}”{where}: you wrote “{taken}”, the text has “{wanted}”.",
        "number_far": "You gave a number of another size about “{concept}”{where}: you wrote “{taken}”, the text has "
        "“{wanted}”.",
        "scale": "The digits of a number about “{concept}” are right and its size is not: you wrote “{taken}”, the "
        "text has “{wanted}”.",
        "unit": "A number about “{concept}” is right, its unit is not: you wrote “{taken}”, the text has “{wanted}”.",
        "sign": "A number about “{concept}” has the other sign: you wrote “{taken}”, the text has “{wanted}”.",
        "swap": "Two neighbours in the order for “{concept}” changed places; all others stood right.",
        "spelling": "“{taken}” is nearly “{wanted}”: it differs by a letter or two.",
        "too_fast_lone": "One wrong answer came within {seconds}: about {concepts}.",
        "too_fast_one": "One wrong answer came within {seconds}, and the others mostly took {pace}: about {concepts}.",
        "too_fast": "{count} wrong answers came within {seconds} each: about {concepts}.",
        "do_mistaken_for": "Read {at} (“{quote}”) and compare it with “{other}” on page {page}.",
        "do_mistaken_same": "Read {at} (“{quote}”) and compare it with “{other}” on the same page.",
        "do_mistaken": "Read {at} (“{quote}”), then say how “{concept}” differs from “{other}”.",
        "do_mixed_up": "Read {at} (“{quote}”) and join each one again from memory.",
        "do_missed_again": "Read {at} again (“{quote}”), then explain “{concept}” in your own words.",
        "do_order": "Read {at} and write the order down as the text has it.",
        "do_number": "Look the number up on {at}: “{quote}”.",
        "do_scale": "Look at the unit on {at} and work out the size again: “{quote}”.",
        "do_unit": "Look at the unit on {at}: “{quote}”.",
        "do_sign": "Look at the sign on {at} before you write the number: “{quote}”.",
        "do_swap": "Compare these two with {at}.",
        "do_spelling": "Write the word down once as it stands on {at}: “{wanted}”.",
        "do_too_fast": "Read these questions to their end and answer them again; the answers stand on {at}.",
        "where_one": "",
        "where": " in {count} of {asked} questions about it",
        "gap": "“{concept}”: {right} of {asked} right{mistaken}. The text tells of it on {at}.",
        "gap_mistaken": ", and “{other}” was taken for it",
        "and": "and",
        "page": "page {}",
        "pages": "pages {}",
        "second": "1 second",
        "seconds": "{} seconds",
    },
    "nb": {
        "mistaken_for": "«{other}» ble tatt for «{concept}»{where}.",
        "mixed_up": "Det som hører til «{concept}», ble koblet til noe annet{where}: «{taken}».",
        "missed_again": "«{concept}» ble feil{where}.{given}",
        "given": " Svaret ditt: {answers}.",
        "givens": " Svarene dine: {answers}.",
        "order": "Rekkefølgen for «{concept}» ble en annen{where}. Teksten har: «{wanted}».",
        "number": "Du ga et annet tall om «{concept}»{where}: du skrev «{taken}», teksten har «{wanted}».",
        "number_far": "Du ga et tall av en annen størrelse om «{concept}»{where}: du skrev «{taken}», teksten har "
        "«{wanted}».",
        "scale": "Sifrene i et tall om «{concept}» er riktige, men ikke størrelsen: du skrev «{taken}», teksten har "
        "«{wanted}».",
        "unit": "Et tall om «{concept}» er riktig, men ikke enheten: du skrev «{taken}», teksten har «{wanted}».",
        "sign": "Et tall om «{concept}» har feil fortegn: du skrev «{taken}», teksten har «{wanted}».",
        "swap": "To naboer i rekkefølgen for «{concept}» byttet plass; alle de andre sto riktig.",
        "spelling": "«{taken}» er nesten «{wanted}»: en bokstav eller to er annerledes.",
        "too_fast_lone": "Ett galt svar kom innen {seconds}: om {concepts}.",
        "too_fast_one": "Ett galt svar kom innen {seconds}, og de andre tok for det meste {pace}: om {concepts}.",
        "too_fast": "{count} gale svar kom innen {seconds} hver: om {concepts}.",
        "do_mistaken_for": "Les {at} («{quote}») og sammenlign med «{other}» på side {page}.",
        "do_mistaken_same": "Les {at} («{quote}») og sammenlign med «{other}» på samme side.",
        "do_mistaken": "Les {at} («{quote}»), og si hvordan «{concept}» skiller seg fra «{other}».",
        "do_mixed_up": "Les {at} («{quote}») og koble hver av dem på nytt etter hukommelsen.",
        "do_missed_again": "Les {at} på nytt («{quote}»), og forklar «{concept}» med egne ord.",
        "do_order": "Les {at} og skriv ned rekkefølgen slik teksten har den.",
        "do_number": "Slå opp tallet på {at}: «{quote}».",
        "do_scale": "Se på enheten på {at} og regn ut størrelsen på nytt: «{quote}».",
        "do_unit": "Se på enheten på {at}: «{quote}».",
        "do_sign": "Se på fortegnet på {at} før du skriver tallet: «{quote}».",
        "do_swap": "Sammenlign disse to med {at}.",
        "do_spelling": "Skriv ordet én gang slik det står på {at}: «{wanted}».",
        "do_too_fast": "Les disse spørsmålene til ende og svar på dem igjen; svarene står på {at}.",
        "where_one": "",
        "where": " i {count} av {asked} spørsmål om det",
        "gap": "«{concept}»: {right} av {asked} riktig{mistaken}. Teksten forteller om det på {at}.",
        "gap_mistaken": ", og «{other}» ble tatt for det",
        "and": "og",
        "page": "side {}",
        "pages": "sidene {}",
        "second": "1 sekund",
        "seconds": "{} sekunder",
    },
}


def tongue_of(language: str) -> Tongue:
    """From a code like "en" or "nb-NO"."""
    return "nb" if fold(language).replace("_", "-").split("-")[0] in _NORWEGIAN else "en"


def short(text: str) -> str:
    """At most 110 characters, without the marks that the sentences put around it and the full stop before them."""
    plain = " ".join(text.split()).strip("“”«»").removesuffix(".")
    return plain if len(plain) <= _MOST else plain[: _MOST - 1].rstrip() + "…"


def quoted(text: str, tongue: Tongue) -> str:
    """In the language's quotation marks."""
    return f"«{short(text)}»" if tongue == "nb" else f"“{short(text)}”"


def listed(words: Sequence[str], tongue: Tongue) -> str:
    """ "a, b and c"; each once."""
    *first, last = dict.fromkeys(words)
    return f"{', '.join(first)} {FORMS[tongue]['and']} {last}" if first else last


def where(count: int, asked: int, tongue: Tongue) -> str:
    """How often, of how many questions, with a blank before it; nothing where there was one alone."""
    return FORMS[tongue]["where_one" if asked == 1 else "where"].format(count=count, asked=asked)


def pages(numbers: Iterable[int], tongue: Tongue) -> str:
    """ "page 2", "pages 2 and 5"."""
    found = [str(number) for number in sorted(set(numbers))]
    return FORMS[tongue]["page" if len(found) == 1 else "pages"].format(listed(found, tongue))


def seconds(longest: float, tongue: Tongue) -> str:
    """Whole ones, rounded up."""
    return FORMS[tongue]["second" if longest <= 1 else "seconds"].format(ceil(longest))
