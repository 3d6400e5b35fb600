-- Answers that are taken over where the same was asked of the same document in the same place.

alter table review_cells
  -- A digest of all that the answer was made from; null if no model was asked. server/data/reviews/known-answers.ts
  add column asked text,
  -- The review that it was taken over from, and when it was asked there.
  add column reused_from uuid references reviews (id) on delete set null,
  add column reused_at timestamptz;
create index review_cells_asked on review_cells (asked) where asked is not null;
create index review_cells_reused on review_cells (reused_from) where reused_from is not null;

-- Certain cells, rows or columns that were to be asked again.
alter table review_runs add column asks_again boolean not null default false;
