"""Courses that several learn from: shared, joined, and told of what concerns all."""
