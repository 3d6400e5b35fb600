-- Drafts that have no project of their own yet are in one called "Drafts", one for each person and workspace. As soon as someone treats
-- it as a project (renames, shares, archives or deletes it, or takes it over), it is one, and the next such draft gets another.

alter table projects add column is_unfiled boolean not null default false;
create unique index projects_unfiled on projects (owner_id, coalesce(organization_id, '')) where is_unfiled;

create function stet_file_project() returns trigger language plpgsql as $$
begin
  new.is_unfiled := false;
  return new;
end $$;
create trigger project_filed before update of name, owner_id, archived_at, removed_at on projects for each row
  when (old.is_unfiled and (old.name, old.owner_id, old.archived_at, old.removed_at)
    is distinct from (new.name, new.owner_id, new.archived_at, new.removed_at))
  execute function stet_file_project();

create function stet_file_shared_project() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update projects set is_unfiled = false where id = new.project_id and is_unfiled;
  return null;
end $$;
create trigger shared_project_filed after insert on project_shares for each row execute function stet_file_shared_project();
