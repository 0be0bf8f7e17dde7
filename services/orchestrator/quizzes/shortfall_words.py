"""Why something was not made, in the document's language: by reason, for one and for several. `{}` is the count."""

from typing import Any

Words = tuple[str, str]

SAME: dict[str, str] = {
    "quote_not_verbatim": "quote_not_found",
    "block_missing": "quote_not_found",
    "block_changed": "quote_not_found",
    "document_wrong": "quote_not_found",
    "page_wrong": "quote_not_found",
    "statement_not_in_quote": "answer_not_in_quote",
    "order_not_in_quote": "answer_not_in_quote",
    "answer_not_in_options": "options_unfit",
    "options_alike": "options_unfit",
    "option_shape": "options_unfit",
    "unit_wrong": "number_misread",
    "stem_empty": "item_flawed",
    "stem_too_long": "item_flawed",
}
"""Reasons that are told in the same words as another."""

WORDS: dict[str, dict[str, Words]] = {
    "en": {
        "quote_not_found": ("{} had a quote that is not in the text", "{} had quotes that are not in the text"),
        "answer_not_in_quote": ("{} had an answer outside its quote", "{} had an answer outside their quotes"),
        "answer_leaked": ("{} told its own answer", "{} told their own answers"),
        "key_ambiguous": ("{} had a second right option", "{} had a second right option"),
        "options_unfit": ("{} had options that do not fit", "{} had options that do not fit"),
        "gap_mismatch": ("{} had a gap that its answer does not fill", "{} had gaps that their answers do not fill"),
        "statement_not_false": ("{} was not clearly true or false", "{} were not clearly true or false"),
        "number_misread": ("{} misread a number", "{} misread a number"),
        "item_flawed": ("{} was badly put", "{} were badly put"),
        "unreadable": ("{} was not in the agreed shape", "{} were not in the agreed shape"),
        "not_multiple_choice": ("{} was not multiple choice", "{} were not multiple choice"),
        "duplicate": ("{} would repeat another", "{} would repeat others"),
        "concept_limit": ("{} would ask too often about one concept", "{} would ask too often about one concept"),
        "text_exhausted": ("the text has no more that can be asked by itself",) * 2,
        "choices_exhausted": ("the text gives no more as multiple choice",) * 2,
        "language_without_patterns": ("for this language only gaps and cards are written",) * 2,
        "author_wrote_fewer": ("the author wrote no more",) * 2,
        "concept_exhausted": ("the text has no other question about this concept",) * 2,
        "text_garbled": ("much of the text is garbled",) * 2,
        "text_not_prose": ("most of the text states no facts in sentences",) * 2,
        "text_too_short": ("the text is too short for more",) * 2,
        "no_terms": ("no key term was found in the text",) * 2,
        "model": ("the language model failed when it was asked for more",) * 2,
        "other": ("{} did not hold up", "{} did not hold up"),
    },
    "no": {
        "quote_not_found": ("{} hadde et sitat som ikke står i teksten", "{} hadde sitater som ikke står i teksten"),
        "answer_not_in_quote": ("{} hadde et svar utenfor sitatet", "{} hadde svar utenfor sitatet"),
        "answer_leaked": ("{} røpet sitt eget svar", "{} røpet sine egne svar"),
        "key_ambiguous": ("{} hadde et riktig alternativ til", "{} hadde et riktig alternativ til"),
        "options_unfit": ("{} hadde alternativer som ikke passer", "{} hadde alternativer som ikke passer"),
        "gap_mismatch": ("{} hadde en luke som svaret ikke fyller", "{} hadde luker som svarene ikke fyller"),
        "statement_not_false": ("{} var ikke klart sann eller usann", "{} var ikke klart sanne eller usanne"),
        "number_misread": ("{} leste et tall feil", "{} leste et tall feil"),
        "item_flawed": ("{} var dårlig formulert", "{} var dårlig formulert"),
        "unreadable": ("{} hadde ikke avtalt form", "{} hadde ikke avtalt form"),
        "not_multiple_choice": ("{} var ikke flervalg", "{} var ikke flervalg"),
        "duplicate": ("{} ville gjentatt en annen", "{} ville gjentatt andre"),
        "concept_limit": ("{} ville spurt for ofte om ett begrep", "{} ville spurt for ofte om ett begrep"),
        "text_exhausted": ("teksten har ikke mer som kan spørres om for seg selv",) * 2,
        "choices_exhausted": ("teksten gir ikke flere som flervalg",) * 2,
        "language_without_patterns": ("på dette språket skrives bare luker og kort",) * 2,
        "author_wrote_fewer": ("forfatteren skrev ikke flere",) * 2,
        "concept_exhausted": ("teksten har ikke noe annet spørsmål om dette begrepet",) * 2,
        "text_garbled": ("mye av teksten er uleselig",) * 2,
        "text_not_prose": ("det meste av teksten sier ikke fakta i setninger",) * 2,
        "text_too_short": ("teksten er for kort til flere",) * 2,
        "no_terms": ("ingen nøkkelbegreper ble funnet i teksten",) * 2,
        "model": ("språkmodellen sviktet da den ble spurt om flere",) * 2,
        "other": ("{} holdt ikke mål", "{} holdt ikke mål"),
    },
    "de": {
        "quote_not_found": (
            "{} hatte ein Zitat, das nicht im Text steht",
            "{} hatten Zitate, die nicht im Text stehen",
        ),
        "answer_not_in_quote": (
            "{} hatte eine Antwort außerhalb des Zitats",
            "{} hatten Antworten außerhalb ihrer Zitate",
        ),
        "answer_leaked": ("{} verriet die eigene Antwort", "{} verrieten die eigene Antwort"),
        "key_ambiguous": ("{} hatte eine zweite richtige Option", "{} hatten eine zweite richtige Option"),
        "options_unfit": ("{} hatte Optionen, die nicht passen", "{} hatten Optionen, die nicht passen"),
        "gap_mismatch": (
            "{} hatte eine Lücke, die ihre Antwort nicht füllt",
            "{} hatten Lücken, die ihre Antworten nicht füllen",
        ),
        "statement_not_false": ("{} war nicht klar wahr oder falsch", "{} waren nicht klar wahr oder falsch"),
        "number_misread": ("{} las eine Zahl falsch", "{} lasen eine Zahl falsch"),
        "item_flawed": ("{} war schlecht formuliert", "{} waren schlecht formuliert"),
        "unreadable": ("{} hatte nicht die vereinbarte Form", "{} hatten nicht die vereinbarte Form"),
        "not_multiple_choice": ("{} war nicht Multiple Choice", "{} waren nicht Multiple Choice"),
        "duplicate": ("{} würde eine andere wiederholen", "{} würden andere wiederholen"),
        "concept_limit": ("{} würde zu oft nach einem Begriff fragen", "{} würden zu oft nach einem Begriff fragen"),
        "text_exhausted": ("der Text hat nichts mehr, wonach man für sich fragen kann",) * 2,
        "choices_exhausted": ("der Text gibt nicht mehr als Multiple Choice her",) * 2,
        "language_without_patterns": ("in dieser Sprache entstehen nur Lücken und Karten",) * 2,
        "author_wrote_fewer": ("der Autor schrieb nicht mehr",) * 2,
        "concept_exhausted": ("der Text hat keine andere Frage zu diesem Begriff",) * 2,
        "text_garbled": ("viel vom Text ist unlesbar",) * 2,
        "text_not_prose": ("der größte Teil des Textes nennt keine Tatsachen in Sätzen",) * 2,
        "text_too_short": ("der Text ist zu kurz für mehr",) * 2,
        "no_terms": ("im Text wurde kein Schlüsselbegriff gefunden",) * 2,
        "model": ("das Sprachmodell versagte, als es nach mehr gefragt wurde",) * 2,
        "other": ("{} hielt nicht stand", "{} hielten nicht stand"),
    },
}

