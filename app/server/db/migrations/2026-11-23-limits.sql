-- How much of a limit is used: tries to sign in, emails asked for, confirmations,
-- requests by key. Here, so that a restart or a second process changes nothing.
-- Who is counted is kept as a digest only.

create table limits_used (
  digest text primary key,
  points integer not null,
  expires_at timestamptz not null
);
create index limits_used_by_end on limits_used (expires_at);
