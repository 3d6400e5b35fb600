-- What was used in months whose single rows are swept.

create table api_usage_months (
  organization_id text not null references organization (id) on delete cascade,
  -- Null: the playground. A key that is gone keeps its sums apart, so it is not referred to.
  key_id uuid,
  model text,
  -- The first of it, in UTC.
  month date not null,
  requests bigint not null,
  failures bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  unique nulls not distinct (organization_id, key_id, model, month)
);

create table plan_tokens_months (
  organization_id text references organization (id) on delete cascade,
  user_id text not null references "user" (id) on delete cascade,
  month date not null,
  tokens bigint not null,
  unique nulls not distinct (organization_id, user_id, month)
);
create index plan_tokens_months_by_person on plan_tokens_months (user_id, month);
create index plan_tokens_by_day on plan_tokens (day);
