-- What a project is shared as. A commenter proposes changes, an editor writes: only members of the organization that the project
-- belongs to, and no guests. What an editor makes belongs to the project, so to its owner, and `made_by` names the maker.

alter table project_shares drop constraint project_shares_role_check;
alter table project_shares add constraint project_shares_role_check check (role in ('viewer', 'commenter', 'editor'));

alter table drafts add column made_by text references "user" (id) on delete set null;
update drafts set made_by = (select made_by from draft_versions where draft_id = drafts.id and version = 1 limit 1);
create index drafts_by_maker on drafts (made_by) where made_by is not null;
alter table files add column made_by text references "user" (id) on delete set null;
update files set made_by = owner_id;
create index files_by_maker on files (made_by) where made_by is not null;

-- A person's own projects and those shared with them as one of these roles; read once a statement, as the owner of the tables.
create function stet_projects(roles text[]) returns uuid[] language sql stable security definer set search_path from current as $$
  select coalesce(array_agg(id), '{}') from (
    select id from projects where owner_id = current_setting('stet.user', true)
      and coalesce(organization_id, '-') = any (string_to_array(current_setting('stet.places', true), ','))
    union all
    select projects.id from project_shares join projects on projects.id = project_shares.project_id
    where (project_shares.user_id = current_setting('stet.user', true)
        or (project_shares.user_id is null and project_shares.email = nullif(current_setting('stet.email', true), '')))
      and coalesce(projects.organization_id, '-') = any (string_to_array(current_setting('stet.places', true), ','))
      and ('viewer' = any (roles) or (project_shares.role = any (roles) and exists (select 1 from member
        where member."organizationId" = projects.organization_id and member."userId" = current_setting('stet.user', true)
          and member.role <> 'guest')))) as found
$$;
create function stet_seen_projects() returns uuid[] language sql stable as $$
  select stet_projects(array['viewer', 'commenter', 'editor'])
$$;
create function stet_proposable_projects() returns uuid[] language sql stable as $$
  select stet_projects(array['commenter', 'editor'])
$$;
create function stet_written_projects() returns uuid[] language sql stable as $$ select stet_projects(array['editor']) $$;

create function stet_replace_by(name text, seen text, own text, made text) returns void language plpgsql as $$
declare policy text;
begin
  foreach policy in array array['seen', 'made', 'changed', 'deleted'] loop
    execute format('drop policy %I on %I', policy, name);
  end loop;
  perform stet_secure_by(name, seen, own, made);
end $$;

-- Drafts and files of a project are its owner's, whoever makes them; the owner needs no look at the shares.
select stet_replace_by(name, stet_own_or('project_id = any ((select stet_shared_projects())::uuid[])'), written,
    written || format(' and (project_id is null
      or exists (select 1 from projects where projects.id = %1$I.project_id and projects.owner_id = %1$I.owner_id))', name))
  from (select stet_own_or('project_id = any ((select stet_written_projects())::uuid[])') as written) as conditions,
    unnest(array['drafts', 'files']) as name;
-- A chat is whose it is, and one in a project only as long as they see the project, and changes only as long as they may write there.
select stet_replace_by('chats',
    format('case when project_id is null then %s else project_id = any ((select stet_seen_projects())::uuid[]) end', stet_own_or('false')),
    written, written)
  from (select format('(%s) and (project_id is null or project_id = any ((select stet_written_projects())::uuid[]))',
    stet_own_or('false')) as written) as conditions;

-- Who changes a row of `parent` changes what belongs to it.
create function stet_changed(parent text, alias text) returns text language sql immutable as $$
  select format(case when parent = 'chats'
    then '%1$I.owner_id = (select stet_user()) and (%1$I.project_id is null or %1$I.project_id = any ((select stet_written_projects())::uuid[]))'
    else '(%1$I.owner_id = (select stet_user()) or %1$I.project_id = any ((select stet_written_projects())::uuid[]))' end, alias)
$$;
create or replace function stet_secure_part(name text, parent text, key text) returns void language plpgsql as $$
declare
  seen text := format('exists (select 1 from %2$I where %2$I.id = %1$I.%3$I)', name, parent, key);
  own text := format('exists (select 1 from %2$I where %2$I.id = %1$I.%3$I and %4$s)', name, parent, key, stet_changed(parent, parent));
begin
  perform stet_secure_by(name, seen, own, own);
end $$;
create function stet_replace_part(name text, parent text, key text) returns void language plpgsql as $$
declare policy text;
begin
  foreach policy in array array['seen', 'made', 'changed', 'deleted'] loop
    execute format('drop policy %I on %I', policy, name);
  end loop;
  perform stet_secure_part(name, parent, key);
end $$;
select stet_replace_part(name, 'drafts', 'draft_id') from unnest(array['draft_versions', 'draft_packages']) as name;
select stet_replace_part(name, 'chats', 'chat_id')
  from unnest(array['chat_documents', 'chat_texts', 'messages', 'operations', 'runs']) as name;
select stet_replace_part(name, 'files', 'file_id')
  from unnest(array['file_texts', 'file_indexes', 'file_postings', 'file_vectors']) as name;

-- Put forward in a draft by those who may propose, decided by those who may write.
select stet_replace_by('proposed_changes',
    'exists (select 1 from drafts where drafts.id = draft_id) or exists (select 1 from chats where chats.id = chat_id)', own,
    own || ' or (state in (''proposed'', ''gone'') and made_by = (select stet_user()) and exists (select 1 from drafts
      where drafts.id = draft_id and drafts.project_id = any ((select stet_proposable_projects())::uuid[])))')
  from (select format('exists (select 1 from drafts where drafts.id = draft_id and %s)
    or exists (select 1 from chats where chats.id = chat_id and %s)', stet_changed('drafts', 'drafts'), stet_changed('chats', 'chats'))
    as own) as conditions;

drop policy changed on comments;
create policy changed on comments for update
  using (comments.author_id = (select stet_user()) and exists (select 1 from drafts where drafts.id = comments.draft_id)
    or exists (select 1 from drafts where drafts.id = comments.draft_id
      and (drafts.owner_id = (select stet_user()) or drafts.project_id = any ((select stet_written_projects())::uuid[]))));
