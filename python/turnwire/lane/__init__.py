"""The plain lane: converts plain requests and plain replies without passes over messages (docs/decisions/0024).

Each format has a reader with narrow types, and a writer.  What fits the narrow types needs no such pass.  Everything
else, and all other formats, take the canonical route.
"""
