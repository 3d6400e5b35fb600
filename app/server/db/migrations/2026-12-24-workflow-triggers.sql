-- A workflow that runs by itself in a project: at set times, or for each file that is uploaded into it.
create table workflow_triggers (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- It runs as this person, and stops once they have lost access.
  made_by text not null references "user" (id) on delete cascade,
  -- Of the library: an id, or the name of a file that comes with Stet. What is run is its published version.
  workflow_id text not null,
  name text not null,
  kind text not null check (kind in ('schedule', 'upload')),
  schedule jsonb,
  time_zone text,
  -- As they were given; what they name is looked up when it runs.
  inputs jsonb not null default '{}',
  -- The input that the uploaded file becomes.
  file_input text,
  state text not null default 'active' check (state in ('active', 'paused', 'stopped')),
  problem text,
  -- Of a schedule.
  next_at timestamptz,
  -- Files that were uploaded before do not start it.
  since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index workflow_triggers_of_workflow on workflow_triggers (workflow_id, id);
create index workflow_triggers_of_project on workflow_triggers (project_id, id);
create index workflow_triggers_by_maker on workflow_triggers (made_by);
create index workflow_triggers_due on workflow_triggers (next_at) where state = 'active' and removed_at is null;
create index workflow_triggers_removed on workflow_triggers (removed_at) where removed_at is not null;

-- What has been started: "due" is the time it was due, or the file. A start is stored with its run, so there is one of each.
create table workflow_trigger_starts (
  trigger_id uuid not null references workflow_triggers (id) on delete cascade,
  due text not null,
  run_id uuid references workflow_runs (id) on delete set null,
  started_at timestamptz not null default now(),
  primary key (trigger_id, due)
);
create index workflow_trigger_starts_of_run on workflow_trigger_starts (run_id) where run_id is not null;

-- Seen with the project; paused and removed by those who write in it, and made by each for themselves.
select stet_secure_by('workflow_triggers', 'project_id = any ((select stet_seen_projects())::uuid[])', written, written)
  from (select 'project_id = any ((select stet_written_projects())::uuid[])' as written) as conditions;
create policy made_for_oneself on workflow_triggers as restrictive for insert with check (made_by = (select stet_user()));
select stet_secure_by('workflow_trigger_starts',
  'exists (select 1 from workflow_triggers where workflow_triggers.id = trigger_id)', written, written)
  from (select 'exists (select 1 from workflow_triggers where workflow_triggers.id = trigger_id
    and workflow_triggers.project_id = any ((select stet_written_projects())::uuid[]))' as written) as conditions;
