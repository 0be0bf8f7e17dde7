"""What a session holds to read: text, cards, results and notes."""
