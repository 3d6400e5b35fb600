-- A draft held against a playbook: its rules as they were, and what was found for each. The changes it proposes are suggestions.
create table playbook_checks (
  id uuid primary key,
  draft_id uuid not null references drafts (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  name text not null,
  model text not null,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- US dollars.
  cost double precision not null default 0,
  -- Answers of models whose price is not known.
  unpriced integer not null default 0,
  created_at timestamptz not null default now()
);
create index playbook_checks_of_draft on playbook_checks (draft_id, id desc);
create index playbook_checks_by_maker on playbook_checks (made_by) where made_by is not null;

create table playbook_findings (
  check_id uuid not null references playbook_checks (id) on delete cascade,
  place integer not null,
  -- Of the rule, which is whole beside it.
  title text not null,
  rule jsonb not null,
  -- Null until the rule has been held against the draft.
  finding jsonb,
  -- The suggestion, or why there is none; null while it waits to be made.
  proposed jsonb,
  primary key (check_id, place)
);

select stet_secure_part('playbook_checks', 'drafts', 'draft_id');
select stet_secure_by('playbook_findings',
    'exists (select 1 from playbook_checks where playbook_checks.id = check_id)', written, written)
  from (select format('exists (select 1 from playbook_checks join drafts on drafts.id = playbook_checks.draft_id
    where playbook_checks.id = check_id and %s)', stet_changed('drafts', 'drafts')) as written) as conditions;
