-- Law that is fetched from its source while Stet runs, and the text it had before.

-- Where an act's text came from, and when its source was asked again.
create table law_fetches (
  source text not null,
  -- The source's own name for it: 32016R0679, 1982:80, ukpga/2018/12, BWBR0045754, bgb.
  key text not null,
  act_id text not null references law_acts (id) on delete cascade,
  url text not null,
  fetched_at timestamptz not null,
  checked_at timestamptz not null,
  etag text,
  last_modified text,
  sha256 text not null,
  primary key (source, key)
);
create index law_fetches_by_act on law_fetches (act_id);

-- What an act has been asked for by where that is not its own name: a title, "the newest 10-K of Apple".
create table law_names (
  source text not null,
  name text not null,
  act_id text not null references law_acts (id) on delete cascade,
  looked_up_at timestamptz not null,
  primary key (source, name)
);
create index law_names_by_act on law_names (act_id);

-- Sections whose text was replaced or repealed: stored answers cite them.
create table law_past_sections (
  id integer generated always as identity primary key,
  act_id text not null references law_acts (id) on delete cascade,
  ref text not null,
  label text not null,
  heading text not null,
  text text not null,
  url text not null,
  version date,
  in_force date,
  replaced_at timestamptz not null default now()
);
create index law_past_sections_by_act on law_past_sections (act_id);
create index law_past_sections_by_ref on law_past_sections (ref);

-- How each source answered last.
create table law_sources (
  id text primary key,
  reached_at timestamptz,
  problem text,
  problem_at timestamptz
);
