"""The Evaluator: judges what others wrote or answered, by rules that say why."""