MODELS = {
    "en": "of what the language model wrote, {}",
    "no": "av det språkmodellen skrev: {}",
    "de": "von dem, was das Sprachmodell schrieb: {}",
}
"""Whose fault it was: not the text's."""
FILLED: dict[str, dict[str, Any]] = {
    "en": {
        "quiz": ("{} question was written offline {}.", "{} questions were written offline {}."),
        "flashcards": ("{} flashcard was written offline {}.", "{} flashcards were written offline {}."),
        "unheld": "because the language model's did not hold up: {}",
        "short": "because {}",
        "fewer": "the language model wrote fewer than were ordered",
    },
    "no": {
        "quiz": ("{} spørsmål ble skrevet uten språkmodell, {}.", "{} spørsmål ble skrevet uten språkmodell, {}."),
        "flashcards": ("{} kort ble skrevet uten språkmodell, {}.", "{} kort ble skrevet uten språkmodell, {}."),
        "unheld": "fordi modellens ikke holdt mål: {}",
        "short": "fordi {}",
        "fewer": "modellen skrev færre enn bestilt",
    },
    "de": {
        "quiz": ("{} Frage entstand ohne Sprachmodell, {}.", "{} Fragen entstanden ohne Sprachmodell, {}."),
        "flashcards": ("{} Karte entstand ohne Sprachmodell, {}.", "{} Karten entstanden ohne Sprachmodell, {}."),
        "unheld": "weil die des Modells nicht standhielten: {}",
        "short": "weil {}",
        "fewer": "das Modell weniger schrieb als bestellt",
    },
}
"""What the offline author wrote in a model's place: one, several, and why."""

MADE: dict[str, dict[str, str]] = {
    "en": {"quiz": "{} of {} questions: {}.", "flashcards": "{} of {} flashcards: {}."},
    "no": {"quiz": "{} av {} spørsmål: {}.", "flashcards": "{} av {} kort: {}."},
    "de": {"quiz": "{} von {} Fragen: {}.", "flashcards": "{} von {} Karten: {}."},
}
