-- Which wording of a section was in force on a day.

-- The days of which a text of an act was stored.
create table law_versions (
  act_id text not null references law_acts (id) on delete cascade,
  version date not null,
  primary key (act_id, version)
);
insert into law_versions (act_id, version)
  select id, version from law_acts where version is not null
  union select act_id, version from law_past_sections where version is not null;

-- The day of the first stored text that had this wording; and from which day it no longer applies, where its source says so.
alter table law_sections add column first_seen date;
alter table law_sections add column ends date;
update law_sections set first_seen = law_acts.version from law_acts where law_acts.id = law_sections.act_id;

-- `version` is the day of the last stored text that had this wording; none of both days for one that a text tells of and that is still to come or has ended.
alter table law_past_sections add column first_seen date;
alter table law_past_sections add column ends date;
alter table law_past_sections add column number text not null default '';
alter table law_past_sections add column path jsonb not null default '[]';
alter table law_past_sections add column indexed boolean not null default false;
update law_past_sections set first_seen = version,
  number = regexp_replace(substr(ref, length(act_id) + 2), '^(art_|section/|article/|regulation/|rule/)', '');
update law_past_sections set number = law_sections.number, path = law_sections.path
  from law_sections where law_sections.ref = law_past_sections.ref;
create index law_past_sections_to_index on law_past_sections (id) where not indexed;

-- Present and other wordings are counted in one row of numbers, so that they can be searched as one.
alter table law_past_sections alter column id drop identity;
alter table law_past_sections drop constraint law_past_sections_pkey;
update law_past_sections set id = numbered.new
  from (select id as old, nextval('law_sections_id_seq') as new from (select id from law_past_sections order by id) as ordered) as numbered
  where law_past_sections.id = numbered.old;
alter table law_past_sections alter column id set default nextval('law_sections_id_seq');
alter table law_past_sections add primary key (id);
