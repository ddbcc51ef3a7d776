"""What belongs to one of the systems gpt2099, Geppetto and the canonical message format, and is no dialect."""
