"""OpenAI's chat completions and the many servers that speak the same format: what they share.

A dialect of the family is a `Vendor` (vendor.py) and `dialect_of` it (dialect.py); the plainest one is `openai_chat`.
"""
