-- Comments on drafts. The first of a thread has the anchor: the words it is
-- about and where they stand in the draft's text (core/comment-anchor.ts). It is
-- moved along with every save, in the save's own transaction.

create table comments (
  id uuid primary key,
  draft_id uuid not null references drafts (id) on delete cascade,
  -- Null in the first of a thread.
  thread_id uuid references comments (id) on delete cascade,
  author_id text references "user" (id) on delete set null,
  -- The name in the file that it came with; null where somebody wrote it here.
  author_name text,
  text text not null,
  anchor jsonb,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  check ((thread_id is null) = (anchor is not null))
);
create index comments_by_draft on comments (draft_id, created_at);
create index comments_by_thread on comments (thread_id) where thread_id is not null;
create index comments_by_author on comments (author_id) where author_id is not null;
