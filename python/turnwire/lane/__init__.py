"""The plain lane: a short way for conversations in which nothing is odd (docs/guide-to-the-sources.md).

Each format has one file here, with narrow types, a reader and a writer of messages.  What fits the narrow types needs
no pass; everything else, and every other format, goes by the canonical model.
"""
