-- What an embedding model makes of the items of a library, where one is set up: one vector for each.
create table library_vectors (
  template_id uuid primary key references library_templates (id) on delete cascade,
  -- Of the item: a later one is read again.
  version integer not null,
  model text not null,
  dimensions integer not null,
  -- One signed byte a dimension, scaled to length 127.
  data bytea not null
);
select stet_secure(array['library_vectors']);
create policy here on library_vectors for select
  using (exists (select 1 from library_templates where library_templates.id = library_vectors.template_id));
