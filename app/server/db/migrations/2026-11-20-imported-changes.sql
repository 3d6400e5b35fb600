-- What a counterpart changed in a file that became a draft: each waits until it
-- is accepted or rejected, on whatever device.

create table imported_changes (
  id uuid primary key,
  draft_id uuid not null references drafts (id) on delete cascade,
  -- In the order of the text.
  place integer not null,
  change jsonb not null,
  decision text check (decision in ('accepted', 'rejected')),
  decided_at timestamptz,
  unique (draft_id, place)
);
