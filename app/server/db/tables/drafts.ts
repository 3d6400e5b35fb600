/* Projects, drafts and what belongs to them, and the library. */
import type { ColumnType, Generated } from "kysely";
import type { ChangeState, RefusalReason } from "#core/changes/proposed-change.ts";
import type { VersionKind } from "#core/document/draft.ts";
import type { Paper } from "#core/document/paper.ts";
import type { HouseStyle } from "#core/style/house-style.ts";
import type { LibraryKind } from "#core/templates/library.ts";
import type { TemplateJurisdiction } from "#core/templates/template.ts";
import type { StyleSample } from "#core/style/writing-style.ts";
import type { ShareRole } from "#core/workspace/policy.ts";
import type { Matter } from "#core/workspace/project.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type ProjectsTable = {
  id: string;
  owner_id: string;
  organization_id: string | null;
  name: string;
  instructions: Generated<string>;
  /** JSON */
  matter: ColumnType<Partial<Matter>, string | undefined, string>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  archived_at: Time | null;
  removed_at: Time | null;
  former_owner_id: string | null;
  is_sample: Generated<boolean>;
  is_unfiled: Generated<boolean>;
};

type ImportedProjectsTable = {
  project_id: string;
  import_id: string;
  owner_id: string;
  organization_id: string | null;
  folder: string;
};

type ImportedDraftsTable = {
  draft_id: string;
  import_id: string;
  project_id: string;
  owner_id: string;
  organization_id: string | null;
  key: string;
};

type ProjectSharesTable = {
  id: string;
  project_id: string;
  email: string;
  user_id: string | null;
  role: Generated<ShareRole>;
  invited_by: string | null;
  created_at: TimeByDefault;
};

type DraftsTable = {
  id: string;
  project_id: string;
  owner_id: string;
  organization_id: string | null;
  made_by: string | null;
  name: string;
  document: Json<unknown>;
  content: string;
  words: Generated<number>;
  version: Generated<number>;
  language: string | null;
  authorship: Json<unknown> | null;
  paper: Generated<Paper>;
  /** When it was marked as a precedent. */
  precedent_since: Time | null;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  removed_at: Time | null;
};

/** The Word file a draft was made from. */
type DraftPackagesTable = {
  draft_id: string;
  key: string;
  name: string;
  size: number;
  sha256: string;
  anchors: Json<unknown>;
  created_at: TimeByDefault;
};

type ProposedChangesTable = {
  id: string;
  draft_id: string | null;
  chat_id: string | null;
  message_id: string | null;
  block: string;
  place: number;
  state: ChangeState;
  reason: RefusalReason | null;
  patch: Json<unknown> | null;
  base_version: number | null;
  text_name: string | null;
  change: Json<unknown> | null;
  made_by: string | null;
  reject_reason: string | null;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
};

type DraftVersionsTable = {
  agent: Json<unknown> | null;
  sent_at: Time | null;
  id: string;
  draft_id: string;
  version: number;
  kind: VersionKind;
  summary: Generated<string>;
  name: string | null;
  document: Json<unknown>;
  words: Generated<number>;
  authorship: Json<unknown> | null;
  made_by: string | null;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
};

type CommentsTable = {
  id: string;
  draft_id: string;
  thread_id: string | null;
  author_id: string | null;
  author_name: string | null;
  text: string;
  anchor: Json<unknown> | null;
  resolved_at: Time | null;
  created_at: TimeByDefault;
  edited_at: Time | null;
  deleted_at: Time | null;
};

type CommentNoticesTable = { recipient_id: string; draft_id: string; comment_id: string };

type CommentLettersTable = { recipient_id: string; draft_id: string; sent_at: Time | null; due_at: Time | null };

type SpellingMemoryTable = {
  owner_id: string;
  organization_id: string | null;
  draft_id: string | null;
  entry: string;
  created_at: TimeByDefault;
};

type WritingStylesTable = {
  id: string;
  user_id: string | null;
  organization_id: string | null;
  samples: Json<StyleSample[]>;
  measured: Generated<string>;
  description: string | null;
  house: Json<HouseStyle> | null;
  updated_at: TimeByDefault;
};

type LibraryVectorsTable = { template_id: string; version: number; model: string; dimensions: number; data: Uint8Array };

type LibraryTemplatesTable = {
  law_looked_at: Date | null;
  id: string;
  user_id: string | null;
  organization_id: string | null;
  made_by: string | null;
  name: string;
  summary: Generated<string>;
  kind: LibraryKind;
  jurisdiction: TemplateJurisdiction;
  language: string;
  source: string;
  version: Generated<number>;
  published_version: number | null;
  approved_version: number | null;
  approved_by: string | null;
  approved_at: Time | null;
  retired_by: string | null;
  retired_at: Time | null;
  successor_id: string | null;
  /** Tsvectors, only ever written and searched; null until the item is read. */
  words: string | null;
  head_words: string | null;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  removed_at: Time | null;
};

type LibraryTemplateVersionsTable = {
  template_id: string;
  version: number;
  source: string;
  made_by: string | null;
  created_at: TimeByDefault;
};

export type DraftTables = {
  library_templates: LibraryTemplatesTable;
  library_template_versions: LibraryTemplateVersionsTable;
  library_vectors: LibraryVectorsTable;
  spelling_memory: SpellingMemoryTable;
  writing_styles: WritingStylesTable;
  comments: CommentsTable;
  comment_notices: CommentNoticesTable;
  comment_letters: CommentLettersTable;
  drafts: DraftsTable;
  draft_versions: DraftVersionsTable;
  draft_packages: DraftPackagesTable;
  proposed_changes: ProposedChangesTable;
  projects: ProjectsTable;
  imported_projects: ImportedProjectsTable;
  imported_drafts: ImportedDraftsTable;
  project_shares: ProjectSharesTable;
};
