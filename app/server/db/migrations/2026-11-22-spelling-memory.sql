-- What somebody has taught the spell checker, in their own place or in an
-- organization's: words of their own, and findings waved off in a draft.

create table spelling_memory (
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  -- Null for a word.
  draft_id uuid references drafts (id) on delete cascade,
  entry text not null,
  created_at timestamptz not null default clock_timestamp()
);
create unique index spelling_memory_once on spelling_memory
  (owner_id, coalesce(organization_id, ''), coalesce(draft_id::text, ''), md5(entry));
create index spelling_memory_by_organization on spelling_memory (organization_id) where organization_id is not null;
create index spelling_memory_by_draft on spelling_memory (draft_id) where draft_id is not null;
