"""What the dialects of one format share: a package for each format that several providers speak."""
