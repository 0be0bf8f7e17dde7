"""The documents of a session: what they are, how they were read, and pictures of their pages."""
