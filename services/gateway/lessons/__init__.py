"""Lessons: begun, gone on with by replies, and looked at turn by turn."""
