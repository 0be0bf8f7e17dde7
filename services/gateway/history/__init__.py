"""A person's record over all documents."""
