-- Who administers the installation, and what an administrator sets up on the screen: connections to models and settings.

-- A row stays when its account is deleted: an installation that has had an administrator never makes the next to sign in one.
create table administrators (
  id uuid primary key default gen_random_uuid(),
  user_id text unique references "user" (id) on delete set null,
  made_by text references "user" (id) on delete set null,
  created_at timestamptz not null default now()
);
create index administrators_made_by on administrators (made_by);

-- One per provider, and any number of OpenAI-compatible servers by address. The key is sealed (server/storage/secret-box.ts).
create table model_connections (
  id uuid primary key,
  provider text not null check (provider in ('google', 'anthropic', 'openai', 'compatible')),
  name text,
  url text,
  sealed_key text,
  last_four text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index model_connections_provider on model_connections (provider) where provider <> 'compatible';
create unique index model_connections_url on model_connections (url) where provider = 'compatible';

create table installation_settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- As the owner: otherwise the policy of administrators would evaluate itself without end.
create function stet_is_administrator() returns boolean language sql stable security definer set search_path from current as $$
  select exists (select 1 from administrators where user_id = nullif(current_setting('stet.user', true), ''))
$$;
select stet_secure_by(name, condition, condition, condition)
  from unnest(array['administrators', 'model_connections', 'installation_settings']) as name,
    (select '(select stet_is_administrator())' as condition) as conditions;

-- The first account to sign in. Where email goes out, that needs a verified address, so a mistyped one takes nothing.
create function first_administrator() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if exists (select 1 from administrators) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('stet_administrators'));
  insert into administrators (user_id) select new."userId" where not exists (select 1 from administrators);
  return null;
end $$;
create trigger first_administrator after insert on session for each row execute function first_administrator();

-- Installations that have accounts already: the oldest, verified before unverified.
insert into administrators (user_id) select id from "user" order by "emailVerified" desc, "createdAt", id limit 1;

-- Every process reads the connections again: server/models/connected-models.ts.
create function notify_models() returns trigger language plpgsql as $$
begin
  perform pg_notify('stet_models', '');
  return null;
end $$;
create trigger models_changed after insert or update or delete on model_connections
  for each statement execute function notify_models();
create trigger models_changed after insert or update or delete on installation_settings
  for each statement execute function notify_models();
