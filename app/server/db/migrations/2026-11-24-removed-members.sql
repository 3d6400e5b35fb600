-- A member who was removed can be brought back for a while, with the projects and shares they had:
-- server/data/removed-members.ts.

create table removed_members (
  id uuid primary key,
  organization_id text not null references organization (id) on delete cascade,
  user_id text not null references "user" (id) on delete cascade,
  role text not null check (role in ('admin', 'member', 'guest')),
  joined_at timestamptz not null,
  heir_id text references "user" (id) on delete set null,
  -- Rows of project_shares that ended with the membership.
  shares jsonb not null default '[]',
  removed_at timestamptz not null default now(),
  unique (organization_id, user_id)
);
create index removed_members_by_person on removed_members (user_id);
create index removed_members_by_heir on removed_members (heir_id);
create index removed_members_by_time on removed_members (removed_at);

create table inherited_projects (
  removal_id uuid not null references removed_members (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  primary key (removal_id, project_id)
);
create index inherited_projects_by_project on inherited_projects (project_id);

alter table projects add column former_owner_id text references "user" (id) on delete set null;
create index projects_by_former_owner on projects (former_owner_id) where former_owner_id is not null;

-- When an organization that its owner has deleted will be gone.
alter table organization add column delete_at timestamptz;
create index organization_by_deletion on organization (delete_at) where delete_at is not null;
