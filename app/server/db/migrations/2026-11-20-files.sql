-- Files that people brought, and what was read out of them. What a file holds
-- is in the data folder under its key; here is who may see it and its text.

create table files (
  id uuid primary key,
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  project_id uuid references projects (id) on delete cascade,
  -- Set for a file that lives and dies with one temporary chat.
  chat_id uuid references chats (id) on delete cascade,
  -- Random; nothing of the file's name is in it.
  key text not null unique,
  original_name text not null,
  -- By content, never by what the browser said.
  kind text not null,
  content_type text not null,
  size integer not null,
  sha256 text not null,
  status text not null check (status in ('ready', 'quarantined')),
  -- A sentence for the person: what could not be read, or why it is kept away.
  problem text,
  page_count integer,
  modified_at timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index files_by_owner on files (owner_id, created_at desc);
create index files_by_organization on files (organization_id) where organization_id is not null;
create index files_by_project on files (project_id, created_at desc) where project_id is not null;
create index files_by_chat on files (chat_id) where chat_id is not null;
create index files_removed on files (removed_at) where removed_at is not null;

create table file_texts (
  file_id uuid primary key references files (id) on delete cascade,
  text text not null,
  -- [start, end, page, level] each: core/file-text.ts.
  blocks jsonb not null
);
