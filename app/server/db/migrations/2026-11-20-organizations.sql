-- What happened to accounts and organizations, for those who answer for them.
-- Names and addresses are copies: the log stays true when a person is gone.

create table security_events (
  id uuid primary key,
  at timestamptz not null default now(),
  kind text not null,
  user_id text references "user" (id) on delete set null,
  name text not null default '',
  email text not null default '',
  -- Null for what somebody did to their own account.
  organization_id text references organization (id) on delete cascade,
  subject text not null default '',
  address text not null default '',
  result text not null default 'done' check (result in ('done', 'refused'))
);
create index security_events_by_organization on security_events (organization_id, at desc, id desc) where organization_id is not null;
create index security_events_by_person on security_events (user_id, at desc) where user_id is not null;
create index security_events_by_time on security_events (at);

-- An address has one open invitation to an organization, and an organization one owner.
update invitation set email = lower(email);
create unique index invitation_open on invitation ("organizationId", email) where status = 'pending';
create unique index member_owner on member ("organizationId") where role = 'owner';
alter table invitation alter column role set not null;
alter table invitation add check (status in ('pending', 'accepted', 'declined', 'revoked'));
alter table member add check (role in ('owner', 'admin', 'member', 'guest'));
