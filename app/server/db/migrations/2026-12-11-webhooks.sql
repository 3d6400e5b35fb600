-- Webhooks of an organization, and what was sent to them.

create table webhooks (
  id uuid primary key,
  organization_id text not null references organization (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  url text not null,
  events text[] not null,
  -- The signing secret: server/storage/secret-box.ts
  sealed_key text not null,
  -- Messages in a row that could not be delivered.
  given_up integer not null default 0,
  paused_because text check (paused_because in ('asked', 'failing', 'gone')),
  created_at timestamptz not null default now()
);
create index webhooks_of_organization on webhooks (organization_id, id);
create index webhooks_by_maker on webhooks (made_by) where made_by is not null;

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  -- The same for every attempt and every receiver, so that a receiver can tell what it has had already.
  event_id uuid not null,
  type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given-up')),
  attempts integer not null default 0,
  status integer,
  problem text,
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

select stet_secure(array['webhooks', 'webhook_deliveries']);
create policy here on webhooks using (organization_id = any ((select stet_places())::text[]));
create policy here on webhook_deliveries using (exists (select 1 from webhooks where webhooks.id = webhook_id));

-- Events are noted where the state changes, in the transaction that changes it: whatever ends a piece of work, its end is reported.
create function stet_announce(place text, event text, details jsonb) returns void language sql security definer set search_path from current as $$
  insert into jobs (id, kind, data, state)
  select gen_random_uuid(), 'announce-event',
    jsonb_build_object('eventId', gen_random_uuid(), 'at', now(), 'organizationId', place, 'type', event, 'details', details), 'queued'
  where exists (select 1 from webhooks
    where webhooks.organization_id = place and event = any (webhooks.events) and webhooks.paused_because is null)
$$;
revoke execute on function stet_announce(text, text, jsonb) from public;

create function announce_ended_job() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform stet_announce(new.organization_id,
    case new.kind when 'run-review' then 'review.ended' when 'check-playbook' then 'playbook.ended' else 'research.ended' end,
    jsonb_strip_nulls(jsonb_build_object('review_id', new.data -> 'reviewId', 'draft_id', new.data -> 'draftId',
      'check_id', new.data -> 'checkId', 'research_id', new.data -> 'researchId', 'run_id', new.data -> 'runId', 'outcome', new.state)));
  return null;
end $$;
create trigger job_announced after update of state on jobs for each row
  when (new.kind in ('run-review', 'check-playbook', 'run-research') and new.organization_id is not null
    and new.state in ('done', 'failed', 'cancelled') and old.state is distinct from new.state)
  execute function announce_ended_job();

create function announce_workflow() returns trigger language plpgsql security definer set search_path from current as $$
declare place text := (select organization_id from projects where id = new.project_id);
begin
  if place is null then return null; end if;
  if new.state <> 'waiting' then
    perform stet_announce(place, 'workflow.ended', jsonb_build_object('run_id', new.id, 'outcome', new.state));
  elsif exists (select 1 from workflow_steps where run_id = new.id and state = 'waiting' and question is not null) then
    perform stet_announce(place, 'workflow.waiting', jsonb_build_object('run_id', new.id));
  end if;
  return null;
end $$;
create trigger workflow_announced after update of state on workflow_runs for each row
  when (not new.is_test and new.state <> 'working' and old.state is distinct from new.state)
  execute function announce_workflow();

create function announce_library() returns trigger language plpgsql security definer set search_path from current as $$
declare change text;
begin
  change := case
    when tg_op = 'INSERT' then 'added'
    when new.removed_at is not null and old.removed_at is null then 'removed'
    when new.removed_at is null and old.removed_at is not null then 'restored'
    when new.published_version is distinct from old.published_version then 'published'
    when new.version <> old.version then 'changed' end;
  if change is not null then
    perform stet_announce(new.organization_id, 'library.changed', jsonb_build_object('item_id', new.id, 'kind', new.kind, 'change', change));
  end if;
  return null;
end $$;
create trigger library_announced after insert or update on library_templates for each row
  when (new.organization_id is not null) execute function announce_library();
