"""What the Reader does with each command: it hands a job to a child, keeps what comes back, and answers."""
