"""What a question says: its words, names and numbers, and what kind of thing it asks for."""
