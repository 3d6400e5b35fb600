-- When a clause was last read beside the law that it cites: changes of the law before are not reported.
alter table library_templates add column law_looked_at timestamptz;
create index law_past_sections_by_time on law_past_sections (replaced_at, act_id);
