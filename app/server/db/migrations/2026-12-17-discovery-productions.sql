-- Redactions: words of a document that are not shown to others, and why. Places are in UTF-16 units of its text, which
-- never changes.
create table discovery_redactions (
  id uuid primary key,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  document_id uuid not null references discovery_documents (id) on delete cascade,
  -- Made together; the same operation is done once.
  operation_id uuid not null,
  start_at integer not null,
  end_at integer not null,
  reason text not null,
  made_by text references "user" (id) on delete set null,
  made_at timestamptz not null default now(),
  removed_by text references "user" (id) on delete set null,
  removed_at timestamptz
);
create unique index discovery_redactions_of_document on discovery_redactions (document_id, start_at, end_at, operation_id);
create index discovery_redactions_of_operation on discovery_redactions (operation_id);
create index discovery_redactions_of_collection on discovery_redactions (collection_id, id);
create index discovery_redactions_by_maker on discovery_redactions (made_by) where made_by is not null;
create index discovery_redactions_by_remover on discovery_redactions (removed_by) where removed_by is not null;

-- Productions: documents as they are handed over, with numbered pages. What is in one is decided when it is made.
create table discovery_productions (
  id uuid primary key,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  name text not null,
  query text not null,
  prefix text not null,
  first_number integer not null,
  -- Digits of a number.
  width integer not null,
  documents integer not null,
  -- Documents and pages that are drawn.
  done integer not null default 0,
  pages integer not null default 0,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index discovery_productions_in_order on discovery_productions (collection_id, id);
create index discovery_productions_by_maker on discovery_productions (made_by) where made_by is not null;
create index discovery_productions_removed on discovery_productions (removed_at) where removed_at is not null;

-- A document in a production, with its redactions of that moment. Once drawn, it is what was handed over, byte for byte.
create table discovery_produced_documents (
  production_id uuid not null references discovery_productions (id) on delete cascade,
  position integer not null,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  document_id uuid not null references discovery_documents (id) on delete cascade,
  -- core/discovery/production.ts
  treatment text not null,
  redactions jsonb not null default '[]',
  first_number integer,
  pages integer,
  -- What the load files say of it.
  fields jsonb,
  sha256 text,
  pdf bytea,
  primary key (production_id, position)
);
create index discovery_produced_documents_of_document on discovery_produced_documents (document_id);
create index discovery_produced_documents_of_collection on discovery_produced_documents (collection_id);

select stet_secure_by(name, 'collection_id in (select id from discovery_collections)', written, written)
  from unnest(array['discovery_redactions', 'discovery_productions', 'discovery_produced_documents']) as name,
    lateral (select 'collection_id in (select id from discovery_collections
      where project_id = any ((select stet_written_projects())::uuid[]))' as written) as conditions;
