"""A course that is shared with a class, and how the class does."""
