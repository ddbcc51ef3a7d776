"""Sessions stored in files and databases."""
