"""What sentences state: definitions, causes, contrasts, lists, numbers and processes, in spans of the text."""
