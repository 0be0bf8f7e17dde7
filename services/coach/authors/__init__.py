"""Who drafts questions and cards: an author that needs no language model, and one that asks a language model."""
