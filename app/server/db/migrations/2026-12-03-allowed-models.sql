-- Which models an organization's members may use; null is all of them. And whether the web may be searched.
alter table organization
  add column allowed_models text[] check (cardinality(allowed_models) <= 200),
  add column allow_web_search boolean not null default true;
