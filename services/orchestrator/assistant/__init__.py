"""What a course's chat hands over to the assistant, and takes back."""
