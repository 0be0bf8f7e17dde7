"""Lessons: their plans and their turns, by rules or by a language model."""
