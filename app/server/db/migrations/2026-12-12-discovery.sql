-- Discovery: collections of documents that were gathered for a matter, read out of files of its project.

create table discovery_collections (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  name text not null,
  -- Before the number of each document.
  prefix text not null,
  last_number integer not null default 0,
  -- Counted when documents are stored.
  exceptions integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz
);
create index discovery_collections_of_project on discovery_collections (project_id, id);
create index discovery_collections_by_maker on discovery_collections (made_by) where made_by is not null;
create index discovery_collections_removed on discovery_collections (removed_at) where removed_at is not null;

-- A file that is read into a collection. Those that were added together have a batch; the job with its id as key reads them.
create table discovery_sources (
  id uuid primary key,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  batch_id uuid not null,
  -- Null once the file is deleted; what was read of it stays.
  file_id uuid references files (id) on delete set null,
  made_by text references "user" (id) on delete set null,
  name text not null,
  custodian text not null default '',
  -- Families that were stored, and all there are; null until they are counted.
  done integer not null default 0,
  total integer,
  documents integer not null default 0,
  is_done boolean not null default false,
  created_at timestamptz not null default now()
);
create index discovery_sources_in_order on discovery_sources (collection_id, id);
create index discovery_sources_of_batch on discovery_sources (batch_id);
create index discovery_sources_of_file on discovery_sources (file_id) where file_id is not null;
create index discovery_sources_by_maker on discovery_sources (made_by) where made_by is not null;

create table discovery_documents (
  id uuid primary key,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  source_id uuid not null references discovery_sources (id) on delete cascade,
  -- Behind the prefix of the collection.
  number integer not null,
  -- Of the family's main document, also on that itself.
  family_id uuid not null,
  parent_id uuid,
  attachments integer not null default 0,
  path text not null,
  name text not null,
  kind text not null,
  size bigint not null,
  sha256 text not null,
  -- Equal for documents that say the same.
  same_key text not null,
  custodian text not null,
  -- Of an attachment that of its email.
  dated_at timestamptz,
  sender text not null default '',
  recipients text not null default '',
  copied text not null default '',
  subject text not null default '',
  message_id text,
  -- In-Reply-To and References, and the addresses, of an email.
  named jsonb not null default '{"references":[],"people":[]}',
  text text not null default '',
  page_count integer,
  word_count integer not null default 0,
  signature bytea,
  problem text,
  -- The first that says the same, the first of its thread, and the first that it resembles; also on those themselves, if there are others.
  duplicate_of uuid,
  thread_id uuid,
  near_id uuid,
  near_score real
);
create unique index discovery_documents_by_number on discovery_documents (collection_id, number);
create index discovery_documents_by_date on discovery_documents (collection_id, dated_at, number);
create index discovery_documents_of_source on discovery_documents (source_id);
create index discovery_documents_of_family on discovery_documents (family_id);
create index discovery_documents_of_thread on discovery_documents (thread_id) where thread_id is not null;
create index discovery_documents_near on discovery_documents (near_id) where near_id is not null;
create index discovery_documents_same on discovery_documents (collection_id, same_key);
create index discovery_documents_failed on discovery_documents (collection_id, number) where problem is not null;

-- The words of a document, apart from it: they are written once, and the document is changed often.
create table discovery_words (
  document_id uuid primary key references discovery_documents (id) on delete cascade,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  words tsvector not null,
  -- Further windows of a long text (core/discovery/vectors.ts).
  more tsvector[],
  fields tsvector not null
);
create index discovery_words_of_collection on discovery_words (collection_id);
create index discovery_words_found on discovery_words using gin (words);
create index discovery_words_fields on discovery_words using gin (fields);

-- Seen with the project, changed by those who write in it. Not row by row: a collection may have a hundred thousand documents.
select stet_secure_by('discovery_collections', 'project_id = any ((select stet_seen_projects())::uuid[])', written, written)
  from (select 'project_id = any ((select stet_written_projects())::uuid[])' as written) as conditions;
select stet_secure_by(name, 'collection_id in (select id from discovery_collections)', written, written)
  from unnest(array['discovery_sources', 'discovery_documents', 'discovery_words']) as name,
    lateral (select 'collection_id in (select id from discovery_collections
      where project_id = any ((select stet_written_projects())::uuid[]))' as written) as conditions;
