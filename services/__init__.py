"""The services of Pensum and their plumbing."""
