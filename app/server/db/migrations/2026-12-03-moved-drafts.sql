-- A draft that moves to another project is lost to those who read only the one it leaves: their windows hear of it, as they hear of
-- a project that is no longer shared with them.

create function notify_draft_access() returns trigger language plpgsql as $$
begin
  perform notify_access(old.owner_id);
  perform notify_project_viewers(old.project_id);
  return null;
end $$;
alter function notify_draft_access() security definer set search_path from current;
create trigger draft_access_changed after update of project_id on drafts for each row
  when (old.project_id is distinct from new.project_id) execute function notify_draft_access();
