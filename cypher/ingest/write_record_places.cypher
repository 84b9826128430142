// Eager: each row's chunks are found before any is changed; a batch of rows.
// Rows of tables that others were put before: the texts are the same, and stand elsewhere now.
UNWIND $rows AS row
MATCH (source:Source {id: row.id})
SET source.record_place = row.place
WITH source, row
MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)
SET chunk.place = row.place
WITH chunk, row
MATCH (chunk)<-[mention:MENTIONED_IN]-(:Statement) WHERE mention.place IS NOT NULL
SET mention.place = row.place
