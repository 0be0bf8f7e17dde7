"""The sentences of a text, the concepts in them, and which of them stand alone."""
