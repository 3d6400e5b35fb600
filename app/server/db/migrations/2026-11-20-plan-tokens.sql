-- What models have read and written for whom, by day. Kept apart from runs:
-- deleting a chat gives no tokens back.
create table plan_tokens (
  -- null: the person's own place.
  organization_id text references organization (id) on delete cascade,
  user_id text not null references "user" (id) on delete cascade,
  -- In UTC.
  day date not null,
  tokens bigint not null,
  unique nulls not distinct (organization_id, user_id, day)
);
create index plan_tokens_by_person on plan_tokens (user_id, day);
