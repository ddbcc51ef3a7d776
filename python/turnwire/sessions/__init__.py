"""Sessions kept in files and databases."""
