"""Lessons: planned, taught turn by turn, assessed and planned anew; what a turn leads to and leaves in rows."""
