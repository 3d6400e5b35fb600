-- Exports of other products that people bring, and which chats came from them.
create table imports (
  id uuid primary key,
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  file_name text not null,
  size double precision not null,
  status text not null check (status in ('reading', 'ready', 'importing', 'done', 'undone', 'failed')),
  -- The process that reads or imports it.
  process_id text not null,
  -- What the file holds, and what has come of it so far (core/import/import-state.ts).
  found jsonb,
  result jsonb,
  progress double precision not null default 0,
  -- Why it failed: a sentence.
  problem text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index imports_by_owner on imports (owner_id, created_at desc);

-- The same conversation is imported once in a place. When its chat is deleted it may come again.
create table imported_chats (
  chat_id uuid primary key references chats (id) on delete cascade deferrable initially deferred,
  import_id uuid not null references imports (id) on delete cascade,
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  source text not null,
  key text not null,
  unique nulls not distinct (owner_id, organization_id, source, key)
);
create index imported_chats_by_import on imported_chats (import_id);
create index imported_chats_by_organization on imported_chats (organization_id) where organization_id is not null;
create index imports_by_organization on imports (organization_id) where organization_id is not null;

-- Files that came with them; what was there before is not among them.
create table imported_files (
  chat_id uuid not null references chats (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  primary key (chat_id, file_id)
);
create index imported_files_by_file on imported_files (file_id);

select stet_secure_owned('imports');
select stet_secure_by('imported_chats', stet_own_or('false'), stet_own_or('false'), stet_own_or('false')
  || ' and exists (select 1 from imports where imports.id = imported_chats.import_id)');
-- The owner of the file; the chat has to be theirs, too.
select stet_secure_by('imported_files', own, own, own
    || ' and exists (select 1 from chats where chats.id = chat_id and chats.owner_id = (select stet_user()))')
  from (select 'exists (select 1 from files where files.id = file_id and files.owner_id = (select stet_user()))' as own) as conditions;
