-- Working through a review together: flags, whose cells are whose and until when, comments, and changes of many cells
-- that are taken back as one.

alter table review_cells
  add column is_flagged boolean not null default false,
  add column assigned_to text references "user" (id) on delete set null,
  add column due_on date;
create index review_cells_assigned on review_cells (assigned_to, review_id) where assigned_to is not null;

-- What was changed; before and after are null, an answer, true or false, or an assignment.
alter table review_changes
  add column what text not null default 'answer' check (what in ('answer', 'flag', 'assignment')),
  add column operation_id uuid;
update review_changes set operation_id = id;
alter table review_changes alter column operation_id set not null;
create index review_changes_of_operation on review_changes (operation_id);

create table review_comments (
  id uuid primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  document_id uuid not null references review_documents (id) on delete cascade,
  column_id uuid not null references review_columns (id) on delete cascade,
  made_by text references "user" (id) on delete set null,
  text text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index review_comments_of_review on review_comments (review_id, id);
create index review_comments_of_cell on review_comments (document_id, column_id, id);
create index review_comments_of_column on review_comments (column_id);
create index review_comments_by_maker on review_comments (made_by) where made_by is not null;

select stet_secure_by('review_comments', 'exists (select 1 from reviews where reviews.id = review_comments.review_id)', written, written)
  from (select 'exists (select 1 from reviews where reviews.id = review_comments.review_id
      and reviews.project_id = any ((select stet_written_projects())::uuid[]))' as written) as conditions;
