-- Work that outlives the request that asked for it, or that is due by the clock (server/jobs). Nothing in it is needed to start: what is
-- scheduled is planted at each start.
create table jobs (
  id uuid primary key,
  -- One of server/jobs/kinds.ts.
  kind text not null,
  -- The same work is queued once. "schedule" for work that is queued again whenever it ends.
  key text,
  -- Null for Stet's own work.
  owner_id text references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  data jsonb not null default '{}',
  state text not null check (state in ('queued', 'running', 'paused', 'done', 'failed', 'cancelled')),
  due_at timestamptz not null default now(),
  -- How often it was begun; not counting what a stop of the server interrupted.
  attempts integer not null default 0,
  -- Who works on it. Only the holder of the claim may report on it.
  claim_id uuid,
  process_id text,
  claimed_at timestamptz,
  leased_until timestamptz,
  -- How far it is, and how far it was when it was claimed, for its speed.
  done double precision not null default 0,
  done_before double precision not null default 0,
  total double precision,
  -- Why it failed: a sentence for its owner.
  problem text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (kind, key)
);
create index jobs_due on jobs (due_at) where state = 'queued';
create index jobs_running on jobs (leased_until) where state = 'running';
create index jobs_ended on jobs (ended_at) where ended_at is not null;
create index jobs_by_owner on jobs (owner_id, created_at desc) where owner_id is not null;
create index jobs_by_organization on jobs (organization_id) where organization_id is not null;
select stet_secure_owned('jobs');

-- Heard by every process once the transaction that queued it is committed.
create function notify_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('stet_jobs', '');
  return null;
end $$;
create trigger job_queued after insert on jobs for each statement execute function notify_job();
