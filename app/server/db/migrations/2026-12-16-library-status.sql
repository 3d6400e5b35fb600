-- What may be used: an item of the library is approved in one of its versions, or retired, perhaps for another one.

alter table library_templates
  add column approved_version integer,
  add column approved_by text references "user" (id) on delete set null,
  add column approved_at timestamptz,
  add column retired_by text references "user" (id) on delete set null,
  add column retired_at timestamptz,
  add column successor_id uuid references library_templates (id) on delete set null,
  add constraint approved_with_day check ((approved_version is null) = (approved_at is null)),
  add constraint succeeded_when_retired check (successor_id is null or (retired_at is not null and successor_id <> id));
create index library_templates_by_approver on library_templates (approved_by) where approved_by is not null;
create index library_templates_by_retirer on library_templates (retired_by) where retired_by is not null;
create index library_templates_by_successor on library_templates (successor_id) where successor_id is not null;

create or replace function announce_library() returns trigger language plpgsql security definer set search_path from current as $$
declare change text;
begin
  change := case
    when tg_op = 'INSERT' then 'added'
    when new.removed_at is not null and old.removed_at is null then 'removed'
    when new.removed_at is null and old.removed_at is not null then 'restored'
    when new.retired_at is not null and old.retired_at is null then 'retired'
    when new.retired_at is null and old.retired_at is not null then 'reinstated'
    when new.approved_version is distinct from old.approved_version then
      case when new.approved_version is null then 'unapproved' else 'approved' end
    when new.published_version is distinct from old.published_version then 'published'
    when new.version <> old.version then 'changed' end;
  if change is not null then
    perform stet_announce(new.organization_id, 'library.changed', jsonb_build_object('item_id', new.id, 'kind', new.kind, 'change', change));
  end if;
  return null;
end $$;
