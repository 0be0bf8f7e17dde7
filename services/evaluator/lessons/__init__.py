"""Lessons: whether a message may reach the tutor, what it is, and what an answer in it is worth."""
