"""Quizzes: put together from the bank, written and judged in rounds, and what is missing of them told."""
