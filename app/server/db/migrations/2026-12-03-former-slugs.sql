-- Addresses that organizations had before, so that links to them still lead there. As soon as another organization takes an address,
-- it is no longer anyone's former one; the triggers keep it so, whatever changes an address.
create table former_slugs (
  slug text primary key,
  organization_id text not null references organization (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index former_slugs_by_organization on former_slugs (organization_id);
select stet_secure(array['former_slugs']);
create policy here on former_slugs for select using (organization_id = any ((select stet_places())::text[]));

create function take_slug() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from former_slugs where slug = new.slug;
  return null;
end $$;
create trigger slug_taken after insert on organization for each row execute function take_slug();

create function keep_former_slug() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from former_slugs where slug = new.slug;
  insert into former_slugs (slug, organization_id) values (old.slug, new.id)
    on conflict (slug) do update set organization_id = excluded.organization_id, created_at = now();
  return null;
end $$;
create trigger slug_changed after update of slug on organization for each row
  when (old.slug is distinct from new.slug) execute function keep_former_slug();
