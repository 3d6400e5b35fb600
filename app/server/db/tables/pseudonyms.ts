/* What is replaced before a text leaves for a model. */
import type { ColumnType, Generated, Selectable } from "kysely";
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

/** What decides whether a list applies, and what it replaces. */
export type ListRow = Pick<Selectable<PseudonymListsTable>, "project_id" | "user_id" | "is_on" | "entries" | "codes" | "version">;

export type PseudonymTables = { pseudonym_lists: PseudonymListsTable };
