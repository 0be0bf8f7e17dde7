"""The diagnosis: what a learner knows already, what is missing underneath, and where to begin."""
