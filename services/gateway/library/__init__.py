"""A person's documents as a shelf: found, tagged and told apart; and a search in the text of all of them."""
