-- Prompts are things of the library, with variables, versions and a name. Who saves one in an organization keeps it to themselves
-- until they share it: such a row names both the person and the organization.

alter table library_templates drop constraint library_templates_check;
alter table library_templates add check (
  num_nonnulls(user_id, organization_id) = 1 or (num_nonnulls(user_id, organization_id) = 2 and kind = 'prompt'));

drop policy here on library_templates;
create policy here on library_templates
  using ((user_id is null or user_id = (select stet_user()))
    and (organization_id is null or organization_id = any ((select stet_places())::text[])));

create or replace function library_with_words(wanted tsquery) returns setof uuid language sql stable security definer rows 20
  set search_path from current
  as $$ select id from library_templates where words is not null and words @@ wanted
    and (user_id is null or user_id = (select stet_user()))
    and (organization_id is null or organization_id = any ((select stet_places())::text[])) $$;

-- To the organization's webhooks, what one person keeps to themselves is not there.
create or replace function announce_library() returns trigger language plpgsql security definer set search_path from current as $$
declare
  change text;
  was_there boolean := tg_op = 'UPDATE' and old.user_id is null and old.removed_at is null;
  is_there boolean := new.user_id is null and new.removed_at is null;
begin
  change := case
    when is_there and tg_op = 'INSERT' then 'added'
    when is_there and not was_there then case when old.user_id is null then 'restored' else 'added' end
    when was_there and not is_there then 'removed'
    when not is_there then null
    when new.published_version is distinct from old.published_version then 'published'
    when new.version <> old.version then 'changed' end;
  if change is not null then
    perform stet_announce(new.organization_id, 'library.changed', jsonb_build_object('item_id', new.id, 'kind', new.kind, 'change', change));
  end if;
  return null;
end $$;

-- What was saved beside the composer: named by its first line, as core/templates/prompt-file.ts does. Its words are read for the
-- search like those of anything stored before it.
with saved as (
  select *, btrim(text, E' \t\r\n') as body,
    btrim(regexp_replace(regexp_replace(split_part(btrim(text, E' \t\r\n'), E'\n', 1), '^#{1,6} ', ''), '\s+', ' ', 'g')) as line,
    btrim(regexp_replace(text, '\s+', ' ', 'g')) as plain
  from prompts
), named as (
  select *, case when line = '' then 'Untitled prompt' when length(line) > 60 then rtrim(left(line, 59)) || '…' else line end as name,
    case when length(plain) > 160 then rtrim(left(plain, 159)) || '…' else plain end as begins
  from saved
), written as (
  select *, case when begins = name then '' else begins end as summary from named
), files as (
  select *, E'---\nkind: prompt\nname: "' || replace(replace(name, '\', '\\'), '"', '\"') || E'"\njurisdiction: any\nlanguage: en\n'
    || case when summary = '' then '' else 'summary: "' || replace(replace(summary, '\', '\\'), '"', '\"') || E'"\n' end
    || E'---\n\n' || body || E'\n' as source
  from written
), moved as (
  insert into library_templates
    (id, user_id, organization_id, made_by, name, summary, kind, jurisdiction, language, source, created_at, updated_at)
  select id, owner_id, organization_id, owner_id, name, summary, 'prompt', 'any', 'en', source, created_at, created_at from files
  returning id, source, made_by, created_at
)
insert into library_template_versions (template_id, version, source, made_by, created_at)
select id, 1, source, made_by, created_at from moved;

drop table prompts;
