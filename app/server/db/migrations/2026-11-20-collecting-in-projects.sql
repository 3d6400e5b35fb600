-- Projects hold chats, drafts and files. One belongs to a person, in their own
-- place or in an organization's; others see it by a share. Deleting stamps it,
-- and a sweep empties it later, so that deleting can be taken back.

create table projects (
  id uuid primary key,
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  name text not null,
  -- What every chat in the project tells the model.
  instructions text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  removed_at timestamptz
);
create index projects_by_owner on projects (owner_id, updated_at desc);
create index projects_by_organization on projects (organization_id) where organization_id is not null;
create index projects_removed on projects (removed_at) where removed_at is not null;

create table project_shares (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- In small letters. Whoever proves this address later gets the share, hence user_id may be missing.
  email text not null,
  user_id text references "user" (id) on delete cascade,
  role text not null default 'viewer' check (role in ('viewer')),
  invited_by text references "user" (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (project_id, email)
);
create index project_shares_by_person on project_shares (user_id) where user_id is not null;
create index project_shares_by_email on project_shares (email);
create index project_shares_by_inviter on project_shares (invited_by) where invited_by is not null;

alter table chats add foreign key (project_id) references projects (id) on delete cascade;
create index chats_by_project on chats (project_id, updated_at desc) where project_id is not null;
create index chats_by_place on chats (organization_id, owner_id, updated_at desc) where organization_id is not null;
