"""The Coach: writes for the learner flashcards, quizzes and notes."""
