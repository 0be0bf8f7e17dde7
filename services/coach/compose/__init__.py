"""Composing: what an author drafted becomes the study material that was ordered, and a word on what is missing."""
