"""What a person says of a grade or a note, and what the course's owner decides."""
