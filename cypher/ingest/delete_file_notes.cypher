// Notes of files that are to be replaced, or hold no more.
MATCH (note:__File)
WHERE note.id IN $ids
DELETE note
