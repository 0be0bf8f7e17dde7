"""The learning cycle: topics, rounds, mastery of each concept, diagnosis and path."""
