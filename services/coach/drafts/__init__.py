"""What is ordered and what is drafted: the vocabulary that authors and whoever chooses from them share."""
