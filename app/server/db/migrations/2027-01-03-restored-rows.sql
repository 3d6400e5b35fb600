-- What came out of an archive of Stet, thing by thing: the same thing comes once, and goes when its import is undone. `source_id` is
-- what identifies it in the archive, and `id` here.
create table restored_rows (
  owner_id text not null references "user" (id) on delete cascade,
  name text not null,
  source_id text not null,
  id text not null,
  import_id uuid not null references imports (id) on delete cascade,
  primary key (owner_id, name, source_id)
);
create index restored_rows_by_import on restored_rows (import_id);
select stet_secure(array['restored_rows']);
create policy own on restored_rows for select using (owner_id = (select stet_user()));

-- How many entries of an archive are stored: each is in the transaction that counts it, so it is stored once.
alter table imports add column entries_done integer not null default 0;
