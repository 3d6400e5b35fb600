-- Names and numbers that are replaced before a text leaves for a model, and the codes that stand for them: of a project, of an
-- organization, or (user_id) what was recognised in one person's chats there outside of projects.
create table pseudonym_lists (
  id uuid primary key,
  project_id uuid references projects (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  user_id text references "user" (id) on delete cascade,
  -- An organization's applies to all of its projects and chats.
  is_on boolean not null default false,
  entries jsonb not null default '[]',
  codes jsonb not null default '[]',
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(project_id, organization_id) = 1),
  check (user_id is null or organization_id is not null)
);
create unique index pseudonym_lists_of_project on pseudonym_lists (project_id) where project_id is not null;
create unique index pseudonym_lists_of_organization on pseudonym_lists (organization_id)
  where organization_id is not null and user_id is null;
create unique index pseudonym_lists_of_person on pseudonym_lists (organization_id, user_id) where user_id is not null;
create index pseudonym_lists_by_person on pseudonym_lists (user_id) where user_id is not null;

-- Read with the project, an organization’s by its members, a person’s by that person. Stet itself writes them, after checking who may.
select stet_secure(array['pseudonym_lists']);
create policy here on pseudonym_lists for select
  using (case when project_id is not null then exists (select 1 from projects where projects.id = project_id)
    else organization_id = any ((select stet_places())::text[]) and (user_id is null or user_id = (select stet_user())) end);
