-- Sign-ins to tool servers by OAuth: one for each server that asks for it, under the server's id.

create table tool_sign_ins (
  id uuid primary key references tool_servers (id) on delete cascade,
  user_id text not null references "user" (id) on delete cascade,
  -- The authorization server, by its identifier: tokens of one are never sent to another.
  issuer text not null,
  -- Where the server said that it describes itself, and which rights it asked for.
  metadata_url text,
  scope text,
  state text not null check (state in ('needed', 'done', 'again')),
  -- The client and its tokens: server/tool-servers/sign-in/session.ts
  sealed_key text,
  -- Of the access token; null if its server did not say.
  expires_at timestamptz,
  -- One process renews the tokens; it may die while it does.
  renewing_until timestamptz,
  -- The sign-in that the person has started: a digest of what comes back with them, and what has to be known then. The
  -- installation's secret may change meanwhile; they start again.
  attempt text unique,
  sealed_attempt text,
  attempted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tool_sign_ins_of_person on tool_sign_ins (user_id);

-- A person's own alone.
select stet_secure(array['tool_sign_ins']);
create policy own on tool_sign_ins using (user_id = (select stet_user()));
