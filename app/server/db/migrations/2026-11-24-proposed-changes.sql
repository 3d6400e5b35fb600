-- Every change that an answer, an agent or a counterpart's file has proposed,
-- with its state: one table for what was kept in two, and in browsers.
create table proposed_changes (
  id uuid primary key,
  -- What it is about: a draft, or a text of a chat.
  draft_id uuid references drafts (id) on delete cascade,
  chat_id uuid references chats (id) on delete cascade,
  -- The answer; null for a counterpart's file. No foreign key: a chat can be
  -- deleted, and what it changed in a draft stays.
  message_id uuid,
  -- Which block of the answer, and which change in it.
  block text not null,
  place integer not null,
  state text not null check (state in ('proposed', 'applied', 'rejected', 'reverted', 'gone', 'refused')),
  -- Why it could not be placed.
  reason text,
  -- As it was proposed, with where it is in the text now.
  patch jsonb,
  -- The version of the draft, or the text of the chat, that it was located in.
  base_version integer,
  text_name text,
  -- What it takes to undo it.
  change jsonb,
  made_by text references "user" (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(draft_id, chat_id) = 1),
  unique nulls not distinct (draft_id, chat_id, message_id, block, place)
);
create index proposed_changes_by_chat on proposed_changes (chat_id) where chat_id is not null;
create index proposed_changes_by_message on proposed_changes (message_id) where message_id is not null;
create index proposed_changes_by_maker on proposed_changes (made_by) where made_by is not null;

insert into proposed_changes (id, draft_id, message_id, block, place, state, change, made_by, created_at, updated_at)
  select id, draft_id, message_id, block, place, state, change, made_by, updated_at, updated_at from draft_changes;
insert into proposed_changes (id, draft_id, block, place, state, patch, created_at, updated_at)
  select imported_changes.id, draft_id, 'imported', place,
    case decision when 'accepted' then 'applied' when 'rejected' then 'rejected' else 'proposed' end,
    change, drafts.created_at, coalesce(decided_at, drafts.created_at)
  from imported_changes join drafts on drafts.id = imported_changes.draft_id;
drop table draft_changes;
drop table imported_changes;

-- A text of a chat that changes or the writer have made another: a draft in an
-- answer, a pasted paragraph, an attached file. Null: as it was at first again.
create table chat_texts (
  chat_id uuid not null references chats (id) on delete cascade,
  name text not null,
  text text,
  version integer not null,
  updated_at timestamptz not null default now(),
  primary key (chat_id, name)
);
