"""Of which languages there is a name, and which of them are supported."""

from services.text.catalogue import sentences

NAMES = sentences("languages")["en"].keys()
"""Their codes (ISO 639-1), as `language_of` gives them, and "und" for one that could not be told."""
SUPPORTED = frozenset({"en", "no"})
# Words are not parted there, and no list tells them apart.
UNPARTED = frozenset({"th", "lo", "km", "my"})
