"""Single items and cards: edited, approved, deleted, restored, retracted and written anew by their owner."""
