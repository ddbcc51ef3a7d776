"""The commands of `turnwire bulk`: jobs over archives that are larger than a run of the other commands."""
