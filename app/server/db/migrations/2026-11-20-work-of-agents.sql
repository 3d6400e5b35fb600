-- What an agent changed in a draft is one entry of its timeline, however long it
-- took; with it the changes themselves, so that all of them can be taken back.
alter table draft_versions drop constraint draft_versions_kind_check;
alter table draft_versions add constraint draft_versions_kind_check
  check (kind in ('created', 'typed', 'pasted', 'patch', 'write', 'restore', 'import', 'merge', 'agent'));
-- Which answer, which model, which changes; null for all other entries.
alter table draft_versions add column agent jsonb;
create index draft_versions_by_agent on draft_versions (draft_id, (agent ->> 'messageId')) where agent is not null;
