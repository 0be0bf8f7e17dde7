"""Attempts: answers handed in, graded, and noted by the Coach; what they say of concepts."""
