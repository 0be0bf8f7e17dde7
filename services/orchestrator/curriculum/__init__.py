"""The curriculum's guidelines: stored, replaced, listed. They are nobody's: every tenant teaches by the same ones."""
