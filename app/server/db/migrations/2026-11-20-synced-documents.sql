-- The text that an editor has handed to a chat: what the chat's questions are
-- about when the editor itself is not open.

create table chat_documents (
  chat_id uuid primary key references chats (id) on delete cascade,
  content text not null,
  updated_at timestamptz not null default now()
);
