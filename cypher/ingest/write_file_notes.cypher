// Notes of files, after those of before are deleted.
UNWIND $rows AS row
CREATE (note:__File {id: row.uri, links: row.links, unread: row.unread})
