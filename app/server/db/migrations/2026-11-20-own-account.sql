-- What a person has chosen for their own account, and whether it is to go.

alter table "user"
  -- Letters that are not wanted; what is not named is.
  add column notifications jsonb not null default '{}',
  -- What they write, as told when they came: kinds of text and a language.
  add column writes jsonb not null default '{}',
  add column onboarded_at timestamptz,
  -- When everything of theirs is deleted for good, unless they sign in before.
  add column delete_at timestamptz;
create index user_by_deletion on "user" (delete_at) where delete_at is not null;

-- Who is here already is not asked.
update "user" set onboarded_at = now();

-- Devices that somebody has signed in from, each by the digest of a secret that only it keeps.
create table known_devices (
  user_id text not null references "user" (id) on delete cascade,
  digest text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, digest)
);
