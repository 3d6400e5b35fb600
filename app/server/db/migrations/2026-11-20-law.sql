-- Law that was loaded: acts, their sections, and the index that is searched.
-- It is the same for everybody who is signed in.

create table law_acts (
  -- CELEX 32016R0679, SFS 1982:80, ukpga/2000/32, BWBR0045754, BJNR004990951.
  id text primary key,
  source text not null,
  jurisdiction text not null,
  language text not null,
  title text not null,
  -- What it is called in citations: KSchG, GDPR.
  short_names jsonb not null,
  version date,
  in_force date,
  url text not null,
  licence text not null,
  loaded_at timestamptz not null default now()
);
create index law_acts_by_source on law_acts (source);

create table law_sections (
  id integer generated always as identity primary key,
  act_id text not null references law_acts (id) on delete cascade,
  -- The act's id and the section's number: BJNR004990951:1.
  ref text not null unique,
  number text not null,
  label text not null,
  heading text not null,
  path jsonb not null,
  text text not null,
  url text not null,
  in_force date
);
create index law_sections_by_act on law_sections (act_id, number);

-- One row a term and jurisdiction: 6 bytes a section (id, weighted count, length), core of knowledge/law-index.ts.
create table law_postings (
  jurisdiction text not null,
  term text not null,
  sections integer not null,
  data bytea not null,
  primary key (jurisdiction, term)
);

create table law_statistics (
  jurisdiction text primary key,
  sections integer not null,
  average_length real not null,
  -- Words that compounds are split into, with how often each occurs.
  lexicon jsonb not null
);
