-- The Word file that a draft was made from. What is sent back is this file with only what was changed (its bytes are in the file store).
-- Deleting the uploaded file leaves it; deleting the draft deletes it.

create table draft_packages (
  draft_id uuid primary key references drafts (id) on delete cascade,
  key text not null unique,
  name text not null,
  size integer not null,
  sha256 text not null,
  -- Where its blocks are in the file (core/document/package-anchors.ts).
  anchors jsonb not null,
  created_at timestamptz not null default now()
);
select stet_secure_part('draft_packages', 'drafts', 'draft_id');
