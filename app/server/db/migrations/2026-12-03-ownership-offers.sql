-- The ownership of an organization, offered by its owner to a member, who accepts or declines it.
create table ownership_offers (
  organization_id text primary key references organization (id) on delete cascade,
  made_by text not null references "user" (id) on delete cascade,
  user_id text not null references "user" (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index ownership_offers_made_by on ownership_offers (made_by);
create index ownership_offers_by_person on ownership_offers (user_id);
-- Who may make and answer one depends on the role, which the queries check.
select stet_secure(array['ownership_offers']);
create policy here on ownership_offers using (organization_id = any ((select stet_places())::text[]));
