"""Reading with a parser: spaCy gives parts of speech, dependencies and named entities; what is
made of them (names, clauses, facts, causes) is ours."""
