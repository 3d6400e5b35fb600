-- Newest and oldest first, with documents that have no date at one end: in the order in which they are listed.
create index discovery_documents_listed_by_date on discovery_documents
  (collection_id, (coalesce(dated_at, '-infinity'::timestamptz)), number);
