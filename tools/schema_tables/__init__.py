"""Makes the JSON Schemas of providers' formats from compact tables.

`schemas/tables/<dialect>.yaml` is the source, and schemas/tables/README.md describes the notation.
`python -m schema_tables` writes `schemas/dialects/<dialect>/{request,response,error}.schema.json`.
"""
