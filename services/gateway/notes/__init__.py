"""What the Coach says about a learner's attempts."""
