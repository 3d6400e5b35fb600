-- Imports are read and brought in by jobs, which know who works on them; what was begun before is queued.
insert into jobs (id, kind, key, owner_id, organization_id, data, state)
select gen_random_uuid(), case status when 'reading' then 'read-export' else 'import-chats' end, id::text, owner_id, organization_id,
  jsonb_build_object('importId', id, 'fileName', file_name), 'queued'
from imports where status in ('reading', 'importing');
alter table imports drop column process_id;

-- A job of theirs stops at its next step, and is begun again when the account is restored.
create or replace function end_suspended_access() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update jobs set state = 'queued', claim_id = null, process_id = null, leased_until = null
    where owner_id = new.user_id and state = 'running';
  perform notify_access(new.user_id);
  return null;
end $$;
