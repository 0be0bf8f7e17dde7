"""What is known of words by language: their forms, plurals, how common they are, what is put for them. Pure."""
