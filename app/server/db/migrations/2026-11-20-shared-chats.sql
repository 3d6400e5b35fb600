-- A chat shown to whoever has its link: what it was at that moment, kept apart
-- from the chat, so that nothing written later shows. Of the link's token only
-- the hash is here: whoever reads this table cannot open what it shows.

create table chat_shares (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  token_hash text not null unique,
  title text not null,
  messages jsonb not null,
  created_at timestamptz not null default now(),
  -- Null: until it is taken back.
  expires_at timestamptz
);
create index chat_shares_by_chat on chat_shares (chat_id);
create index chat_shares_by_expiry on chat_shares (expires_at) where expires_at is not null;
