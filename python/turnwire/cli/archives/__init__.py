"""Archives: packed files, files larger than memory, worker processes, and runs that go on where they ended."""
