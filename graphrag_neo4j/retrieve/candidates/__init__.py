"""The chunks that may answer a question: found by words, vectors and names, walked to, chosen."""
