/*
 * The tables as Kysely sees them. Column names are the database's; jsonb is written with JSON.stringify (`pg` fails on
 * a JS array bound to jsonb) and read as parsed values on both engines.
 */
import type { ColumnType, Generated } from "kysely";
import type { OperationKind } from "#core/chat/chat.ts";
import type { FoundInExport, ImportResult, ImportStatus } from "#core/import/import-state.ts";
import type { ChangeState, RefusalReason } from "#core/changes/proposed-change.ts";
import type { VersionKind } from "#core/document/draft.ts";
import type { Paper } from "#core/document/paper.ts";
import type { ProblemCode } from "#core/workspace/problem.ts";
import type { Notifications } from "#core/account/notifications.ts";
import type { Role, RunStatus } from "#core/chat/message.ts";
import type { ConnectedProvider } from "#core/models/connection.ts";
import type { Plan, Role as MemberRole } from "#core/workspace/policy.ts";
import type { Writes } from "#core/account/profile.ts";
import type { Scope } from "#core/account/api-key.ts";
import type { HouseStyle } from "#core/style/house-style.ts";
import type { TemplateJurisdiction, TemplateKind } from "#core/templates/template.ts";
import type { StyleSample } from "#core/style/writing-style.ts";

type Json<T> = ColumnType<T, string, string>;
type Time = ColumnType<Date, Date | string, Date | string>;
type TimeByDefault = ColumnType<Date, Date | string | undefined, Date | string>;

export type ChatsTable = {
  id: string;
  owner_id: string;
  organization_id: string | null;
  project_id: string | null;
  draft_id: string | null;
  title: string;
  title_by: Generated<"none" | "first-words" | "model" | "person">;
  share_state: Generated<"private" | "link">;
  temporary: Generated<boolean>;
  choices: Json<unknown> | null;
  version: Generated<number>;
  last_seq: Generated<number>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  seen_at: TimeByDefault;
  answered_at: Time | null;
};

export type ChatSearchTable = {
  /** A message, or the chat itself for its title. */
  id: string;
  chat_id: string;
  owner_id: string;
  /** Null until indexed. */
  words: ColumnType<number[] | null, never, number[] | null>;
  is_too_large: Generated<boolean>;
  round: Generated<number>;
};

/** Each owner's vocabulary: a word's number, and those of its parts. */
export type ChatWordsTable = { owner_id: string; word: number; grams: number[] };

export type ProjectsTable = {
  id: string;
  owner_id: string;
  organization_id: string | null;
  name: string;
  instructions: Generated<string>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  archived_at: Time | null;
  removed_at: Time | null;
  former_owner_id: string | null;
};

export type ProjectSharesTable = {
  id: string;
  project_id: string;
  email: string;
  user_id: string | null;
  role: Generated<"viewer">;
  invited_by: string | null;
  created_at: TimeByDefault;
};

export type DraftsTable = {
  id: string;
  project_id: string;
  owner_id: string;
  organization_id: string | null;
  name: string;
  document: Json<unknown>;
  content: string;
  words: Generated<number>;
  version: Generated<number>;
  language: string | null;
  authorship: Json<unknown> | null;
  paper: Generated<Paper>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  removed_at: Time | null;
};

/** The Word file a draft was made from. */
export type DraftPackagesTable = {
  draft_id: string;
  key: string;
  name: string;
  size: number;
  sha256: string;
  anchors: Json<unknown>;
  created_at: TimeByDefault;
};

