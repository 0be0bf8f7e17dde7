"""The conversation with the tutor."""
