-- What a model was given for an answer. The pieces (instructions, tools, each
-- message) are kept once per chat, whichever answers they were sent for, packed;
-- an answer's row names them. All of it goes with its chat.

create table sent_pieces (
  chat_id uuid not null references chats (id) on delete cascade,
  -- Of the piece as it was sent: 128 bits of its SHA-256, base64url.
  digest text not null,
  body bytea not null,
  primary key (chat_id, digest)
);

create table sent_requests (
  message_id uuid primary key references messages (id) on delete cascade,
  chat_id uuid not null references chats (id) on delete cascade,
  outline jsonb not null,
  created_at timestamptz not null default now()
);
create index sent_requests_by_chat on sent_requests (chat_id);
