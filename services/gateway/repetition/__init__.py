"""Cards and answered items that are due again."""
