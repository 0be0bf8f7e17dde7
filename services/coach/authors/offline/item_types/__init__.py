"""The types of items: what each writes of a fact or a sentence, one module a type or family."""
