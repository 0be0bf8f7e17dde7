"""Scans that wait for a person: to look at, and to decide."""
