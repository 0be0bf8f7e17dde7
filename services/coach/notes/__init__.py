"""Notes to the learner about an attempt, each with the results it rests on, by rules or in a model's words."""
