-- What the models cost an organization, by person and project: a row for each answer. Kept apart from runs, so that it
-- stays when a chat, a project or an account is deleted.
create table model_uses (
  seq bigint generated always as identity primary key,
  organization_id text not null references organization (id) on delete cascade,
  user_id text references "user" (id) on delete set null,
  project_id uuid references projects (id) on delete set null,
  -- It was for a project, which may be gone.
  in_project boolean not null default false,
  -- Asked with an API key of the person.
  by_key boolean not null default false,
  model text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  -- US dollars at the list price of that day; null if no price is known.
  cost_usd numeric(14, 8),
  created_at timestamptz not null default now()
);
create index model_uses_by_organization on model_uses (organization_id, created_at);
create index model_uses_by_person on model_uses (user_id);
create index model_uses_by_project on model_uses (project_id) where project_id is not null;

-- Read by those who manage the organization, which the query checks. Nothing changes what was used.
select stet_secure(array['model_uses']);
create policy here on model_uses for select using (organization_id = any ((select stet_places())::text[]));
create policy made on model_uses for insert
  with check (user_id = (select stet_user()) and organization_id = any ((select stet_places())::text[]));
