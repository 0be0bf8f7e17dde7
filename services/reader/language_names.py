"""The names of languages, and what a learner is told of a language that is not fully supported."""

from contracts.documents import Notice
from services.text import frequencies

# ISO 639-1, as `language_of` gives them.
NAMES = {
    "af": "Afrikaans", "am": "Amharic", "ar": "Arabic", "be": "Belarusian", "bg": "Bulgarian", "bn": "Bengali",
    "ca": "Catalan", "cs": "Czech", "cy": "Welsh", "da": "Danish", "de": "German", "el": "Greek", "en": "English",
    "es": "Spanish", "et": "Estonian", "fa": "Persian", "fi": "Finnish", "fr": "French", "gu": "Gujarati",
    "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian", "id": "Indonesian",
    "it": "Italian", "ja": "Japanese", "ka": "Georgian", "kk": "Kazakh", "km": "Khmer", "kn": "Kannada",
    "ko": "Korean", "lo": "Lao", "lt": "Lithuanian", "lv": "Latvian", "mk": "Macedonian", "ml": "Malayalam",
    "mr": "Marathi", "my": "Burmese", "ne": "Nepali", "nl": "Dutch", "no": "Norwegian", "pa": "Punjabi",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "si": "Sinhala", "sk": "Slovak",
    "sl": "Slovenian", "so": "Somali", "sq": "Albanian", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili",
    "ta": "Tamil", "te": "Telugu", "th": "Thai", "tl": "Tagalog", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu",
    "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip
SUPPORTED = frozenset({"en", "no"})
# Words are not parted there, and no list tells them apart.
UNPARTED = frozenset({"th", "lo", "km", "my"})


def notice_for(language: str) -> Notice | None:
    """What the learner should know of a document in this language (ISO 639-1, "und": not told); None: supported."""
    if language in SUPPORTED:
        return None
    return Notice(code="language_not_supported", sentence=_sentence(language))


def _sentence(language: str) -> str:
    if language not in NAMES:
        which = "The language of this document could not be told"
        if language != "und":
            which = f"The language of this document (code {language}) is not supported"
        return f"{which}: gaps to fill in its own sentences and flashcards are made, but no definitions are found."
    name = NAMES[language]
    if language == "de":
        return (
            "This document is in German, which is supported in part: questions and flashcards are made in German, "
            "but the list of its terms comes without definitions."
        )
    if language in UNPARTED:
        return (
            f"This document is in {name}, which is hardly supported: its words cannot be told apart, so only terms in "
            "headings, in bold or in italics are asked about, as gaps to fill and flashcards; no definitions are found."
        )
    poorer = "" if frequencies.known(language) else "; its terms are found by headings, emphasis and repetition alone"
    return (
        f"This document is in {name}, which is not fully supported: gaps to fill in its own sentences and flashcards "
        f"are made, but no questions in {name} words and no definitions{poorer}."
    )
