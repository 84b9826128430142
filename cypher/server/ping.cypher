// Answers when the database does.
RETURN 1 AS answer
