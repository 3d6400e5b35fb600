-- What an embedding model makes of the present wording of sections, where one is set up.
create table law_vectors (
  -- Grows with every vector that is stored, so that what is new can be asked for.
  id integer generated always as identity unique,
  -- Of a section. It outlives the section's row, which is written anew with its act.
  ref text primary key,
  act_id text not null references law_acts (id) on delete cascade,
  model text not null,
  -- Of the text that was sent (data/law-vectors.ts).
  digest text not null,
  dimensions integer not null,
  -- One signed byte a dimension, scaled to length 127.
  data bytea not null,
  -- The signs of its first dimensions, a bit each: what all sections are held against first.
  code bytea not null
);
create index law_vectors_by_act on law_vectors (act_id);
