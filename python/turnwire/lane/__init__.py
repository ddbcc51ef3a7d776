"""The plain lane: converts requests with plain messages without a canonical document (docs/decisions/0024).

Each format has a reader with narrow types, and a writer.  Messages that fit the narrow types need no pass.  All other
requests, and all other formats, take the canonical route.
"""
