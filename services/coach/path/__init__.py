"""The path planner: what to learn next, and why, by rules or in a model's words."""
