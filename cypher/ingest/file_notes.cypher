// What is noted of files: the links by which alone they were found, and why the last run could not
// read them.
MATCH (note:__File)
RETURN note.id AS uri, coalesce(note.links, []) AS links, note.unread AS unread
