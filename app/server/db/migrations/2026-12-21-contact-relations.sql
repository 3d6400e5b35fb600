-- What one contact is to another: `from_id` is the director, the subsidiary, the counsel … of `to_id`.

create table contact_relations (
  id uuid primary key,
  from_id uuid not null references contacts (id) on delete cascade,
  to_id uuid not null references contacts (id) on delete cascade,
  relation text not null check (relation in ('director', 'employee', 'shareholder', 'subsidiary', 'counsel', 'guarantor', 'successor')),
  made_by text references "user" (id) on delete set null,
  -- Stored with others in one go, which can be taken back.
  import_id uuid,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index contact_relations_from on contact_relations (from_id);
create index contact_relations_to on contact_relations (to_id);
create index contact_relations_by_maker on contact_relations (made_by) where made_by is not null;
create index contact_relations_imported on contact_relations (import_id) where import_id is not null;
create index contact_relations_removed on contact_relations (removed_at) where removed_at is not null;

-- Those who keep both contacts keep what they are to each other.
select stet_secure_by('contact_relations', both_here, both_here, both_here)
  from (select 'exists (select 1 from contacts where contacts.id = from_id) and exists (select 1 from contacts where contacts.id = to_id)'
    as both_here) as conditions;
