/* Files and law, and what is searched of them. */
import type { ColumnType, Generated } from "kysely";
import type { Frozen } from "#core/review/frozen.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

export type FilesTable = {
  id: string;
  owner_id: string;
  organization_id: string | null;
  made_by: string | null;
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
  scanned_pages: ColumnType<unknown, string | null | undefined, string | null>;
  recognised_pages: Generated<number>;
  frozen: Json<Frozen> | null;
  modified_at: Time | null;
  created_at: TimeByDefault;
  removed_at: Time | null;
};

type FileTextsTable = { file_id: string; text: string; blocks: Json<unknown> };

type FilePagesTable = { file_id: string; page: number; content: Json<unknown> };

type FileIndexesTable = {
  file_id: string;
  form: number;
  language: string;
  passages: number;
  length: number;
  lengths: Uint8Array;
  indexed_at: TimeByDefault;
};

type FileVectorsTable = { file_id: string; model: string; dimensions: number; data: Uint8Array };

type FilePostingsTable = { file_id: string; bucket: number; data: Uint8Array };

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
  citations_at: Time | null;
  sections: Generated<number>;
  wordings: Generated<number>;
  vectors: Generated<number>;
  vectors_model: string | null;
};

type LawCitationsTable = { act_id: string; from_ref: string; to_ref: string };

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

type LawVersionsTable = { act_id: string; version: Time };

type LawFetchesTable = {
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

type LawNamesTable = { source: string; name: string; act_id: string; looked_up_at: Time };

type LawPastSectionsTable = {
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

type LawSourcesTable = { id: string; reached_at: Time | null; problem: string | null; problem_at: Time | null };

type LawPostingsTable = { jurisdiction: string; term: string; block: number; sections: number; data: Uint8Array };

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

type LawVectorsTable = {
  id: Generated<number>;
  ref: string;
  act_id: string;
  model: string;
  digest: string;
  dimensions: number;
  data: Uint8Array;
  code: Uint8Array;
};

export type SourceTables = {
  files: FilesTable;
  file_texts: FileTextsTable;
  file_pages: FilePagesTable;
  file_indexes: FileIndexesTable;
  file_postings: FilePostingsTable;
  file_vectors: FileVectorsTable;
  law_acts: LawActsTable;
  law_citations: LawCitationsTable;
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
