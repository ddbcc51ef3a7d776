"""Passes shared by several targets, by theme: each `draft -> draft`, each one rule that tells what it costs."""
