"""What sentences state: definitions, causes, contrasts, lists and numbers, in spans of the text."""
