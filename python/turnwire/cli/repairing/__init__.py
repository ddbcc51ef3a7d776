"""What `turnwire repair` makes of files: their documents one by one, and the bytes between them as they are."""