export type ProposedChangesTable = {
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

export type ChatTextsTable = { chat_id: string; name: string; text: string | null; version: number; updated_at: TimeByDefault };

export type ChatDocumentsTable = { chat_id: string; content: string; updated_at: TimeByDefault };

export type DraftVersionsTable = {
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

export type BillingCustomersTable = {
  id: string;
  user_id: string | null;
  organization_id: string | null;
  created_at: TimeByDefault;
};

export type SubscriptionsTable = {
  id: string;
  customer_id: string;
  plan: string | null;
  status: string | null;
  seats: Generated<number>;
  renews_at: Time | null;
  cancels_at: Time | null;
  asked: Generated<number>;
  answered: Generated<number>;
  created_at: TimeByDefault;
};

export type BillingEventsTable = { id: string; received_at: TimeByDefault };

/** `day` is an ISO date, in UTC. */
export type PlanTokensTable = { organization_id: string | null; user_id: string; day: string; tokens: string };

export type ChatSharesTable = {
  id: string;
  chat_id: string;
  token_hash: string;
  title: string;
  messages: Json<unknown>;
  created_at: TimeByDefault;
  expires_at: Time | null;
};

export type OperationsTable = {
  id: string;
  chat_id: string;
  kind: OperationKind;
  reference_message_id: string | null;
  created_at: TimeByDefault;
  undone_at: Time | null;
};

export type MessagesTable = {
  id: string;
  chat_id: string;
  parent_id: string | null;
  seq: number;
  role: Role;
  content: string;
  parts: Json<unknown>;
  attachments: Json<unknown> | null;
  sources: Json<unknown> | null;
  extras: Json<unknown> | null;
  created_at: TimeByDefault;
  removed_by: string | null;
};

export type RunsTable = {
  id: string;
  message_id: string;
  chat_id: string;
  model: string;
  status: RunStatus;
  process_id: string;
  heartbeat_at: TimeByDefault;
  last_seq: Generated<number>;
  row_seq: Generated<number>;
  stop_seq: number | null;
  usage: Json<unknown> | null;
  problem: string | null;
  problem_detail: string | null;
  created_at: TimeByDefault;
  ended_at: Time | null;
};

export type RunEventsTable = { run_id: string; from_seq: number; to_seq: number; data: string };

export type LettersTable = {
  seq: Generated<string>;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  tries: Generated<number>;
  due_at: TimeByDefault;
  created_at: TimeByDefault;
};

export type ApiKeysTable = {
  id: string;
  organization_id: string;
  created_by: string | null;
  name: string;
  prefix: string;
  hash: string;
  scopes: Scope[];
  created_at: TimeByDefault;
  expires_at: Time | null;
  last_used_at: Time | null;
  revoked_at: Time | null;
};

export type ApiUsageTable = {
  seq: Generated<string>;
  organization_id: string;
  key_id: string | null;
  route: string;
  model: string | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  is_estimated: Generated<boolean>;
  status: number;
  ms: number;
  created_at: TimeByDefault;
};

export type ApiUsageMonthsTable = {
  organization_id: string;
  key_id: string | null;
  model: string | null;
  month: Date;
  requests: string;
  failures: string;
  input_tokens: string;
  output_tokens: string;
};

export type PlanTokensMonthsTable = { organization_id: string | null; user_id: string; month: Date; tokens: string };

export type SecurityEventsTable = {
  id: string;
  at: TimeByDefault;
  kind: string;
  user_id: string | null;
  name: Generated<string>;
  email: Generated<string>;
  organization_id: string | null;
  subject: Generated<string>;
  address: Generated<string>;
  result: Generated<"done" | "refused">;
};

export type PasskeysTable = {
  id: string;
  user_id: string;
  name: string;
  public_key: string;
  counter: ColumnType<string | number, number, number>;
  transports: Json<string[]>;
  is_synced: boolean;
  created_at: TimeByDefault;
  used_at: Time | null;
};

export type TriedCodesTable = { user_id: string; code: string; tried_at: TimeByDefault };

export type FilesTable = {
  id: string;
  owner_id: string;
  organization_id: string | null;
  project_id: string | null;
  chat_id: string | null;
  key: string;
  original_name: string;
  kind: string;
  content_type: string;
  size: number;
  sha256: string;
  status: "ready" | "quarantined";
  problem: string | null;
  page_count: number | null;
  modified_at: Time | null;
  created_at: TimeByDefault;
  removed_at: Time | null;
};

export type FileTextsTable = { file_id: string; text: string; blocks: Json<unknown> };

export type LawActsTable = {
  id: string;
  source: string;
  jurisdiction: string;
  language: string;
  title: string;
  short_names: Json<unknown>;
  version: Time | null;
  in_force: Time | null;
  url: string;
  licence: string;
  note: string | null;
  loaded_at: TimeByDefault;
};
export type LawSectionsTable = {
  id: Generated<number>;
  act_id: string;
  ref: string;
  number: string;
  label: string;
  heading: string;
  path: Json<unknown>;
  text: string;
  url: string;
  in_force: Time | null;
  first_seen: Time | null;
  ends: Time | null;
};
export type LawVersionsTable = { act_id: string; version: Time };
export type LawFetchesTable = {
  source: string;
  key: string;
  act_id: string;
  url: string;
  fetched_at: Time;
  checked_at: Time;
  etag: string | null;
  last_modified: string | null;
  sha256: string;
  changes_on: Time | null;
};
export type LawNamesTable = { source: string; name: string; act_id: string; looked_up_at: Time };
export type LawPastSectionsTable = {
  id: Generated<number>;
  act_id: string;
  ref: string;
  number: string;
  label: string;
  heading: string;
  path: Json<unknown>;
  text: string;
  url: string;
  version: Time | null;
  in_force: Time | null;
  first_seen: Time | null;
  ends: Time | null;
  indexed: Generated<boolean>;
  replaced_at: TimeByDefault;
};
export type LawSourcesTable = { id: string; reached_at: Time | null; problem: string | null; problem_at: Time | null };
export type LawPostingsTable = { jurisdiction: string; term: string; block: number; sections: number; data: Uint8Array };
export type LawStatisticsTable = {
  jurisdiction: string;
  sections: number;
  length: number;
  blocks: number;
  open: number;
  lexicon: Json<unknown>;
  grams: Uint8Array;
  gram_length: number;
  indexed_at: TimeByDefault;
};
export type LawVectorsTable = {
  id: Generated<number>;
  ref: string;
  act_id: string;
  model: string;
  digest: string;
  dimensions: number;
  data: Uint8Array;
  code: Uint8Array;
};

export type FileIndexesTable = {
  file_id: string;
  form: number;
  language: string;
  passages: number;
  length: number;
  lengths: Uint8Array;
  indexed_at: TimeByDefault;
};
export type FileVectorsTable = { file_id: string; model: string; dimensions: number; data: Uint8Array };
export type FilePostingsTable = { file_id: string; bucket: number; data: Uint8Array };

/** better-auth writes the account tables; listed are only the columns that we read. Organizations are ours alone. */
export type MemberTable = { id: string; organizationId: string; userId: string; role: MemberRole; createdAt: TimeByDefault };
export type OrganizationTable = {
  id: string;
  name: string;
  slug: string;
  createdAt: TimeByDefault;
  plan: Plan | null;
  seats: number | null;
  delete_at: Time | null;
};
export type RemovedMembersTable = {
  id: string;
  organization_id: string;
  user_id: string;
  role: string;
  joined_at: Time;
  heir_id: string | null;
  shares: Json<unknown>;
  removed_at: TimeByDefault;
};
export type InheritedProjectsTable = { removal_id: string; project_id: string };
export type InvitationTable = {
  id: string;
  organizationId: string;
  email: string;
  role: MemberRole;
  status: "pending" | "accepted" | "declined" | "revoked";
  expiresAt: Time;
  createdAt: TimeByDefault;
  inviterId: string;
};
export type SessionTable = {
  id: string;
  userId: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Time;
  updatedAt: Time;
  expiresAt: Time;
};
export type AccountTable = { id: string; userId: string; providerId: string; password: string | null; createdAt: Time };
export type LimitsUsedTable = { digest: string; points: number; expires_at: Date };

export type ModelRequestsTable = { id: string; owner_id: string; process_id: string; begun_at: TimeByDefault };

export type KnownDevicesTable = { user_id: string; digest: string; seen_at: TimeByDefault };
export type UserTable = {
  notifications: Json<Notifications>;
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  delete_at: Time | null;
  writes: Json<Writes>;
  onboarded_at: Time | null;
  time_zone: string | null;
  locale: string | null;
};
export type VerificationTable = { id: string; identifier: string; value: string; expiresAt: Time };

export type CommentsTable = {
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

export type CommentNoticesTable = { recipient_id: string; draft_id: string; comment_id: string };

export type CommentLettersTable = { recipient_id: string; draft_id: string; sent_at: Time | null; due_at: Time | null };

export type PromptsTable = {
  id: string;
  owner_id: string;
  organization_id: string | null;
  text: string;
  created_at: TimeByDefault;
};

export type SpellingMemoryTable = {
  owner_id: string;
  organization_id: string | null;
  draft_id: string | null;
  entry: string;
  created_at: TimeByDefault;
};

export type ChatSummariesTable = {
  id: string;
  chat_id: string;
  through_id: string;
  messages: number;
  digest: string;
  text: string | null;
  problem: ProblemCode | null;
  model: string;
  created_at: TimeByDefault;
};

export type WritingStylesTable = {
  id: string;
  user_id: string | null;
  organization_id: string | null;
  samples: Json<StyleSample[]>;
  measured: Generated<string>;
  description: string | null;
  house: Json<HouseStyle> | null;
  updated_at: TimeByDefault;
};

export type SentPiecesTable = { chat_id: string; digest: string; body: Uint8Array };

export type SentRequestsTable = { message_id: string; chat_id: string; outline: Json<unknown>; created_at: TimeByDefault };

export type ImportsTable = {
  id: string;
  owner_id: string;
  organization_id: string | null;
  file_name: string;
  size: number;
  status: ImportStatus;
  process_id: string;
  found: Json<FoundInExport> | null;
  result: Json<ImportResult> | null;
  progress: Generated<number>;
  problem: string | null;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
};
export type ImportedChatsTable = {
  chat_id: string;
  import_id: string;
  owner_id: string;
  organization_id: string | null;
  source: string;
  key: string;
};
export type ImportedFilesTable = { chat_id: string; file_id: string };

export type AdministratorsTable = {
  id: Generated<string>;
  user_id: string | null;
  made_by: string | null;
  created_at: TimeByDefault;
};
export type ModelConnectionsTable = {
  id: string;
  provider: ConnectedProvider;
  name: string | null;
  url: string | null;
  sealed_key: string | null;
  last_four: Generated<string>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
};
export type InstallationSettingsTable = { name: string; value: Json<unknown>; updated_at: TimeByDefault };

export type LibraryTemplatesTable = {
  id: string;
  user_id: string | null;
  organization_id: string | null;
  made_by: string | null;
  name: string;
  summary: Generated<string>;
  kind: TemplateKind;
  jurisdiction: TemplateJurisdiction;
  language: string;
  source: string;
  version: Generated<number>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  removed_at: Time | null;
};

export type LibraryTemplateVersionsTable = {
  template_id: string;
  version: number;
  source: string;
  made_by: string | null;
  created_at: TimeByDefault;
};

export type Tables = {
  administrators: AdministratorsTable;
  model_connections: ModelConnectionsTable;
  installation_settings: InstallationSettingsTable;
  imports: ImportsTable;
  imported_chats: ImportedChatsTable;
  imported_files: ImportedFilesTable;
  prompts: PromptsTable;
  library_templates: LibraryTemplatesTable;
  library_template_versions: LibraryTemplateVersionsTable;
  spelling_memory: SpellingMemoryTable;
  writing_styles: WritingStylesTable;
  comments: CommentsTable;
  comment_notices: CommentNoticesTable;
  comment_letters: CommentLettersTable;
  user: UserTable;
  account: AccountTable;
  passkeys: PasskeysTable;
  known_devices: KnownDevicesTable;
  limits_used: LimitsUsedTable;
  model_requests: ModelRequestsTable;
  member: MemberTable;
  invitation: InvitationTable;
  organization: OrganizationTable;
  removed_members: RemovedMembersTable;
  inherited_projects: InheritedProjectsTable;
  session: SessionTable;
  verification: VerificationTable;
  letters: LettersTable;
  tried_codes: TriedCodesTable;
  api_keys: ApiKeysTable;
  api_usage: ApiUsageTable;
  api_usage_months: ApiUsageMonthsTable;
  plan_tokens_months: PlanTokensMonthsTable;
  security_events: SecurityEventsTable;
  chat_documents: ChatDocumentsTable;
  drafts: DraftsTable;
  draft_versions: DraftVersionsTable;
  draft_packages: DraftPackagesTable;
  proposed_changes: ProposedChangesTable;
  chat_summaries: ChatSummariesTable;
  chat_texts: ChatTextsTable;
  chats: ChatsTable;
  chat_search: ChatSearchTable;
  chat_words: ChatWordsTable;
  chat_shares: ChatSharesTable;
  projects: ProjectsTable;
  project_shares: ProjectSharesTable;
  plan_tokens: PlanTokensTable;
  billing_customers: BillingCustomersTable;
  subscriptions: SubscriptionsTable;
  billing_events: BillingEventsTable;
  operations: OperationsTable;
  messages: MessagesTable;
  runs: RunsTable;
  run_events: RunEventsTable;
  sent_pieces: SentPiecesTable;
  sent_requests: SentRequestsTable;
  files: FilesTable;
  file_texts: FileTextsTable;
  file_indexes: FileIndexesTable;
  file_postings: FilePostingsTable;
  file_vectors: FileVectorsTable;
  law_acts: LawActsTable;
  law_sections: LawSectionsTable;
  law_fetches: LawFetchesTable;
  law_names: LawNamesTable;
  law_past_sections: LawPastSectionsTable;
  law_versions: LawVersionsTable;
  law_sources: LawSourcesTable;
  law_postings: LawPostingsTable;
  law_statistics: LawStatisticsTable;
  law_vectors: LawVectorsTable;
};
