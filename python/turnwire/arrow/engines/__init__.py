"""Run the operators of `turnwire.arrow` on engines for large archives; each module wraps one engine.

    ray         Ray Data: a Dataset
    spark       Apache Spark: a DataFrame
    daft        Daft: a DataFrame
    datatrove   datatrove: a step of a pipeline
    datasets    Hugging Face datasets: a Dataset
    duckdb      DuckDB: a relation
    polars      Polars: a LazyFrame

Each takes a specification (`ConvertSpec`, `ValidateSpec`, `RepairSpec` or `DetectSpec`) and gives as many rows as it
takes.  A module imports its engine when it is called: `pip install 'turnwire[ray]'`, and so on for the others.
"""
