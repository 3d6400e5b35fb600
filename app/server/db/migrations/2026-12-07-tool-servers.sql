-- Servers of the Model Context Protocol that a person has connected, and their consent to single calls.

create table tool_servers (
  id uuid primary key,
  user_id text not null references "user" (id) on delete cascade,
  name text not null,
  -- Begins the names that models use for its tools.
  slug text not null,
  url text,
  -- One that the administrator has set up (TOOL_PROGRAMS), by its name there.
  program text,
  -- server/storage/secret-box.ts
  sealed_key text,
  last_four text not null default '',
  -- As the person has read and accepted them: models get these and no others.
  tools jsonb not null,
  -- What the server says now, if that is something else.
  offered jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(url, program) = 1),
  unique (user_id, slug)
);

create table tool_consents (
  id uuid primary key,
  user_id text not null references "user" (id) on delete cascade,
  server_id uuid not null references tool_servers (id) on delete cascade,
  -- Null once it lasts beyond the chat.
  chat_id uuid references chats (id) on delete cascade,
  call_id text not null,
  tool text not null,
  -- Of the tool as it was accepted: for another one the consent is void.
  fingerprint text not null,
  input jsonb not null,
  may_last boolean not null,
  reveals boolean not null,
  decision text check (decision in ('once', 'chat', 'always', 'refused')),
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create index tool_consents_of_server on tool_consents (server_id, tool);
create index tool_consents_of_chat on tool_consents (chat_id) where chat_id is not null;
create index tool_consents_of_person on tool_consents (user_id, created_at);

-- A person's own alone.
select stet_secure(array['tool_servers', 'tool_consents']);
create policy own on tool_servers using (user_id = (select stet_user()));
create policy own on tool_consents using (user_id = (select stet_user()));
