-- What a model is given in place of a chat's oldest messages once the chat is
-- longer than it can read. Kept so that it is made once and sent unchanged.
create table chat_summaries (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  -- The last of the messages that it stands for, how many they are, and what they said.
  through_id uuid not null references messages (id) on delete cascade,
  messages integer not null,
  digest text not null,
  -- Null where it could not be made; problem then says why.
  text text,
  problem text,
  model text not null,
  created_at timestamptz not null default now(),
  unique (chat_id, digest),
  check (num_nonnulls(text, problem) = 1)
);
create index chat_summaries_by_message on chat_summaries (through_id);
