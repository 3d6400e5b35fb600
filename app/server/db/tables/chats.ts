/* Chats, their answers, and what was imported into them. */
import type { ColumnType, Generated } from "kysely";
import type { OperationKind } from "#core/chat/chat.ts";
import type { FoundInExport, ImportResult, ImportStatus } from "#core/import/import-state.ts";
import type { ProblemCode } from "#core/workspace/problem.ts";
import type { Role, RunStatus } from "#core/chat/message.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type ChatsTable = {
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

type ChatSearchTable = {
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
type ChatWordsTable = { owner_id: string; word: number; grams: number[] };

type ChatTextsTable = { chat_id: string; name: string; text: string | null; version: number; updated_at: TimeByDefault };

type ChatDocumentsTable = { chat_id: string; content: string; updated_at: TimeByDefault };

type ChatSharesTable = {
  id: string;
  chat_id: string;
  token_hash: string;
  title: string;
  messages: Json<unknown>;
  created_at: TimeByDefault;
  expires_at: Time | null;
};

type OperationsTable = {
  id: string;
  chat_id: string;
  kind: OperationKind;
  reference_message_id: string | null;
  created_at: TimeByDefault;
  undone_at: Time | null;
};

type MessagesTable = {
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

type RunsTable = {
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

type RunEventsTable = { run_id: string; from_seq: number; to_seq: number; data: string };

type ChatSummariesTable = {
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

type SentPiecesTable = { chat_id: string; digest: string; body: Uint8Array };

type SentRequestsTable = { message_id: string; chat_id: string; outline: Json<unknown>; created_at: TimeByDefault };

type ImportsTable = {
  id: string;
  owner_id: string;
  organization_id: string | null;
  file_name: string;
  size: number;
  status: ImportStatus;
  found: Json<FoundInExport> | null;
  result: Json<ImportResult> | null;
  progress: Generated<number>;
  problem: string | null;
  entries_done: Generated<number>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
};

type ImportedChatsTable = {
  chat_id: string;
  import_id: string;
  owner_id: string;
  organization_id: string | null;
  source: string;
  key: string;
};

type RestoredRowsTable = { owner_id: string; name: string; source_id: string; id: string; import_id: string };

type ImportedFilesTable = { chat_id: string; file_id: string };

export type ChatTables = {
  imports: ImportsTable;
  imported_chats: ImportedChatsTable;
  imported_files: ImportedFilesTable;
  restored_rows: RestoredRowsTable;
  chat_documents: ChatDocumentsTable;
  chat_summaries: ChatSummariesTable;
  chat_texts: ChatTextsTable;
  chats: ChatsTable;
  chat_search: ChatSearchTable;
  chat_words: ChatWordsTable;
  chat_shares: ChatSharesTable;
  operations: OperationsTable;
  messages: MessagesTable;
  runs: RunsTable;
  run_events: RunEventsTable;
  sent_pieces: SentPiecesTable;
  sent_requests: SentRequestsTable;
};
