-- Whom the work is for and against: a person's own contacts, or an organization's, and what was found before a matter was opened.

create table contacts (
  id uuid primary key,
  user_id text references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  -- An organization's contacts stay when the account of who entered them is deleted.
  made_by text references "user" (id) on delete set null,
  name text not null,
  -- As it is compared and sorted (core/contacts/folded-name.ts).
  folded text not null,
  name_keys text[] not null default '{}',
  -- Lower case: name, addresses, numbers and tags.
  searched text not null default '',
  fields jsonb not null,
  version integer not null default 1,
  -- Stored with others in one go, which can be taken back.
  import_id uuid,
  merged_into uuid references contacts (id) on delete cascade,
  -- Of the contact it was merged into: its fields before, and its version since.
  fields_before jsonb,
  version_since integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  check (num_nonnulls(user_id, organization_id) = 1)
);
create index contacts_of_person on contacts (user_id, folded collate "C", id) where user_id is not null;
create index contacts_of_organization on contacts (organization_id, folded collate "C", id) where organization_id is not null;
create index contacts_by_name on contacts using gin (name_keys);
create index contacts_by_maker on contacts (made_by) where made_by is not null;
create index contacts_merged on contacts (merged_into) where merged_into is not null;
create index contacts_imported on contacts (import_id) where import_id is not null;
create index contacts_removed on contacts (removed_at) where removed_at is not null;

create table conflict_checks (
  id uuid primary key,
  user_id text references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  -- The matter it was made for, once there is one.
  project_id uuid references projects (id) on delete set null,
  parties jsonb not null,
  found jsonb not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, organization_id) = 1)
);
create index conflict_checks_of_person on conflict_checks (user_id, id) where user_id is not null;
create index conflict_checks_of_organization on conflict_checks (organization_id, id) where organization_id is not null;
create index conflict_checks_by_maker on conflict_checks (made_by) where made_by is not null;
create index conflict_checks_by_project on conflict_checks (project_id) where project_id is not null;

-- A person's own, and those of their organizations; what one may do there depends on the role, which the queries check.
select stet_secure(array['contacts', 'conflict_checks']);
create policy here on contacts
  using (user_id = (select stet_user()) or organization_id = any ((select stet_places())::text[]));
create policy here on conflict_checks
  using (user_id = (select stet_user()) or organization_id = any ((select stet_places())::text[]));
