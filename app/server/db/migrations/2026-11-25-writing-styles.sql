-- How a person, or an organization, writes: what was counted in samples of
-- their writing (their text is not kept), and the description made from it.

create table writing_styles (
  id uuid primary key,
  user_id text unique references "user" (id) on delete cascade,
  organization_id text unique references organization (id) on delete cascade,
  samples jsonb not null default '[]',
  -- Made from the samples.
  measured text not null default '',
  -- As it was edited; null for the one that was measured.
  description text,
  -- What was decided about writing (core/style/house-style.ts).
  house jsonb,
  updated_at timestamptz not null default now(),
  check (num_nonnulls(user_id, organization_id) = 1)
);
