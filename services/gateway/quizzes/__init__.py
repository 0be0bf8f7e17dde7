"""Quizzes: to take one, to save and hand in its answers, to order another."""
