-- What a letter about comments has still to tell, and to whom; and, for each
-- reader of a draft, when the next one may go.

create table comment_notices (
  recipient_id text not null references "user" (id) on delete cascade,
  draft_id uuid not null references drafts (id) on delete cascade,
  comment_id uuid not null references comments (id) on delete cascade,
  primary key (recipient_id, draft_id, comment_id)
);
create index comment_notices_by_comment on comment_notices (comment_id);
create index comment_notices_by_draft on comment_notices (draft_id);

create table comment_letters (
  recipient_id text not null references "user" (id) on delete cascade,
  draft_id uuid not null references drafts (id) on delete cascade,
  sent_at timestamptz,
  -- Null while there is nothing to tell.
  due_at timestamptz,
  primary key (recipient_id, draft_id)
);
create index comment_letters_by_draft on comment_letters (draft_id);
create index comment_letters_due on comment_letters (due_at) where due_at is not null;
