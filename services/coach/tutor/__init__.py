"""The tutor: explains concepts and answers questions in the document's own sentences, with a model or without."""
