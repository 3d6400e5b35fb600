-- Prompts that somebody wants to use again: in their own place or in an
-- organization's, each text once.

create table prompts (
  id uuid primary key,
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  text text not null,
  created_at timestamptz not null default now()
);
create unique index prompts_once on prompts (owner_id, coalesce(organization_id, ''), md5(text));
create index prompts_by_organization on prompts (organization_id) where organization_id is not null;
