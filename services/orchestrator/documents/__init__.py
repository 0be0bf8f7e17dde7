"""A course's documents: submitted, read, reviewed, digested; found again by their bytes, and forgotten."""
