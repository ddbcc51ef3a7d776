"""What a document carries besides the model: residue, envelope, ids, hash; and documents of older versions."""
