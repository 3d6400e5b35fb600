-- Keys with which an organization's programs use the API. Of a key only its
-- hash is kept: who reads this table can use none of them. A revoked key keeps
-- its row, because what it used still shows.

create table api_keys (
  id uuid primary key,
  organization_id text not null references organization (id) on delete cascade,
  -- A key acts in its maker's name, and is worth nothing when they have gone.
  created_by text not null references "user" (id) on delete cascade,
  name text not null,
  -- The first characters, by which people tell their keys apart.
  prefix text not null,
  -- SHA-256 in hex. Keys are random and long, so nothing slower is needed.
  hash text not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_organization on api_keys (organization_id, created_at desc);
create index api_keys_by_maker on api_keys (created_by);

-- One row a request. Written in batches, behind the requests.
create table api_usage (
  seq bigint generated always as identity primary key,
  organization_id text not null references organization (id) on delete cascade,
  -- Null: the playground, where people ask and no key does.
  key_id uuid references api_keys (id) on delete set null,
  route text not null,
  model text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  -- The model did not count: it was stopped, or never does.
  is_estimated boolean not null default false,
  status smallint not null,
  ms integer not null,
  created_at timestamptz not null default now()
);
create index api_usage_by_organization on api_usage (organization_id, created_at);
create index api_usage_by_key on api_usage (key_id) where key_id is not null;
