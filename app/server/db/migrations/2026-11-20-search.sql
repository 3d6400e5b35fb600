-- The index of law in blocks, so that what comes later is added to it; and an
-- index over people's files, file by file.

-- What was indexed before has another form: `npm run knowledge index` makes it anew.
delete from law_postings;
delete from law_statistics;
alter table law_postings add column block integer not null default 0;
alter table law_postings drop constraint law_postings_pkey;
alter table law_postings add primary key (jurisdiction, term, block);
alter table law_statistics drop column average_length;
alter table law_statistics add column length double precision not null default 0;
alter table law_statistics add column blocks integer not null default 0;
-- Sections of the last block while more may be put into it, else 0.
alter table law_statistics add column open integer not null default 0;
alter table law_statistics add column indexed_at timestamptz not null default now();
-- In how many sections each run of four letters occurs, by its hash, 4 bytes each; and how many runs there are.
alter table law_statistics add column grams bytea not null default ''::bytea;
alter table law_statistics add column gram_length double precision not null default 0;

create table file_indexes (
  file_id uuid primary key references files (id) on delete cascade,
  -- One of another form than the program's is made anew.
  form integer not null,
  language text not null,
  passages integer not null,
  -- Terms of all passages together, and of each passage in one byte.
  length double precision not null,
  lengths bytea not null,
  indexed_at timestamptz not null default now()
);

-- A file's postings in pieces, each for the terms of one bucket: knowledge/file-index.ts.
create table file_postings (
  file_id uuid not null references file_indexes (file_id) on delete cascade,
  bucket smallint not null,
  data bytea not null,
  primary key (file_id, bucket)
);
