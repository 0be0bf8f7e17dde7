"""The words with which a reply to the tutor's question is met, by language: from the catalogue."""

from services.text.catalogue import sentences

SAID = {language: dict(said) for language, said in sentences("replies").items()}
