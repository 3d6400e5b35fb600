-- Templates that a person, or an organization, keeps in the library. Those that come with Stet are files of content/templates.

create table library_templates (
  id uuid primary key,
  user_id text references "user" (id) on delete cascade,
  organization_id text references organization (id) on delete cascade,
  -- An organization's templates stay when the account of who made them is deleted.
  made_by text references "user" (id) on delete set null,
  -- From the front matter of `source`, for lists and searches.
  name text not null,
  summary text not null default '',
  kind text not null,
  jurisdiction text not null,
  language text not null,
  source text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  check (num_nonnulls(user_id, organization_id) = 1)
);
create index library_templates_of_person on library_templates (user_id, id) where user_id is not null;
create index library_templates_of_organization on library_templates (organization_id, id) where organization_id is not null;
create index library_templates_by_maker on library_templates (made_by) where made_by is not null;
create index library_templates_removed on library_templates (removed_at) where removed_at is not null;

create table library_template_versions (
  template_id uuid not null references library_templates (id) on delete cascade,
  version integer not null,
  source text not null,
  made_by text references "user" (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (template_id, version)
);
create index library_template_versions_by_maker on library_template_versions (made_by) where made_by is not null;

-- A person's own, and those of their organizations; what one may do there depends on the role, which the queries check.
select stet_secure(array['library_templates', 'library_template_versions']);
create policy here on library_templates
  using (user_id = (select stet_user()) or organization_id = any ((select stet_places())::text[]));
create policy here on library_template_versions
  using (exists (select 1 from library_templates where library_templates.id = library_template_versions.template_id));
