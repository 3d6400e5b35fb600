-- Documents that people bring from elsewhere become drafts, and the folders they were in projects.
create table imported_projects (
  project_id uuid primary key references projects (id) on delete cascade,
  import_id uuid not null references imports (id) on delete cascade,
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  folder text not null
);
create index imported_projects_by_import on imported_projects (import_id);
create index imported_projects_by_owner on imported_projects (owner_id, folder);
create index imported_projects_by_organization on imported_projects (organization_id) where organization_id is not null;

-- The same document is imported once in a workspace, as long as its draft is there.
create table imported_drafts (
  draft_id uuid primary key references drafts (id) on delete cascade,
  import_id uuid not null references imports (id) on delete cascade,
  -- Where it was put: one that was moved since has been worked with.
  project_id uuid not null references projects (id) on delete cascade,
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  key text not null,
  unique nulls not distinct (owner_id, organization_id, key)
);
create index imported_drafts_by_import on imported_drafts (import_id);
create index imported_drafts_by_project on imported_drafts (project_id);
create index imported_drafts_by_organization on imported_drafts (organization_id) where organization_id is not null;

select stet_secure_by(name, stet_own_or('false'), stet_own_or('false'), stet_own_or('false')
    || format(' and exists (select 1 from imports where imports.id = %I.import_id)', name))
  from unnest(array['imported_projects', 'imported_drafts']) as name;
