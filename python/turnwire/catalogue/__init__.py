"""Data about models: their capabilities, limits and prices."""
