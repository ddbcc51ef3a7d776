"""The parts of a document besides the model (residue, envelope, ids, hash), and migrations of older documents."""
