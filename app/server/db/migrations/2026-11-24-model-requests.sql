-- Answers that models are writing outside of chats (passages, suggestions,
-- transcripts, programs), while they are written: all processes count them
-- towards the number that one person may have at a time.

create table model_requests (
  id uuid primary key,
  owner_id text not null references "user" (id) on delete cascade,
  process_id text not null,
  begun_at timestamptz not null default now()
);
create index model_requests_by_owner on model_requests (owner_id);
