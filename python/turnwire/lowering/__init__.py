"""Passes shared by several targets: each implements one rule, changes the draft, and reports its losses."""
