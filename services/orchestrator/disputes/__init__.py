"""Grades that change: items recalled, persons' rulings, disputes, and grading again."""
