/* Reviews: tables of documents and questions. */
import type { Generated } from "kysely";
import type { CellChanged, CellFinding, CellSource, ColumnFormat, HeldAnswer } from "#core/review/review.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type ReviewsTable = {
  id: string;
  project_id: string;
  made_by: string | null;
  name: string;
  instructions: Generated<string>;
  model: string | null;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  removed_at: Time | null;
};

type ReviewColumnsTable = {
  id: string;
  review_id: string;
  position: number;
  label: string;
  question: string;
  format: ColumnFormat;
  choices: Json<string[]>;
  version: Generated<number>;
  removed_at: Time | null;
};

type ReviewDocumentsTable = { id: string; review_id: string; file_id: string; position: number; removed_at: Time | null };

type ReviewRunsTable = {
  id: string;
  review_id: string;
  made_by: string | null;
  model: string;
  cells: number;
  input_tokens: Generated<string>;
  output_tokens: Generated<string>;
  cost: Generated<number>;
  unpriced: Generated<number>;
  asks_again: Generated<boolean>;
  created_at: TimeByDefault;
};

type ReviewCellsTable = {
  document_id: string;
  column_id: string;
  review_id: string;
  state: CellFinding["state"] | null;
  answer: Generated<string>;
  value: string | null;
  sources: Json<CellSource[]>;
  note: string | null;
  question_version: number | null;
  model: string | null;
  asked: string | null;
  reused_from: string | null;
  reused_at: Time | null;
  answered_at: Time | null;
  held: Json<HeldAnswer> | null;
  held_by: string | null;
  held_at: Time | null;
  run_id: string | null;
  run_order: number | null;
  claim_id: string | null;
  is_flagged: Generated<boolean>;
  assigned_to: string | null;
  due_on: string | null;
};

type ReviewChangesTable = {
  id: string;
  review_id: string;
  document_id: string;
  column_id: string;
  made_by: string | null;
  what: Generated<CellChanged["what"]>;
  operation_id: string;
  before: Json<NonNullable<CellChanged["before"]>> | null;
  after: Json<NonNullable<CellChanged["after"]>> | null;
  made_at: TimeByDefault;
  undone_at: Time | null;
};

type ReviewCommentsTable = {
  id: string;
  review_id: string;
  document_id: string;
  column_id: string;
  made_by: string | null;
  text: string;
  created_at: TimeByDefault;
  removed_at: Time | null;
};

export type ReviewTables = {
  reviews: ReviewsTable;
  review_columns: ReviewColumnsTable;
  review_documents: ReviewDocumentsTable;
  review_runs: ReviewRunsTable;
  review_cells: ReviewCellsTable;
  review_changes: ReviewChangesTable;
  review_comments: ReviewCommentsTable;
};
