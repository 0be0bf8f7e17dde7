"""What a person's sessions come to, kept so that nothing reads all of them."""
