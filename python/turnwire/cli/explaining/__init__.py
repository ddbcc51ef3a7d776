"""What `turnwire explain` and the pages in docs/rules/ show of the rules of validation."""
