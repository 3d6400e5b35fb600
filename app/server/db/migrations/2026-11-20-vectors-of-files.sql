-- What an embedding model makes of the passages of people's files, where one is set up.
create table file_vectors (
  file_id uuid primary key references file_indexes (file_id) on delete cascade,
  model text not null,
  dimensions integer not null,
  -- One signed byte a dimension, passage after passage, each vector scaled to length 127.
  data bytea not null
);
