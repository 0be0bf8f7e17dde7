"""What `pensum doctor` looks at."""
