"""The shared readers and writers of OpenAI's chat completions and of the many servers with the same format.

A dialect of the family is a `Vendor` (vendor.py) passed to `dialect_of` (dialect.py); the plainest one is
`openai_chat`.
"""
