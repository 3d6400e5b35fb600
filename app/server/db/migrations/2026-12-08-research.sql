-- Research: a question about the law of a day, its plan, the log of its searches, its sources, and its memos. It belongs to a project.

create table research (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  question text not null,
  known text not null default '',
  jurisdictions jsonb not null default '[]',
  -- The law of which day; null for the present.
  day date,
  -- Whether the files of its project are searched.
  with_files boolean not null default true,
  -- Null: the default of whoever runs it.
  model text,
  -- Whether changes of the law it rests on are reported.
  watched boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz
);
create index research_of_project on research (project_id, id);
create index research_by_maker on research (made_by) where made_by is not null;
create index research_removed on research (removed_at) where removed_at is not null;

create table research_steps (
  id uuid primary key,
  research_id uuid not null references research (id) on delete cascade,
  position integer not null,
  question text not null,
  queries jsonb not null default '[]',
  step_maker text not null,
  -- Counts the changes of what is asked.
  version integer not null default 1,
  finding jsonb,
  -- Of the question that the finding answers; null if it is to be asked again.
  finding_version integer,
  model text,
  found_at timestamptz,
  removed_at timestamptz
);
create index research_steps_in_order on research_steps (research_id, position);

-- One request to plan or to answer; the job with its id as key does it.
create table research_runs (
  id uuid primary key,
  research_id uuid not null references research (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  kind text not null check (kind in ('plan', 'answer')),
  model text not null,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- US dollars.
  cost double precision not null default 0,
  -- Answers of models whose price is not known.
  unpriced integer not null default 0,
  -- The memo as it was written, sentence by sentence, and the draft made of it.
  memo jsonb,
  -- The draft's first words, until it is made.
  memo_text text,
  memo_at timestamptz,
  draft_id uuid references drafts (id) on delete set null,
  created_at timestamptz not null default now()
);
create index research_runs_in_order on research_runs (research_id, id desc);
create index research_runs_by_maker on research_runs (made_by) where made_by is not null;
create index research_runs_of_draft on research_runs (draft_id) where draft_id is not null;

create table research_searches (
  id uuid primary key,
  research_id uuid not null references research (id) on delete cascade,
  -- Null once the step is purged.
  step_id uuid references research_steps (id) on delete set null,
  step text not null,
  searched text not null check (searched in ('law', 'files', 'citing')),
  query text not null,
  jurisdictions jsonb not null default '[]',
  day date,
  found jsonb not null default '[]',
  notices jsonb not null default '[]',
  made_at timestamptz not null default now()
);
create index research_searches_in_order on research_searches (research_id, id);
create index research_searches_of_step on research_searches (step_id) where step_id is not null;

-- What was read, as it read. `present` is how the section read in the newest stored text when it was last looked at.
create table research_sources (
  research_id uuid not null references research (id) on delete cascade,
  number integer not null,
  source_id text not null,
  ref text,
  source jsonb not null,
  present text,
  present_version date,
  read_at timestamptz not null default now(),
  primary key (research_id, number)
);
create index research_sources_by_ref on research_sources (ref) where ref is not null;

-- Seen with the project, changed by those who write in it.
select stet_secure_by('research', 'project_id = any ((select stet_seen_projects())::uuid[])', written, written)
  from (select 'project_id = any ((select stet_written_projects())::uuid[])' as written) as conditions;
select stet_secure_by(name, format('exists (select 1 from research where research.id = %I.research_id)', name), written, written)
  from unnest(array['research_steps', 'research_runs', 'research_searches', 'research_sources']) as name,
    lateral (select format('exists (select 1 from research where research.id = %I.research_id
      and research.project_id = any ((select stet_written_projects())::uuid[]))', name) as written) as conditions;
