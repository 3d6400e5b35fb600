-- Chats, their messages, what was done to them, and the runs that write answers.
-- Nothing here is destroyed by an edit or a regeneration: rows are stamped with
-- the operation that removed them, and undo clears the stamp.

create table chats (
  id uuid primary key,
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  project_id uuid,
  draft_id uuid,
  title text not null,
  title_by text not null default 'none' check (title_by in ('none', 'first-words', 'model', 'person')),
  share_state text not null default 'private' check (share_state in ('private', 'link')),
  temporary boolean not null default false,
  choices jsonb,
  -- Goes up with every turn and every operation; a tab that saw another version is stale.
  version integer not null default 0,
  last_seq integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  answered_at timestamptz
);
create index chats_by_owner on chats (owner_id, updated_at desc, id);

create table operations (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  kind text not null check (kind in ('edit', 'regenerate', 'restore', 'delete', 'switch', 'continue')),
  reference_message_id uuid,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index operations_by_chat on operations (chat_id, created_at desc);

create table messages (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  parent_id uuid references messages (id) on delete cascade,
  seq integer not null,
  role text not null check (role in ('user', 'assistant', 'system')),
  content text not null,
  parts jsonb not null,
  attachments jsonb,
  sources jsonb,
  -- What the composer had chosen beside the text: editor selection and the like.
  extras jsonb,
  created_at timestamptz not null default now(),
  removed_by uuid references operations (id) on delete set null,
  unique (chat_id, seq)
);
create index messages_by_parent on messages (chat_id, parent_id);
create index messages_by_operation on messages (removed_by) where removed_by is not null;

create table runs (
  id uuid primary key,
  message_id uuid not null references messages (id) on delete cascade,
  chat_id uuid not null references chats (id) on delete cascade,
  model text not null,
  status text not null check (status in ('running', 'done', 'stopped', 'failed', 'interrupted')),
  -- The process that writes it, and when it last said so.
  process_id text not null,
  heartbeat_at timestamptz not null default now(),
  last_seq integer not null default 0,
  -- The message row holds everything up to this seq.
  row_seq integer not null default 0,
  -- Set by a stop: the last seq that the reader has seen. The stored text ends there.
  stop_seq integer,
  usage jsonb,
  problem text,
  problem_detail text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index runs_by_message on runs (message_id);
create index runs_by_chat on runs (chat_id);
create index runs_running on runs (heartbeat_at) where status = 'running';

create table run_events (
  run_id uuid not null references runs (id) on delete cascade,
  from_seq integer not null,
  to_seq integer not null,
  -- Events from_seq..to_seq as JSON texts, one a line.
  data text not null,
  primary key (run_id, from_seq)
);
