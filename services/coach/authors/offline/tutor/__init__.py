"""The offline tutor: explains concepts and answers questions with the document's own sentences."""
