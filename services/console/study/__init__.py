"""Studying on the terminal, by the gateway's API alone: files, quizzes, the learning cycle, and the demonstration."""
