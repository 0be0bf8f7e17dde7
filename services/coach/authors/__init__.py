"""The Coach's authors: one that needs no language model, and one that asks a language model."""
