"""Why something was not written, in the document's language: by reason, for one and for several. `{}` is the count."""

Words = tuple[str, str]

SAME = {
    "order_not_in_quote": "answer_not_in_quote",
    "statement_not_in_quote": "answer_not_in_quote",
    "answer_not_in_options": "options_unfit",
    "options_alike": "options_unfit",
    "option_shape": "options_unfit",
    "quote_not_verbatim": "quote_not_found",
    "block_missing": "quote_not_found",
}
"""Reasons that are told in the same words as another."""

WORDS: dict[str, dict[str, Words]] = {
    "en": {
        "quote_not_found": (
            "{} had a quote that does not stand in the text",
            "{} had quotes that do not stand in the text",
        ),
        "answer_not_in_quote": ("{} had an answer outside its quote", "{} had answers outside their quotes"),
        "answer_leaked": ("{} told its own answer", "{} told their own answers"),
        "unreadable": ("{} was not in the agreed shape", "{} were not in the agreed shape"),
        "key_ambiguous": ("{} had a second right option",) * 2,
        "not_multiple_choice": ("{} was not multiple choice", "{} were not multiple choice"),
        "gap_mismatch": ("{} had a gap that its answer does not fill", "{} had gaps that their answers do not fill"),
        "options_unfit": ("{} had too few, too many, equal or wrong options",) * 2,
        "duplicate": ("{} would repeat another or was asked before", "{} would repeat others or were asked before"),
        "concept_limit": (
            "{} concept has been asked about {most}, which is the most",
            "{} concepts have been asked about {most}, which is the most",
        ),
        "model_budget": ("the session's token budget is spent",) * 2,
        "model": ("the language model could be asked for no more",) * 2,
        "other": ("{} did not hold up",) * 2,
        "concept_exhausted": ("the text has no other question about this concept",) * 2,
        "text_exhausted": ("the text has no more that can be asked by itself",) * 2,
        "choices_exhausted": ("the text gives no more as multiple choice",) * 2,
        "author_wrote_fewer": ("the author wrote no more",) * 2,
        "language_without_patterns": ("for this language only gaps and cards are written",) * 2,
        "text_garbled": ("much of the text is garbled, as after a wrong character encoding",) * 2,
        "text_not_prose": ("most of the text is {kinds}, which state no facts in sentences",) * 2,
        "text_too_short": ("the text has only {sentences}",) * 2,
        "no_terms": ("no key term was found in the text",) * 2,
    },
    "no": {
        "quote_not_found": ("{} hadde et sitat som ikke står i teksten", "{} hadde sitater som ikke står i teksten"),
        "answer_not_in_quote": ("{} hadde et svar utenfor sitatet", "{} hadde svar utenfor sitatet"),
        "answer_leaked": ("{} røpet sitt eget svar", "{} røpet sine egne svar"),
        "unreadable": ("{} hadde ikke avtalt form",) * 2,
        "key_ambiguous": ("{} hadde et riktig alternativ til",) * 2,
        "not_multiple_choice": ("{} var ikke flervalg",) * 2,
        "gap_mismatch": ("{} hadde en luke som svaret ikke fyller", "{} hadde luker som svarene ikke fyller"),
        "options_unfit": ("{} hadde for få, for mange, like eller feil alternativer",) * 2,
        "duplicate": ("{} ville gjentatt en annen eller var stilt før", "{} ville gjentatt andre eller var stilt før"),
        "concept_limit": (
            "{} begrep er spurt om {most}, som er det meste",
            "{} begreper er spurt om {most}, som er det meste",
        ),
        "model_budget": ("øktens tokenbudsjett er brukt opp",) * 2,
        "model": ("språkmodellen kunne ikke spørres om flere",) * 2,
        "other": ("{} holdt ikke mål",) * 2,
        "concept_exhausted": ("teksten har ikke noe annet spørsmål om dette begrepet",) * 2,
        "text_exhausted": ("teksten har ikke mer som kan spørres om for seg selv",) * 2,
        "choices_exhausted": ("teksten gir ikke flere som flervalg",) * 2,
        "author_wrote_fewer": ("forfatteren skrev ikke flere",) * 2,
        "language_without_patterns": ("på dette språket skrives bare luker og kort",) * 2,
        "text_garbled": ("mye av teksten er uleselig, som etter feil tegnkoding",) * 2,
        "text_not_prose": ("det meste av teksten er {kinds}, som ikke sier fakta i setninger",) * 2,
        "text_too_short": ("teksten har bare {sentences}",) * 2,
        "no_terms": ("ingen nøkkelbegreper ble funnet i teksten",) * 2,
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
        "unreadable": ("{} hatte nicht die vereinbarte Form", "{} hatten nicht die vereinbarte Form"),
        "key_ambiguous": ("{} hatte eine zweite richtige Option", "{} hatten eine zweite richtige Option"),
        "not_multiple_choice": ("{} war nicht Multiple Choice", "{} waren nicht Multiple Choice"),
        "gap_mismatch": (
            "{} hatte eine Lücke, die ihre Antwort nicht füllt",
            "{} hatten Lücken, die ihre Antworten nicht füllen",
        ),
        "options_unfit": (
            "{} hatte zu wenige, zu viele, gleiche oder falsche Optionen",
            "{} hatten zu wenige, zu viele, gleiche oder falsche Optionen",
        ),
        "duplicate": (
            "{} würde eine andere wiederholen oder wurde schon gestellt",
            "{} würden andere wiederholen oder wurden schon gestellt",
        ),
        "concept_limit": (
            "nach {} Begriff wurde schon {most} gefragt, mehr ist nicht vorgesehen",
            "nach {} Begriffen wurde schon {most} gefragt, mehr ist nicht vorgesehen",
        ),
        "model_budget": ("das Token-Budget der Sitzung ist aufgebraucht",) * 2,
        "model": ("das Sprachmodell konnte nicht nach mehr gefragt werden",) * 2,
        "other": ("{} hielt nicht stand", "{} hielten nicht stand"),
        "concept_exhausted": ("der Text hat keine andere Frage zu diesem Begriff",) * 2,
        "text_exhausted": ("der Text hat nichts mehr, wonach man für sich fragen kann",) * 2,
        "choices_exhausted": ("der Text gibt nicht mehr als Multiple Choice her",) * 2,
        "author_wrote_fewer": ("der Autor schrieb nicht mehr",) * 2,
        "language_without_patterns": ("in dieser Sprache entstehen nur Lücken und Karten",) * 2,
        "text_garbled": ("ein großer Teil des Textes ist unleserlich, wie nach falscher Zeichenkodierung",) * 2,
        "text_not_prose": ("der Text besteht meist aus {kinds}, die keine Fakten in Sätzen nennen",) * 2,
        "text_too_short": ("der Text hat nur {sentences}",) * 2,
        "no_terms": ("im Text wurde kein Schlüsselbegriff gefunden",) * 2,
    },
}
MADE = {
    "en": {"quiz": "{} of {} questions: {}.", "flashcards": "{} of {} flashcards: {}."},
    "no": {"quiz": "{} av {} spørsmål: {}.", "flashcards": "{} av {} kort: {}."},
    "de": {"quiz": "{} von {} Fragen: {}.", "flashcards": "{} von {} Karten: {}."},
}
KINDS = {
    "en": {
        "table": "tables",
        "code": "code",
        "formula": "formulas",
        "reference": "references",
        "verse": "verse",
        "garbled": "garbled text",
        "fragment": "headings and fragments",
    },
    "no": {
        "table": "tabeller",
        "code": "kode",
        "formula": "formler",
        "reference": "referanser",
        "verse": "vers",
        "garbled": "uleselig tekst",
        "fragment": "overskrifter og bruddstykker",
    },
    "de": {
        "table": "Tabellen",
        "code": "Code",
        "formula": "Formeln",
        "reference": "Literaturangaben",
        "verse": "Verse",
        "garbled": "unleserlicher Text",
        "fragment": "Überschriften und Bruchstücke",
    },
}
COUNTED: dict[str, dict[str, Words]] = {
    "quiz": {
        "en": ("1 question", "{} questions"),
        "no": ("1 spørsmål", "{} spørsmål"),
        "de": ("1 Frage", "{} Fragen"),
    },
    "flashcards": {
        "en": ("1 flashcard", "{} flashcards"),
        "no": ("1 kort", "{} kort"),
        "de": ("1 Karte", "{} Karten"),
    },
}
"""What the session has already."""
AND = {"en": "and", "no": "og", "de": "und"}
TIMES = {"en": ("once", "{} times"), "no": ("én gang", "{} ganger"), "de": ("einmal", "{}-mal")}
BLOCKS = {"en": ("1 block", "{} blocks"), "no": ("1 blokk", "{} blokker"), "de": ("1 Block", "{} Blöcke")}
SENTENCES = {"en": ("1 sentence", "{} sentences"), "no": ("1 setning", "{} setninger"), "de": ("1 Satz", "{} Sätze")}
NOTHING = {
    "en": {
        "kinds": "The text has {blocks}, but only {kinds}: no sentence states a fact.",
        "verse": "The text is verse for the most part ({blocks}); a line of verse taken by itself states no fact.",
        "garbled": "{count} of {blocks} are garbled, as after a wrong character encoding; save the document as UTF-8.",
        "short": "The text has only {sentences} ({words} words), which gives no question and no flashcard.",
        "terms": "No key term was found in {blocks} ({words} words), so there is nothing to ask about.",
        "looked": "{blocks} ({words} words) and {terms} terms were looked through; {alone} sentences can be understood "
        "by themselves, and none of them gives a question or a flashcard.",
        "asked": "All that was found to ask was asked before, or says what was asked before ({had}).",
    },
    "no": {
        "kinds": "Teksten har {blocks}, men bare {kinds}: ingen setning sier et faktum.",
        "verse": "Teksten er for det meste vers ({blocks}); en verselinje for seg selv sier ikke noe faktum.",
        "garbled": "{count} av {blocks} er uleselige, som etter feil tegnkoding; lagre dokumentet som UTF-8.",
        "short": "Teksten har bare {sentences} ({words} ord), som verken gir et spørsmål eller et kort.",
        "terms": "Ingen nøkkelbegreper ble funnet i {blocks} ({words} ord), så det er ikke noe å spørre om.",
        "looked": "{blocks} ({words} ord) og {terms} begreper ble gjennomgått; {alone} setninger kan forstås for seg "
        "selv, og ingen av dem gir et spørsmål eller et kort.",
        "asked": "Alt som ble funnet å spørre om, er spurt om før, eller sier det som er spurt om før ({had}).",
    },
    "de": {
        "kinds": "Der Text hat {blocks}, aber nur {kinds}: kein Satz nennt eine Tatsache.",
        "verse": "Der Text besteht meist aus Versen ({blocks}); ein Vers für sich nennt keine Tatsache.",
        "garbled": "{count} von {blocks} unleserlich, wie nach falscher Zeichenkodierung; bitte als UTF-8 speichern.",
        "short": "Der Text hat nur {sentences} ({words} Wörter), daraus wird weder Frage noch Karte.",
        "terms": "In {blocks} ({words} Wörter) wurde kein Schlüsselbegriff gefunden, also gibt es nichts zu fragen.",
        "looked": "{blocks} ({words} Wörter) und {terms} Begriffe wurden durchgesehen; {alone} Sätze sind für sich "
        "verständlich, und keiner davon ergibt eine Frage oder Karte.",
        "asked": "Alles, wonach sich fragen ließ, wurde schon gefragt oder sagt schon Gefragtes ({had}).",
    },
}
