"""What can be taught without a document: a curriculum's guidelines, by country, board, grade, subject and topic."""
