-- Workflows are files of the library. Its newest version is a draft until it is published; only what is published is run.
alter table library_templates add column published_version integer;

-- A run of a workflow: what it ran, word for word, and with what.
create table workflow_runs (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  -- Of the library: an id, or the name of a file that comes with Stet.
  workflow_id text not null,
  name text not null,
  version integer not null,
  source text not null,
  inputs jsonb not null default '{}',
  model text not null,
  -- A test makes nothing, is in no list and is deleted soon.
  is_test boolean not null default false,
  state text not null check (state in ('working', 'waiting', 'done', 'stopped', 'failed', 'cancelled')),
  -- Counts its jobs: the key of the last is "id:turn".
  turn integer not null default 1,
  -- Of the steps that are stored, written with them.
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- US dollars.
  cost double precision not null default 0,
  -- Answers of models whose price is not known.
  unpriced integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz
);
create index workflow_runs_of_project on workflow_runs (project_id, id desc);
create index workflow_runs_by_maker on workflow_runs (made_by, id desc) where made_by is not null;
create index workflow_runs_of_workflow on workflow_runs (workflow_id, id desc);
create index workflow_runs_tests on workflow_runs (created_at) where is_test;
create index workflow_runs_removed on workflow_runs (removed_at) where removed_at is not null;

-- What is done is here: a step, or a part of one that was paid for by itself ("3.q2").
create table workflow_steps (
  run_id uuid not null references workflow_runs (id) on delete cascade,
  path text not null,
  -- In the order of the run.
  place integer not null,
  is_part boolean not null default false,
  kind text not null,
  title text not null,
  state text not null check (state in ('done', 'skipped', 'waiting', 'failed')),
  given jsonb not null default '[]',
  result jsonb,
  sources jsonb not null default '[]',
  made jsonb,
  note text not null default '',
  question jsonb,
  -- Who is asked; with a question and without this, anyone who writes in the project.
  waits_for text references "user" (id) on delete set null,
  -- The work that it waits for, by the key of its job.
  waits_on text,
  due_at timestamptz,
  answered_by text references "user" (id) on delete set null,
  model text,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost double precision,
  created_at timestamptz not null default now(),
  primary key (run_id, path)
);
create index workflow_steps_waiting on workflow_steps (run_id) where state = 'waiting';
create index workflow_steps_waiting_on on workflow_steps (waits_on) where waits_on is not null;
create index workflow_steps_waiting_for on workflow_steps (waits_for) where waits_for is not null;
create index workflow_steps_answered_by on workflow_steps (answered_by) where answered_by is not null;

-- Seen with the project, changed by those who write in it.
select stet_secure_by('workflow_runs', 'project_id = any ((select stet_seen_projects())::uuid[])', written, written)
  from (select 'project_id = any ((select stet_written_projects())::uuid[])' as written) as conditions;
select stet_secure_by('workflow_steps', 'exists (select 1 from workflow_runs where workflow_runs.id = run_id)', written, written)
  from (select 'exists (select 1 from workflow_runs where workflow_runs.id = run_id
    and workflow_runs.project_id = any ((select stet_written_projects())::uuid[]))' as written) as conditions;
