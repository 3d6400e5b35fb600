-- What a document is, is read of all documents at once, its text of one. A text that is stored beside the rest makes every
-- count of documents read several times as much, and every mark write it again.
alter table discovery_documents set (toast_tuple_target = 700);
-- What is counted and sorted by stays beside the rest however long it is.
alter table discovery_documents alter column kind set storage main, alter column custodian set storage main,
  alter column sender set storage main, alter column same_key set storage main, alter column subject set storage main,
  alter column name set storage main, alter column message_id set storage main, alter column problem set storage main;
