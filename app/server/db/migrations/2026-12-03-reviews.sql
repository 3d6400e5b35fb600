-- Reviews: documents of a project and questions about them. A review belongs to its project, so to whose that is.

create table reviews (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  name text not null,
  instructions text not null default '',
  -- Null: the default of whoever runs it.
  model text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz
);
create index reviews_of_project on reviews (project_id, id);
create index reviews_by_maker on reviews (made_by) where made_by is not null;
create index reviews_removed on reviews (removed_at) where removed_at is not null;

create table review_columns (
  id uuid primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  position integer not null,
  label text not null,
  question text not null,
  format text not null,
  choices jsonb not null default '[]',
  -- Counts the changes of what is asked.
  version integer not null default 1,
  removed_at timestamptz
);
create index review_columns_of_review on review_columns (review_id, position);

create table review_documents (
  id uuid primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  position integer not null,
  removed_at timestamptz,
  unique (review_id, file_id)
);
create index review_documents_of_review on review_documents (review_id, position);
create index review_documents_of_file on review_documents (file_id);

-- One request to have cells answered; the job with its id as key does it.
create table review_runs (
  id uuid primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  model text not null,
  cells integer not null,
  -- Of the answers that are stored, written with them.
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- US dollars.
  cost double precision not null default 0,
  -- Answers of models whose price is not known.
  unpriced integer not null default 0,
  created_at timestamptz not null default now()
);
create index review_runs_of_review on review_runs (review_id, created_at desc);
create index review_runs_by_maker on review_runs (made_by) where made_by is not null;

create table review_cells (
  document_id uuid not null references review_documents (id) on delete cascade,
  column_id uuid not null references review_columns (id) on delete cascade,
  review_id uuid not null references reviews (id) on delete cascade,
  -- What was found; null until the cell was asked.
  state text check (state in ('found', 'not-present', 'unclear', 'failed')),
  answer text not null default '',
  value text,
  sources jsonb not null default '[]',
  note text,
  question_version integer,
  model text,
  answered_at timestamptz,
  -- What a person holds; no run writes these.
  held jsonb,
  held_by text references "user" (id) on delete set null,
  held_at timestamptz,
  -- The run that is to answer it and its place there; both go when the answer is stored, in the same statement.
  run_id uuid references review_runs (id) on delete set null,
  run_order integer,
  -- The attempt that is asking at present. Only its holder stores the answer.
  claim_id uuid,
  primary key (document_id, column_id)
);
create index review_cells_of_column on review_cells (column_id);
create index review_cells_of_review on review_cells (review_id, column_id, state);
create index review_cells_of_run on review_cells (run_id, run_order) where run_id is not null;
create index review_cells_held_by on review_cells (held_by) where held_by is not null;

-- What people verified, corrected and opened again, so that each can be taken back.
create table review_changes (
  id uuid primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  document_id uuid not null references review_documents (id) on delete cascade,
  column_id uuid not null references review_columns (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  before jsonb,
  after jsonb,
  made_at timestamptz not null default now(),
  undone_at timestamptz
);
create index review_changes_of_review on review_changes (review_id, id desc);
create index review_changes_of_cell on review_changes (document_id, column_id);
create index review_changes_of_column on review_changes (column_id);
create index review_changes_by_maker on review_changes (made_by) where made_by is not null;

-- Seen with the project, changed by those who write in it.
select stet_secure_by('reviews', 'project_id = any ((select stet_seen_projects())::uuid[])', written, written)
  from (select 'project_id = any ((select stet_written_projects())::uuid[])' as written) as conditions;
select stet_secure_by(name, format('exists (select 1 from reviews where reviews.id = %I.review_id)', name), written, written)
  from unnest(array['review_columns', 'review_documents', 'review_runs', 'review_cells', 'review_changes']) as name,
    lateral (select format('exists (select 1 from reviews where reviews.id = %I.review_id
      and reviews.project_id = any ((select stet_written_projects())::uuid[]))', name) as written) as conditions;
