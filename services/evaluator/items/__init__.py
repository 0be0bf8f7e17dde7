"""What the Evaluator knows of items by their types: rules, credit, hints, reading a reply, what an answer says."""
