"""The two minds that say what a message wants: by rules, and by a language model."""
