/* Collections of documents, what they were read out of, and their words. */
import type { Generated } from "kysely";
import type { ProducedFields } from "#core/discovery/production.ts";
import type { FrozenRedaction } from "#core/discovery/redaction.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type DiscoveryCollectionsTable = {
  id: string;
  project_id: string;
  made_by: string | null;
  name: string;
  prefix: string;
  last_number: Generated<number>;
  exceptions: Generated<number>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  removed_at: Time | null;
};

type DiscoverySourcesTable = {
  id: string;
  collection_id: string;
  batch_id: string;
  file_id: string | null;
  made_by: string | null;
  name: string;
  custodian: Generated<string>;
  done: Generated<number>;
  total: number | null;
  documents: Generated<number>;
  is_done: Generated<boolean>;
  created_at: TimeByDefault;
};

type DiscoveryDocumentsTable = {
  id: string;
  collection_id: string;
  source_id: string;
  number: number;
  family_id: string;
  parent_id: string | null;
  attachments: Generated<number>;
  path: string;
  name: string;
  kind: string;
  size: string;
  sha256: string;
  same_key: string;
  custodian: string;
  dated_at: Time | null;
  sender: Generated<string>;
  recipients: Generated<string>;
  copied: Generated<string>;
  subject: Generated<string>;
  message_id: string | null;
  named: Json<{ references: string[]; people: string[] }>;
  text: Generated<string>;
  page_count: number | null;
  word_count: Generated<number>;
  signature: Buffer | null;
  problem: string | null;
  duplicate_of: string | null;
  thread_id: string | null;
  near_id: string | null;
  near_score: number | null;
};

type DiscoveryWordsTable = {
  document_id: string;
  collection_id: string;
  words: string;
  more: string[] | null;
  fields: string;
};

type DiscoveryIssuesTable = {
  id: string;
  collection_id: string;
  made_by: string | null;
  name: string;
  created_at: TimeByDefault;
  removed_at: Time | null;
};

type DiscoverySearchesTable = {
  id: string;
  collection_id: string;
  made_by: string | null;
  name: string;
  query: string;
  sort: string;
  created_at: TimeByDefault;
  removed_at: Time | null;
};

type DiscoveryCodingsTable = { document_id: string; code: string; collection_id: string };

type DiscoveryCodingChangesTable = {
  id: Generated<string>;
  collection_id: string;
  operation_id: string;
  document_id: string;
  code: string;
  is_set: boolean;
  made_by: string | null;
  made_at: TimeByDefault;
};

type DiscoveryRedactionsTable = {
  id: string;
  collection_id: string;
  document_id: string;
  operation_id: string;
  start_at: number;
  end_at: number;
  reason: string;
  made_by: string | null;
  made_at: TimeByDefault;
  removed_by: string | null;
  removed_at: Time | null;
};

type DiscoveryProductionsTable = {
  id: string;
  collection_id: string;
  made_by: string | null;
  name: string;
  query: string;
  prefix: string;
  first_number: number;
  width: number;
  documents: number;
  done: Generated<number>;
  pages: Generated<number>;
  created_at: TimeByDefault;
  removed_at: Time | null;
};

type DiscoveryProducedDocumentsTable = {
  production_id: string;
  position: number;
  collection_id: string;
  document_id: string;
  treatment: string;
  redactions: Json<FrozenRedaction[]>;
  first_number: number | null;
  pages: number | null;
  fields: Json<ProducedFields> | null;
  sha256: string | null;
  pdf: Buffer | null;
};

export type DiscoveryTables = {
  discovery_collections: DiscoveryCollectionsTable;
  discovery_sources: DiscoverySourcesTable;
  discovery_documents: DiscoveryDocumentsTable;
  discovery_words: DiscoveryWordsTable;
  discovery_searches: DiscoverySearchesTable;
  discovery_issues: DiscoveryIssuesTable;
  discovery_codings: DiscoveryCodingsTable;
  discovery_coding_changes: DiscoveryCodingChangesTable;
  discovery_redactions: DiscoveryRedactionsTable;
  discovery_productions: DiscoveryProductionsTable;
  discovery_produced_documents: DiscoveryProducedDocumentsTable;
};
