"""gpt2099: its threads and its providers."""
