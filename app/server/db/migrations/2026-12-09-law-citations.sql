-- Which sections of the stored law cite which: read from their words, act by act, by a job.
create table law_citations (
  act_id text not null references law_acts (id) on delete cascade,
  from_ref text not null,
  -- As its act names it; it may not be stored.
  to_ref text not null,
  primary key (from_ref, to_ref)
);
create index law_citations_of_act on law_citations (act_id);
create index law_citations_to on law_citations (to_ref);

-- Of the text whose citations were read; an act loaded since is read again.
alter table law_acts add column citations_at timestamptz;
create index law_acts_to_read on law_acts (id) where citations_at is null;
