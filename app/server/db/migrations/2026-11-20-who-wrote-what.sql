-- Whose each run of characters is, beside the document that it is about; null
-- where nobody has said, and then all of it is unknown.
alter table drafts add column authorship jsonb;
alter table draft_versions add column authorship jsonb;

-- The paper that page view shows and that a file is made for.
alter table drafts add column paper text not null default 'a4' check (paper in ('a4', 'letter'));

-- What became of each change that an answer proposed or wrote: with the piece
-- of document that stood there before, so that it can be taken back at any
-- later time, on any device.
create table draft_changes (
  id uuid primary key,
  draft_id uuid not null references drafts (id) on delete cascade,
  -- No foreign key: a chat can be deleted, and what it wrote stays.
  message_id uuid not null,
  -- Which block of the answer, and which change in it.
  block text not null,
  place integer not null,
  state text not null check (state in ('applied', 'rejected', 'reverted')),
  change jsonb,
  made_by text references "user" (id) on delete set null,
  updated_at timestamptz not null default now(),
  unique (draft_id, message_id, block, place)
);
create index draft_changes_by_maker on draft_changes (made_by) where made_by is not null;
