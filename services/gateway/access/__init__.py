"""Who asks, by the token that a request carries."""
