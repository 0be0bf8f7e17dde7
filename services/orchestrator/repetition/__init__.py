"""Spaced repetition: when a card or an item is due again."""
