"""What a child does with a job: one file for each handler, each with what it is given and what it tells."""
