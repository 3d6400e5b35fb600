/* What is replaced before a text leaves for a model. */
import type { ColumnType, Generated } from "kysely";
import type { Code, Entry } from "#core/pseudonyms/entry.ts";
import type { TimeByDefault } from "./columns.ts";

type JsonByDefault<T> = ColumnType<T, string | undefined, string>;

type PseudonymListsTable = {
  id: string;
  project_id: string | null;
  organization_id: string | null;
  user_id: string | null;
  is_on: Generated<boolean>;
  entries: JsonByDefault<Entry[]>;
  codes: JsonByDefault<Code[]>;
  version: Generated<number>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
};

export type PseudonymTables = { pseudonym_lists: PseudonymListsTable };
