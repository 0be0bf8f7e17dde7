"""Grading of attempts: credit, the score of each concept, mistakes, patterns and gaps."""
