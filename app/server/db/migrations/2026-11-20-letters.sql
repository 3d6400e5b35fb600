-- Letters that wait for the post, in the order they were written. A letter may
-- hold a link that opens an account, so its row goes as soon as it is sent.

create table letters (
  seq bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index letters_by_due on letters (due_at);

-- One-time codes that were tried, so that none is good for two sign-ins.
create table tried_codes (
  user_id text not null references "user" (id) on delete cascade,
  code text not null,
  tried_at timestamptz not null default now(),
  primary key (user_id, code)
);
