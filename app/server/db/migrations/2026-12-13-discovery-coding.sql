-- What people say of collected documents: responsive or not, privileged, to be looked at again, and issues of their own.

create table discovery_issues (
  id uuid primary key,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  name text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index discovery_issues_in_order on discovery_issues (collection_id, id);
create index discovery_issues_by_maker on discovery_issues (made_by) where made_by is not null;

-- As it is now. The code is a word (core/discovery/coding.ts), or the id of an issue.
create table discovery_codings (
  document_id uuid not null references discovery_documents (id) on delete cascade,
  code text not null,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  primary key (document_id, code)
);
create index discovery_codings_of_collection on discovery_codings (collection_id, code);

-- Who said it and when, one by one. What was said at once has one operation, which can be taken back.
create table discovery_coding_changes (
  id bigint generated always as identity primary key,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  operation_id uuid not null,
  document_id uuid not null references discovery_documents (id) on delete cascade,
  code text not null,
  is_set boolean not null,
  made_by text references "user" (id) on delete set null,
  made_at timestamptz not null default now()
);
create index discovery_coding_changes_of_document on discovery_coding_changes (document_id, id);
create index discovery_coding_changes_of_operation on discovery_coding_changes (operation_id);
create index discovery_coding_changes_of_collection on discovery_coding_changes (collection_id);
create index discovery_coding_changes_by_maker on discovery_coding_changes (made_by) where made_by is not null;

select stet_secure_by(name, 'collection_id in (select id from discovery_collections)', written, written)
  from unnest(array['discovery_issues', 'discovery_codings', 'discovery_coding_changes']) as name,
    lateral (select 'collection_id in (select id from discovery_collections
      where project_id = any ((select stet_written_projects())::uuid[]))' as written) as conditions;
