-- Passkeys: the public half of a key that never leaves its owner's device.

create table passkeys (
  -- The credential's own id, base64url, as the device names it.
  id text primary key,
  user_id text not null references "user" (id) on delete cascade,
  name text not null,
  -- COSE, base64url.
  public_key text not null,
  -- How often the device says it has signed; a smaller number than before means a copy.
  counter bigint not null,
  transports jsonb not null,
  -- Whether it is kept in several devices at once, or lost with the one.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);
