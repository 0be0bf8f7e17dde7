"""The rooms of Pensum and their plumbing."""
