-- Searches of a collection that people keep under a name, for all who see it.
create table discovery_searches (
  id uuid primary key,
  collection_id uuid not null references discovery_collections (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  name text not null,
  query text not null,
  -- core/discovery/discovery.ts
  sort text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index discovery_searches_in_order on discovery_searches (collection_id, id);
create index discovery_searches_by_maker on discovery_searches (made_by) where made_by is not null;
create index discovery_searches_removed on discovery_searches (removed_at) where removed_at is not null;

select stet_secure_by('discovery_searches', 'collection_id in (select id from discovery_collections)', written, written)
  from (select 'collection_id in (select id from discovery_collections
    where project_id = any ((select stet_written_projects())::uuid[]))' as written) as conditions;
