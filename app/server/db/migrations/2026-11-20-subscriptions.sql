-- Who pays, a person or an organization, and their name at Stripe.
create table billing_customers (
  id text primary key,
  user_id text unique references "user" (id) on delete cascade,
  organization_id text unique references organization (id) on delete cascade,
  created_at timestamptz not null default now(),
  check ((user_id is null) <> (organization_id is null))
);

-- Subscriptions as Stripe last told them. `asked` counts the questions put to
-- Stripe, `answered` is the question that the row's state answers: an answer
-- that comes late never covers a younger one.
create table subscriptions (
  id text primary key,
  customer_id text not null references billing_customers (id) on delete cascade,
  plan text check (plan in ('starter', 'professional')),
  status text,
  seats integer not null default 1,
  renews_at timestamptz,
  cancels_at timestamptz,
  asked integer not null default 0,
  answered integer not null default 0,
  created_at timestamptz not null default now()
);
create index subscriptions_by_customer on subscriptions (customer_id);

-- Events that have been worked through: the same one again changes nothing.
create table billing_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index billing_events_by_time on billing_events (received_at);
