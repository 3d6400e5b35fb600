-- Drafts: documents kept in a project. The document is what is edited; content
-- is the same as Markdown, for lists and search. Every save goes up by one
-- version; what each save was is the draft's timeline.

create table drafts (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  owner_id text not null references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  name text not null,
  document jsonb not null,
  content text not null,
  words integer not null default 0,
  version integer not null default 1,
  -- BCP 47, or null where nobody has said.
  language text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz
);
create index drafts_by_project on drafts (project_id, updated_at desc);
create index drafts_by_owner on drafts (owner_id);
create index drafts_by_organization on drafts (organization_id) where organization_id is not null;

create table draft_versions (
  id uuid primary key,
  draft_id uuid not null references drafts (id) on delete cascade,
  -- The draft's version that this entry ends with: typing goes on in one entry for a while.
  version integer not null,
  kind text not null check (kind in ('created', 'typed', 'pasted', 'patch', 'write', 'restore', 'import', 'merge')),
  -- What a patch did, which version was restored, which file was read.
  summary text not null default '',
  name text,
  document jsonb not null,
  words integer not null default 0,
  made_by text references "user" (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (draft_id, version)
);
create index draft_versions_by_maker on draft_versions (made_by) where made_by is not null;

-- The chat beside a draft goes with it.
alter table chats add foreign key (draft_id) references drafts (id) on delete cascade;
create index chats_by_draft on chats (draft_id) where draft_id is not null;
